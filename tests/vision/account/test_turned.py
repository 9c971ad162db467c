"""Aces are turned where that explains what is left over beside them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.account import turned
from vision.account.residue import Residue, find_residue
from vision.account.turned import with_aces_turned
from vision.sight import Sight, sight_of
from vision.tray.board import board_of

POSES = np.array([[1.0, 2.0, 0.1], [3.0, 2.0, 0.2]])
TURNED = POSES + np.array([0.0, 0.0, 0.3])


def turn(
    monkeypatch: pytest.MonkeyPatch,
    *,
    left: float = 0.1,
    stands_out: float = 30.0,
    excess: tuple[float, float] = (1.0, 0.0),
    aces: tuple[bool, bool] = (True, True),
) -> tuple[bool, list[int]]:
    """Tell whether aces are given as turned, and for which of two dice a turn was sought.

    left : what a turn leaves over. excess : what is left over beside each die before.
    """
    known = replace(calibration_of(RED_FACES), stands_out=stands_out)
    board = board_of(known)
    sight = sight_of(board.view(picture(throws(RED_FACES, "natural")[0])), board)
    before = replace(find_residue(sight, known, POSES[:0]), excess=excess)
    asked: list[int] = []

    def sought(*args: object) -> np.ndarray:
        asked.extend(args[-1])  # type: ignore[call-overload]
        return TURNED

    def found(_sight: Sight, _known: object, poses: np.ndarray) -> Residue:
        assert poses is TURNED
        return replace(before, excess=(left, 0.0))

    monkeypatch.setattr(turned, "turned_to_cover", sought)
    monkeypatch.setattr(turned, "find_residue", found)
    poses, residue = with_aces_turned(sight, known, POSES, before, np.array(aces))
    assert (residue is before) is (poses is POSES)
    return poses is TURNED, asked


def test_an_ace_is_turned_where_that_leaves_little(monkeypatch: pytest.MonkeyPatch) -> None:
    assert turn(monkeypatch) == (True, [0])


def test_a_turn_that_leaves_half_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert turn(monkeypatch, left=0.5) == (False, [0])


def test_dice_that_stand_out_are_turned_by_their_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    assert turn(monkeypatch, stands_out=50.0) == (False, [])


def test_only_aces_by_which_something_is_left_are_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    assert turn(monkeypatch, aces=(False, True)) == (False, [])
    assert turn(monkeypatch, excess=(0.0, 0.0)) == (False, [])
