"""How wide faces look by their sides: drawn squares seen from straight above."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.judgement.extent import half_widths, wider_than_others

ABOVE = Camera(1000.0, (640.0, 480.0), 0.0, (0.0, 0.0), 25.0)
EDGE_PX = 1000.0 / 24.0  # of a face that lies one edge above the floor
POSES = np.array([[-4.0, -3.0, 0.3], [3.0, 0.0, 0.9], [-1.0, 4.0, 0.1]])
FELT, BODY, SIDE = (70, 110, 40), (220, 230, 235), (165, 172, 176)
FINE = 4
ALIKE = np.ones(3)  # contrasts


def picture(
    widths: tuple[float, ...],
    body: tuple[int, int, int] = BODY,
    with_sides: tuple[int, ...] = (),
) -> NDArray[np.uint8]:
    """Squares of these half widths, in edges, drawn without steps at their sides.

    with_sides : below which of them a die's sides show, in some shadow.
    """
    bgr = np.full((960 * FINE, 1280 * FINE, 3), FELT, np.uint8)
    for k, ((u, v, angle), width) in enumerate(zip(POSES, widths, strict=True)):
        away = np.array([u, v]) * EDGE_PX
        size = 2 * width * EDGE_PX * FINE
        middle = (away + ABOVE.centre_px + 0.5) * FINE
        box = cv2.boxPoints((tuple(middle - 0.5), (size, size), float(np.degrees(angle))))
        if k in with_sides:
            foot = box - away * FINE / ABOVE.height
            outline = cv2.convexHull(np.concatenate([box, foot]).astype(np.float32))
            cv2.fillConvexPoly(bgr, np.round(outline).astype(np.int32), SIDE)
        cv2.fillConvexPoly(bgr, np.round(box).astype(np.int32), body)
    small = cv2.resize(bgr, (1280, 960), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), dtype=np.uint8)


def test_a_flat_face_ends_half_an_edge_from_its_middle() -> None:
    sides = half_widths(picture((0.5, 0.5, 0.5)), ABOVE, POSES)
    assert sides == pytest.approx(np.full((3, 4), 0.5), abs=0.012)


def test_a_face_one_die_higher_is_wider_than_the_others_by_a_twentieth() -> None:
    wider = wider_than_others(picture((0.5, 0.5 * 24 / 23, 0.5)), ABOVE, POSES, ALIKE)
    assert wider[1] == pytest.approx(1 / 23, abs=0.008)
    assert max(wider[0], wider[2]) < 0.008


def test_a_face_is_no_wider_for_the_sides_that_the_die_turns_to_the_camera() -> None:
    wider = wider_than_others(picture((0.5, 0.5, 0.5), with_sides=(1,)), ABOVE, POSES, ALIKE)
    assert abs(wider[1]) < 0.02


def test_a_face_of_the_floors_colour_has_no_sides() -> None:
    alike = (76, 116, 44)
    assert np.isnan(wider_than_others(picture((0.5, 0.5, 0.5), alike), ABOVE, POSES, ALIKE)).all()


def test_a_face_alone_is_compared_with_none() -> None:
    assert np.isnan(wider_than_others(picture((0.5, 0.5, 0.5)), ABOVE, POSES[:1], ALIKE[:1])).all()


def test_a_face_in_which_a_lamp_mirrors_is_not_told_to_be_no_wider_than_others() -> None:
    seen = picture((0.45, 0.5, 0.5))  # it seems to end where its bevels begin
    wider = wider_than_others(seen, ABOVE, POSES, np.array([0.6, 1.0, 1.1]))
    assert np.isnan(wider[0])
    assert abs(wider[1:]) == pytest.approx(0.0, abs=0.01)


def test_a_face_in_which_a_lamp_mirrors_is_told_to_be_wider_than_all_others() -> None:
    seen = picture((0.5 * 24 / 23, 0.5, 0.5))
    wider = wider_than_others(seen, ABOVE, POSES, np.array([0.6, 1.0, 1.1]))
    assert wider[0] == pytest.approx(1 / 23, abs=0.01)
