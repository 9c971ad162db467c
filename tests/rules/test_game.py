"""`play` checks every move before it is made, and says what would be right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pi_app.rules.dice import ANY_SET, PLAIN_SET, SPICY_SET, DiceSet, parse_dice
from pi_app.rules.errors import IllegalMove
from pi_app.rules.game import Expect, check_throw, play
from pi_app.rules.games import make_game
from pi_app.rules.moves import parse_move
from tests.rules.asking import played

GAME: Any = make_game("keep_on_rolling")
THROWN = played(GAME, GAME.start(2), "tray show 1 2 3 4 5 5")


def refusal(state: Any, line: str) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        play(GAME, state, parse_move(line), SPICY_SET)
    return caught.value


@pytest.mark.parametrize(
    ("line", "slug", "words"),
    [
        ("p1 stop", "throw_due", "must wait: player 1 throws all six dice"),
        ("tray show 1 2 3 4 5", "wrong_number", "5 dice were shown, and 6 were to be thrown"),
        ("tray show 1 2 3 4 5 6 6", "wrong_number", "7 dice were shown"),
        ("tray show 5r 5r 1 2 3 4", "impossible_faces", "each die has its own red number"),
        ("tray stop", "not_for_tray", "The tray can only show dice"),
        ("tray stop", "not_for_tray", "Write tray show and the dice"),
        ("tray show", "wrong_number", "0 dice were shown"),
        ("p1 show 1 2 3 4 5 6", "not_for_player", "write tray show 1 2 3 4 5 6."),
    ],
)
def test_what_can_not_be_before_a_throw_is_refused(line: str, slug: str, words: str) -> None:
    error = refusal(GAME.start(2), line)
    assert error.slug == slug
    assert words in error.sentence


@pytest.mark.parametrize(
    ("line", "slug", "words"),
    [
        ("tray show 1 2 3 4 5 6", "no_throw_due", "No throw is due"),
        ("tray show 1 2 3 4 5 6", "no_throw_due", "allowed: p1 take 5 5 (or 15 others), p1 stop."),
        ("p1 flip 5 4", "illegal", "allowed: p1 take 5 5 (or 15 others), p1 stop."),
        ("p1 take 3", "illegal", "p1 take 2 3 4 5 5 ... (16 in all)"),
        ("p2 show 5", "not_for_player", "only the tray shows dice"),
        ("p2 stop", "wrong_seat", "it is the turn of p1"),
        ("p1 take 1", "illegal", "allowed: p1 take 5 5"),
        ("p1 roll", "illegal", "p1 take 5 5"),
        ("p1 mark run", "illegal", "not allowed now"),
        ("p1 take" + " 5" * 999, "illegal", '5 5 5..." is not allowed now'),
    ],
)
def test_what_can_not_be_decided_is_refused(line: str, slug: str, words: str) -> None:
    error = refusal(THROWN, line)
    assert error.slug == slug
    assert words in error.sentence


SIDES: Any = make_game("perfecto")
TAKING_SIDES = played(SIDES, SIDES.start(4), "p1 bid 9x6", "p2 challenge")  # p3 and p4 do


@pytest.mark.parametrize("seat", ["p3", "p4"])
@pytest.mark.parametrize("what", ["side nobody", "stop"])
def test_a_refusal_names_the_moves_of_the_seat_that_asked(seat: str, what: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        play(SIDES, TAKING_SIDES, parse_move(f"{seat} {what}"))
    allowed = f"{seat} side bidder, {seat} side caller"
    assert caught.value.sentence == f'"{seat} {what}" is not allowed now; allowed: {allowed}.'


def test_a_refusal_names_first_what_needs_no_dice_to_be_named() -> None:
    poobah: Any = make_game("grand_poobah")
    state = played(poobah, poobah.start(2), "tray show 1 2 3 4 5 6", "tray show 1 2 3 4 5 6")
    with pytest.raises(IllegalMove, match=r"allowed: p1 roll, p1 roll 6, .* \(63 in all\)"):
        play(poobah, state, parse_move("p1 roll 1 2 3 4 5 6"))


def test_a_refusal_names_all_seats_that_may_move() -> None:
    with pytest.raises(IllegalMove, match=r"it is the turn of p3, p4\."):
        play(SIDES, TAKING_SIDES, parse_move("p1 stop"))


def test_dice_that_lie_count_for_what_a_set_can_show() -> None:
    lying = Expect(1, "one more", lying=parse_dice("5r"))
    away = Expect(1, "one more", away=parse_dice("5r"))
    for expected in (lying, away):
        with pytest.raises(IllegalMove, match="its own red number"):
            check_throw(expected, parse_move("tray show 5r"), SPICY_SET)
        check_throw(expected, parse_move("tray show 5r"), ANY_SET)
        check_throw(expected, parse_move("tray show 5"), SPICY_SET)


@pytest.mark.parametrize(
    ("beside", "dice_set", "words"),
    [
        (Expect(1, ""), SPICY_SET, "can't show 5r 5r: each die has its own red number"),
        (Expect(1, "", away=parse_dice("5r")), SPICY_SET, "can't show 5r 5r beside 5r: each"),
        (Expect(1, "", lying=parse_dice("1")), PLAIN_SET, "beside 1: its dice have no red numbers"),
    ],
)
def test_faces_that_can_not_be_are_told_with_those_beside_them(
    beside: Expect, dice_set: DiceSet, words: str
) -> None:
    with pytest.raises(IllegalMove) as caught:
        check_throw(replace(beside, throw=2), parse_move("tray show 5r 5r"), dice_set)
    assert words in caught.value.sentence


@pytest.mark.parametrize(
    ("due", "dice", "words"),
    [
        (2, "5", "1 die was shown, and 2 were to be thrown."),
        (1, "5 5", "2 dice were shown, and 1 was to be thrown."),
    ],
)
def test_a_wrong_number_of_dice_is_told_in_good_grammar(due: int, dice: str, words: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        check_throw(Expect(due, ""), parse_move(f"tray show {dice}"))
    assert caught.value.sentence == words


@pytest.mark.parametrize(
    ("game", "lines", "move", "allowed"),
    [
        # the same box, the same square, the same red die; else the same verb
        ("spicy_extra", ("tray show 2 2 3 3 4 4",), "p1 mark set 2 2", "p1 mark set, p1 mark"),
        ("two_of_three", ("p1 roll x1", "tray show 5"), "p1 place b1 4", "p1 place b1 5"),
        ("spicy_classic", ("tray show 1r 2 3 4 5 6r",), "p1 flip 6r 6", "p1 flip 6r 1, "),
        ("catch6", ("tray show 5 5 5 5 2 2",), "p1 catch 6", "p1 catch 2, p1 catch 5."),
        ("catch6", ("tray show 5 5 5 5r 1 2",), "p1 roll", "p1 catch 5, p1 carry 5, p1 stop."),
    ],
)  # fmt: skip
def test_a_refusal_names_what_comes_nearest(
    game: str, lines: tuple[str, ...], move: str, allowed: str
) -> None:
    made: Any = make_game(game)
    with pytest.raises(IllegalMove) as caught:
        play(made, played(made, made.start(2), *lines), parse_move(move))
    assert f"allowed: {allowed}" in caught.value.sentence


def test_nothing_can_be_done_after_the_end() -> None:
    game: Any = make_game("keep_on_rolling", {"target": "10"})
    state = played(game, game.start(2), "tray show 5 5 1 2 3 4", "p1 stop", "tray show 1 2 3 4 5 6")
    assert game.is_over(state)
    with pytest.raises(IllegalMove, match=r"after the end: .* only undo is left") as caught:
        play(game, state, parse_move("p1 roll"))
    assert caught.value.slug == "over"


def test_a_refused_move_is_a_value_error_with_its_sentence() -> None:
    error = refusal(THROWN, "p1 roll")
    assert isinstance(error, ValueError)
    assert str(error) == error.sentence
