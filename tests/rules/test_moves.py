"""Moves as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.rules.dice import Dice, Die, parse_dice, sort_dice
from pi_app.rules.errors import NotationError
from pi_app.rules.moves import TRAY, Move, Verb, parse_move, show, with_dice

DIE = st.builds(Die, st.integers(1, 6), st.booleans())
HAND = st.lists(DIE, max_size=6).map(sort_dice)


@pytest.mark.parametrize(
    "text",
    [
        "p1 roll",
        "p1 roll 1 3",
        "p1 roll x3",
        "p9 flip 5r 4",
        "p1 take 5 5r",
        "p1 mark run",
        "p1 mark 6",
        "p1 mark sum 3 4r 6 6",
        "p1 mark red none",
        "p1 stop",
        "p2 bid 4x5",
        "p2 bid 12x6",
        "p2 place b2 5r",
        "tray show 1 3 3 5r 6 6",
    ],
)
def test_a_move_reads_back_from_its_text(text: str) -> None:
    assert str(parse_move(text)) == text


@given(st.integers(1, 9), st.sampled_from((Verb.ROLL, Verb.TAKE)), HAND)
def test_a_move_with_dice_reads_back(seat: int, verb: Verb, dice: Dice) -> None:
    move = with_dice(seat, verb, dice)
    assert parse_move(str(move)) == move
    assert move.dice == dice


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("tray show 6 1 5r", "tray show 1 5r 6"),
        ("p1 take 5r 2 5", "p1 take 2 5 5r"),
        ("p1  roll   3 1", "p1 roll 1 3"),
        ("p1 mark sum 6 6 5 4r 3", "p1 mark sum 3 4r 5 6 6"),
        ("p1 mark 5 5r 5", "p1 mark 5 5 5r"),
    ],
)
def test_dice_may_be_written_in_any_order(written: str, canonical: str) -> None:
    assert str(parse_move(written)) == canonical


def test_what_a_flip_turns_and_what_to_keep_their_order() -> None:
    assert parse_move("p1 flip 5r 4").arguments == ("5r", "4")


@pytest.mark.parametrize(
    ("text", "slug", "words"),
    [
        ("", "bad_move", "who, verb, and with what"),
        ("p1", "bad_move", "who, verb, and with what"),
        ("p0 roll", "bad_seat", "p1 to p9"),
        ("p10 roll", "bad_seat", "p1 to p9"),
        ("Ann roll", "bad_seat", "p1 to p9"),
        ("p1 cheat", "bad_verb", "the verbs are"),
        ("tray show 7", "bad_die", "numbers 1 to 6"),
        ("tray show 5rr", "bad_die", "numbers 1 to 6"),
        ("p1 mark RUN", "bad_word", "means nothing in a move"),
        ("p1 bid 0x5", "bad_word", "a bid as 4x5"),
        ("p1 roll 3x", "bad_word", "a number of dice as x3"),
    ],
)
def test_what_is_no_move_is_refused_with_what_would_be_right(
    text: str, slug: str, words: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text)
    assert caught.value.slug == slug
    assert words in caught.value.sentence


def test_the_tray_shows_dice_in_order() -> None:
    move = show(parse_dice("6 5r"))
    assert move == Move(TRAY, Verb.SHOW, ("5r", "6"))
    assert str(move) == "tray show 5r 6"


def test_words_that_are_no_dice_are_not_read_as_dice() -> None:
    with pytest.raises(NotationError):
        _ = parse_move("p1 mark run").dice


def test_the_tray_is_seat_0() -> None:
    assert parse_move("tray show 1").seat == TRAY == 0
