"""Pips that are seen on no die tell of a die that was not found; noise on the floor does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision import trays
from vision.account.residue import find_residue
from vision.calibration_values import Calibration, Colour
from vision.faces.find import find_dice
from vision.faces.pips import Spots
from vision.judgement.scene import stray_pips
from vision.sight import sight_of
from vision.tray.board import board_of

_THROW = trays.throws(trays.BLACK_DICE, "natural")[0]


def _stray(
    strange_px: int, made: Calibration | None = None, *, relit: bool = False, by: float = 1.2
) -> int:
    """Count the stray pips when a spot on bare floor differs over so many pixels each way.

    relit : whether that is floor which left the shadow. by : how far, over what counts as a thing.
    """
    made = trays.calibration_of(trays.BLACK_DICE) if made is None else made
    bgr = trays.picture(_THROW)
    sight = sight_of(board_of(made).view(bgr), board_of(made))
    found = find_dice(bgr, sight, made)
    residue = find_residue(sight, made, found.faces.poses[list(found.taken)])
    away = (sight.board.inside_edges > 1) & (sight.looked_at > 0)
    for x, y in np.rint(sight.board.to_px(found.faces.poses[list(found.taken), :2])).astype(int):
        away[max(0, y - 50) : y + 50, max(0, x - 50) : x + 50] = False
    away[:strange_px], away[:, :strange_px] = False, False
    y, x = np.argwhere(away)[0]
    strange = np.zeros_like(residue.strange)
    reach = strange_px // 2
    strange[y - reach : y + reach + 1, x - reach : x + reach + 1] = by * residue.level
    spot = Spots(np.array([[x, y]], np.float64), np.array([0.6]), found.spots[0].response)
    seen = replace(found, spots=(spot,))
    standing = np.zeros_like(strange) if relit else strange
    changed = replace(residue, strange=strange, standing=standing)
    return len(stray_pips(seen, changed, sight.board, made))


def _hardly_standing_out(body_bgr: Colour) -> Calibration:
    """The tray with dice of that body of which calibration says that they don't stand out."""
    made = trays.calibration_of(trays.BLACK_DICE)
    look = replace(made.dice.plain, body_bgr=body_bgr)
    return replace(made, stands_out=2.0, dice=replace(made.dice, plain=look, red=None))


def test_a_pip_on_bare_floor_is_stray() -> None:
    assert _stray(strange_px=3) == 1


def test_a_spot_of_the_floor_that_is_only_noisy_is_no_pip() -> None:
    assert _stray(strange_px=1) == 0


def test_a_spot_on_floor_that_left_the_shadow_is_no_pip() -> None:
    assert _stray(strange_px=3, relit=True) == 0


def test_a_spot_around_which_no_body_stands_out_is_the_floor_between_dark_dice() -> None:
    made = replace(trays.calibration_of(trays.BLACK_DICE), stands_out=60.0)
    assert _stray(3, made, by=1.2) == 1
    assert _stray(3, made, by=0.8) == 0


def test_a_spot_may_be_the_pip_of_a_die_of_the_floors_colour() -> None:
    usual = board_of(trays.calibration_of(trays.BLACK_DICE))
    blue, green, red = np.median(usual.empty_bgr[usual.floor > 0], axis=0).tolist()
    assert _stray(1, _hardly_standing_out((blue, green, red))) == 1


def test_no_spot_is_a_pip_of_a_body_that_would_be_seen_around_it() -> None:
    assert _stray(1, _hardly_standing_out((60.0, 60.0, 250.0))) == 0
