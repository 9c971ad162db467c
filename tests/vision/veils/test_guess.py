"""The marks that tell a veiled face's look are its pips, not its bevels or its sides."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.virtual import calibration_of, room_of, shot
from vision.read import read_tray
from vision.types import Status
from vision.veils.guess import parts_of

Picture = NDArray[np.uint8]

WHITE = np.ones(3) / np.sqrt(3)
VEILED, DARK, PIP = (195, 190, 200), (60, 70, 75), (150, 150, 250)
SIDE_PX, FACE = 100, slice(20, 80)


def face(pip_bgr: tuple[int, int, int] | None = PIP, bevel_px: int = 5) -> Picture:
    """A veiled face with a pip in its middle between dark bevels, on a dark floor."""
    seen = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    seen[FACE, FACE] = DARK
    inner = slice(FACE.start + bevel_px, FACE.stop - bevel_px)
    seen[inner, inner] = VEILED
    if pip_bgr is not None:
        cv2.circle(seen, (SIDE_PX // 2,) * 2, 7, pip_bgr, -1)
    return seen


def inside() -> NDArray[np.uint8]:
    outlined = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    outlined[FACE, FACE] = 1
    return outlined


@pytest.mark.parametrize("bevel_px", [0, 3, 5])
def test_what_differs_most_amid_a_face_is_its_pip_however_wide_its_dark_bevels_are(
    bevel_px: int,
) -> None:
    _, (_, marks) = parts_of(face(bevel_px=bevel_px), inside(), WHITE)
    pips = np.subtract(PIP, VEILED)
    assert np.linalg.norm(np.median(marks, axis=0) - pips) < 5


def test_a_pip_that_is_darker_than_its_face_lies_amid_it_too() -> None:
    _, (_, marks) = parts_of(face((40, 40, 160)), inside(), WHITE)
    assert np.median(marks, axis=0) == pytest.approx((-155, -150, -40), abs=5)


def test_what_is_not_in_shadow_leaves_dark_rims_out() -> None:
    (top, amid) = parts_of(face((20, 20, 20)), inside(), WHITE)[1]
    assert np.linalg.norm(top, axis=1).max() < 100 < np.linalg.norm(amid, axis=1).min()


def test_a_face_without_pips_has_no_marks_that_differ() -> None:
    around, (_, marks) = parts_of(face(None), inside(), WHITE)
    assert around == pytest.approx(VEILED)
    assert np.abs(marks).max() < 1


def test_something_too_small_to_have_anything_amid_it_has_the_other_marks_only() -> None:
    small = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    small[40:42, 40:42] = 1
    _, marks = parts_of(face(), small, WHITE)
    assert len(marks) == 1


SEED, A_TWO = 105, 15432  # dark dice with plain and red pips, one under a strong veil


def test_a_veiled_two_beside_whose_bevels_its_pips_differ_little_is_read() -> None:
    room = room_of(SEED, A_TWO)
    reading = read_tray(shot(room, SEED, A_TWO).bgr, calibration_of(room, SEED, A_TWO))
    assert reading.status is Status.OK
    assert sorted(die.value or 0 for die in reading.dice) == [2, 3, 3, 5, 6, 6]
