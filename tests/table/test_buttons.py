"""The three buttons: the verb, with what lies on the tray as its argument."""

from __future__ import annotations

import pytest

from pi_app.rules.moves import Verb
from pi_app.rules.resolve import Keeping
from pi_app.table.types import Misfit, Mood, Motion, StaleTap
from tests.table.playing import KEEP, PAIR, SPICY, Play


def spicy(dice: str = "1 2 3 5r 5 6", keeping: Keeping = Keeping.ANY) -> Play:
    """Ann's first throw in Spicy Dice Classic lies on the tray."""
    play = Play(SPICY, keeping=keeping)
    play.throw(dice)
    return play


def keep(dice: str = "1 2 3 5 5 6", keeping: Keeping = Keeping.ANY) -> Play:
    """Ann's first throw in Keep on Rolling lies on the tray."""
    play = Play(KEEP, keeping=keeping)
    play.throw(dice)
    return play


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


# ---- ROLL -------------------------------------------------------------------------------------


def test_roll_after_dice_were_picked_up_keeps_the_others():
    play = spicy()
    play.pick_up(0, 1, 2)
    shown = play.press(Verb.ROLL)
    assert play.lines[-1] == "p1 roll 1 2 3"
    assert shown.expect is not None
    assert shown.expect.throw == 3


def test_roll_with_all_dice_in_the_hand_throws_them_all():
    play = spicy()
    play.pick_up(0, 1, 2, 3, 4, 5)
    play.press(Verb.ROLL)
    assert play.lines[-1] == "p1 roll"


def test_roll_before_dice_are_picked_up_waits():
    play = spicy()
    shown = play.press(Verb.ROLL)
    assert (shown.waiting, shown.mood) == (Verb.ROLL, Mood.PLAIN)
    assert shown.message.startswith("Pick up the dice that you throw")
    assert play.lines[-1].startswith("tray show")


def test_a_waiting_roll_is_understood_from_the_throw():
    play = spicy()
    play.press(Verb.ROLL)
    play.throw("4 4 4", shift=30.0)
    assert play.lines[-2:] == ["p1 roll 1 2 3", "tray show 4 4 4"]
    assert play.now.waiting is None


def test_a_thrown_die_with_the_face_of_a_picked_up_one_is_not_taken_for_it():
    play = spicy()
    play.press(Verb.ROLL)
    play.throw("4 4 2", shift=30.0)
    assert play.lines[-2:] == ["p1 roll 1 2 3", "tray show 2 4 4"]


def test_a_waiting_roll_does_not_decide_while_dice_are_being_picked_up():
    play = spicy()
    play.press(Verb.ROLL)
    play.pick_up(0)
    play.pick_up(1)
    assert play.now.waiting is Verb.ROLL
    play.throw("4 4", shift=30.0)
    assert play.lines[-2:] == ["p1 roll 1 2", "tray show 4 4"]


def test_a_waiting_roll_pressed_again_counts_what_was_picked_up():
    play = spicy()
    play.press(Verb.ROLL)
    play.pick_up(0, 1)
    play.press(Verb.ROLL)
    assert play.lines[-1] == "p1 roll 1 2"


def test_a_waiting_roll_remembers_what_was_left_when_the_kept_dice_leave_the_tray():
    play = keep("1 1 5 5 6 6", keeping=Keeping.OFF)
    play.press(Verb.ROLL)
    play.pick_up(2, 3)
    play.pick_up(0, 1, 4, 5)
    play.throw("4 4 4 1", first=10)
    assert play.lines[-3:] == ["p1 take 5 5", "p1 roll", "tray show 1 4 4 4"]


def test_a_waiting_roll_pressed_again_remembers_what_was_left():
    play = keep("1 1 5 5 6 6", keeping=Keeping.OFF)
    play.press(Verb.ROLL)
    play.pick_up(2, 3)
    play.pick_up(0, 1, 4, 5)
    play.press(Verb.ROLL)
    assert play.lines[-2:] == ["p1 take 5 5", "p1 roll"]


