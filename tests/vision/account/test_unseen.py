"""What stands out like a body far from all dice, where less counts as glow."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.account.residue import Residue, find_residue
from vision.account.unseen import unseen_bodies
from vision.faces.find import find_dice
from vision.sight import Sight, sight_of
from vision.tray.board import board_of

THROW = picture(throws(RED_FACES, "natural")[0])
FAINT = replace(calibration_of(RED_FACES), stands_out=30.0, glow=40.0)
Seen = tuple[Sight, Residue, NDArray[np.float64]]


@pytest.fixture(scope="module")
def seen() -> Seen:
    """A throw, what is left over beside its dice, and their poses; all but the last were found."""
    sight = sight_of(board_of(FAINT).view(THROW), board_of(FAINT))
    found = find_dice(THROW, sight, FAINT)
    poses = found.faces.poses[list(found.taken)]
    return sight, find_residue(sight, FAINT, poses[:-1]), poses


def test_a_body_that_was_not_found_is_noticed(seen: Seen) -> None:
    sight, residue, poses = seen

    (middle_px,) = unseen_bodies(sight, residue, FAINT, poses[:-1])

    (there_px,) = sight.board.to_px(poses[-1:, :2])
    assert np.hypot(*np.subtract(middle_px, there_px)) < 6


def test_nothing_is_unseen_where_all_dice_were_found(seen: Seen) -> None:
    assert not unseen_bodies(*seen[:2], FAINT, seen[2])


def test_bodies_that_count_as_things_are_none_of_these(seen: Seen) -> None:
    clear = replace(FAINT, stands_out=seen[1].level + 1.0)
    assert not unseen_bodies(*seen[:2], clear, seen[2][:-1])


def test_a_restless_floor_is_no_body(seen: Seen) -> None:
    restless = replace(seen[1], restless=4.0)
    assert not unseen_bodies(seen[0], restless, FAINT, seen[2][:-1])


def test_glow_beside_a_die_is_no_body(seen: Seen) -> None:
    poses = seen[2].copy()
    poses[-1, 0] += 0.45  # so that much of the body is beside what it should cover
    short = replace(FAINT, dice=replace(FAINT.dice, count=7))
    assert not unseen_bodies(*seen[:2], short, poses)
