"""Layouts without learning: drawn faces are explained by their own value."""

import cv2
import numpy as np
import pytest

from vision.wild.layout import explain

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


def moved(face: np.ndarray, aside: tuple[int, int], times: float) -> np.ndarray:
    shift = 23.5 * (1 - times) + np.array(aside)
    matrix = np.array([[times, 0, shift[0]], [0, times, shift[1]]])
    return np.asarray(cv2.warpAffine(face, matrix, (48, 48), borderMode=cv2.BORDER_REPLICATE))


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


def test_the_rows_of_a_six_may_be_close() -> None:
    face = np.full((48, 48, 3), 220, np.uint8)
    for x in (-1, 0, 1):
        for y in (-1, 1):
            at = (round(23.5 + x * 10.5), round(23.5 + y * 8.0))
            cv2.circle(face, at, 3, (20, 20, 20), -1, cv2.LINE_AA)
    assert explain(face).value == 6


def test_red_pips_are_seen_beside_a_glare() -> None:
    face = np.full((48, 48, 3), 30, np.uint8)
    for x, y in ((-1, -1), (1, 1), (-1, 1), (1, -1)):
        at = (round(23.5 + x * 9.3), round(23.5 + y * 9.3))
        cv2.circle(face, at, 4, (25, 25, 150), -1, cv2.LINE_AA)
    cv2.line(face, (10, 24), (38, 22), (200, 200, 200), 2, cv2.LINE_AA)
    assert explain(face).value == 4


@pytest.mark.parametrize("value", range(2, 7))
@pytest.mark.parametrize(("aside", "times"), [((5, -4), 1.0), ((-3, 3), 1.14), ((2, 5), 0.92)])
def test_a_face_is_explained_where_it_lies(
    value: int, aside: tuple[int, int], times: float
) -> None:
    layout = explain(moved(drawn(value), aside, times))
    assert layout.value == value
    assert layout.score > 0.75


def test_an_ace_is_looked_for_near_the_middle_only() -> None:
    assert explain(moved(drawn(1), (2, -2), 1.0)).value == 1
    assert explain(moved(drawn(4), (5, -4), 1.0)).value == 4
