"""Where pips are measured to lie on faces that are drawn exactly."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.calibration_values import DiceSet, FaceLook
from vision.faces.examine import PATCH_PX, REACH
from vision.faces.layout import PATTERNS, PLACES
from vision.faces.measure import measure
from vision.faces.pip_middles import pip_middles

OFFSET, RADIUS = 0.25, 0.105
FINE = 8


def drawn(
    drawing: int,
    *,
    bevel: float = 0.5,
    shift: tuple[float, float] = (0.0, 0.0),
    radius: float = RADIUS,
):
    """How far from body to pip each pixel of a face is, and where its pips are."""
    size = PATCH_PX * FINE
    steps = (np.arange(size) + 0.5) / size * 2 * REACH - REACH
    x, y = np.meshgrid(steps - shift[0], steps - shift[1])
    places = PLACES[PATTERNS[drawing]] * OFFSET
    pips = np.any([np.hypot(x - px, y - py) < radius for px, py in places], axis=0)
    beyond = np.maximum(np.abs(x), np.abs(y)) > bevel
    sharp = (pips | beyond).astype(np.float32)
    soft = cv2.GaussianBlur(sharp, (0, 0), 0.9 * FINE)
    part = cv2.resize(soft, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    return part[None].astype(np.float64), places + shift


def farthest(drawing: int, radius: float = RADIUS, **how: object) -> float:
    part, places = drawn(drawing, radius=radius, **how)  # type: ignore[arg-type]
    usual = PLACES[PATTERNS[drawing]] * OFFSET
    owner = np.zeros(len(usual), np.int64)
    middles = pip_middles(part, owner, usual, radius)
    return float(np.hypot(*(middles - places).T).max())


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_large_pips_are_measured_where_they_are(drawing: int) -> None:
    assert farthest(drawing) < 0.003


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_pips_on_a_face_that_lies_a_little_aside_are_measured_there(drawing: int) -> None:
    assert farthest(drawing, shift=(0.02, -0.015)) < 0.004


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_pips_that_nearly_touch_do_not_pull_each_other(drawing: int) -> None:
    assert farthest(drawing, 0.12, shift=(0.02, -0.015)) < 0.006


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_a_bevel_of_the_pips_colour_does_not_draw_them_outward(drawing: int) -> None:
    assert farthest(drawing, bevel=0.40) < 0.004


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_nor_does_one_that_comes_near_as_the_face_lies_a_little_aside(drawing: int) -> None:
    assert farthest(drawing, 0.083, bevel=0.385, shift=(0.015, -0.01)) < 0.006


def sharpness(drawing: int, smear_px: int = 1) -> float:
    """How sharp a face with these pips is, smeared along its rows of pips by so much."""
    part, _ = drawn(drawing)
    smeared = cv2.blur(part[0].astype(np.float32), (smear_px, smear_px))
    cut = 230.0 - 200.0 * smeared[None, :, :, None] * np.ones(3, np.float32)
    look = FaceLook((230.0,) * 3, (30.0,) * 3)
    dice = DiceSet("drawn", 6, RADIUS, OFFSET, 0.002, 1.0, look, None)
    body, pip = np.full((1, 3), 230.0), np.full((1, 3), 30.0)
    plain = np.zeros(1, np.bool_)
    one = measure(cut.astype(np.float32), np.array([drawing]), body, pip, plain, dice)
    return one[0].sharpness


def test_sixes_with_large_pips_are_as_sharp_as_other_faces() -> None:
    faces = [sharpness(drawing) for drawing in range(len(PATTERNS))]
    assert max(faces) - min(faces) < 0.05


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_every_face_shows_a_smear(drawing: int) -> None:
    assert sharpness(drawing, smear_px=5) < 0.75 * sharpness(drawing)
