"""A throw that is due: what the table counts by itself, what it asks about, what it refuses."""

from __future__ import annotations

import pytest

from pi_app.rules.moves import Verb
from pi_app.rules.resolve import Keeping
from pi_app.table.types import Mood, Motion
from tests.table.playing import CATCH, SPICY, Play, after_roll, moved

# ---- the first throw of a turn ----------------------------------------------------------------


def test_a_whole_throw_is_counted_by_itself():
    play = Play()
    assert play.throw("1 2 3 5 5 6").to_move == 1
    assert play.lines == ["tray show 1 2 3 5 5 6"]


def test_another_look_at_the_same_dice_counts_nothing():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.look()
    play.do(Motion(0.0))
    play.look()
    assert play.lines == ["tray show 1 2 3 5 5 6"]


def test_the_dice_of_the_last_turn_are_no_throw_of_the_next():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    play.do(Motion(0.0))
    assert play.look().expect is not None
    assert play.lines[-1] == "p1 stop"


def test_a_throw_with_the_same_faces_elsewhere_is_counted():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    play.throw("6 5 5 3 2 1")
    assert play.lines[-1] == "tray show 1 2 3 5 5 6"
    assert len(play.lines) == 3


def test_dice_that_all_moved_a_little_are_asked_about_and_not_counted():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    play.tray.dice = {place: moved(one, 25.0) for place, one in play.tray.dice.items()}
    play.do(Motion(0.0))
    shown = play.look()
    assert shown.mood is Mood.ASK
    assert "confirm" in shown.message
    assert play.lines[-1] == "p1 stop"


def test_dice_that_all_moved_a_little_are_counted_when_a_person_confirms_them():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    play.tray.dice = {place: moved(one, 25.0) for place, one in play.tray.dice.items()}
    play.do(Motion(0.0))
    play.look()
    play.confirm()
    assert play.lines[-1] == "tray show 1 2 3 5 5 6"


def test_dice_that_lie_there_when_the_program_starts_are_asked_about():
    play = Play(empty_tray=False)
    play.tray.lay("1 2 3 5 5 6")
    shown = play.look()
    assert play.lines == []
    assert shown.mood is Mood.ASK
    assert "lay there before" in shown.message


def test_dice_that_lie_there_when_the_program_starts_count_when_confirmed():
    play = Play(empty_tray=False)
    play.tray.lay("1 2 3 5 5 6")
    play.look()
    play.confirm()
    assert play.lines == ["tray show 1 2 3 5 5 6"]


def test_dice_that_lie_there_when_a_new_game_begins_are_not_its_throw():
    from pi_app.table.types import NewGame

    play = Play()
    play.throw("1 2 3 5 5 6")
    play.do(NewGame(SPICY))
    play.look()
    assert play.lines == []


def test_a_die_that_stayed_while_all_were_to_be_thrown_is_refused():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    shown = play.throw("4 4 4 4 4", first=1, shift=30.0)
    assert play.lines[-1] == "p1 stop"
    assert shown.mood is Mood.REFUSED
    assert shown.message == "The 1 is lying where it lay before; 6 dice were to be thrown."


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        ("1 2 3 4 5", "5 dice were thrown, and 6 dice were to be thrown."),
        ("1", "1 die was thrown, and 6 dice were to be thrown."),
        ("1 1 2 3 4 5 6", "7 dice were thrown, and 6 dice were to be thrown."),
    ],
)
def test_a_wrong_number_of_dice_is_refused_with_both_numbers(dice: str, words: str):
    play = Play()
    shown = play.throw(dice)
    assert (shown.mood, shown.message) == (Mood.REFUSED, words)
    assert play.lines == []


def test_a_die_that_comes_later_completes_the_throw():
    play = Play()
    play.throw("1 2 3 4 5")
    play.throw("5", first=5)
    assert play.lines == ["tray show 1 2 3 4 5 5"]


def test_faces_that_this_set_cant_show_are_refused():
    play = Play(SPICY)
    shown = play.throw("1 2 3 4 5r 5r")
    assert shown.mood is Mood.REFUSED
    assert "can't show 1 2 3 4 5r 5r" in shown.message
    assert play.lines == []


def test_an_empty_tray_says_nothing():
    play = Play()
    play.do(Motion(0.0))
    shown = play.look()
    assert (shown.message, play.lines) == ("", [])


# ---- some dice stay ---------------------------------------------------------------------------


