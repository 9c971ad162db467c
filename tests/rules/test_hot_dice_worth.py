"""Hot Dice: what dice are said to be worth, with the dice held before."""

from __future__ import annotations

import pytest

from pi_app.rules.dice import parse_dice
from pi_app.rules.errors import NotationError
from pi_app.rules.games import make_game


def test_the_sheet_says_by_how_much_a_throw_doubles() -> None:
    found = make_game("hot_dice").worth(parse_dice("2 2 2 2 2 1"))
    assert found[0].words == "five 2s: 200 and all x4, one 1: 100"


@pytest.mark.parametrize(
    ("add_first", "words"),
    [
        ("no", "four 4s: 400 and all x2, one 1: 100, one 5: 50"),
        ("yes", "one 1: 100, one 5: 50, four 4s: 400 and all x2"),
    ],
)
def test_the_sheet_says_first_what_counts_first(add_first: str, words: str) -> None:
    found = make_game("hot_dice", {"add_first": add_first}).worth(parse_dice("1 4 4 4 4 5"))
    assert found[0].words == words


def test_worth_doubles_what_was_taken_before() -> None:
    best = make_game("hot_dice").worth(parse_dice("4"), taken=parse_dice("1 4 4 4 5"))[0]
    assert (best.box, best.points) == ("4", 1100)


def test_after_all_six_dice_were_taken_worth_goes_on_with_six_new_ones() -> None:
    best = make_game("hot_dice").worth(parse_dice("1"), taken=parse_dice("1 2 3 4 5 6"))[0]
    assert best.points == 1600
    with pytest.raises(NotationError):
        make_game("hot_dice").worth(parse_dice("1"), taken=parse_dice("1 1 1 1 1 1 1"))


def test_worth_of_nothing_is_a_bust() -> None:
    found = make_game("hot_dice").worth(parse_dice("2 2 3 3 4 4"))
    assert [(worth.box, worth.points) for worth in found] == [("bust", 0)]


def test_worth_refuses_a_box() -> None:
    with pytest.raises(NotationError):
        make_game("hot_dice").worth(parse_dice("1"), box="run")
