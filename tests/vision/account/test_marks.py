"""Pips of a die that is as light as the floor are told from shadow."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import trays
from vision.account.marks import bright_marks_on, marks_on
from vision.account.residue import find_residue
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, Board, board_of

_GAIN = np.ones(3, np.float32)
_PIP_PX = round(0.09 * EDGE_PX)


def _board(levels: int) -> Board:
    whole = board_of(trays.calibration_of(trays.RED_FACES))
    return replace(whole, empty_bgr=np.full_like(whole.empty_bgr, levels))


def _with_pips(board: Board, *at: tuple[int, int]) -> NDArray[np.uint8]:
    seen = board.empty_bgr.copy()
    for one in at:
        cv2.circle(seen, one, _PIP_PX, (25, 25, 25), -1)
    return seen


def _count(
    board: Board,
    seen: NDArray[np.uint8],
    bare: NDArray[np.uint8] | None = None,
    *,
    lone: bool = False,
) -> int:
    floor = np.ones(board.floor.shape, np.uint8) if bare is None else bare
    return len(marks_on(floor, seen, _GAIN, board, lone=lone))


def test_two_pips_on_a_white_floor_are_marks() -> None:
    board = _board(200)
    assert _count(board, _with_pips(board, (80, 80), (92, 92))) == 2


def test_a_lone_mark_may_be_a_crumb() -> None:
    board = _board(200)
    assert _count(board, _with_pips(board, (80, 80))) == 0


def test_a_lone_mark_may_be_the_pip_of_a_missing_ace() -> None:
    board = _board(200)
    assert _count(board, _with_pips(board, (80, 80)), lone=True) == 1


def test_a_lone_square_mark_is_looked_at_with_the_floor_around_it() -> None:
    board = _board(200)
    seen = board.empty_bgr.copy()
    seen[80:84, 80:84] = 25
    assert _count(board, seen) == 0


def test_the_shadows_of_dice_are_larger_than_marks() -> None:
    board = _board(200)
    seen = board.empty_bgr.copy()
    for left in (70, 90):
        seen[80:92, left : left + 14] = 60
    assert _count(board, seen) == 0


def test_where_two_shadows_cross_is_no_mark() -> None:
    board = _board(200)
    seen = _with_pips(board, (80, 80), (92, 92))
    seen[70:102, 82:102] = np.minimum(seen[70:102, 82:102], 160)
    seen[70:102, 70:82] = np.minimum(seen[70:102, 70:82], 160)
    assert _count(board, seen) == 0


def test_gaps_between_dice_are_no_marks() -> None:
    board = _board(200)
    bare = np.ones(board.floor.shape, np.uint8)
    bare[70:110, 70:78] = bare[70:110, 95:103] = 0
    assert _count(board, _with_pips(board, (80, 85), (92, 92)), bare) == 0


def test_on_a_dark_floor_a_light_die_is_seen_without_its_pips() -> None:
    board = _board(80)
    assert _count(board, _with_pips(board, (80, 80), (92, 92))) == 0


def _bright_in_shadow(left: float, pip: int, *at: tuple[int, int], floor: int = 110) -> int:
    """Count the bright marks in a square of grey floor with so much of its light left."""
    board = _board(floor)
    seen = board.empty_bgr.copy()
    seen[60:110, 60:110] = round(floor * left)
    for one in at:
        cv2.circle(seen, one, _PIP_PX, (pip, pip, pip), -1)
    return len(bright_marks_on(np.ones(board.floor.shape, np.uint8), seen, _GAIN, board))


def test_two_bright_pips_in_what_passes_for_deep_shadow_are_marks() -> None:
    assert _bright_in_shadow(0.15, 230, (80, 80), (92, 92)) == 2


@pytest.mark.parametrize(("pip", "marks"), [(215, 2), (170, 0)])
def test_on_a_whitish_floor_pips_as_bright_as_it_is_are_marks(pip: int, marks: int) -> None:
    assert _bright_in_shadow(0.3, pip, (80, 80), (92, 92), floor=200) == marks


def test_a_lone_bright_mark_in_shadow_may_be_a_crumb() -> None:
    assert _bright_in_shadow(0.15, 230, (80, 80)) == 0


def test_lit_floor_between_shadows_is_no_bright_mark() -> None:
    assert _bright_in_shadow(0.15, 110, (80, 80), (92, 92)) == 0


def test_bright_things_on_lit_floor_are_no_pips_of_a_black_die() -> None:
    assert _bright_in_shadow(1.0, 230, (80, 80), (92, 92)) == 0


def test_bright_marks_count_where_dice_are_missing() -> None:
    made = trays.calibration_of(trays.RED_FACES)
    seen = cv2.imread(str(trays.FOLDER / trays.RED_FACES / "empty.jpg"))
    cv2.rectangle(seen, (600, 440), (650, 490), (4, 8, 4), -1)
    for at in (616, 634):
        cv2.circle(seen, (at, at - 160), 4, (230, 230, 230), -1)
    sight = sight_of(board_of(made).view(seen), board_of(made))
    none_due = replace(made, dice=replace(made.dice, count=0))

    assert len(find_residue(sight, made, np.zeros((0, 3))).marks) == 2
    assert find_residue(sight, none_due, np.zeros((0, 3))).marks == ()
