"""Bright faces that touch are told apart by the dark gaps between their bevels."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.veils.squares import bright_squares

PITCH_PX = 9.0
SIDE_PX = 33
FLOOR, GAP, FACE = 30, 90, 230
LEFT, TOP = 12, 14


def drawn(*sides: tuple[int, int]) -> NDArray[np.uint8]:
    """Give rectangles of these widths and heights in a row, with gaps of two pixels between."""
    darkest = np.full((SIDE_PX + 30, 160), FLOOR, np.uint8)
    x = LEFT
    for width, height in sides:
        cv2.rectangle(darkest, (x - 2, TOP), (x + width + 1, TOP + height - 1), GAP, -1)
        x += width + 2
    x = LEFT
    for width, height in sides:
        cv2.rectangle(darkest, (x, TOP), (x + width - 1, TOP + height - 1), FACE, -1)
        x += width + 2
    return darkest


SQUARE = (SIDE_PX, SIDE_PX)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_of_some_faces_in_a_row_is_found(count: int) -> None:
    found = bright_squares(drawn(*[SQUARE] * count), PITCH_PX)

    middles = sorted(square.centre_px[0] for square in found)
    expected = [LEFT + (SIDE_PX - 1) / 2 + k * (SIDE_PX + 2) for k in range(count)]
    assert middles == pytest.approx(expected, abs=0.6)


def test_it_tells_by_how_much_a_face_is_longer_than_wide() -> None:
    (square,) = bright_squares(drawn((SIDE_PX, SIDE_PX - 2)), PITCH_PX)

    turned = round(square.angle_rad / (np.pi / 2)) % 2
    assert square.oblong ** (-1 if turned else 1) == pytest.approx(
        SIDE_PX / (SIDE_PX - 2), abs=0.02
    )


@pytest.mark.parametrize("sides", [(16, 16), (33, 22), (60, 60)])
def test_what_is_no_face_is_left_out(sides: tuple[int, int]) -> None:
    assert len(bright_squares(drawn(SQUARE, sides), PITCH_PX)) == 1


def test_its_corners_surround_it() -> None:
    (square,) = bright_squares(drawn(SQUARE), PITCH_PX)

    assert cv2.contourArea(square.corners_px(2.0).astype(np.float32)) == pytest.approx(
        (square.side_px + 2.0) ** 2, rel=0.01
    )