def test_choices_go_when_other_dice_lie_there():
    play = Play(KEEP)
    play.throw("3 3 3 5 5 5")
    play.pick_up(0, 1, 2)
    play.press(Verb.ROLL)
    shown = play.pick_up(3)
    assert (shown.choices, shown.blink) == ((), None)


def test_choices_stay_while_the_same_dice_lie_there():
    play = Play(KEEP)
    play.throw("3 3 3 5 5 5")
    play.pick_up(0, 1, 2)
    before = play.press(Verb.ROLL)
    after = play.look()
    assert (after.choices, after.message) == (before.choices, before.message)


def test_dice_thrown_without_roll_are_asked_about_and_counted_by_roll():
    play = spicy()
    shown = play.throw("4 4 4", shift=30.0)
    assert (shown.mood, play.lines[-1]) == (Mood.ASK, "tray show 1 2 3 5 5r 6")
    assert "press ROLL" in shown.message
    play.press(Verb.ROLL)
    assert play.lines[-2:] == ["p1 roll 1 2 3", "tray show 4 4 4"]


def test_roll_takes_what_was_left_lying_and_throws_the_rest():
    play = keep()
    play.pick_up(0, 1, 2, 5)
    play.press(Verb.ROLL)
    assert play.lines[-2:] == ["p1 take 5 5", "p1 roll"]


def test_roll_takes_what_was_moved_to_the_strip():
    play = keep(keeping=Keeping.STRIP)
    play.put(3, "5", strip=True)
    play.put(4, "5", strip=True)
    play.press(Verb.ROLL)
    assert play.lines[-2:] == ["p1 take 5 5", "p1 roll"]


def test_roll_takes_what_was_taken_off_the_tray():
    play = keep(keeping=Keeping.OFF)
    play.pick_up(3, 4)
    play.press(Verb.ROLL)
    assert play.lines[-2:] == ["p1 take 5 5", "p1 roll"]


def test_roll_that_can_mean_two_things_blinks_and_shows_both():
    play = Play(KEEP)
    play.throw("3 3 3 5 5 5")
    play.pick_up(0, 1, 2)
    shown = play.press(Verb.ROLL)
    assert (shown.blink, shown.mood) == (Verb.ROLL, Mood.ASK)
    assert {str(path[0]) for path in shown.choices} == {"p1 take 3 3 3", "p1 take 5 5 5"}
    assert play.lines[-1] == "tray show 3 3 3 5 5 5"


def test_a_choice_is_made_move_by_move():
    play = Play(KEEP)
    play.throw("3 3 3 5 5 5")
    play.pick_up(0, 1, 2)
    play.press(Verb.ROLL)
    shown = play.tap("p1 take 5 5 5")
    assert [[str(move) for move in path] for path in shown.choices] == [["p1 roll"]]
    assert play.tap("p1 roll").choices == ()
    assert play.lines[-2:] == ["p1 take 5 5 5", "p1 roll"]


def test_roll_with_dice_that_no_roll_explains_blinks_and_shows_all_choices():
    play = keep()
    play.pick_up(0, 1, 2, 3, 5)
    shown = play.press(Verb.ROLL)
    assert shown.blink is Verb.ROLL
    assert shown.message == "ROLL doesn't fit 5 on the tray."
    assert len(shown.choices) > 1


def test_a_second_press_with_nothing_changed_shows_the_choices():
    play = spicy()
    play.press(Verb.ROLL)
    shown = play.press(Verb.ROLL)
    assert (shown.waiting, shown.blink) == (None, Verb.ROLL)
    assert len(shown.choices) > 10


def test_without_a_camera_roll_shows_the_choices():
    play = Play(SPICY, empty_tray=False)
    play.enter("1 2 3 5 5 6")
    shown = play.press(Verb.ROLL)
    assert shown.blink is Verb.ROLL
    assert shown.message == "The camera sees nothing: please choose on the page."


