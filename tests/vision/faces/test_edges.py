"""Tests of the turn of faces by their edges: dark dice whose flat faces mirror a lamp."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.faces.edges import edge_angles
from vision.tray.geometry import SQUARE, to_picture, turned

CAMERA = Camera(1000.0, (319.5, 239.5), 0.0, (0.0, 0.0), 21.0)


def drawn(turn_deg: float, neighbour_deg: float) -> NDArray[np.uint8]:
    """A dark die on a dark floor, its face but for the bevels lit, and a grey one beside it."""
    bgr = np.full((480, 640, 3), 40, np.uint8)
    die, other = np.radians(turn_deg), np.radians(neighbour_deg)
    beside = 1.0 * np.array([np.cos(other), np.sin(other)])
    for square, angle, at, grey in (
        (SQUARE, die, np.zeros(2), 40),
        (SQUARE * 0.84, die, np.zeros(2), 140),
        (SQUARE, other, beside, 75),
    ):
        corners = to_picture(CAMERA, turned(square, float(angle)) + at, 1.0)
        cv2.fillConvexPoly(
            bgr, np.round(corners * 16).astype(np.int32), (grey,) * 3, cv2.LINE_AA, 4
        )
    return np.asarray(cv2.GaussianBlur(bgr, (0, 0), 0.8), np.uint8)


@pytest.mark.parametrize(("turn_deg", "neighbour_deg"), [(20.0, 63.0), (70.0, 30.0), (5.0, 50.0)])
def test_a_face_that_mirrors_up_to_its_bevels_is_turned_as_it_lies(
    turn_deg: float, neighbour_deg: float
) -> None:
    angles, _ = edge_angles(drawn(turn_deg, neighbour_deg), CAMERA, np.zeros((1, 2)))
    assert abs((np.degrees(angles[0]) - turn_deg + 45) % 90 - 45) < 8.0


def test_no_faces_have_no_angles() -> None:
    angles, clearness = edge_angles(drawn(0.0, 45.0), CAMERA, np.zeros((0, 2)))
    assert len(angles) == len(clearness) == 0
