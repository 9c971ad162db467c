"""The three buttons: the verb, with what lies on the tray as its argument."""

from __future__ import annotations

import pytest

from pi_app.rules.moves import Verb
from pi_app.table.types import Misfit, Mood
from tests.table.playing import KEEP, Play, keep, spicy

# ---- lamps ------------------------------------------------------------------------------------


def test_no_lamp_is_lit_while_a_throw_is_due():
    assert Play().now.lit == frozenset()


def test_the_lamps_of_what_can_be_done_are_lit():
    assert keep().now.lit == {Verb.ROLL, Verb.STOP}
    assert spicy().now.lit == {Verb.ROLL, Verb.FLIP, Verb.STOP}


def test_flip_is_not_lit_without_a_red_die():
    assert spicy("1 2 3 5 5 6").now.lit == {Verb.ROLL, Verb.STOP}


# ---- a verb that can't be done ----------------------------------------------------------------


def test_a_button_that_can_do_nothing_blinks_and_says_what_is_due():
    play = Play()
    with pytest.raises(Misfit, match="Ann throws all six dice"):
        play.press(Verb.ROLL)
    shown = play.now
    assert (shown.blink, shown.mood) == (Verb.ROLL, Mood.REFUSED)
    assert shown.message == "ROLL can't be done now: Ann throws all six dice."
    assert play.lines == []


def test_a_button_that_can_do_nothing_says_which_ones_can():
    play = keep()
    with pytest.raises(Misfit, match="FLIP can't be done now: possible: ROLL, STOP"):
        play.press(Verb.FLIP)


# ---- STOP -------------------------------------------------------------------------------------


def test_stop_ends_the_turn_whatever_lies_there():
    play = keep()
    assert play.press(Verb.STOP).to_move == 2
    assert play.lines[-1] == "p1 stop"


def test_stop_held_down_takes_the_last_move_back():
    play = keep()
    play.press(Verb.STOP)
    shown = play.press(Verb.STOP, long=True)
    assert (shown.to_move, shown.message) == (1, "Taken back: Ann stops.")
    assert play.lines[-1] == "undo 1"


def test_stop_held_down_at_the_beginning_is_refused():
    with pytest.raises(ValueError, match="no move has been made"):
        Play().press(Verb.STOP, long=True)


# ---- FLIP -------------------------------------------------------------------------------------


def test_flip_waits_for_the_turned_die():
    play = spicy()
    shown = play.press(Verb.FLIP)
    assert (shown.waiting, shown.message) == (
        Verb.FLIP,
        "Turn a red die to the number that you want.",
    )
    play.put(3, "4")
    assert play.lines[-1] == "p1 flip 5r 4"
    assert play.now.waiting is None


def test_flip_after_the_die_was_turned_counts_at_once():
    play = spicy()
    shown = play.put(3, "4")
    assert shown.message == ("The red 5 now shows 4: press FLIP to make it count, or turn it back.")
    play.press(Verb.FLIP)
    assert play.lines[-1] == "p1 flip 5r 4"


def test_a_die_that_was_turned_back_leaves_nothing_to_say():
    play = spicy()
    play.put(3, "4")
    assert play.put(3, "5r").message == ""


def test_a_white_die_that_was_turned_is_no_flip():
    play = spicy()
    play.press(Verb.FLIP)
    shown = play.put(0, "4")
    assert (shown.waiting, shown.mood) == (Verb.FLIP, Mood.ASK)
    assert shown.message == "The 1 now shows 4, and only a red die can be flipped; turn it back."
    assert play.lines[-1] == "tray show 1 2 3 5 5r 6"


def test_a_red_die_turned_to_a_red_face_is_no_flip():
    play = spicy()
    shown = play.put(3, "4r")
    assert shown.message == ("The 5r now shows 4r, and a flip shows a white face; turn it back.")


def test_two_turned_dice_are_no_flip():
    play = spicy("1r 2 3 5r 5 6")
    play.press(Verb.FLIP)
    play.tray.lay("4 2 3 6", first=0)
    shown = play.look()
    assert shown.waiting is Verb.FLIP
    assert play.lines[-1].startswith("tray show")


def test_an_unreadable_turned_die_can_be_named_by_a_tap():
    play = spicy()
    play.press(Verb.FLIP)
    play.put(3, "?")
    assert play.lines[-1].startswith("tray show")
    play.correct(3, "4")
    assert play.lines[-1] == "p1 flip 5r 4"


def test_another_button_ends_the_waiting():
    play = spicy()
    play.press(Verb.FLIP)
    assert play.press(Verb.STOP).waiting is None
    assert play.lines[-1] == "p1 stop"


# ---- dice that lie wrong while a player decides -----------------------------------------------


def test_a_seventh_die_is_said():
    play = keep()
    shown = play.put(6, "4")
    assert shown.mood is Mood.ASK
    assert "7 dice are seen, and 6 dice belong on the tray" in shown.message


def test_picking_dice_up_is_no_fault():
    play = keep()
    assert play.pick_up(0, 1).message == ""


def test_a_changed_die_is_said_with_what_was_there():
    play = Play(KEEP)
    play.throw("1 2 3 5 5 6")
    play.tap("p1 take 5 5")
    shown = play.put(0, "4")
    assert shown.mood is Mood.ASK
    assert play.lines[-1] == "p1 take 5 5"


def test_every_press_is_counted_so_that_a_lamp_blinks_each_time():
    play = Play()
    for count in (1, 2):
        with pytest.raises(Misfit):
            play.press(Verb.ROLL)
        assert (play.now.blink, play.now.presses) == (Verb.ROLL, count)