def test_a_roll_of_dice_whose_faces_are_not_known_waits_for_the_throw():
    play = Play(PAIR)
    assert play.press(Verb.ROLL).waiting is Verb.ROLL
    play.throw("4 6")
    assert play.lines == ["p1 roll x2", "tray show 4 6"]


def test_a_press_while_a_hand_is_over_the_tray_waits_for_the_picture():
    play = spicy()
    play.do(Motion(0.0, hand=True))
    assert play.press(Verb.ROLL).waiting is Verb.ROLL
    play.throw("4 4 4", shift=30.0)
    assert play.lines[-2:] == ["p1 roll 1 2 3", "tray show 4 4 4"]


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


# ---- taps -------------------------------------------------------------------------------------


def test_a_tap_makes_its_move():
    play = keep()
    play.tap("p1 take 5 5")
    assert play.lines[-1] == "p1 take 5 5"


def test_a_tap_on_a_stale_page_is_refused_and_does_nothing():
    play = keep()
    seq = play.now.seq
    play.tap("p1 stop", seq)
    with pytest.raises(StaleTap, match="nothing was done"):
        play.tap("p1 stop", seq)
    assert play.lines.count("p1 stop") == 1


def test_a_tap_is_not_stale_because_something_moved_over_the_tray():
    play = keep()
    seq = play.now.seq
    play.do(Motion(0.0))
    play.look()
    play.tap("p1 stop", seq)
    assert play.lines[-1] == "p1 stop"


def test_a_tap_from_a_page_of_the_future_is_refused():
    play = keep()
    with pytest.raises(StaleTap):
        play.tap("p1 stop", play.now.seq + 1)


def test_an_illegal_tap_is_refused_with_what_is_allowed():
    play = keep()
    with pytest.raises(ValueError, match=r"not allowed now; allowed: Ann take 5 5, "):
        play.tap("p1 take 1 2")


def test_a_tap_of_another_player_is_refused_with_whose_turn_it_is():
    play = keep()
    with pytest.raises(ValueError, match="it is the turn of Ann"):
        play.tap("p2 stop")


def test_a_throw_cant_be_tapped():
    play = Play()
    with pytest.raises(Misfit, match="not tapped"):
        play.tap("tray show 1 2 3 4 5 6")


def test_a_refused_tap_changes_no_page():
    play = keep()
    before = play.now
    with pytest.raises(ValueError, match="turn"):
        play.tap("p2 stop")
    assert play.now is before


# ---- taking back ------------------------------------------------------------------------------


def test_taking_back_is_an_event_of_its_own():
    play = keep()
    play.tap("p1 take 5 5")
    shown = play.take_back(2)
    assert play.lines == ["tray show 1 2 3 5 5 6", "p1 take 5 5", "undo 2"]
    assert shown.expect is not None
    assert shown.can_undo == 0


def test_dice_of_a_throw_that_was_taken_back_are_not_counted_again_by_themselves():
    play = keep()
    play.take_back()
    play.look()
    assert play.lines[-1] == "undo 1"
    assert "confirm them" in play.now.message


def test_dice_of_a_throw_that_was_taken_back_count_again_when_confirmed():
    play = keep()
    play.take_back()
    play.confirm()
    assert play.lines[-1] == "tray show 1 2 3 5 5 6"


def test_taking_back_more_than_was_played_is_refused():
    play = keep()
    with pytest.raises(ValueError, match='"undo 2" can\'t be done: 1 move has been made'):
        play.take_back(2)


def test_taking_back_from_a_stale_page_is_refused():
    from pi_app.table.types import TakeBack

    play = keep()
    seq = play.now.seq
    play.tap("p1 take 5 5")
    with pytest.raises(StaleTap):
        play.do(TakeBack(seq))


def test_every_press_is_counted_so_that_a_lamp_blinks_each_time():
    play = Play()
    for count in (1, 2):
        with pytest.raises(Misfit):
            play.press(Verb.ROLL)
        assert (play.now.blink, play.now.presses) == (Verb.ROLL, count)
