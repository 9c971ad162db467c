"""Dice of the tray's own colour: one may lie there unseen, but the game knows how many are due."""

from __future__ import annotations

from pi_app.rules.moves import Verb
from pi_app.rules.resolve import Keeping
from pi_app.table.types import Mood
from tests.table.playing import FEW_SEEN, Play, after_roll, keep


def faint_after_roll(keeping: Keeping = Keeping.ANY) -> Play:
    """Ann has taken 5 5, which lie on a board, and is to throw the other four of her faint dice."""
    play = after_roll(keeping)
    play.tray.faint = True
    play.pick_up(0, 1, 2, 3, 4, 5)
    return play


def test_a_throw_of_as_many_dice_as_are_due_is_counted_by_itself():
    play = faint_after_roll()
    play.throw("4 4 2 1", first=6)
    assert play.lines[-1] == "tray show 1 2 4 4"


def test_a_throw_that_may_have_a_kept_die_among_it_is_asked_about():
    play = faint_after_roll()
    shown = play.throw("4 5 2 1", first=6)
    assert shown.mood is Mood.ASK
    assert shown.message.startswith(FEW_SEEN)
    assert play.lines[-1] == "p1 roll"


def test_such_a_throw_is_counted_once_it_is_confirmed():
    play = faint_after_roll()
    play.throw("4 5 2 1", first=6)
    play.confirm()
    assert play.lines[-1] == "tray show 1 2 4 5"


def test_a_throw_with_a_kept_face_is_counted_where_kept_dice_are_never_on_the_tray():
    play = faint_after_roll(Keeping.OFF)
    play.throw("4 5 2 1", first=6)
    assert play.lines[-1] == "tray show 1 2 4 5"


def test_too_few_dice_are_refused_with_the_reason_why_one_may_be_unseen():
    play = faint_after_roll()
    shown = play.throw("4 4 2", first=6)
    assert shown.message.startswith(f"{FEW_SEEN} 3 dice were thrown")
    assert play.lines[-1] == "p1 roll"


def test_kept_dice_that_lie_alone_before_the_throw_are_not_asked_about():
    play = after_roll()
    play.tray.faint = True
    shown = play.pick_up(0, 1, 2, 5)
    assert shown.mood is not Mood.ASK


def test_dice_in_the_hand_of_a_player_who_decides_are_not_asked_about():
    play = keep()
    play.tray.faint = True
    shown = play.pick_up(0, 1)
    assert shown.mood is not Mood.ASK


def test_a_roll_that_was_pressed_before_the_dice_tell_what_was_kept_is_asked_about():
    play = keep("1 2 3 5 5 6")
    play.tray.faint = True
    play.press(Verb.ROLL)
    assert play.lines[-1] == "tray show 1 2 3 5 5 6"
    shown = play.pick_up(0, 1, 2, 5)
    assert shown.mood is Mood.ASK
    assert shown.message.startswith(FEW_SEEN)


def test_an_unreadable_die_among_them_is_asked_about():
    play = faint_after_roll()
    shown = play.throw("4 4 2 ?", first=6)
    assert shown.mood is Mood.ASK
    assert play.lines[-1] == "p1 roll"
