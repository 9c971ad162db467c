"""The dice game: its chart, how often throws bust, and what dice are worth."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from math import factorial, prod

import pytest

from pi_app.rules.dice import Die, parse_dice, values
from pi_app.rules.errors import NotationError
from pi_app.rules.games import make_game
from pi_app.rules.games.dice_game import DiceScoring
from pi_app.rules.set_aside import Turn, best_keeps
from tests.rules.dice_game_moments import recorded


@pytest.mark.parametrize(
    ("dice", "points", "source"),
    [
        ("1 2 2 3 4 6", 100, "chart: a 1"),
        ("2 2 3 4 5 6", 50, "chart: a 5"),
        ("1 1 2 3 4 5", 250, "chart: two 1s and a 5"),
        ("2 2 2 3 4 6", 200, "chart: three 2s"),
        ("3 3 3 2 4 6", 300, "chart: three 3s"),
        ("4 4 4 2 3 6", 400, "chart: three 4s"),
        ("5 5 5 2 3 6", 500, "chart: three 5s"),
        ("6 6 6 2 3 4", 600, "chart: three 6s"),
        ("1 1 1 2 3 4", 1000, "chart, reading D2: three 1s"),
        ("1 2 3 4 5 6", 1000, "chart: the run"),
        ("2 2 4 4 6 6", 1000, "chart: three pairs"),
        ("2 2 2 3 3 3", 500, "two triples in one throw"),
        ("1 1 1 5 5 2", 1100, "a triple and singles"),
        ("2 2 2 2 3 4", 200, "D3: a fourth 2 earns nothing"),
        ("5 5 5 5 2 3", 550, "D3: the fourth 5 is a single"),
        ("1 1 1 1 2 3", 1100, "D3: the fourth 1 is a single"),
        ("6 6 6 6 6 6", 1200, "D3: two triples beat three pairs"),
        ("5 5 5 5 1 1", 1000, "D4: 4 and 2 are three pairs"),
        ("1 1 1 1 5 5", 1200, "D4: the best use is a triple and singles"),
        ("2 2 2 2 2 2", 1000, "D4: six alike are three pairs"),
        ("1 1 5 5 3 3", 1000, "three pairs beat four singles"),
        ("1r 5r 2 2 3 4", 150, "red is only a colour here"),
    ],
)
def test_a_throw_scores_its_best_use(dice: str, points: int, source: str) -> None:
    assert recorded(dice) == points, source


@pytest.mark.parametrize(
    ("dice", "options", "points"),
    [
        ("5 5 5 5 1 1", {"four_two": "no"}, 750),
        ("2 2 2 2 2 2", {"four_two": "no"}, 400),
        ("2 2 4 4 6 6", {"four_two": "no"}, 1000),
        ("2 2 2 2 3 4", {"extra_doubles": "yes"}, 400),
        ("2 2 2 2 2 4", {"extra_doubles": "yes"}, 800),
        ("2 2 2 2 2 2", {"extra_doubles": "yes"}, 1600),
        ("5 5 5 5 5 1", {"extra_doubles": "yes"}, 2100),
        ("1 1 1 1 1 1", {"six_ones": "2000"}, 2000),
        ("1 1 1 1 1 1", {"six_ones": "10000"}, 10000),
        ("1 1 1 1 1 1", {"six_ones": "2000", "extra_doubles": "yes"}, 8000),
    ],
)
def test_house_rules_change_what_a_throw_scores(
    dice: str, options: dict[str, str], points: int
) -> None:
    assert recorded(dice, target="20000", **options) == points


def hands(count: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(1, 7), count))


@pytest.mark.parametrize(
    ("count", "percent"), [(1, 66.67), (2, 44.44), (3, 27.78), (4, 15.74), (5, 7.72), (6, 2.31)]
)
def test_throws_bust_as_often_as_published(count: int, percent: float) -> None:
    # readings 1.5: the bust table of six-dice Farkle with three pairs, by enumeration
    scoring = DiceScoring()
    busts = sum(
        factorial(count) // prod(map(factorial, Counter(hand).values()))
        for hand in hands(count)
        if not best_keeps(scoring, Turn(), tuple(map(Die, hand)))
    )
    assert round(100 * busts / 6**count, 2) == percent


@pytest.mark.parametrize(("four_two", "extra_doubles"), list(product([True, False], repeat=2)))
def test_the_numbers_of_the_best_use_are_never_in_doubt(
    four_two: bool, extra_doubles: bool
) -> None:
    scoring = DiceScoring(four_two, extra_doubles)
    for hand in hands(6):
        ways = best_keeps(scoring, Turn(), tuple(map(Die, hand)))
        assert len({values(part) for part, _ in ways}) <= 1


def test_worth_names_every_choice_best_first() -> None:
    found = make_game("dice_game").worth(parse_dice("1 4 4 4 2 3"))
    assert [(worth.box, worth.points) for worth in found] == [
        ("1 4 4 4", 500),
        ("4 4 4", 400),
        ("1", 100),
    ]
    assert found[0].words == "one 1: 100, three 4s: 400"


def test_worth_counts_dice_that_were_set_aside_before() -> None:
    best = make_game("dice_game").worth(parse_dice("5 5 2 3 4"), taken=parse_dice("5"))[0]
    assert (best.box, best.points) == ("5 5", 150)


@pytest.mark.parametrize(
    ("dice", "box", "taken"),
    [
        ("1 2", "run", ""),
        ("1 2 3 4 5 6", None, "1"),
        ("1 2", None, "2"),
        ("1 1 1 1 1 1 1", None, ""),
    ],
)
def test_worth_refuses_what_cant_be(dice: str, box: str | None, taken: str) -> None:
    with pytest.raises(NotationError):
        make_game("dice_game").worth(parse_dice(dice), box=box, taken=parse_dice(taken))
