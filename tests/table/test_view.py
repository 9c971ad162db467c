"""Which dice lie there: each has an identity that lasts while nobody touches it."""

from __future__ import annotations

from dataclasses import replace
from math import cos, radians, sin

import pytest

from pi_app.table.types import Look
from pi_app.table.view import View, correct, see, settle, shifted
from tests.table.playing import EDGE_PX, die, moved
from vision.types import DieReading, Reading, Status


def look(*dice: DieReading) -> Look:
    return Look(Reading(Status.OK if dice else Status.EMPTY, dice), 1, 0.0)


def numbers(view: View) -> list[int]:
    return [one.number for one in view.dice]


def turned(one: DieReading, angle_deg: float) -> DieReading:
    """The die turned where it lies."""
    x0, y0 = one.centre_px
    c, s = cos(radians(angle_deg)), sin(radians(angle_deg))
    corners = tuple(
        (x0 + c * (x - x0) - s * (y - y0), y0 + s * (x - x0) + c * (y - y0))
        for x, y in one.corners_px
    )
    return replace(one, corners_px=corners)


FIVE = die("5", 3)
FIRST = see(View(stirred=True), look(FIVE))


@pytest.mark.parametrize(
    "again",
    [
        FIVE,
        moved(FIVE, 0.1 * EDGE_PX),
        turned(FIVE, 5),
        turned(FIVE, 90),
        replace(FIVE, confidence=0.5),
    ],
)
def test_an_untouched_die_keeps_its_number(again: DieReading):
    assert numbers(see(FIRST, look(again))) == numbers(FIRST)


@pytest.mark.parametrize(
    "again",
    [
        moved(FIVE, 0.15 * EDGE_PX),
        turned(FIVE, 30),
        turned(FIVE, 45),
        die("6", 3),
        die("5r", 3),
        die("?", 3),
    ],
)
def test_a_moved_or_turned_die_gets_a_new_number(again: DieReading):
    assert numbers(see(FIRST, look(again))) != numbers(FIRST)


def test_an_ace_may_seem_turned_and_is_the_same():
    first = see(View(stirred=True), look(die("1", 3)))
    assert numbers(see(first, look(turned(die("1", 3), 30)))) == numbers(first)


def test_two_dice_never_share_a_number():
    view = see(FIRST, look(FIVE, moved(FIVE, 1.0)))
    assert len(set(numbers(view))) == 2


def test_a_number_is_never_given_twice():
    gone = see(FIRST, look())
    assert numbers(see(gone, look(FIVE))) != numbers(FIRST)


def test_before_anything_has_moved_what_lies_there_is_known():
    assert see(View(), look(FIVE)).known == see(View(), look(FIVE)).numbers
    assert FIRST.known == frozenset()


def test_a_corrected_die_stays_corrected_while_it_lies():
    view = see(correct(FIRST, 0, die_face("6")), look(FIVE))
    assert [str(one.face) for one in view.dice] == ["6"]
    assert [str(one.face) for one in see(view, look(moved(FIVE, 30))).dice] == ["5"]


def die_face(text: str):
    from pi_app.rules.dice import parse_die

    return parse_die(text)


def test_dice_belong_to_the_hand_that_threw_them():
    view = settle(FIRST, "p1", counted=True)
    assert view.of_hand("p1")
    assert not view.of_hand("p2")
    assert settle(view, "p2").of_hand("p1")


def test_dice_that_left_before_the_game_went_on_are_gone():
    from pi_app.rules.dice import parse_dice

    view = settle(FIRST, "table")
    assert view.gone("table", parse_dice("5 5 6")) == parse_dice("5 6")
    assert view.gone("p2", parse_dice("5")) == parse_dice("5")
    assert see(view, look()).gone("table", parse_dice("5")) == ()


@pytest.mark.parametrize(("dx_px", "almost"), [(20.0, True), (60.0, False)])
def test_a_knock_moves_all_dice_a_little(dx_px: float, almost: bool):
    dice = (die("5", 1), die("6", 4))
    before = see(View(stirred=True), look(*dice))
    after = see(before, look(*(moved(one, dx_px) for one in dice)))
    assert shifted(before, after) is almost


def test_an_empty_tray_is_no_knock():
    assert not shifted(View(), View())
