"""What looks like a drilled pip is told under a veil of any strength, and what moves is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.veils.bowls import length_of, spread_of
from vision.veils.drilled import marks, usual_likeness

_RADIUS_PX, _SIDE_PX = 5.0, 61
_MIDDLE = _SIDE_PX // 2
_STEP = np.array([200.0, 210.0, 205.0])
_FACE = np.ones((_SIDE_PX, _SIDE_PX), np.uint8)


def disc(radius_px: float) -> NDArray[np.float32]:
    """Give a disc in the middle, with an edge as soft as a lens leaves it."""
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX] - _MIDDLE
    sharp = np.clip(radius_px + 0.5 - np.hypot(x, y), 0.0, 1.0)
    return np.asarray(cv2.GaussianBlur(sharp, (0, 0), 0.8), np.float32)


def apart(veil: float, *, lacking: float = 1.07) -> NDArray[np.float32]:
    """Give what stands out from a face with one pip.

    veil : in steps to pips. lacking : how far from the pip's middle it is missing, in pip radii.
    """
    pip, none = disc(0.95 * _RADIUS_PX), disc(lacking * _RADIUS_PX)
    return ((pip - veil * none)[..., None] * _STEP).astype(np.float32)


def like(seen: NDArray[np.float32], veil: float) -> NDArray[np.float32]:
    lies = np.broadcast_to(veil * _STEP, seen.shape).astype(np.float32)
    return marks(seen, lies, _FACE, _RADIUS_PX).likeness(_STEP)


@pytest.mark.parametrize("veil", [0.0, 0.3, 0.6, 0.9, 1.0, 1.2, 1.5])
def test_a_pip_looks_like_one_under_any_veil(veil: float) -> None:
    assert like(apart(veil), veil)[_MIDDLE, _MIDDLE] == pytest.approx(1.0, abs=0.35)


@pytest.mark.parametrize("veil", [0.0, 0.6, 1.0, 1.5])
def test_body_beside_a_pip_does_not(veil: float) -> None:
    assert like(apart(veil), veil)[_MIDDLE, _MIDDLE + round(2.5 * _RADIUS_PX)] < 0.1


@pytest.mark.parametrize("veil", [0.0, 0.6, 1.5])
def test_what_is_a_quarter_as_strong_as_a_pip_is_so_much_like_one(veil: float) -> None:
    assert like(apart(veil) / 4, veil)[_MIDDLE, _MIDDLE] == pytest.approx(0.25, abs=0.1)


@pytest.mark.parametrize("veil", [0.3, 1.4])
def test_what_is_brighter_where_a_pip_is_darker_is_no_pip(veil: float) -> None:
    assert like(-apart(veil), veil)[_MIDDLE, _MIDDLE] <= 0.0


def test_an_edge_of_light_is_less_like_a_pip_than_a_pip() -> None:
    lit = np.zeros((_SIDE_PX, _SIDE_PX, 3), np.float32)
    lit[:, _MIDDLE + 2 :] = _STEP
    assert like(lit, 0.2)[_MIDDLE, _MIDDLE] < 0.5


@pytest.mark.parametrize("veil", [1.2, 1.5])
def test_a_dark_dot_smaller_than_a_pip_is_none_under_a_strong_veil(veil: float) -> None:
    dot = np.zeros((_SIDE_PX, _SIDE_PX, 3), np.float32)
    dot[_MIDDLE - 1 : _MIDDLE + 1, _MIDDLE - 1 : _MIDDLE + 1] = -6 * _STEP
    assert like(dot, veil)[_MIDDLE, _MIDDLE] < 0.1


def test_what_is_no_face_does_not_count() -> None:
    seen = apart(0.3)
    seen[:, : _MIDDLE - 4] = -2000.0
    face = _FACE.copy()
    face[:, : _MIDDLE - 4] = 0
    lies = np.broadcast_to(0.3 * _STEP, seen.shape).astype(np.float32)
    seen_like = marks(seen, lies, face, _RADIUS_PX).likeness(_STEP)
    assert seen_like[_MIDDLE, _MIDDLE] == pytest.approx(1.0, abs=0.35)


def length(smear: float) -> float:
    """Give the length of a pip that is smeared by so many radii, over a usual one's."""
    size = max(1, round(smear * _RADIUS_PX))
    seen = cv2.blur(apart(0.3), (size, 1))
    usual = usual_likeness(_STEP, _RADIUS_PX)
    at = (np.full(2, _MIDDLE, np.float64), np.full(2, len(usual) // 2, np.float64))
    seen_px, usual_px = (
        length_of(spread_of(middle, part, 1.5 * _RADIUS_PX))
        for middle, part in zip(at, (like(seen, 0.3), usual), strict=True)
    )
    return seen_px / usual_px


def test_a_pip_at_rest_is_as_long_as_usual_and_a_smeared_one_is_longer() -> None:
    assert length(0.0) == pytest.approx(1.0, abs=0.1)
    assert length(3.0) > 1.25
