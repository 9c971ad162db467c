"""Nothing that anybody may see tells which side a player took before all have chosen."""

from __future__ import annotations

from pi_app.rules.log import new_header
from pi_app.table.types import Snapshot
from tests.table.playing import Play

PERFECTO = new_header("perfecto", ("Ann", "Ben", "Cem", "Dot"))


def called() -> Play:
    play = Play(PERFECTO)
    play.tap("p1 bid 4x5")
    play.tap("p2 challenge")
    return play


def chosen(side: str) -> Play:
    play = called()
    play.tap(f"p3 side {side}")
    return play


def all_told(play: Play) -> tuple[Snapshot, str]:
    return play.now, play.table.log_text(play.now.game_id)


def test_whichever_side_was_taken_pages_and_log_are_the_same() -> None:
    assert all_told(chosen("bidder")) == all_told(chosen("caller"))


def test_whichever_side_is_taken_back_pages_and_log_are_the_same() -> None:
    bidder, caller = chosen("bidder"), chosen("caller")
    for play in (bidder, caller):
        play.take_back()
    assert bidder.now.message == "Taken back: Cem takes a side."
    assert all_told(bidder) == all_told(caller)


def test_the_journal_keeps_the_side() -> None:
    assert chosen("caller").lines[-1] == "p3 side caller"


def test_the_last_choice_tells_all() -> None:
    play = chosen("bidder")
    play.tap("p4 side caller")
    assert play.now.last_moves[-2:] == ("p3 side bidder", "p4 side caller")
    assert play.table.log_text(play.now.game_id).splitlines()[-2:] == list(play.now.last_moves[-2:])
