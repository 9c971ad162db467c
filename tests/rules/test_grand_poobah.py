"""Grand Poobah: scoring and turns, by example with the source."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import Dice, format_dice, parse_dice
from pi_app.rules.games.grand_poobah_state import leaders, most_of, score_roll
from tests.rules.asking import legal_texts, played
from tests.rules.grand_poobah_moments import GAME, NOTHING, dealt


def hands(*texts: str) -> tuple[Dice, ...]:
    return tuple(parse_dice(text) for text in texts)


@pytest.mark.parametrize(
    ("held", "scoring", "points", "source"),
    [
        (("3 3 4 4 6 6", "5 5 6 6r 2 3"), "3 4 4r 5r 6 1", (21, 16), "booklet, example"),
        (("4 4 1 1 1 1", "4 2 2 2 2 2"), "4 4 6 6 6 6", (8, 0), "booklet, Scoring dice"),
        (("4 4 1", "4 4 2", "4 3 3"), "4", (4, 4, 0), "G3: all of a tie"),
        (("1 1 1", "2 2 2"), "6 6r", (0, 0), "G3: nobody has it"),
        (("6 1 1", "6r 6 2"), "6r", (0, 12), "G2, G3: red in a hand is its number only"),
        (("5 5 5 5 5 5", "1 2 3 4 6 6"), "5 5 1 1r", (10, 3), "points for each scoring die"),
    ],
)
def test_a_scoring_roll_pays_those_with_the_most(
    held: tuple[str, ...], scoring: str, points: tuple[int, ...], source: str
) -> None:
    assert score_roll(hands(*held), parse_dice(scoring)) == points, source


def test_nobody_has_the_most_of_what_nobody_holds() -> None:
    assert most_of(3, hands("1 1", "2 2")) == ()


@pytest.mark.parametrize(
    ("scores", "ahead"),
    [((99, 80), ()), ((100, 80), (0,)), ((101, 105), (1,)), ((104, 104, 90), (0, 1))],
)
def test_the_highest_leads_from_the_target_on(scores: tuple[int, ...], ahead: object) -> None:
    assert leaders(scores, 100) == ahead


def test_on_the_first_turn_all_six_are_thrown_without_a_decision() -> None:
    expected = GAME.expects(GAME.start(2))
    assert (expected.throw, expected.hand, expected.lying) == (6, "p1", ())
    assert GAME.legal(GAME.start(2)) == ()


def test_a_throw_without_reds_ends_the_turn() -> None:
    state = played(GAME, GAME.start(2), "tray show 1 2 3 4 5 6")
    assert GAME.to_move(state) == 2
    assert GAME.expects(state).hand == "p2"


def test_a_throw_with_reds_waits_for_the_player() -> None:
    state = played(GAME, GAME.start(2), "tray show 1 2 3 4 5r 6")
    assert legal_texts(GAME, state) == (
        "p1 flip 5r 1", "p1 flip 5r 2", "p1 flip 5r 3", "p1 flip 5r 4", "p1 flip 5r 6", "p1 stop",
    )  # fmt: skip


def test_a_turned_die_is_white_and_stays() -> None:
    state = played(GAME, GAME.start(2), "tray show 1 2 3 4 5r 6", "p1 flip 5r 6")
    assert format_dice(GAME.tray(state)) == "1 2 3 4 6 6"
    assert legal_texts(GAME, state) == ("p1 stop",)


def test_several_reds_can_be_turned_one_after_the_other() -> None:
    state = played(GAME, GAME.start(2), "tray show 1r 2 3 4 5r 6", "p1 flip 5r 6", "p1 flip 1r 6")
    assert format_dice(GAME.tray(state)) == "2 3 4 6 6 6"


def second_turn(first: str) -> Any:
    """The second turn of the first seat, which holds these dice."""
    state = played(GAME, GAME.start(2), f"tray show {first}")
    if "r" in first:
        state = played(GAME, state, "p1 stop")
    return played(GAME, state, "tray show 1 1 2 2 3 3")


def test_later_any_all_or_none_are_thrown() -> None:
    texts = legal_texts(GAME, second_turn("1 2 3 4 5 6"))
    assert len(texts) == 62 + 1 + 1
    assert {"p1 roll 1", "p1 roll 1 2 3 4 5", "p1 roll", "p1 stop"} <= set(texts)


def test_the_words_say_how_many_dice_are_thrown() -> None:
    assert GAME.expects(GAME.start(2)).words == "player 1 throws all six dice"
    state = played(GAME, second_turn("1 2 3 4 5 6"), "p1 roll 1")
    assert GAME.expects(state).words == "player 1 throws one die"


def test_equal_dice_make_one_choice() -> None:
    texts = legal_texts(GAME, second_turn("1 1 1 1 1 1"))
    assert texts == (*(f"p1 roll{' 1' * n}" for n in range(1, 6)), "p1 roll", "p1 stop")


def test_the_dice_not_named_stay() -> None:
    state = played(GAME, second_turn("1 2 3 4 5 6r"), "p1 roll 1 2")
    expected = GAME.expects(state)
    assert (expected.throw, format_dice(expected.lying)) == (2, "3 4 5 6r")
    assert GAME.tray(state) == expected.lying


def test_a_red_of_an_earlier_turn_can_be_turned_after_a_throw() -> None:
    state = played(GAME, second_turn("1 2 3 4 5 6r"), "p1 roll 1", "tray show 2", "p1 flip 6r 2")
    assert format_dice(GAME.tray(state)) == "2 2 2 3 4 5"


def test_a_red_of_an_earlier_turn_can_be_turned_without_a_throw() -> None:
    state = played(GAME, second_turn("1 2 3 4 5 6r"), "p1 flip 6r 2")
    assert legal_texts(GAME, state) == ("p1 stop",)


def test_the_scoring_dice_come_after_the_third_turn_of_the_last_seat() -> None:
    state = dealt("1 1 1 1 1 1", "2 2 2 2 2 2", "3 3 3 3 3 3")
    expected = GAME.expects(state)
    assert (expected.throw, expected.hand, expected.lying) == (6, "scoring", ())
    assert state.turns == (3, 3, 3)
    assert GAME.to_move(state) == 3


def test_the_scoring_dice_come_after_every_turn_from_then_on() -> None:
    state = played(GAME, dealt("1 1 1 1 1 1", "2 2 2 2 2 2"), NOTHING)
    for seat in (1, 2, 1):
        assert GAME.to_move(state) == seat
        state = played(GAME, state, f"p{seat} stop")
        assert GAME.expects(state).hand == "scoring"
        state = played(GAME, state, NOTHING)


def test_a_scoring_roll_counts_for_all() -> None:
    state = played(GAME, dealt("1 1 1 1 1 1", "2 2 2 2 2 2"), "tray show 1 1r 2 2 2 4")
    assert GAME.scores(state) == (3, 6)


def test_five_can_play() -> None:
    state = dealt(*(" ".join([str(n)] * 6) for n in (1, 2, 3, 5, 6)))
    assert GAME.scores(played(GAME, state, "tray show 1 2 3 4 5 6")) == (1, 2, 3, 5, 6)
