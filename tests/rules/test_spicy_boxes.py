"""What six dice score in a box, by example. Source: Spicy Dice rules; readings S1 to S16, X2."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from pi_app.rules.dice import SPICY_SET, Dice, Die, format_dice, minus, parse_dice, sort_dice
from pi_app.rules.games.spicy_boxes import (
    BOX_IDS,
    best_points,
    best_way,
    best_with_flips,
    other_uses,
    way_using,
)

SIX_REDS = "1r 2r 3r 4r 5r 6r"


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        # numbered boxes: 6 5 4 3 2 1, then run set sum red
        ("4 4 4r 5 2 2r", "0 5 24 0 8 0 0 0 21 20"),
        ("1 2r 3 4 5r 6", "6 21 4 3 21 1 21 0 21 20"),  # the run in the boxes of its reds (S5)
        ("1 2 3 4 5 6", "6 5 4 3 2 1 21 0 21 0"),
        ("2 2r 3 3r 4 4", "0 0 8 18 18 0 0 18 18 20"),  # the set in the boxes of its reds (S6)
        ("5 5 5 5 2r 2", "0 20 0 0 24 0 0 24 24 10"),  # a quad and a pair
        ("6 6r 6 1 1 1", "36 0 0 0 0 3 0 21 21 10"),  # the doubled number beats the set
        ("3 3 3r 3 6 6", "12 0 0 24 0 0 0 24 24 10"),  # doubled number and set are the same
        ("5r 1 2 3 4 4", "0 10 8 3 2 1 0 0 19 10"),  # a single red doubles as well (S10)
        ("6 6 6 6 6 6r", "75 50 50 50 50 50 50 50 50 50"),  # big pepper
        ("4 4 4 4 4 4r", "50 50 75 50 50 50 50 50 50 50"),
        ("3 3 3 3 3 3r", "25 25 25 50 25 25 25 25 25 25"),  # little pepper
        ("1 1 1 1 1 1r", "25 25 25 25 25 50 25 25 25 25"),
        (SIX_REDS, "50 50 50 50 50 50 100 50 50 100"),  # hot pepper (S9)
        ("1r 2r 3r 4r 5r 6", "6 21 21 21 21 21 21 0 21 50"),  # five reds are no hot pepper
        ("5 5 5 2 2 1", "0 15 0 0 4 1 0 0 20 0"),  # a single 1 spoils the set
        ("5 5 5 5 5 4r", "0 25 8 0 0 0 0 0 29 10"),
        ("5 5r 4 4r 6 6r", "30 30 30 0 0 0 0 30 30 30"),  # a set opens the box of each red
        ("1r 1 1 2 2 2", "0 0 0 0 6 9 0 9 9 10"),  # the set beats the doubled number
        ("3 3r 3 5 5 5r", "0 30 0 24 0 0 0 24 24 20"),  # and here it does for one of two
        ("6 6 6 6 1r 1", "24 0 0 0 0 26 0 26 26 10"),
        ("1r 2 3 4 5 6r", "21 5 4 3 2 21 21 0 21 20"),
        ("2 2 2 2 2 2r", "25 25 25 25 50 25 25 25 25 25"),
        ("1 1 2 2 3 6r", "12 0 0 3 4 2 0 0 15 10"),
    ],
)
def test_a_box_scores_the_most_it_allows(dice: str, points: str) -> None:
    hand = parse_dice(dice)
    assert " ".join(str(best_points(hand, box)) for box in BOX_IDS) == points


@pytest.mark.parametrize(
    ("dice", "box", "words"),
    [
        ("4 4 4r 5 2 2r", "4", "3 x 4, doubled by the red 4"),
        ("4 4 4r 5 2 2r", "5", "1 x 5"),
        ("4 4 4r 5 2 2r", "6", "nothing"),
        ("4 4 4r 5 2 2r", "sum", "sum of 6 dice"),
        ("4 4 4r 5 2 2r", "red", "red numbers: 2"),
        ("1 2r 3 4 5r 6", "run", "run"),
        ("1 2r 3 4 5r 6", "5", "run, through the red 5"),
        ("2 2r 3 3 4 4", "2", "set, through the red 2"),
        ("2 2r 3 3 4 4", "set", "set"),
        ("6 6 6 6 6 6r", "1", "big pepper"),
        ("2 2 2 2 2 2r", "2", "little pepper"),
        (SIX_REDS, "sum", "hot pepper"),
    ],
)
def test_the_way_is_named(dice: str, box: str, words: str) -> None:
    assert best_way(parse_dice(dice), box).words == words


def test_of_equal_ways_that_with_fewest_dice_is_best() -> None:
    way = best_way(parse_dice("3 3 3r 3 6 6"), "3")
    assert (way.points, format_dice(way.used)) == (24, "3 3 3 3r")


@pytest.mark.parametrize(
    ("dice", "box", "uses"),
    [
        # the best way is not among them; "" is the mark that uses no dice
        ("5 5r 1 1 2 3", "5", {"", "5", "5r"}),
        ("5 5r 1 1 2 3", "6", set()),
        ("5 5r 1 1 2 3", "run", set()),
        ("5 5r 1 1 2 3", "red", {""}),
        ("1 2 3 4 5 6", "run", {""}),
        ("1 2r 3 4 5 6", "2", {"", "2r"}),
        ("6 6r 6 1 1 1", "6", {"", "6", "6 6", "6r", "6 6r", "1 1 1 6 6 6r"}),
        ("2 2 2 2 2 2r", "6", {""}),
        ("2 2 2 2 2 2r", "set", {""}),
    ],
)
def test_the_other_ways_use_some_countable_dice_or_all_six(
    dice: str, box: str, uses: set[str]
) -> None:
    assert {format_dice(used) for used in other_uses(parse_dice(dice), box)} == uses


def test_sum_can_leave_out_any_dice() -> None:
    uses = list(other_uses(parse_dice("1 2 3 4 5 6"), "sum"))
    assert len(uses) == len(set(uses)) == 63


@pytest.mark.parametrize(
    ("dice", "box", "used", "points"),
    [
        ("5 5 5r 2 1 6r", "5", "5 5r", 20),
        ("5 5 5r 2 1 6r", "5", "5 5", 10),  # the red 5 is left out, so nothing is doubled
        ("6 6 5 4r 3 2", "sum", "6 6 5 4r 3", 24),
        ("1r 2r 3 4 5 5", "red", "2r", 10),
        ("6 6r 6 1 1 1", "6", "1 1 1 6 6 6r", 21),
        ("6 6 6 6 6 6r", "6", "6 6 6 6 6", 30),  # five of a pepper are only five 6s
        ("2 2 2 2 2 2r", "6", "", 0),
    ],
)
def test_a_part_scores_what_it_counts(dice: str, box: str, used: str, points: int) -> None:
    assert way_using(parse_dice(dice), box, parse_dice(used)).points == points


def test_flips_are_tried_for_every_box() -> None:
    hand = parse_dice(SIX_REDS)
    # 6s to 1s as peppers of the red that stays; run and red 100; set and sum a big pepper
    assert best_with_flips(hand, hand) == (75, 75, 75, 50, 50, 50, 100, 50, 50, 100)


def test_the_best_with_flips_is_the_best_of_all_ways_to_flip() -> None:
    rng = random.Random(11)
    for _ in range(60):
        dice = some_hand(rng, reds=rng.randint(0, 3))
        flippable = tuple(die for die in dice if die.red and rng.random() < 0.8)
        wanted = tuple(
            max(best_points(hand, box) for hand in flipped_hands(dice, flippable))
            for box in BOX_IDS
        )
        assert best_with_flips(dice, flippable) == wanted, format_dice(dice)


def some_hand(rng: random.Random, reds: int) -> Dice:
    """Dice of a spicy set with at least so many reds."""
    while True:
        numbers = rng.sample(range(1, 7), reds)
        whites = [Die(rng.randint(1, 6)) for _ in range(6 - reds)]
        dice = sort_dice([*(Die(number, red=True) for number in numbers), *whites])
        if SPICY_SET.can_show(dice):
            return dice


@cache
def flipped_hands(dice: Dice, flippable: Dice) -> Any:
    """Every hand that flips can lead to, one die at a time."""
    if not flippable:
        return {dice}
    red, *rest = flippable
    hands = set(flipped_hands(dice, tuple(rest)))
    for number in set(range(1, 7)) - {red.value}:
        turned = sort_dice((*minus(dice, (red,)), Die(number)))
        hands |= flipped_hands(turned, tuple(rest))
    return hands


def test_all_six_may_go_where_counting_the_lowest_number_pays_more() -> None:
    dice = parse_dice("2 2 2 2r 3 3")
    assert format_dice(best_way(dice, "2").used) == "2 2 2 2r"  # 16, and the set would be 14
    assert dice in tuple(other_uses(dice, "2"))
