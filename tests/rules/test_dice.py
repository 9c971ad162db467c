"""Dice as values: notation, hands, and what a set can show."""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_app.rules.combos import counts, is_all_matched, is_run, number_of_all, reds, showing, total
from pi_app.rules.dice import (
    ANY_SET,
    DICE_SETS,
    PLAIN_SET,
    SPICY_SET,
    Dice,
    DiceSet,
    Die,
    contains,
    format_dice,
    minus,
    parse_dice,
    parse_die,
    parts,
    plus,
    sort_dice,
    values,
)
from pi_app.rules.errors import NotationError

DIE = st.builds(Die, st.integers(1, 6), st.booleans())
HAND = st.lists(DIE, max_size=6).map(sort_dice)


@given(DIE)
def test_a_die_reads_back_from_its_notation(die: Die) -> None:
    assert parse_die(str(die)) == die


@given(HAND)
def test_dice_read_back_from_their_notation(dice: Dice) -> None:
    assert parse_dice(format_dice(dice)) == dice


@pytest.mark.parametrize("text", ["0", "7", "5rr", "r5", "5R", "", "r", "55", "-1", "x", "५"])
def test_what_is_no_die_is_refused_with_the_right_form(text: str) -> None:
    with pytest.raises(NotationError, match="white five as 5 and a red five as 5r") as caught:
        parse_die(text)
    assert caught.value.slug == "bad_die"


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_die_shows_one_to_six(value: int) -> None:
    with pytest.raises(NotationError, match="from 1 to 6"):
        Die(value)


def test_dice_may_be_separated_by_commas() -> None:
    assert parse_dice("6,5r, 1") == (Die(1), Die(5, red=True), Die(6))


def test_white_comes_before_red_of_the_same_number() -> None:
    assert format_dice(parse_dice("2r 2 1r")) == "1r 2 2r"


@given(HAND, HAND)
def test_minus_takes_back_what_plus_gave(one: Dice, other: Dice) -> None:
    assert minus(plus(one, other), other) == one


def test_minus_refuses_what_is_not_there() -> None:
    with pytest.raises(NotationError, match="5r is not among 1 5"):
        minus(parse_dice("1 5"), parse_dice("5r"))
    with pytest.raises(NotationError, match="1 is not among no dice"):
        minus((), parse_dice("1"))


def test_contains_counts_equal_dice() -> None:
    assert contains(parse_dice("5 5"), parse_dice("5 5"))
    assert not contains(parse_dice("5"), parse_dice("5 5"))


@given(HAND)
def test_parts_are_all_choices_each_once(dice: Dice) -> None:
    found = list(parts(dice))
    chosen = {
        sort_dice(die for die, taken in zip(dice, mask, strict=True) if taken)
        for mask in product((False, True), repeat=len(dice))
    }
    assert len(found) == len(set(found))
    assert set(found) == chosen


def test_parts_have_at_least_so_many_dice() -> None:
    assert [len(part) for part in parts(parse_dice("1 2 3"), least=2)] == [2, 2, 2, 3]


def test_values_forget_the_colour() -> None:
    assert values(parse_dice("1 5 5r")) == (1, 5, 5)


@pytest.mark.parametrize(
    ("dice", "possible"),
    [
        ("6r 6 6 6 6 6", True),  # each die shows a 6, red on one of them
        ("6 6 6 6 6 6", False),  # the die with the red 6 has no white one
        ("6 6 6 6 6 1", True),
        ("5r 5r", False),
        ("1r 2r 3r 4r 5r 6r", True),
        ("1 2 3 4 5 6", True),
        ("1r 1 1 1 1 2", True),
        ("1 2 3 4 5 6 6", False),
        ("", True),
    ],
)
def test_a_spicy_set_has_one_red_number_on_each_die(dice: str, *, possible: bool) -> None:
    assert SPICY_SET.can_show(parse_dice(dice)) is possible


def test_a_set_shows_what_some_throw_of_it_shows() -> None:
    rng = random.Random(3)
    for _ in range(300):
        dice = sort_dice(Die(rng.randint(1, 3), red=rng.random() < 0.4) for _ in range(3))
        small = DiceSet("small", tuple(frozenset({n}) for n in (1, 2, 3)), size=3)
        by_hand = any(
            all((die.value == red) == die.red for die, red in zip(order, (1, 2, 3), strict=True))
            for order in permutations(dice)
        )
        assert small.can_show(dice) is by_hand


def test_plain_dice_show_no_red_and_unknown_dice_anything() -> None:
    assert not PLAIN_SET.can_show(parse_dice("5r"))
    assert PLAIN_SET.can_show(parse_dice("5 5 5 5 5 5"))
    assert ANY_SET.can_show(parse_dice("5r 5r 5r 5r 5r 5r"))
    assert not ANY_SET.can_show(parse_dice("5 " * 7))
    assert set(DICE_SETS) == {"spicy", "plain", "any"}


def test_combinations_look_at_numbers_and_reds_at_colour() -> None:
    dice = parse_dice("5 5r 1")
    assert counts(dice) == {5: 2, 1: 1}
    assert total(dice) == 11
    assert reds(dice) == parse_dice("5r")
    assert showing(dice, 5) == parse_dice("5 5r")
    assert number_of_all(dice) is None
    assert number_of_all(parse_dice("5 5r")) == 5


@pytest.mark.parametrize(
    ("dice", "run", "matched"),
    [
        ("1 2r 3 4 5 6", True, False),
        ("1 2 3 4 5", False, False),
        ("2 2 3 3 4 4", False, True),
        ("2 2 2 3 3 3", False, True),
        ("2 2 2 2 3 3r", False, True),
        ("2 2 2 2 2 2r", False, True),
        ("2 2 2 2 2 3", False, False),
        ("2 2 2 3 3 1", False, False),
    ],
)
def test_runs_and_matched_dice(dice: str, *, run: bool, matched: bool) -> None:
    assert is_run(parse_dice(dice)) is run
    assert is_all_matched(parse_dice(dice)) is matched
