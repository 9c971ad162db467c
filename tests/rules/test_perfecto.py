"""Perfecto, the basic rules by example with the source: bids, showdown, losses."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import format_dice, parse_dice
from pi_app.rules.errors import NotationError
from pi_app.rules.games.perfecto_losses import caller_wins, count_rank, is_higher, lose
from pi_app.rules.games.perfecto_state import Phase, Player, parse_bid
from pi_app.rules.moves import Verb
from tests.rules.asking import legal_texts, played
from tests.rules.perfecto_moments import (
    BASIC,
    NAMES,
    at_table,
    calls,
    challenged,
    dice_left,
    plays,
    shown,
)


@pytest.mark.parametrize(
    ("bid", "last", "higher", "source"),
    [
        ("4x3", "3x3", True, "example game"),
        ("4x5", "4x3", True, "example game"),
        ("5x1", "4x5", True, "example game"),
        ("5x3", "5x1", True, "example game"),
        ("7x6", "7x5", True, "booklet, Your turn"),
        ("8x1", "7x6", True, "booklet, Your turn"),
        ("7x5", "7x5", False, "booklet, Your turn"),
        ("6x6", "7x1", False, "booklet, Your turn: never a lower quantity"),
    ],
)
def test_a_bid_must_raise_the_last_one(bid: str, last: str, higher: bool, source: str) -> None:
    assert is_higher(parse_bid(bid), parse_bid(last)) is higher, source


@pytest.mark.parametrize(
    ("hands", "rank", "count"),
    [
        (("4r 5 3r 4 5r", "1r 2r 4 3"), 5, 7),  # example game, P3
        (("1 2 3", "4 5 6"), 6, 1),
        (("1 2 3", "4 5 5"), 6, 0),
        (("6r",), 6, 2),
        (("6r",), 1, 1),
    ],
)
def test_reds_count_for_every_rank_and_twice_for_their_own(
    hands: tuple[str, ...], rank: int, count: int
) -> None:
    """Source: booklet, The showdown; P1."""
    assert count_rank(map(parse_dice, hands), rank) == count


@pytest.mark.parametrize(
    ("call", "quantity", "count", "wins"),
    [
        (Verb.CHALLENGE, 6, 7, False), (Verb.CHALLENGE, 7, 7, False), (Verb.CHALLENGE, 8, 7, True),
        (Verb.PERFECTO, 6, 7, False), (Verb.PERFECTO, 7, 7, True), (Verb.PERFECTO, 8, 7, False),
        (Verb.DOUBLE, 8, 7, True), (Verb.DOUBLE, 7, 7, False),
    ],
)  # fmt: skip
def test_a_challenge_wants_fewer_and_perfecto_the_exact_count(
    call: Verb, quantity: int, count: int, wins: bool
) -> None:
    """Source: booklet, The showdown."""
    assert caller_wins(call, quantity, count) is wins


@pytest.mark.parametrize(
    ("player", "dice", "mercy", "left"),
    [
        (Player(dice=6), 1, False, 5),
        (Player(dice=4), 1, False, 3),
        (Player(dice=2), 1, False, "LC"),
        (Player(dice=3), 2, False, "LC"),
        (Player(dice=5), 3, False, 2),
        (Player(dice=2), 2, False, 0),
        (Player(dice=2), 3, False, 0),
        (Player(dice=3), 3, False, 0),
        (Player(dice=2), 2, True, "LC"),
        (Player(dice=3), 3, True, "LC"),
        (Player(last_chance=True), 1, False, 0),
        (Player(last_chance=True), 1, True, 0),
    ],
)
def test_dice_left_after_a_loss(player: Player, dice: int, mercy: bool, left: int | str) -> None:
    """Source: booklet, Last Chance; P4, P5."""
    (after,) = lose((player,), dice, mercy=mercy)
    assert (after.dice if not after.in_play or not after.last_chance else "LC") == left


@pytest.mark.parametrize("text", ["4", "x5", "ax5", "4x"])
def test_what_is_no_bid_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_bid(text)


def test_the_first_bid_is_free_and_no_call_is_possible() -> None:
    texts = legal_texts(BASIC, BASIC.start(2))
    # two hands of six, each with a red die that counts twice, show at most fourteen of a rank
    assert len(texts) == 14 * 6 + 6
    assert {"p1 bid 1x1", "p1 bid 14x6", "p1 roll x6"} <= set(texts)
    assert calls(BASIC, BASIC.start(2)) == set()


def test_the_next_player_bids_higher_rolls_or_calls() -> None:
    state = played(BASIC, BASIC.start(2), "p1 bid 14x4")
    assert legal_texts(BASIC, state) == (
        "p2 bid 14x5", "p2 bid 14x6", *(f"p2 roll x{n}" for n in range(1, 7)),
        "p2 challenge", "p2 perfecto",
    )  # fmt: skip


def test_the_highest_bid_leaves_only_calls() -> None:
    state = played(BASIC, BASIC.start(2), "p1 bid 14x6")
    assert legal_texts(BASIC, state) == ("p2 challenge", "p2 perfecto")


def test_a_roll_is_followed_by_a_higher_bid_at_once() -> None:
    """Source: booklet, Your turn; P7."""
    state = played(BASIC, BASIC.start(2), "p1 bid 3x3", "p2 roll x2")
    assert BASIC.to_move(state) == 2
    assert plays(BASIC, state) == {"bid"}
    assert "p2 bid 3x3" not in legal_texts(BASIC, state)


def test_the_example_game() -> None:
    state = played(
        BASIC, at_table(5, 4), "p1 bid 3x3", "p2 bid 4x3", "p1 roll x2", "p1 bid 4x5",
        "p2 bid 5x1", "p1 bid 5x3", "p2 bid 6x1", "p1 bid 6x5", "p2 challenge",
        "tray show 4r 5 3r 4 5r", "tray show 1r 2r 4 3",
    )  # fmt: skip
    assert dice_left(state) == (5, 3)
    assert state.last.count == 7
    assert BASIC.to_move(state) == 1


def test_the_hands_are_read_one_after_the_other() -> None:
    state = played(BASIC, at_table(5, 4), "p1 bid 3x3", "p2 challenge")
    first = BASIC.expects(state)
    assert (first.throw, first.hand, format_dice(first.away)) == (5, "p1", "6r")
    second = BASIC.expects(played(BASIC, state, "tray show 1 2 3 4 5"))
    assert (second.throw, second.hand, format_dice(second.away)) == (4, "p2", "5r 6r")


def test_no_hand_is_known_before_the_showdown() -> None:
    state = played(BASIC, at_table(5, 4), "p1 bid 3x3", "p2 roll x2", "p2 bid 4x3")
    assert (BASIC.tray(state), state.hands) == (None, ())


@pytest.mark.parametrize(
    ("bid", "call", "left", "leads"),
    [
        ("1x1", "challenge", (6, 5), 1), ("1x2", "challenge", (5, 6), 2),
        ("12x1", "perfecto", (5, 6), 2), ("11x1", "perfecto", (6, 5), 1),
        ("13x1", "perfecto", (6, 5), 1),
    ],
)  # fmt: skip
def test_the_loser_gives_up_a_die_and_the_winner_leads(
    bid: str, call: str, left: object, leads: int
) -> None:
    state = shown(BASIC, played(BASIC, BASIC.start(2), f"p1 bid {bid}", f"p2 {call}"))
    assert dice_left(state) == left
    assert BASIC.to_move(state) == leads
    assert state.bid is None


def test_dice_are_lost_from_the_highest_red_number_down() -> None:
    """Source: P2."""
    state = at_table(6, 6)
    for lost in ("6r", "5r 6r", "4r 5r 6r"):
        seat = BASIC.to_move(state)
        if seat == 2:
            state = played(BASIC, state, "p2 bid 1x1", "p1 bid 1x2", "p2 challenge")
        else:
            state = played(BASIC, state, "p1 bid 1x2", "p2 challenge")
        state = shown(BASIC, state)
        assert format_dice(state.players[0].away) == lost


def test_the_last_chance_brings_all_six_back() -> None:
    state = shown(BASIC, played(BASIC, at_table(2, 6), "p1 bid 1x2", "p2 challenge"))
    assert dice_left(state) == ("LC", 6)
    assert (state.players[0].dice, state.players[0].away) == (6, ())


def test_a_loss_at_the_last_chance_ends_a_game_of_two() -> None:
    state = shown(BASIC, played(BASIC, at_table("LC", 2), "p1 bid 1x2", "p2 challenge"))
    assert BASIC.is_over(state)
    assert BASIC.winners(state) == (2,)
    assert BASIC.scores(state) == (0, 1)
    assert (BASIC.to_move(state), BASIC.legal(state), BASIC.expects(state)) == (None, (), None)


def test_all_others_take_sides() -> None:
    state = challenged(6, 6, 6, 6)
    assert BASIC.to_move(state) == 3
    assert set(legal_texts(BASIC, state)) == {
        f"p{seat} side {side}" for seat in (3, 4) for side in ("bidder", "caller")
    }


def test_sides_are_taken_in_any_order_and_once() -> None:
    state = played(BASIC, challenged(6, 6, 6, 6), "p4 side caller")
    assert BASIC.to_move(state) == 3
    assert set(legal_texts(BASIC, state)) == {"p3 side bidder", "p3 side caller"}
    assert BASIC.expects(played(BASIC, state, "p3 side bidder")).hand == "p1"


def test_sides_stay_secret_until_all_have_chosen() -> None:
    state = challenged(6, 6, 6, 6)
    ways = [played(BASIC, state, f"p4 side {side}") for side in ("bidder", "caller")]
    one, other = (BASIC.sheet(way, NAMES) for way in ways)
    assert one == other
    assert "Cem still to choose" in one.status


def test_who_sided_with_the_loser_loses_a_die_too() -> None:
    state = played(BASIC, challenged(6, 6, 6, 6), "p3 side bidder", "p4 side caller")
    assert dice_left(shown(BASIC, state)) == (5, 6, 5, 6)


def test_two_can_be_knocked_out_at_once() -> None:
    state = played(BASIC, challenged("LC", 6, "LC", 6), "p3 side bidder", "p4 side caller")
    state = shown(BASIC, state)
    assert state.in_play == (2, 4)
    assert BASIC.scores(state) == (0, 2, 0, 2)
    assert BASIC.to_move(state) == 2


def test_those_who_are_out_are_passed_over() -> None:
    state = played(BASIC, at_table(6, 0, 6, 6), "p1 bid 1x1")
    assert BASIC.to_move(state) == 3
    state = played(BASIC, state, "p3 challenge", "p4 side bidder", "tray show 1 1 1 1 1 1")
    assert BASIC.expects(state).hand == "p3"


def test_with_two_left_nobody_takes_sides() -> None:
    state = played(BASIC, at_table(6, 0, 6), "p1 bid 1x1", "p3 perfecto")
    assert state.phase is Phase.SHOW


def test_the_last_player_in_play_wins() -> None:
    state = shown(BASIC, played(BASIC, challenged("LC", 3, "LC"), "p3 side bidder"))
    assert BASIC.winners(state) == (2,)
