"""Tests of where faces end: by their own edges, or unseen beside a mirrored lamp's."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.looks import ace_radius, face_end, ring_steps

REACH, SIZE = 0.8, 96


def face(*squares: tuple[float, float], blur_px: float = 1.0) -> NDArray[np.float32]:
    """A patch of dark floor with squares one in another: half an edge and grey level of each."""
    steps = ((np.arange(SIZE) + 0.5) / SIZE * 2 - 1) * REACH
    far = np.maximum(np.abs(steps)[:, None], np.abs(steps))
    grey = np.full((SIZE, SIZE), 40.0)
    for half, level in squares:
        grey[far < half] = level
    return cv2.GaussianBlur(np.dstack([grey] * 3), (0, 0), blur_px).astype(np.float32)


@pytest.mark.parametrize("half", [0.47, 0.5, 0.53])
def test_a_face_ends_where_colours_change_most(half: float) -> None:
    assert face_end(np.array([face((half, 200.0))]), REACH).half == pytest.approx(half, abs=0.01)


def test_a_lamp_mirrored_up_to_the_bevels_does_not_tell_where_a_face_ends() -> None:
    mirroring = face((0.51, 48.0), (0.425, 150.0))
    assert face_end(np.array([mirroring]), REACH).half == 0.5


def test_where_a_face_seems_to_end_farther_in_than_dice_do_is_told_too() -> None:
    mirroring, usual = face((0.51, 48.0), (0.425, 150.0)), face((0.5, 200.0))
    assert face_end(np.array([mirroring]), REACH).farther_in == pytest.approx(0.425, abs=0.01)
    assert face_end(np.array([usual]), REACH).farther_in is None


def test_where_a_face_ends_far_more_clearly_farther_in_is_told_beside_where_dice_end() -> None:
    sharp = face((0.5, 52.0), (0.43, 150.0), blur_px=0.3)
    bevelled = face((0.5, 66.0), (0.43, 150.0), blur_px=0.3)
    end = face_end(np.array([sharp]), REACH)
    assert end.half == pytest.approx(0.498, abs=0.001)
    assert end.farther_in == pytest.approx(0.43, abs=0.01)
    assert face_end(np.array([bevelled]), REACH).farther_in is None


def test_an_ace_of_which_a_lamp_leaves_nothing_like_a_pip_has_no_size() -> None:
    radii = ring_steps()
    assert ace_radius(np.full((2, len(radii)), -0.2), radii) == 0.0


def ace_profile(radius: float, beyond: float = 0.0, blur: float = 0.012) -> NDArray[np.float64]:
    """How much like a pip an ace looks outward, and all that lies beyond its blurred rim."""
    rings = ring_steps(0.34) - 0.0075
    fall = 1 / (1 + np.exp(np.clip((rings - radius) / blur, -50, 50)))
    return np.where(rings > radius + 0.06, fall + beyond, fall)


@pytest.mark.parametrize("sign", [-1, 1])
def test_where_a_lamp_ends_in_one_ace_is_not_taken_for_the_rim_of_aces(sign: int) -> None:
    radii = ring_steps(0.34)
    usual, whitened = ace_profile(0.107, beyond=0.15), ace_profile(0.25, beyond=sign * 0.35)
    assert ace_radius(np.array([usual, whitened]), radii) == pytest.approx(0.107, abs=0.01)


def test_the_blurred_rim_of_an_ace_is_no_lamp() -> None:
    radii = ring_steps(0.34)
    soft, whitened = ace_profile(0.107, blur=0.03), ace_profile(0.25, beyond=-0.35)
    assert ace_radius(np.array([soft, whitened]), radii) == pytest.approx(0.107, abs=0.01)


def test_aces_that_all_mirror_a_lamp_still_tell_their_size() -> None:
    whitened = ace_profile(0.197, beyond=-0.35)
    assert ace_radius(np.array([whitened]), ring_steps(0.34)) == pytest.approx(0.197, abs=0.015)


def test_a_large_ace_in_whose_middle_a_lamp_mirrors_tells_its_size() -> None:
    radii = ring_steps(0.34)
    bowl, whitened = 2.5 * ace_profile(0.197, beyond=0.15), ace_profile(0.25, beyond=-0.35)
    bowl[:3] = 1.0
    assert ace_radius(np.array([bowl, whitened]), radii) == pytest.approx(0.197, abs=0.01)
