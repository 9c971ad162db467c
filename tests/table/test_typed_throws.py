"""Throws that are typed in, without a camera."""

from __future__ import annotations

import pytest

from pi_app.rules.moves import Verb
from tests.table.playing import SPICY, Play, after_roll

# ---- without a camera -------------------------------------------------------------------------


def test_a_throw_can_be_typed_in():
    play = Play(empty_tray=False)
    play.enter("1 2 3 5 5 6")
    assert play.lines == ["tray show 1 2 3 5 5 6"]


def test_kept_dice_may_be_typed_in_with_the_throw():
    play = after_roll()
    play.enter("1 1 2 3 5 5")
    assert play.lines[-1] == "tray show 1 1 2 3"


@pytest.mark.parametrize(
    ("text", "words"),
    [("1 2 3", "3 dice were shown, and 6"), ("1 1r 1r 2 3 4", "can't show")],
)
def test_a_throw_that_cant_be_is_refused_when_typed_in(text: str, words: str):
    play = Play(SPICY)
    with pytest.raises(ValueError, match=words):
        play.enter(text)
    assert play.lines == []


def test_a_throw_that_is_not_due_is_refused_when_typed_in():
    play = Play()
    play.throw("1 2 3 5 5 6")
    with pytest.raises(ValueError, match="No throw is due"):
        play.enter("1 2 3 5 5 6")


def test_what_lies_there_is_not_counted_after_a_throw_was_typed_in():
    play = Play()
    play.throw("1 2 3 5 5 ?")
    play.enter("1 2 3 5 5 6")
    play.press(Verb.STOP)
    play.tray.lay("6", first=5)
    play.look()
    assert play.lines[-1] == "p1 stop"
