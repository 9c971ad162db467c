"""Secret moves are told when all of them have been made, and not before."""

from __future__ import annotations

import pytest

from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import Event, Record, begin, format_log, new_header, parse_event, replay
from pi_app.rules.secret import public_log, told

HEADER = new_header("perfecto", ("Ann", "Ben", "Cem", "Dot"))
CALL = ("p1 bid 4x5", "p2 challenge")


def events(*lines: str) -> tuple[Event, ...]:
    return tuple(map(parse_event, lines))


def record(*lines: str) -> Record:
    made = begin(HEADER)
    for event in events(*lines):
        made = made.after(event)
    return made


def body(*lines: str) -> list[str]:
    """The lines of the public log after its head."""
    return public_log(HEADER, events(*lines)).splitlines()[len(str(HEADER).splitlines()) :]


def test_a_side_is_told_without_saying_which_while_others_choose() -> None:
    assert told(record(*CALL, "p3 side bidder"), 2) == ("p2 challenge", "p3 side")


def test_the_sides_are_told_when_all_have_chosen() -> None:
    chosen = ("p3 side bidder", "p4 side caller")
    assert told(record(*CALL, *chosen), 2) == chosen


def test_the_last_of_no_moves_are_none() -> None:
    assert told(record(*CALL), 0) == ()


def test_the_public_log_ends_as_a_save_file_before_the_first_secret() -> None:
    lines = (*CALL, "p4 side caller")
    assert body(*lines)[:2] == list(CALL)
    assert body(*lines)[-1] == "# p4 side"
    assert replay(public_log(HEADER, events(*lines))).moves == events(*CALL)


def test_the_public_log_of_a_chosen_round_is_the_whole_log() -> None:
    lines = (*CALL, "p3 side bidder", "p4 side caller")
    assert public_log(HEADER, events(*lines)) == format_log(HEADER, events(*lines))


def test_a_side_that_was_taken_back_stays_secret() -> None:
    lines = (*CALL, "p3 side bidder", "undo 2", "p2 bid 5x5", "p3 challenge")
    assert body(*lines)[3:] == ["# p3 side", "# undo 2", "# p2 bid 5x5", "# p3 challenge"]


def test_a_side_that_was_taken_back_is_told_with_the_others() -> None:
    lines = (*CALL, "p3 side bidder", "undo 1", "p3 side caller", "p4 side caller")
    assert body(*lines) == list(lines)


def test_the_sides_of_an_earlier_round_are_still_told_in_the_next() -> None:
    first = (*CALL, "p3 side bidder", "p4 side caller", *["tray show 1 1 1 1 1 1"] * 4)
    lead = begin(HEADER)
    for event in events(*first):
        lead = lead.after(event)
    seat = lead.game.to_move(lead.state)
    again = (f"p{seat} bid 4x5", f"p{seat % 4 + 1} challenge")
    other = lead.after(parse_event(again[0])).after(parse_event(again[1]))
    side = next(str(move) for move in other.game.legal(other.state))
    lines = (*first, *again, side)
    assert body(*lines)[: len(first)] == list(first)
    assert body(*lines)[-1] == f"# {side.rsplit(' ', 1)[0]}"
    assert told(record(*lines), len(lines))[2] == "p3 side bidder"


@pytest.mark.parametrize("name", sorted(set(MAKERS) - {"perfecto"}))
def test_other_games_have_no_secret_moves(name: str) -> None:
    assert make_game(name).info.secret == ()
