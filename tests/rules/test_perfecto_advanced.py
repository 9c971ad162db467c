"""Perfecto: the advanced calls by example with the source, and frozen dice."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import SPICY_SET, format_dice, parse_dice
from pi_app.rules.errors import IllegalMove
from pi_app.rules.game import play
from pi_app.rules.games.perfecto_losses import next_lost
from pi_app.rules.games.perfecto_state import Phase, Player
from pi_app.rules.moves import parse_move
from tests.rules.asking import legal_texts, played
from tests.rules.perfecto_moments import (
    ADVANCED,
    NAMES,
    at_table,
    calls,
    dice_left,
    plays,
    revealed,
    shown,
    with_frozen,
)


def after(*lines: str, dice: tuple[int | str, ...] = (6, 6, 6)) -> Any:
    return played(ADVANCED, at_table(*dice), *lines)


# each line: what was said, and which calls are then open (bids, rolls and freezing aside)
OPEN_CALLS = [
    ((), set()),
    (("p1 bid 1x2",), {"challenge", "perfecto", "double"}),
    (("p1 bid 1x2", "p2 challenge"), {"pass"}),
    (("p1 bid 1x2", "p2 perfecto"), {"pass"}),
    (("p1 bid 1x2", "p2 double"), {"pass"}),
    (("p1 bid 1x2", "p2 challenge", "p3 pass"), {"double", "pass"}),
    (("p1 bid 1x2", "p2 perfecto", "p3 pass"), {"pass"}),
    (("p1 bid 1x2", "p2 double", "p3 pass"), {"redouble", "surrender", "pass"}),
    (("p1 bid 1x2", "p2 challenge", "p3 pass", "p1 double"), {"redouble", "surrender", "pass"}),
    (("p1 bid 1x2", "p2 double", "p3 pass", "p1 redouble"), {"surrender", "pass"}),
    (("p1 bid 1x2", "p2 double", "p3 pass", "p1 surrender"), {"pass"}),
    (("p1 bid 1x2", "p2 double", "p3 pass", "p1 redouble", "p2 pass"), {"pass"}),
    (("p1 bid 1x2", "p2 challenge", "p3 bid 1x3"), {"challenge", "perfecto", "double"}),
]


@pytest.mark.parametrize(("lines", "open_calls"), OPEN_CALLS)
def test_which_calls_are_open(lines: tuple[str, ...], open_calls: set[str]) -> None:
    """Source: booklet, Advanced Rules."""
    assert calls(ADVANCED, after(*lines)) - {"freeze"} == open_calls


@pytest.mark.parametrize(("dice", "double"), [(3, True), (2, False), ("LC", False)])
def test_a_double_needs_three_dice(dice: int | str, double: bool) -> None:
    """Source: booklet, Double; P4: the Last Chance counts as one die."""
    state = after("p1 bid 1x2", dice=(6, dice, 6))
    assert ("double" in calls(ADVANCED, state)) is double


@pytest.mark.parametrize(("dice", "double"), [(3, True), (2, False), ("LC", False)])
def test_a_bidder_needs_three_dice_to_double_a_challenge(dice: int | str, double: bool) -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 pass", dice=(dice, 6, 6))
    assert ("double" in calls(ADVANCED, state)) is double


@pytest.mark.parametrize(("dice", "redouble"), [(4, True), (3, False), ("LC", False)])
def test_a_redouble_needs_four_dice(dice: int | str, redouble: bool) -> None:
    state = after("p1 bid 1x2", "p2 double", "p3 pass", dice=(dice, 6, 6))
    assert ("redouble" in calls(ADVANCED, state)) is redouble
    assert "surrender" in calls(ADVANCED, state)


def test_the_bidding_ends_when_all_others_have_passed() -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 pass")
    assert state.phase is Phase.BID
    assert played(ADVANCED, state, "p1 pass").phase is Phase.SIDES


def test_a_call_starts_the_passing_anew() -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 pass", "p1 double", "p2 pass")
    assert state.phase is Phase.BID
    assert ADVANCED.to_move(state) == 3


def test_any_bid_cancels_all_calls() -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 roll x2", "p3 bid 1x3")
    assert (state.bidder, state.calls, ADVANCED.to_move(state)) == (3, (), 1)


def test_a_challenger_who_was_doubled_may_bid_freely() -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 pass", "p1 double")
    assert {"bid", "roll"} <= plays(ADVANCED, state)


# ---------------------------------------------------------------- stakes

STAKES = [
    # white ones all over: the bid of one two is wrong
    (("p2 challenge", "p3 pass", "p1 pass"), (5, 6, 6)),
    (("p2 double", "p3 pass", "p1 pass"), (4, 6, 6)),
    (("p2 challenge", "p3 pass", "p1 double", "p2 pass", "p3 pass"), (4, 6, 6)),
    (("p2 double", "p3 pass", "p1 redouble", "p2 pass", "p3 pass"), (3, 6, 6)),
    (("p2 perfecto", "p3 pass", "p1 pass"), (6, 5, 6)),
    (("p2 double", "p3 pass", "p1 surrender", "p2 pass", "p3 pass"), (5, 6, 6)),
    # the one who surrenders loses whatever the dice say
    (("p2 challenge", "p3 pass", "p1 double", "p2 surrender", "p3 pass", "p1 pass"), (6, 5, 6)),
    (
        ("p2 double", "p3 pass", "p1 redouble", "p2 surrender", "p3 pass", "p1 pass"),
        (6, 5, 6),
    ),
]


@pytest.mark.parametrize(("lines", "left"), STAKES)
def test_what_the_loser_gives_up(lines: tuple[str, ...], left: tuple[int, ...]) -> None:
    """Source: booklet, Double, Redouble, Surrender; the third sides with the winner by dice."""
    side = "bidder" if "perfecto" in lines[0] else "caller"
    state = revealed(after("p1 bid 1x2", *lines), side)
    assert dice_left(state) == left


def test_a_side_taken_wrongly_costs_one_die_even_after_a_double() -> None:
    """Source: booklet, Advanced Rules, Taking sides; P6."""
    state = revealed(after("p1 bid 1x2", "p2 double", "p3 pass", "p1 pass"), "bidder")
    assert dice_left(state) == (4, 6, 5)


def test_after_a_surrender_sides_are_decided_by_the_dice() -> None:
    lines = ("p1 bid 1x2", "p2 challenge", "p3 pass", "p1 double", "p2 surrender", "p3 pass",
             "p1 pass")  # fmt: skip
    state = revealed(after(*lines), "bidder")
    # the challenger was right and gave in: he and the one who trusted the bidder lose
    assert dice_left(state) == (6, 5, 5)
    assert ADVANCED.to_move(state) == 1


def test_after_a_surrender_the_others_may_still_bid() -> None:
    state = after("p1 bid 1x2", "p2 double", "p3 pass", "p1 surrender", "p2 pass")
    assert plays(ADVANCED, state) == {"pass", "bid", "roll"}


# ---------------------------------------------------------------- sidestep


def test_a_challenged_bidder_passes_doubles_or_sidesteps() -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 pass")
    assert plays(ADVANCED, state) == {"double", "pass", "freeze"}


def test_a_bid_called_perfecto_is_overbid_freely() -> None:
    state = after("p1 bid 1x2", "p2 perfecto", "p3 pass")
    assert plays(ADVANCED, state) == {"bid", "roll", "pass"}


def sidestepped() -> Any:
    return after("p1 bid 1x2", "p2 challenge", "p3 pass", "p1 freeze", "tray show 3r")


def test_the_frozen_die_is_shown_on_the_tray() -> None:
    state = after("p1 bid 1x2", "p2 challenge", "p3 pass", "p1 freeze")
    expected = ADVANCED.expects(state)
    assert (expected.throw, expected.hand, expected.lying) == (1, "p1", ())


def test_after_freezing_a_higher_bid_follows() -> None:
    assert plays(ADVANCED, sidestepped()) == {"bid"}
    assert "p1 bid 1x2" not in legal_texts(ADVANCED, sidestepped())
    assert calls(ADVANCED, played(ADVANCED, sidestepped(), "p1 bid 1x3")) == {
        "challenge", "perfecto", "double",
    }  # fmt: skip


def test_a_frozen_die_can_not_be_rolled_again() -> None:
    state = played(ADVANCED, sidestepped(), "p1 bid 1x3", "p2 bid 1x4", "p3 bid 1x5")
    rolls = [text for text in legal_texts(ADVANCED, state) if " roll " in text]
    assert rolls == [f"p1 roll x{n}" for n in range(1, 6)]


def test_a_frozen_die_counts_at_the_showdown() -> None:
    state = played(ADVANCED, sidestepped(), "p1 bid 3x3", "p2 challenge", "p3 pass", "p1 pass",
                   "p3 side bidder")  # fmt: skip
    expected = ADVANCED.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (5, "3r")
    assert shown(ADVANCED, state).last.count == 2


def test_a_frozen_die_stays_for_the_next_rounds() -> None:
    state = played(ADVANCED, sidestepped(), "p1 bid 3x3", "p2 challenge", "p3 pass", "p1 pass",
                   "p3 side bidder")  # fmt: skip
    state = shown(ADVANCED, state)
    assert format_dice(state.players[0].frozen) == "3r"
    assert state.players[0].dice == 5


def test_without_a_die_to_freeze_there_is_no_sidestep() -> None:
    state = with_frozen(at_table(3, 6, 6), 1, "1 2 2")
    state = played(ADVANCED, state, "p1 bid 1x2", "p2 challenge", "p3 pass")
    assert plays(ADVANCED, state) == {"double", "pass"}


def test_without_a_higher_bid_there_is_no_sidestep() -> None:
    state = after("p1 bid 21x6", "p2 challenge", "p3 pass")
    assert plays(ADVANCED, state) == {"double", "pass"}


def test_a_die_of_a_set_can_not_be_frozen_twice() -> None:
    state = with_frozen(at_table(6, 6, 6), 1, "3r")
    state = played(ADVANCED, state, "p1 bid 1x2", "p2 challenge", "p3 pass", "p1 freeze")
    with pytest.raises(IllegalMove) as refusal:
        play(ADVANCED, state, parse_move("tray show 3r"), SPICY_SET)
    assert refusal.value.slug == "impossible_faces"


def test_a_lost_die_can_not_be_shown() -> None:
    state = played(ADVANCED, at_table(5, 5), "p1 bid 1x2", "p2 challenge", "p1 pass")
    with pytest.raises(IllegalMove) as refusal:
        play(ADVANCED, state, parse_move("tray show 1 2 3 4 6r"), SPICY_SET)
    assert refusal.value.slug == "impossible_faces"


def test_the_sheet_tells_calls_and_frozen_dice() -> None:
    sheet = ADVANCED.sheet(sidestepped(), NAMES[:3])
    assert sheet.grids[0].rows[1].cells[0].text == "3r"
    assert [row.cells[0].text for row in sheet.grids[-1].rows] == [
        "1 two", "challenge!", "passes", "freezes 3r",
    ]  # fmt: skip
    state = after("p1 bid 1x2", "p2 challenge")
    assert "the challenge of Ben" in ADVANCED.sheet(state, NAMES[:3]).status


@pytest.mark.parametrize("frozen", ["3r 5r", "3 5"])
def test_nobody_can_tell_which_die_goes_next_where_all_are_frozen(frozen: str) -> None:
    player = Player(dice=2, frozen=parse_dice(frozen), lost=(6, 4, 2, 1))
    assert next_lost(player) is None


def test_a_white_die_that_is_frozen_may_be_any_die_but_the_one_of_its_number() -> None:
    assert next_lost(Player(dice=5, frozen=parse_dice("6"), lost=(6,))) is None
    assert next_lost(Player(dice=5, frozen=parse_dice("5"), lost=(6,))) == 5
    assert next_lost(Player(dice=5, frozen=parse_dice("4"), lost=(6,))) is None
