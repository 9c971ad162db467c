"""Layouts without learning: drawn faces are explained by their own value."""

import cv2
import numpy as np
import pytest

from vision.wild_layout import explain

PIPS = {
    1: "....o....",
    2: "o.......o",
    3: "..o.o.o..",
    4: "o.o...o.o",
    5: "o.o.o.o.o",
    6: "ooo...ooo",
}


def drawn(value: int, body: int = 230, pip: int = 20, reach: float = 0.25) -> np.ndarray:
    face = np.full((48, 48, 3), body, np.uint8)
    for place, mark in enumerate(PIPS[value]):
        row, column = divmod(place, 3)
        if mark == "o":
            at = (23.5 + (np.array([column, row]) - 1) * reach * 37).round().astype(int)
            cv2.circle(face, (int(at[0]), int(at[1])), 4, (pip, pip, pip), -1, cv2.LINE_AA)
    return face


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(("body", "pip"), [(230, 20), (30, 240), (120, 180)])
def test_a_face_is_explained_by_its_value(value: int, body: int, pip: int) -> None:
    layout = explain(drawn(value, body, pip))
    assert layout.value == value
    assert layout.score > 0.8


@pytest.mark.parametrize("value", [2, 3, 6])
def test_a_quarter_turn_changes_nothing(value: int) -> None:
    face = drawn(value)
    assert explain(np.rot90(face).copy()).value == explain(face).value == value


def test_a_lost_pip_lowers_the_score() -> None:
    worn = drawn(5)
    cv2.circle(worn, (23, 23), 5, (230, 230, 230), -1)
    assert explain(worn).value == 4
    worn = drawn(6)
    cv2.circle(worn, (14, 14), 5, (230, 230, 230), -1)
    assert explain(worn).score < explain(drawn(6)).score - 0.05


def test_a_plain_face_has_no_layout() -> None:
    assert explain(np.full((48, 48, 3), 99, np.uint8)).score < 0.1
