"""Readings that are not sure: shown, corrected die by die, confirmed, and never counted alone."""

from __future__ import annotations

import pytest

from pi_app.rules.moves import Verb
from pi_app.table.types import Misfit, Mood, Motion, StaleTap
from tests.table.playing import Play
from vision.types import Reading, Status

# ---- readings that are not sure ---------------------------------------------------------------


def test_an_unsure_reading_is_never_counted_but_shown_with_its_reason():
    play = Play()
    shown = play.throw("1 2 3 5 5 ?")
    assert play.lines == []
    assert shown.mood is Mood.ASK
    assert shown.message == (
        "A die leans; please straighten it. Tap the die and say what it shows, or throw again."
    )
    assert [(one.text, one.sure, one.words) for one in shown.dice[-2:]] == [
        ("5", True, ""),
        ("?", False, "leans"),
    ]


def test_a_correction_of_the_unsure_die_counts_the_throw():
    play = Play()
    play.throw("1 2 3 5 5 ?")
    shown = play.correct(5, "6r")
    assert play.lines == ["tray show 1 2 3 5 5 6r"]
    assert shown.dice[5].corrected


def test_every_unsure_die_must_be_corrected():
    play = Play()
    play.throw("1 2 3 5 ? ?")
    play.correct(5, "6")
    assert play.lines == []
    play.correct(4, "1")
    assert play.lines == ["tray show 1 1 2 3 5 6"]


def test_a_correction_outlasts_the_next_look_at_the_same_die():
    play = Play()
    play.throw("1 2 3 5 ? ?")
    play.correct(5, "6")
    play.look()
    assert [one.text for one in play.now.dice] == ["1", "2", "3", "5", "?", "6"]


def test_something_that_is_no_die_can_be_taken_out():
    play = Play()
    play.throw("1 2 3 5 5 6 ?")
    play.correct(6, None)
    assert play.lines == ["tray show 1 2 3 5 5 6"]
    assert play.now.dice[6].text == ""


def test_an_unsure_reading_whose_dice_are_all_read_counts_when_confirmed():
    play = Play()
    play.tray.lay("1 2 3 5 5 6")
    dice = play.tray.reading().dice
    play.do(Motion(0.0))
    play.look(Reading(Status.UNSURE, dice, ("It is dark.",)))
    assert play.lines == []
    play.confirm()
    assert play.lines == ["tray show 1 2 3 5 5 6"]


def test_a_die_that_cant_be_read_cant_be_confirmed():
    play = Play()
    play.throw("1 2 3 5 5 ?")
    with pytest.raises(Misfit, match="tap it and say"):
        play.confirm()


def test_nothing_can_be_confirmed_before_something_is_seen():
    play = Play(empty_tray=False)
    with pytest.raises(Misfit, match="Nothing has been seen"):
        play.confirm()


def test_counted_dice_cant_be_confirmed_as_the_next_throw():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    with pytest.raises(Misfit, match="counted already; Ben throws all six dice"):
        play.confirm()


def test_a_wrongly_counted_die_is_put_right_by_a_tap():
    play = Play()
    play.throw("1 2 3 5 5 6")
    shown = play.correct(5, "5")
    assert play.lines == ["tray show 1 2 3 5 5 6", "undo 1", "tray show 1 2 3 5 5 5"]
    assert shown.message == "Counted again as 1 2 3 5 5 5."


def test_a_wrongly_counted_bust_is_put_right_by_a_tap():
    play = Play()
    assert play.throw("1 2 3 4 5 6").to_move == 2
    assert play.correct(5, "5").to_move == 1


def test_two_wrongly_counted_dice_are_put_right_one_by_one():
    play = Play()
    play.throw("1 2 3 4 5 6")
    play.correct(5, "5")
    play.correct(0, "5")
    assert play.lines[-1] == "tray show 2 3 4 5 5 5"


def test_a_counted_die_cant_be_corrected_after_the_game_went_on():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.tap("p1 take 5 5")
    with pytest.raises(Misfit, match="Take back the moves"):
        play.correct(5, "5")


def test_a_correction_of_a_die_that_is_not_there_is_refused():
    play = Play()
    play.throw("1 2 3 5 5 6")
    with pytest.raises(Misfit, match="no such die"):
        play.correct(6, "5")


def test_a_correction_of_an_older_picture_is_stale():
    from pi_app.table.types import Correct

    play = Play()
    seq = play.throw("1 2 3 5 5 ?").seq
    play.throw("? 2 3 4 5 6", first=7)
    with pytest.raises(StaleTap):
        play.do(Correct(5, 6, False, seq))


def test_counted_dice_cant_be_confirmed_together_with_a_moved_one():
    play = Play()
    play.throw("1 2 3 5 5 6")
    play.press(Verb.STOP)
    play.pick_up(0)
    play.put(9, "1")
    play.confirm()
    assert play.lines[-1] == "p1 stop"
    assert play.now.message.startswith("The 2 3 5 5 6 are lying where they lay before")
