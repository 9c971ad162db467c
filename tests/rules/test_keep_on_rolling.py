"""Keep on Rolling: turns, endings and refusals.

Source: Keep on Rolling (2018) and the booklet of 2004; readings K1 to K11.
"""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import SPICY_SET, format_dice, parse_dice
from pi_app.rules.errors import IllegalMove
from pi_app.rules.game import play
from pi_app.rules.games import make_game
from pi_app.rules.games.keep_on_rolling import is_filled_up, stop_score, table_score
from pi_app.rules.moves import parse_move
from tests.rules.asking import legal_texts, played

GAME: Any = make_game("keep_on_rolling")
BUST = "tray show 1 2 3 4 5 6"


def begun(*lines: str, game: Any = GAME, seats: int = 2) -> Any:
    return played(game, game.start(seats), *lines)


def refused(state: Any, line: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        play(GAME, state, parse_move(line), SPICY_SET)
    return caught.value.sentence


# ------------------------------------------------------------------ scoring


@pytest.mark.parametrize(
    ("table", "points"),
    [
        ("", 0),
        ("5 5", 10),
        ("5 5 5", 15),  # the third of three is matched, too (K1)
        ("5 5 5r", 30),
        ("5r", 0),  # a red die alone
        ("5 5 4r", 10),  # a red die alone doubles nothing
        ("5 5 5r 2 2", 34),
        ("5 5 5r 2 2 2", 36),
        ("5 5r 2 2r", 28),
        ("5r 5r", 20),  # doubled once (K8)
        ("6 6 6 6 6 6r", 72),
        ("1 2 3 4 5 6", 0),
    ],
)
def test_the_table_scores_its_matched_dice(table: str, points: int) -> None:
    assert table_score(parse_dice(table)) == points


@pytest.mark.parametrize(
    ("table", "filled"),
    [("5 5 5r 2 2 2", True), ("1 1 2 2 3 3", True), ("5 5 4r 3 3 1", False), ("4 4 4 4", False)],
)
def test_filled_up_are_six_matched_dice(table: str, *, filled: bool) -> None:
    assert is_filled_up(parse_dice(table)) is filled


@pytest.mark.parametrize(
    ("earlier", "table", "points"),
    [
        (0, "5 5 5r 2 2 2", 72),
        (36, "5 5 4r", 46),  # earlier points are not doubled when not filled up
        (36, "5 5 4r 3 3 4", 136),  # they are when filled up again (K5)
        (36, "5 5 4r 3 3 1", 52),  # six aside, but not all matched (K6)
    ],
)
def test_a_stop_doubles_all_of_a_filled_up_turn(earlier: int, table: str, points: int) -> None:
    assert stop_score(earlier, parse_dice(table)) == points


# ------------------------------------------------------------------ a turn


def test_a_turn_begins_with_six_dice_and_no_button() -> None:
    expected = GAME.expects(GAME.start(2))
    assert (expected.throw, expected.lying, expected.hand) == (6, (), "table")


def test_two_of_a_number_must_be_set_aside_and_others_may() -> None:
    takes = set(legal_texts(GAME, begun("tray show 1 2 3 4 5 5"))) - {"p1 stop"}
    assert len(takes) == 16
    assert all("5 5" in text for text in takes)
    assert "p1 take 5 5" in refused(begun("tray show 1 2 3 4 5 5"), "p1 take 5")


def test_not_all_matching_dice_need_be_set_aside() -> None:
    texts = legal_texts(GAME, begun("tray show 5 5 5 1 2 3"))
    assert {"p1 take 5 5", "p1 take 5 5 5"} <= set(texts)


def test_a_die_that_matches_the_table_is_enough() -> None:
    state = begun("tray show 1 2 3 4 5 5", "p1 take 5 5", "p1 roll", "tray show 5r 1 2 3")
    assert "p1 take 5r" in legal_texts(GAME, state)
    assert "p1 take 1" not in legal_texts(GAME, state)


def test_a_lone_die_set_aside_can_be_matched_later() -> None:
    state = begun("tray show 1 2 3 4r 5 5", "p1 take 4r 5 5", "p1 roll", "tray show 1 3 4")
    assert "p1 take 4" in legal_texts(GAME, state)
    assert GAME.scores(played(GAME, state, "p1 stop"))[0] == 26


def test_a_red_die_doubles_those_set_aside_earlier() -> None:
    state = begun(
        "tray show 1 2 3 4 5 5", "p1 take 5 5", "p1 roll", "tray show 5r 1 2 3", "p1 stop"
    )
    assert GAME.scores(state) == (30, 0)


def test_dice_set_aside_are_not_thrown_again() -> None:
    state = begun("tray show 1 2 3 4 5 5", "p1 take 1 5 5", "p1 roll")
    expected = GAME.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (3, "1 5 5")


def test_rolling_needs_a_take_before() -> None:
    assert "p1 take 5 5" in refused(begun("tray show 1 2 3 4 5 5"), "p1 roll")
    state = begun("tray show 1 2 3 4 5 5", "p1 take 5 5")
    assert "p1 roll" in refused(state, "p1 roll 1 2")
    assert "not allowed now" in refused(state, "p1 take 1")


def test_a_stop_sets_everything_aside_first() -> None:
    state = begun("tray show 2 2 3 4 5 5", "p1 stop")
    assert GAME.scores(state) == (14, 0)
    state = begun("tray show 2 2 3 4 5 5", "p1 take 5 5", "p1 stop")
    assert GAME.scores(state) == (14, 0)


def test_a_stop_can_complete_a_fill_up() -> None:
    assert GAME.scores(begun("tray show 6 6 6 6r 5 5", "p1 stop")) == (116, 0)


# ------------------------------------------------------------------ busts


def test_a_throw_without_a_match_is_a_bust_and_passes_the_turn_on() -> None:
    state = begun(BUST)
    assert GAME.to_move(state) == 2
    assert GAME.scores(state) == (0, 0)
    assert GAME.sheet(state, ("Ann", "Ben")).notes[0] == "Ann busted."


def test_a_bust_loses_the_turn_but_not_earlier_turns() -> None:
    state = begun("tray show 5 5 1 2 3 4", "p1 stop", BUST, "tray show 6 6 1 2 3 4")
    state = played(GAME, state, "p1 take 6 6", "p1 roll", "tray show 1 2 3 4")
    assert GAME.scores(state) == (10, 0)
    assert GAME.sheet(state, ("Ann", "Ben")).notes[0] == "Ann busted and lost 12 points."


def test_a_pair_in_the_throw_is_no_bust_although_it_matches_nothing() -> None:
    state = begun("tray show 1 2 3 4 5 5", "p1 take 5 5", "p1 roll", "tray show 1 1 2 3")
    assert GAME.to_move(state) == 1


# ------------------------------------------------------------------ filling up

FILL_UP = ("tray show 2 2 2 5 5 5r", "p1 take 2 2 2 5 5 5r")


def test_filled_up_one_may_stop_for_double_or_roll_all_six() -> None:
    state = begun(*FILL_UP)
    assert legal_texts(GAME, state) == ("p1 roll", "p1 stop")
    assert GAME.scores(played(GAME, state, "p1 stop")) == (72, 0)
    assert GAME.expects(played(GAME, state, "p1 roll")).throw == 6


def test_going_on_banks_no_double() -> None:
    state = begun(*FILL_UP, "p1 roll", "tray show 6 6 1 2 3 4", "p1 stop")
    assert GAME.scores(state) == (48, 0)


def test_reds_of_before_the_fill_up_do_not_double_any_more() -> None:
    state = begun(*FILL_UP, "p1 roll", "tray show 5 5 1 2 3 4", "p1 stop")
    assert GAME.scores(state) == (46, 0)


def test_numbers_of_before_the_fill_up_match_nothing_any_more() -> None:
    assert GAME.to_move(begun(*FILL_UP, "p1 roll", BUST)) == 2


def test_a_bust_after_a_fill_up_loses_everything() -> None:
    state = begun(*FILL_UP, "p1 roll", BUST)
    assert GAME.scores(state) == (0, 0)
    assert "lost 36 points" in GAME.sheet(state, ("Ann", "Ben")).notes[0]


def test_a_second_fill_up_doubles_everything() -> None:
    again = ("p1 roll", "tray show 1 1 3 3 4 4", "p1 take 1 1 3 3 4 4")
    assert GAME.scores(begun(*FILL_UP, *again, "p1 stop")) == (104, 0)
    state = begun(*FILL_UP, *again, "p1 roll", "tray show 6 6 1 2 3 4", "p1 stop")
    assert GAME.scores(state) == (64, 0)


def test_six_aside_with_an_unmatched_die_must_stop_without_double() -> None:
    state = begun("tray show 3 3 3 3r 1 6", "p1 take 1 3 3 3 3r 6")
    assert legal_texts(GAME, state) == ("p1 stop",)
    assert "p1 stop" in refused(state, "p1 roll")
    assert GAME.scores(played(GAME, state, "p1 stop")) == (24, 0)
