"""ROLL: which dice are kept and which are thrown, told from what lies on the tray."""

from __future__ import annotations

from pi_app.rules.moves import Verb
from pi_app.rules.resolve import Keeping
from pi_app.table.types import Mood, Motion
from tests.table.playing import KEEP, PAIR, SPICY, Play, keep, spicy

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
