"""Dice tracked through the reader: stayed, new, turned by hand, moved to the keep strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from pi_app.adapters.demo import calibration_of
from pi_app.rules.dice import parse_dice
from pi_app.table.eyes import in_strip
from pi_app.table.types import Look
from pi_app.table.view import View, see, seen_of, settle
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Status
from vision.virtual import Scene, VirtualDie, demo_scene, render

Dice = tuple[VirtualDie, ...]

STRIP_MM = -60.0  # what lies further left is in the keep strip
STRIP_PX = ((0.0, 0.0), (470.0, 0.0), (470.0, 960.0), (0.0, 960.0))
PLACES_MM = ((-30.0, -40.0), (0.0, -42.0), (30.0, -38.0), (-28.0, 20.0), (5.0, 25.0), (40.0, 30.0))


@lru_cache(maxsize=1)
def set_up() -> tuple[Scene, Calibration]:
    """A virtual tray and its calibration."""
    scene = demo_scene("red_face")
    return scene, calibration_of(scene)


def thrown() -> Dice:
    """Six dice of the set, one with its red face up."""
    reds = set_up()[0].red_faces
    values = (*(faces[0] % 6 + 1 for faces in reds[:5]), reds[5][0])
    return tuple(
        VirtualDie(x, y, 17.0 * k, value, faces)
        for k, ((x, y), value, faces) in enumerate(zip(PLACES_MM, values, reds, strict=True))
    )


def look(dice: Dice, seed: int) -> Look:
    """What the camera tells of dice that lie still; the seed is its noise."""
    scene, calibration = set_up()
    reading = read_tray(render(scene, dice, np.random.default_rng(seed)), calibration)
    assert reading.status is Status.OK, reading.problems
    return Look(in_strip(reading, STRIP_PX), seed, 0.0)


@lru_cache(maxsize=1)
def lying() -> View:
    """The view after the first throw was counted."""
    return settle(see(View(stirred=True), look(thrown(), 1)), "p1", counted=True)


def after(change: Callable[[VirtualDie], VirtualDie], *which: int) -> View:
    """The view after some dice were changed by hand or thrown again."""
    dice = tuple(change(die) if k in which else die for k, die in enumerate(thrown()))
    return see(lying(), look(dice, 2))


def new_in(view: View) -> list[str]:
    """The faces of the dice that did not lie there so before."""
    return sorted(str(die.face) for die in view.present if die.number not in lying().numbers)


def test_the_dice_that_nobody_touched_stay_the_same_in_another_picture():
    assert after(lambda die: die).numbers == lying().numbers


def test_a_die_that_was_turned_by_hand_is_the_only_new_one():
    turned = after(lambda die: replace(die, value=die.value % 6 + 1), 5)
    assert new_in(turned) == [str(thrown()[5].value % 6 + 1)]
    assert len(turned.numbers & lying().numbers) == 5


@pytest.mark.parametrize("which", [(0,), (1, 4), (0, 2, 3, 5)])
def test_only_the_dice_that_were_thrown_again_are_new(which: tuple[int, ...]):
    def again(die: VirtualDie) -> VirtualDie:
        return replace(die, x_mm=die.x_mm + 9.0, y_mm=die.y_mm + 12.0, angle_deg=die.angle_deg + 40)

    assert len(new_in(after(again, *which))) == len(which)


def test_a_die_that_was_moved_to_the_strip_is_told_from_those_that_stayed():
    moved = after(lambda die: replace(die, x_mm=STRIP_MM - 20), 3)
    seen = seen_of(moved, "p1", None)
    assert seen is not None
    assert seen.strip == parse_dice(str(thrown()[3].value))
    assert len(moved.numbers & lying().numbers) == 5


def test_a_die_that_was_picked_up_is_gone_and_the_others_stay():
    dice = tuple(die for k, die in enumerate(thrown()) if k != 2)
    assert len(see(lying(), look(dice, 3)).numbers & lying().numbers) == 5


def test_no_number_comes_back_when_a_die_is_put_back_where_it_lay():
    without = see(lying(), look(thrown()[:5], 4))
    again = see(without, look(thrown(), 5))
    assert len(again.numbers - lying().numbers) == 1
