"""Perfecto: what is refused, what dice are worth, the sheet."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import format_dice, parse_dice
from pi_app.rules.errors import IllegalMove, OptionError
from pi_app.rules.games import make_game
from pi_app.rules.games.perfecto_state import Bid, parse_bid
from tests.rules.asking import played
from tests.rules.perfecto_moments import BASIC, NAMES, at_table, challenged, shown, with_frozen

REFUSALS = [
    ((), "p1 challenge", "illegal"),
    ((), "p1 perfecto", "illegal"),
    ((), "p2 bid 1x1", "wrong_seat"),
    ((), "p1 bid 19x1", "illegal"),
    ((), "p1 roll", "illegal"),
    ((), "p1 roll x7", "illegal"),
    ((), "p1 roll 1 2", "illegal"),
    ((), "p1 pass", "illegal"),
    ((), "tray show 1 2 3 4 5 6", "no_throw_due"),
    (("p1 bid 3x3",), "p2 bid 3x3", "illegal"),
    (("p1 bid 3x3",), "p2 bid 2x6", "illegal"),
    (("p1 bid 3x3",), "p2 double", "illegal"),
    (("p1 bid 3x3",), "p2 freeze", "illegal"),
    (("p1 bid 3x3", "p2 roll x1"), "p2 challenge", "illegal"),
    (("p1 bid 3x3", "p2 roll x1"), "p2 roll x1", "illegal"),
    (("p1 bid 3x3", "p2 challenge"), "p1 side bidder", "wrong_seat"),
    (("p1 bid 3x3", "p2 challenge"), "p3 bid 4x4", "illegal"),
    (("p1 bid 3x3", "p2 challenge"), "p3 side nobody", "illegal"),
    (("p1 bid 3x3", "p2 challenge", "p3 side caller"), "p1 bid 4x4", "throw_due"),
    (("p1 bid 3x3", "p2 challenge", "p3 side caller"), "tray show 1 2 3", "wrong_number"),
]


@pytest.mark.parametrize(("lines", "line", "slug"), REFUSALS)
def test_what_is_not_allowed_is_refused(lines: tuple[str, ...], line: str, slug: str) -> None:
    state = played(BASIC, at_table(5, 5, 5), *lines)
    with pytest.raises(IllegalMove) as refusal:
        played(BASIC, state, line)
    assert refusal.value.slug == slug


def test_nothing_comes_after_the_end() -> None:
    state = shown(BASIC, played(BASIC, at_table("LC", 2), "p1 bid 1x2", "p2 challenge"))
    with pytest.raises(IllegalMove) as refusal:
        played(BASIC, state, "p2 bid 1x1")
    assert refusal.value.slug == "over"


def test_a_strange_option_is_refused_with_the_allowed_ones() -> None:
    with pytest.raises(OptionError, match="0 to 99"):
        make_game("perfecto", {"match_points": "100"})


def test_worth_counts_each_rank() -> None:
    worths = BASIC.worth(parse_dice("4r 5 3r 4 5r"), taken=parse_dice("1r 2r 4 3"))
    assert [(worth.box, worth.points) for worth in worths][:2] == [("4", 8), ("3", 7)]
    assert [w.points for w in BASIC.worth(parse_dice("6r"), box="6")] == [2]


def test_the_sheet_tells_the_bidding_and_offers_the_bids() -> None:
    state = played(BASIC, at_table(5, 4), "p1 bid 3x3", "p2 roll x2", "p2 bid 7x6")
    players, bids, history = BASIC.sheet(state, NAMES[:2]).grids
    assert [cell.text for cell in players.rows[0].cells] == ["5", "4"]
    assert [cell.text for cell in players.rows[2].cells] == ["6r", "5r 6r"]
    assert [(row.label, row.cells[0].text) for row in history.rows] == [
        ("Ann", "3 threes"), ("Ben", "rolls 2"), ("Ben", "7 sixes"),
    ]  # fmt: skip
    assert history.rows[2].cells[0].mark == "lead"
    assert [row.label for row in bids.rows] == ["8", "9", "10", "11"]
    assert str(bids.rows[0].cells[0].move) == "p1 bid 8x1"


def test_the_sheet_shows_the_last_showdown() -> None:
    state = played(BASIC, challenged(6, 6, 6), "p3 side bidder")
    last = BASIC.sheet(shown(BASIC, state), NAMES[:3]).grids[-1]
    assert last.title == "Last showdown: 1 two, challenge, count 0"
    assert [[cell.text for cell in row.cells] for row in last.rows] == [
        ["1 1 1 1 1 1", "lost", "-1"], ["1 1 1 1 1 1", "won", ""], ["1 1 1 1 1 1", "bidder", "-1"],
    ]  # fmt: skip


def test_the_sheet_names_the_winner() -> None:
    state = shown(BASIC, played(BASIC, at_table("LC", 2), "p1 bid 1x2", "p2 challenge"))
    assert BASIC.sheet(state, NAMES[:2]).status == "Ben wins."


def test_a_frozen_hand_needs_no_showing() -> None:
    state = with_frozen(at_table(2, 3), 1, "1 2r")
    state = played(BASIC, state, "p1 bid 1x2", "p2 challenge")
    assert BASIC.expects(state).hand == "p2"
    assert format_dice(state.hands[0]) == "1 2r"


def test_a_bid_prints_as_it_is_read() -> None:
    assert str(parse_bid("12x6")) == "12x6" == str(Bid(12, 6))
