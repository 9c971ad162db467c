"""Pips of a face that a lamp fills are looked for as far apart as a face is drawn where it lies."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_PIPS_UNDER_RING, RED_UNDER_RING, calibration_of, picture, throws
from vision.calibration_values import FaceLook
from vision.read import read_tray
from vision.veils.clear import Clear
from vision.veils.filled import Sizes, filled_faces

THROWS = [
    (tray, path)
    for tray in (RED_UNDER_RING, RED_PIPS_UNDER_RING)
    for path in throws(tray, "natural", "touching")
]
"""Of cameras that are so tilted that faces are drawn by up to a tenth larger or smaller."""


def asked_in(
    path: Path, tray: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[tuple[NDArray[np.float64], float]], list[tuple[NDArray[np.float32], float]]]:
    """Give the middles and edges of faces as they are looked for, and of those that are read."""
    known = calibration_of(tray)
    asked: list[tuple[NDArray[np.float64], float]] = []

    def filled(
        bgr: NDArray[np.uint8],
        outline_px: NDArray[np.float64],
        looks: tuple[FaceLook, ...],
        white: NDArray[np.float64],
        sizes: Sizes,
    ) -> tuple[Clear, ...]:
        asked.append((outline_px.mean(0), sizes.pitch_px / known.dice.pip_offset))
        return filled_faces(bgr, outline_px, looks, white, sizes)

    monkeypatch.setattr("vision.veils.veil.filled_faces", filled)
    corners = [np.array(die.corners_px, np.float32) for die in read_tray(picture(path), known).dice]
    return asked, [(one.mean(0), math.sqrt(cv2.contourArea(one))) for one in corners]


def test_pips_of_a_filled_face_are_as_far_apart_as_it_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared = []
    for tray, path in THROWS:
        asked, read = asked_in(path, tray, monkeypatch)
        for middle, edge in asked:
            drawn = [size for at, size in read if math.dist(at, middle) < size / 2]
            compared += [edge / size for size in drawn]

    assert compared == pytest.approx(np.ones(len(compared)), rel=0.01)
    assert len(compared) > 1
