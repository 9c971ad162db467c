"""Aces on the floor and exactly on another die, drawn by geometry."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.judgement.test_propped import SET, residue
from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.account.residue import Residue, find_residue
from vision.account.silhouette import filled
from vision.faces.find import find_dice
from vision.faces.measure import Measures
from vision.judgement.below import side_below
from vision.judgement.gather import gather_cues
from vision.sight import sight_of
from vision.tray.board import Board, board_of
from vision.tray.geometry import SQUARE, turned

Doubles = NDArray[np.float64]

TURN_RAD = 0.3
FAR, NEAR = np.array([4.0, 1.5, TURN_RAD]), np.array([0.5, 0.2, TURN_RAD])
"""Tops as they are seen: well aside of the point below the camera, and nearly above it."""


def picture_of(pose: Doubles, dice: int, board: Board) -> Residue:
    """What stands out of the empty tray: one die whose top is seen so, or one that lies on another.

    Corners at height z are seen (h - 1) / (h - z) times as far out as at the height of tops.
    """
    height, square = SET.camera.height, turned(SQUARE, pose[2])
    middle = pose[:2] * (height - dice) / (height - 1)
    seen = [(middle + square) * (height - 1) / (height - z) for z in range(dice + 1)]
    there = residue(0.0)
    there.strange[filled(np.concatenate(seen), board) > 0] = 60.0
    return replace(there, standing=there.strange)


def part_of(pose: Doubles, dice: int) -> float | None:
    board = board_of(SET)
    return side_below(0, pose[None], picture_of(pose, dice, board), board, SET)


@pytest.mark.parametrize(("dice", "part"), [(1, 0.0), (2, 1.0)])
def test_the_side_of_a_die_below_stands_out_if_there_is_one(dice: int, part: float) -> None:
    assert part_of(FAR, dice) == pytest.approx(part, abs=0.05)


def test_nothing_is_told_of_a_die_that_shows_no_side() -> None:
    assert part_of(NEAR, 1) is None
    assert part_of(NEAR, 2) is None


def test_nothing_is_told_where_a_neighbour_hides_what_is_below() -> None:
    inward = -FAR[:2] / np.linalg.norm(FAR[:2])
    beside = np.array([*(FAR[:2] + 1.02 * inward), np.arctan2(*inward[::-1])])
    board = board_of(SET)
    seen = picture_of(FAR, 1, board)
    assert side_below(0, np.array([FAR, beside]), seen, board, SET) is None


def test_nothing_is_told_where_sides_in_shade_may_look_like_the_floor() -> None:
    board = board_of(SET)
    grey = replace(board, empty_bgr=np.full_like(board.empty_bgr, 120))
    body = replace(SET.dice.plain, body_bgr=(238.0, 242.0, 240.0))
    white = replace(SET, dice=replace(SET.dice, plain=body))
    assert side_below(0, FAR[None], picture_of(FAR, 1, grey), grey, white) is None


@pytest.mark.parametrize(("levels", "part"), [(0.0, 0.0), (90.0, 1.0)])
def test_what_shows_below_is_known_of_aces_beside_missing_dice(levels: float, part: float) -> None:
    """All dice of a throw of six are taken for aces of a set of nine."""
    tray = calibration_of(RED_FACES)
    throw = picture(throws(RED_FACES, "natural")[0])
    larger = replace(tray, dice=replace(tray.dice, count=9))
    sight = sight_of(board_of(larger).view(throw), board_of(larger))
    found = find_dice(throw, sight, larger)
    poses = found.faces.poses[list(found.taken)]
    ace = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, tray.sharpness, 0.0)
    seen = find_residue(sight, larger, poses)
    seen = replace(seen, standing=np.full_like(seen.standing, levels))
    cues = gather_cues(throw, found, [ace] * len(poses), seen, poses, sight.board, larger)
    assert {one.below for one in cues} - {None} == {part}
