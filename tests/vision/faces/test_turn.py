"""Aces are turned by their sides: drawn squares, and the aces of recorded throws."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.faces.turn import turned_to_sides

ABOVE = Camera(1000.0, (640.0, 480.0), 0.0, (0.0, 0.0), 25.0)
EDGE_PX = 1000.0 / 24.0
FELT, BODY, SHADOW = (60, 90, 50), (225, 228, 230), (25, 40, 22)


def picture(
    squares: list[tuple[float, float, float]], seed: int = 0, body: tuple[int, int, int] = BODY
) -> NDArray[np.uint8]:
    """Squares at (u, v, angle in degrees) with a round pip and a shadow beside each, and noise."""
    bgr = np.full((960, 1280, 3), FELT, np.uint8)
    for colour, shift in ((SHADOW, 14.0), (body, 0.0)):
        for u, v, angle in squares:
            middle = (640 + u * EDGE_PX + shift, 480 + v * EDGE_PX + shift)
            box = cv2.boxPoints((middle, (EDGE_PX, EDGE_PX), angle))
            cv2.fillConvexPoly(bgr, np.round(box * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
            if not shift:
                at = (round(middle[0] * 16), round(middle[1] * 16))
                cv2.circle(bgr, at, round(3.6 * 16), (20, 20, 20), -1, cv2.LINE_AA, 4)
    noise = np.random.default_rng(seed).normal(0, 3, bgr.shape)
    return np.clip(cv2.GaussianBlur(bgr, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8)


def error_deg(found_rad: float, true_deg: float) -> float:
    """How far a square is turned from another one."""
    return float(abs((np.degrees(found_rad) - true_deg + 45) % 90 - 45))


@pytest.mark.parametrize("true_deg", [0.0, 17.0, 44.0, 71.0])
@pytest.mark.parametrize("guess_deg", [-40.0, 3.0, 30.0])
def test_an_ace_alone_is_turned_to_half_a_degree(true_deg: float, guess_deg: float) -> None:
    seen = picture([(2.0, -1.0, true_deg)])
    guess = np.array([[2.0, -1.0, np.radians(guess_deg)]])
    turned = turned_to_sides(seen, ABOVE, guess, np.ones(1, np.bool_))
    assert error_deg(turned[0, 2], true_deg) < 0.5


def test_an_ace_among_touching_dice_is_turned_as_it_lies() -> None:
    cluster = [(0.0, 0.0, 44.0), (0.96, 0.36, 81.0), (0.16, 1.05, 71.0), (-1.08, 0.08, 2.0)]
    guess = np.array([(u, v, np.radians(angle + 20)) for u, v, angle in cluster])
    turned = turned_to_sides(picture(cluster), ABOVE, guess, np.arange(4) == 0)
    assert error_deg(turned[0, 2], cluster[0][2]) < 2.0
    assert np.array_equal(turned[1:], guess[1:])


def test_a_face_without_sides_stays_as_it_is() -> None:
    guess = np.array([[2.0, -1.0, 0.3]])
    seen = picture([(2.0, -1.0, 50.0)], body=SHADOW)[:, ::-1].copy()
    assert np.array_equal(turned_to_sides(seen, ABOVE, guess, np.ones(1, np.bool_)), guess)


def test_no_aces_are_no_trouble() -> None:
    none = turned_to_sides(picture([]), ABOVE, np.zeros((0, 3)), np.zeros(0, np.bool_))
    assert none.shape == (0, 3)
