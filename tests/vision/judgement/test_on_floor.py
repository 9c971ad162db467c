"""Aces on the floor, on another die and leaning on one, of sets that hardly stand out from it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.drawn import read_drawn
from tests.vision.judgement.test_aces import ACE
from tests.vision.judgement.test_judge import FAIR
from tests.vision.judgement.test_propped import SET
from vision.account.silhouette import filled
from vision.judgement.judge import judge_die
from vision.judgement.on_floor import (
    arounds,
    lies_on_floor,
    side_as_floor,
    with_floor_around,
)
from vision.sight import Sight, sight_of
from vision.tray.board import EDGE_PX, board_of
from vision.tray.geometry import SQUARE, turned
from vision.types import Problem

Doubles = NDArray[np.float64]

TURN_RAD = 0.3
ON = np.array([-5.0, -3.0, TURN_RAD])
OTHER = np.array([3.0, 4.0, TURN_RAD])
BELOW_CAMERA = np.array([0.5, 0.2, TURN_RAD])
"""Tops as they are seen: the ace, another die, and an ace that shows no side."""
FLOOR, TOP, SIDE, SHADE = 120.0, 110.0, 40.0, 70.0  # grey levels
FAINT = replace(SET, stands_out=4.0)


def outline(pose: Doubles, low: int) -> Doubles:
    """Corners of what stands from a height up to the height of tops, as seen there: shape (8, 2).

    low : that height, in edges; -1 for a die that lies on another one.
    """
    height, square = SET.camera.height, turned(SQUARE, pose[2])
    middle = pose[:2] * (height - 1 + min(low, 0)) / (height - 1)
    return np.concatenate(
        [(middle + square) * (height - 1) / (height - z) for z in range(low + min(low, 0), 2)]
    )


def tray(*dice: tuple[Doubles, int], side: float = SIDE, shade: float | None = None) -> Sight:
    """A grey tray with dice: their tops as they are seen, and whether one lies on another one.

    dice : poses, and 0 for dice on the floor, -1 for such on another one, 1 for such of which no
        side is seen. side : how bright sides are. shade : how bright the floor is below the dice.
    """
    whole = board_of(SET)
    board = replace(whole, empty_bgr=np.full_like(whole.empty_bgr, int(FLOOR)))
    seen = np.full(board.floor.shape, FLOOR)
    if shade is not None:
        for pose, _ in dice:
            inward = -0.5 * pose[:2] / np.linalg.norm(pose[:2])
            seen[filled(pose[:2] + inward + turned(1.4 * SQUARE, pose[2]), board) > 0] = shade
    for pose, low in dice:
        if low < 1:
            seen[filled(outline(pose, low), board) > 0] = side
        seen[filled(pose[:2] + turned(SQUARE, pose[2]), board) > 0] = TOP
    sight = sight_of(board.view(np.zeros((*SET.size_px[::-1], 3), np.uint8)), whole)
    bgr = np.repeat(seen[..., None], 3, axis=2).astype(np.uint8)
    everywhere = np.ones(board.floor.shape, np.uint8)
    return replace(sight, board=board, bgr=bgr, gain=np.ones(3, np.float32), looked_at=everywhere)


def floor_of(*dice: tuple[Doubles, int], **light: float) -> bool | None:
    poses = np.array([pose for pose, _ in dice])
    return lies_on_floor(0, poses, arounds(poses, tray(*dice, **light), SET))


def side_of(*dice: tuple[Doubles, int], **light: float) -> float | None:
    poses = np.array([pose for pose, _ in dice])
    return side_as_floor(0, arounds(poses, tray(*dice, **light), SET))


@pytest.mark.parametrize(("low", "told"), [(0, True), (-1, False)])
def test_an_ace_lies_on_the_floor_where_floor_shows_instead_of_a_die_below(
    low: int, told: bool
) -> None:
    assert floor_of((ON, low), (OTHER, 0)) is told


def test_a_little_that_shows_where_a_die_below_would_leaves_that_open() -> None:
    sight, poses = tray((ON, 0), (OTHER, 0)), np.array([ON, OTHER])
    middle = ON[:2] * (1 - 0.8 / np.linalg.norm(ON[:2]))
    sight.bgr[filled(middle + 0.2 * SQUARE, sight.board) > 0] = int(SIDE)
    assert lies_on_floor(0, poses, arounds(poses, sight, SET)) is None


def test_a_neighbour_that_was_found_is_nothing_beside_an_ace() -> None:
    away = 1.3 * ON[:2] / np.linalg.norm(ON[:2])
    near = np.array([*(ON[:2] + away), TURN_RAD])
    assert floor_of((ON, 0), (near, 0), (OTHER, 0)) is True


@pytest.mark.parametrize("exposure", [0.5, 1.5])
def test_what_shows_around_an_ace_is_compared_in_the_picture_s_own_light(exposure: float) -> None:
    sight, poses = tray((ON, 0), (OTHER, 0)), np.array([ON, OTHER])
    seen = replace(sight, bgr=(sight.bgr * exposure).astype(np.uint8))
    assert lies_on_floor(0, poses, arounds(poses, seen, SET)) is True


def test_an_ace_right_below_the_camera_would_hide_a_die_exactly_below_it() -> None:
    assert floor_of((BELOW_CAMERA, 0), (OTHER, 0)) is None


def test_floor_proves_nothing_where_sides_are_as_bright() -> None:
    assert floor_of((ON, 0), (OTHER, 0), side=FLOOR) is None


@pytest.mark.parametrize("level", [SIDE, 0.9 * FLOOR, 1.1 * FLOOR])
def test_an_ace_with_something_beside_it_may_lean_on_that(level: float) -> None:
    sight = tray((ON, 0), (OTHER, 0))
    thing = ON[:2] - [0.75, 0.4] + 0.5 * SQUARE
    sight.bgr[filled(thing, sight.board) > 0] = int(level)
    poses = np.array([ON, OTHER])
    assert lies_on_floor(0, poses, arounds(poses, sight, SET)) is None


@pytest.mark.parametrize("at", [(-5.0, -1.0), (-6.0, 0.5)])
def test_what_is_as_dark_as_the_shade_beside_other_dice_is_no_die_below(
    at: tuple[float, float],
) -> None:
    near = np.array([*at, TURN_RAD])
    assert floor_of((ON, 0), (near, 0), shade=SHADE) is None
    assert floor_of((ON, -1), (near, 0), shade=SHADE) is False


def test_a_flat_ace_shows_its_sides_and_one_that_leans_to_the_camera_floor() -> None:
    assert side_of((ON, 0), (OTHER, 0)) == 0.0
    assert side_of((ON, 1), (OTHER, 0)) == 1.0


def test_sides_tell_nothing_where_those_of_other_dice_are_like_floor_or_not_seen() -> None:
    assert side_of((ON, 1), (OTHER, 0), side=FLOOR) is None
    assert side_of((ON, 1)) is None
    assert side_of((BELOW_CAMERA, 1), (OTHER, 0)) is None


def test_sides_behind_another_die_tell_nothing() -> None:
    inward = -ON[:2] / np.linalg.norm(ON[:2])
    before = np.array([*(ON[:2] + 1.02 * inward), np.arctan2(*inward[::-1])])
    ace = np.array([*ON[:2], before[2]])
    assert side_of((ace, 1), (before, 0), (OTHER, 0)) is None


def test_where_the_picture_was_not_looked_at_nothing_is_told() -> None:
    sight = tray((ON, 0), (OTHER, 0))
    x, y = np.rint(sight.board.to_px(ON[None, :2])[0]).astype(int)
    reach = 2 * EDGE_PX
    sight.looked_at[y - reach : y + reach, x - reach : x + reach] = 0
    poses = np.array([ON, OTHER])
    around = arounds(poses, sight, SET)
    assert (lies_on_floor(0, poses, around), side_as_floor(0, around)) == (None, None)


def test_nothing_is_told_of_an_ace_on_floor_that_is_all_black() -> None:
    sight, poses = tray((ON, 0), (OTHER, 0)), np.array([ON, OTHER])
    around = arounds(poses, replace(sight, bgr=np.zeros_like(sight.bgr)), SET)
    assert (lies_on_floor(0, poses, around), side_as_floor(0, around)) == (None, None)


def test_floor_is_looked_for_around_aces_of_sets_that_hardly_stand_out() -> None:
    dice = ((ON, 0), (OTHER, 0))
    poses, sight = np.array([pose for pose, _ in dice]), tray(*dice)
    ace, lone = replace(FAIR, measures=ACE), replace(FAIR, measures=ACE, alone=True)
    four = FAIR
    told = with_floor_around([lone, four], poses, sight, FAINT)
    assert [(one.on_floor, one.side_as_floor) for one in told] == [(True, 0.0), (None, None)]
    (told_ace, _) = with_floor_around([ace, four], poses, sight, FAINT)
    assert (told_ace.on_floor, told_ace.side_as_floor) == (None, 0.0)
    assert with_floor_around([lone, four], poses, sight, SET) == [lone, four]


def test_a_drawn_ace_of_dice_as_white_as_their_tray_is_seen_to_lie_on_the_floor() -> None:
    reading, seen = read_drawn(150, 8748)
    assert (1, None) in [(die.value, die.problem) for die in reading.dice]
    assert {die.problem for die in reading.dice} == {None}
    assert len(reading.dice) == len(seen.frame.inside)


def test_an_ace_around_which_floor_shows_needs_no_other_proof() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, grown=1.0 + one_up)
    assert judge_die(ace, FAINT).problem is Problem.UNPROVED
    assert judge_die(replace(ace, on_floor=True), FAINT).problem is None


@pytest.mark.parametrize("outside", [False, True])
def test_an_ace_below_which_no_floor_shows_may_lie_on_a_die_whatever_else_speaks_against_it(
    outside: bool,
) -> None:
    ace = replace(FAIR, alone=True, measures=ACE, grown=1.0, seen_outside=outside)
    assert judge_die(ace, FAINT).problem is None
    assert judge_die(replace(ace, on_floor=False), FAINT).problem is Problem.UNPROVED


@pytest.mark.parametrize(("share", "problem"), [(0.4, None), (0.5, Problem.COCKED)])
def test_an_ace_leans_that_shows_floor_for_its_sides(share: float, problem: Problem | None) -> None:
    ace = replace(FAIR, measures=ACE, side_as_floor=share)
    assert judge_die(ace, FAINT).problem is problem
