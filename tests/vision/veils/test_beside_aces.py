"""A pip of another face is no ace, though a lamp makes the rest of it look like the floor."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from tests.bench.virtual import calibration_of, room_of, shot
from vision.calibration_values import Calibration
from vision.faces.find import find_dice
from vision.judgement.placed import dice_at
from vision.read import read_tray
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, board_of
from vision.types import Status
from vision.veils.beside_aces import aces_alone

SEED, A_TWO, AN_ACE = 47, 10411, 10422  # a grey tray with black dice under a lamp that mirrors


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    return calibration_of(room_of(SEED, A_TWO), SEED, A_TWO)


@pytest.mark.parametrize("index", [A_TWO, AN_ACE])
def test_a_pip_of_a_veiled_two_is_no_ace(index: int) -> None:
    bgr = shot(room_of(SEED, index), SEED, index).bgr
    assert read_tray(bgr, calibration()).status is Status.UNSURE


def is_ace_alone_beside(
    edges: float,
    strength: float,
    *,
    red: bool = False,
    own: float = 0.4,
    opposite: float = 0.0,
    neighbour: float = 0.0,
    body_bgr: tuple[float, float, float] | None = None,
    is_read: bool = True,
) -> bool:
    """Whether the plain ace of a picture is, with one more pip so far from its middle.

    own : how clear its own pip is, at most. opposite : one on its other side.
    neighbour : how far to that side another die lies, if any does.
    body_bgr : if it is thought to have another colour.
    is_read : whether the ace is read as one in the tray.
    """
    bgr = shot(room_of(SEED, AN_ACE), SEED, AN_ACE).bgr
    board = board_of(calibration())
    sight = sight_of(board.mapping.view(bgr), board)
    found = find_dice(bgr, sight, calibration(), None, None)
    aces = [k for k in found.taken if found.faces.drawings[k] == 0]
    middle = sight.board.to_px(found.faces.poses[aces[0], :2])
    (spots,) = found.spots
    mine = np.hypot(*(spots.xy_px - middle).T) < 0.2 * EDGE_PX
    faint = replace(spots, strength=np.minimum(spots.strength, np.where(mine, own, 0.4)))
    clear = replace(faint, xy_px=spots.xy_px.copy(), strength=faint.strength.copy())
    aside = np.array([edges * EDGE_PX, 0.0])
    clear.xy_px[-1], clear.strength[-1] = middle - aside, strength
    if opposite:
        clear.xy_px[-2], clear.strength[-2] = middle + aside, opposite
    if neighbour:
        other = next(k for k in found.taken if k != aces[0])
        found.faces.poses[other] = found.faces.poses[aces[0]] + (neighbour, 0.0, 0.0)
    by_look = (faint, clear) if red else (clear, faint)
    known = calibration()
    plain = replace(known.dice.plain, body_bgr=body_bgr or known.dice.plain.body_bgr)
    known = replace(known, dice=replace(known.dice, plain=plain))
    poses = found.faces.poses[list(found.taken)]
    dice = dice_at(found, poses, known.camera) if is_read else ()
    return aces_alone(replace(found, spots=by_look), dice, sight.board, known)


@pytest.mark.parametrize(
    ("edges", "strength", "alone"),
    [
        (0.75, 0.8, False),
        (0.53, 0.8, False),
        (0.75, 0.4, True),
        (0.3, 0.8, True),
        (1.0, 0.8, True),
    ],
)
def test_only_a_clear_pip_as_near_as_one_of_its_face_makes_an_ace_doubtful(
    edges: float, strength: float, alone: bool
) -> None:
    assert is_ace_alone_beside(edges, strength) is alone


@pytest.mark.parametrize(
    ("edges", "strength", "alone"), [(0.55, 0.59, True), (0.55, 0.75, False), (0.75, 0.59, False)]
)
def test_gleams_where_its_sides_are_must_be_clearer_to_be_pips_of_an_ace_s_face(
    edges: float, strength: float, alone: bool
) -> None:
    assert is_ace_alone_beside(edges, strength, own=0.94) is alone


@pytest.mark.parametrize(
    ("edges", "opposite", "neighbour", "alone"),
    [
        (0.55, 0.65, 0.0, True),
        (0.55, 0.45, 0.0, False),
        (0.75, 0.75, 0.0, False),
        (0.55, 0.65, 1.05, False),
    ],
)
def test_bevels_that_gleam_alike_on_both_sides_of_an_ace_are_no_pips(
    edges: float, opposite: float, neighbour: float, *, alone: bool
) -> None:
    beside = is_ace_alone_beside(edges, 0.75, own=0.94, opposite=opposite, neighbour=neighbour)
    assert beside is alone


def test_a_pip_of_a_neighbour_is_none_of_an_ace_s_face() -> None:
    assert is_ace_alone_beside(0.55, 0.75, own=0.94, neighbour=-1.05)


def test_a_red_pip_beside_a_plain_ace_is_none_of_its_face() -> None:
    assert is_ace_alone_beside(0.75, 0.8, red=True)


def test_an_ace_outside_the_tray_is_not_asked_about() -> None:
    assert is_ace_alone_beside(0.75, 0.8, is_read=False)


def test_dark_floor_between_white_dice_is_no_pip_beside_an_ace() -> None:
    assert is_ace_alone_beside(0.75, 0.8, body_bgr=(240.0, 240.0, 240.0))
    assert not is_ace_alone_beside(0.75, 0.8, body_bgr=(60.0, 60.0, 60.0))