def test_the_thrown_dice_are_those_that_did_not_stay():
    play = after_roll()
    play.pick_up(0, 1, 2, 5)
    play.throw("4 4", first=0)
    assert play.lines[-1] == "p1 roll"
    play.throw("4 6", first=6)
    assert play.lines[-1] == "tray show 4 4 4 6"


def test_kept_dice_may_be_moved_to_the_strip():
    play = after_roll()
    play.pick_up(0, 1, 2, 5)
    play.put(3, "5", strip=True)
    play.put(4, "5", strip=True)
    assert play.lines[-1] == "p1 roll"
    play.throw("1 1 2 3", first=6)
    assert play.lines[-1] == "tray show 1 1 2 3"


def test_kept_dice_may_leave_the_tray():
    play = after_roll()
    play.pick_up(0, 1, 2, 3, 4, 5)
    play.throw("1 1 2 3")
    assert play.lines[-1] == "tray show 1 1 2 3"


def test_a_kept_die_that_was_pushed_is_told_by_its_face():
    play = after_roll()
    play.pick_up(0, 1, 2, 3, 5)
    play.throw("1 1 2 3 5", first=6)
    assert play.lines[-1] == "tray show 1 1 2 3"


def test_a_kept_die_that_shows_another_face_is_refused():
    play = after_roll()
    play.pick_up(0, 1, 2, 3, 5)
    shown = play.throw("1 1 2 3 4", first=6)
    assert shown.mood is Mood.REFUSED
    assert "5 5 were kept, but 1 1 2 3 4 5 lie on the tray" in shown.message


def test_a_die_that_should_have_been_thrown_but_stayed_is_refused():
    play = after_roll()
    play.pick_up(0, 1, 2)
    shown = play.throw("4 4 2", first=6)
    assert shown.message == (
        "The 6 is lying where it lay before; 4 dice were to be thrown while 5 5 stay."
    )
    assert play.lines[-1] == "p1 roll"


def test_another_die_in_the_strip_than_was_kept_is_refused():
    play = after_roll()
    play.pick_up(0, 1, 2, 3, 4, 5)
    play.put(3, "6", strip=True)
    play.put(4, "5", strip=True)
    shown = play.throw("4 4 2 1", first=6)
    assert shown.message.startswith("The keep strip shows 6, and 5 5 were kept")


def test_too_few_thrown_beside_the_kept_ones_are_refused_with_both():
    play = after_roll()
    play.pick_up(0, 1, 2, 5)
    shown = play.throw("4 4 2", first=6)
    assert shown.message == (
        "3 dice were thrown besides 5 5, and 4 dice were to be thrown while 5 5 stay."
    )


def test_dice_that_may_be_kept_or_thrown_are_asked_about():
    play = Play()
    play.throw("3 3 5 5 6 6")
    play.tap("p1 take 5 5 6 6")
    play.tap("p1 roll")
    play.pick_up(0, 1, 2, 3, 4, 5)
    shown = play.throw("5 6", first=6)
    assert shown.mood is Mood.ASK
    assert [list(map(str, path)) for path in shown.choices] == [["tray show 5 6"]]
    assert play.lines[-1] == "p1 roll"


def test_a_choice_of_what_was_thrown_is_counted_when_it_is_tapped():
    play = Play()
    play.throw("3 3 5 5 6 6")
    play.tap("p1 take 5 5 6 6")
    play.tap("p1 roll")
    play.pick_up(0, 1, 2, 3, 4, 5)
    play.throw("5 6", first=6)
    play.tap("tray show 5 6")
    assert play.lines[-1] == "tray show 5 6"


def test_where_dice_leave_the_tray_nothing_needs_to_be_asked():
    play = Play(keeping=Keeping.OFF)
    play.throw("3 3 5 5 6 6")
    play.tap("p1 take 5 5 6 6")
    play.tap("p1 roll")
    play.pick_up(0, 1, 2, 3, 4, 5)
    play.throw("5 6", first=6)
    assert play.lines[-1] == "tray show 5 6"


def test_where_dice_stay_on_the_tray_the_missing_ones_are_missed():
    play = after_roll(Keeping.STAY)
    play.pick_up(0, 1, 2, 3, 4, 5)
    shown = play.throw("4 4 2 1", first=6)
    assert shown.mood is Mood.REFUSED
    assert "4 dice were to be thrown while 5 5 stay" in shown.message


def test_the_dice_of_another_hand_may_lie_there():
    play = Play(CATCH)
    play.throw("1 2 3 4 5 6")
    assert play.now.to_move == 2
    play.throw("1 1 1 3 5 6", first=10)
    assert play.lines == ["tray show 1 2 3 4 5 6", "tray show 1 1 1 3 5 6"]
