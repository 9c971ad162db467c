"""Catch 6: what the sheet shows, what dice are worth, and what is refused."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import IllegalMove, NotationError, OptionError
from pi_app.rules.games import make_game
from tests.rules.asking import played
from tests.rules.catch6_moments import (
    FIVES,
    NAMES,
    NOTHING,
    ONES,
    game_after,
)


@pytest.mark.parametrize(
    ("lines", "move", "slug"),
    [
        ((), "p1 roll", "throw_due"),
        ((), "tray show 1 2 3", "wrong_number"),
        ((FIVES,), "p1 catch 1", "illegal"),
        ((FIVES,), "p1 carry 6", "illegal"),
        ((FIVES,), "p2 catch 5", "wrong_seat"),
        ((FIVES,), "p1 roll", "illegal"),
        ((NOTHING, NOTHING), "p1 roll 6", "illegal"),
        ((NOTHING, NOTHING), "p1 roll 1 1 1", "illegal"),
        ((NOTHING, NOTHING), "p1 stop", "illegal"),
        ((NOTHING, NOTHING), "p2 roll", "wrong_seat"),
        ((NOTHING, NOTHING, "p1 roll 5"), "tray show 1 1", "wrong_number"),
    ],
)
def test_what_the_rules_dont_allow_is_refused(lines: tuple[str, ...], move: str, slug: str) -> None:
    game, state = game_after(*lines)
    with pytest.raises(IllegalMove) as caught:
        played(game, state, move)
    assert caught.value.slug == slug


def test_a_move_after_the_match_is_refused() -> None:
    game, state = game_after(FIVES, "p1 carry 5", games="1")
    with pytest.raises(IllegalMove) as caught:
        played(game, state, NOTHING)
    assert caught.value.slug == "over"


@pytest.mark.parametrize("option", [("games", "0"), ("two_catches", "2"), ("points", "14")])
def test_a_wrong_house_rule_is_refused(option: tuple[str, str]) -> None:
    with pytest.raises(OptionError, match=option[0]):
        make_game("catch6", dict([option]))


def test_a_tap_on_the_own_side_of_a_marker_catches_the_number() -> None:
    game, state = game_after(FIVES)
    row = game.sheet(state, NAMES).grids[0].rows[4]
    assert (row.cells[0].preview, str(row.cells[0].move)) == ("+5", "p1 catch 5")
    assert row.cells[2].move is None


def test_the_sheet_says_what_each_still_needs() -> None:
    game, state = game_after(ONES, "p1 catch 1", NOTHING)
    notes = game.sheet(state, NAMES).notes
    assert "Ann needs 7 more points to win this game." in notes
    assert "Ben needs 14 more points to win this game." in notes


def test_worth_leaves_out_what_is_caught_already() -> None:
    found = make_game("catch6").worth(parse_dice("5 5 5 5r 2 2"), taken=parse_dice("5"))
    assert [(worth.box, worth.points, worth.words) for worth in found] == [("2", 2, "full house")]


def test_worth_names_the_best_first() -> None:
    found = make_game("catch6").worth(parse_dice("5 5 5 5r 2 2"))
    assert [worth.box for worth in found] == ["5", "2"]


def test_worth_of_one_number_is_that_of_no_other() -> None:
    found = make_game("catch6").worth(parse_dice("5 5 5 5r 2 2"), box="2")
    assert [(worth.box, worth.points) for worth in found] == [("2", 2)]


def test_worth_of_fewer_than_six_dice_is_told() -> None:
    found = make_game("catch6").worth(parse_dice("4 4 4 4r"))
    assert [worth.box for worth in found] == ["4"]


def test_worth_of_one_number_is_nothing_when_it_isnt_caught() -> None:
    found = make_game("catch6").worth(parse_dice("5 5 5 5r 2 2"), box="6")
    assert [(worth.box, worth.points) for worth in found] == [("6", 0)]


@pytest.mark.parametrize(
    ("dice", "box", "words"),
    [
        ("1 1 1 1 1 1 1", None, "1 to 6 of them, not 7"),
        ("", None, "1 to 6 of them, not 0"),
        ("1 1 1", "7", '"7" can\'t be caught; numbers are 1 to 6'),
    ],
)
def test_worth_refuses_what_cant_be(dice: str, box: str | None, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        make_game("catch6").worth(parse_dice(dice), box=box)
