"""Taps on the page, and taking back."""

from __future__ import annotations

import pytest

from pi_app.table.types import Misfit, Motion, StaleTap
from tests.table.playing import Play, keep

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
