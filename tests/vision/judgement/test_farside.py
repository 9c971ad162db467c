"""The far sides of faces beside a neighbour: drawn as a camera straight above sees them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.judgement.test_extent import ABOVE, BODY, FELT
from vision.judgement.farside import likelier_by_far_side
from vision.judgement.overhang import leaning_outline
from vision.judgement.props import props_of
from vision.tray.geometry import to_picture

Doubles = NDArray[np.float64]

GAP = 0.3
OUTWARD, INWARD = (5.0, 1.0), (-5.0, 1.0)  # from the camera, as seen from what bears the die
TURNS = np.arange(4) * np.pi / 2  # an ace may be read turned by quarters
FINE = 4


def beside(at: tuple[float, float], turn_rad: float, gap: float = GAP) -> Doubles:
    """Poses of a face there and of one that may bear it, nearer to 0 along the first axis."""
    return np.array([[*at, turn_rad], [at[0] - 1.0 - gap, at[1] + 0.1, 0.0]])


def picture(poses: Doubles, sine: float, *covered: Doubles) -> NDArray[np.uint8]:
    """A face that leans by an angle of that sine, or lies flat, and others that cover it."""
    top = leaning_outline(poses[0], np.array([1.0, 0.0]), sine, ABOVE)[:4]
    bgr = np.full((960 * FINE, 1280 * FINE, 3), FELT, np.uint8)
    for outline in (top, *covered):
        corners = (to_picture(ABOVE, outline, 1.0) + 0.5) * FINE - 0.5
        cv2.fillConvexPoly(
            bgr, np.rint(cv2.convexHull(corners.astype(np.float32))).astype(int), BODY
        )
    small = cv2.resize(bgr, (1280, 960), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), dtype=np.uint8)


def likelier(sine: float, poses: Doubles, *covered: Doubles) -> float:
    prop = next(iter(props_of(poses, ABOVE.height)))
    assert prop.die == 0
    return likelier_by_far_side(picture(poses, sine, *covered), ABOVE, poses, prop)


@pytest.mark.parametrize("turn_rad", TURNS)
def test_the_far_side_of_a_leaning_face_lies_nearer_than_that_of_a_flat_one(
    turn_rad: float,
) -> None:
    poses = beside(OUTWARD, turn_rad)
    assert likelier(0.0, poses) < -4.0
    assert likelier(GAP, poses) > 4.0


def test_a_face_that_leaning_would_hardly_make_shorter_is_not_told() -> None:
    assert -2.0 < likelier(0.0, beside((0.5, 1.0), 0.0, 0.25)) < -0.5


def test_a_far_side_that_seems_a_little_farther_out_tells_a_flat_face() -> None:
    assert likelier(0.0, beside(OUTWARD, 0.0), square((OUTWARD[0] + 0.045, OUTWARD[1]))) < -4.0


def test_a_far_side_that_is_turned_to_the_camera_tells_nothing() -> None:
    assert likelier(0.0, beside(INWARD, 0.0)) == 0.0


def square(at: tuple[float, float]) -> Doubles:
    return np.array(at) + 0.5 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


@pytest.mark.parametrize("by", [(0.1, 0.0), (0.0, 0.9), (0.0, -0.9)], ids=["far", "left", "right"])
def test_sides_that_something_hides_tell_nothing(by: tuple[float, float]) -> None:
    poses = beside(OUTWARD, 0.0)
    hides = square((OUTWARD[0] + by[0], OUTWARD[1] + by[1]))
    assert likelier(0.0, poses, hides) == 0.0
