"""How Catch 6 is asked the worked cases."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from pi_app.rules.dice import parse_dice
from pi_app.rules.game import Game
from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, dice_of, played

POINTS = {1: 7, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
NOTHING = "1 1 2 3 4 5"


def catches(dice: list[str], caught: list[int] | None = None) -> dict[str, list[str]]:
    found = make_game("catch6").worth(dice_of(dice), taken=dice_of(map(str, caught or [])))
    return {worth.box: worth.words.upper().split(" OR ") for worth in found}


def four_of(number: int) -> str:
    """Dice that catch a number by its red die, and no other."""
    one, other = [n for n in POINTS if n != number][:2]
    return f"{number}r {number} {number} {number} {one} {other}"


def numbers_worth(points: int, among: set[int]) -> tuple[int, ...]:
    """Numbers that score so much together."""
    choices = (part for size in range(7) for part in combinations(sorted(among), size))
    return next(part for part in choices if sum(POINTS[n] for n in part) == points)


def all_six(game: Game[Any], state: Any, dice: str) -> Any:
    """The seat on turn throws all its dice."""
    if game.expects(state) is None:
        state = played(game, state, f"p{game.to_move(state)} roll")
    return played(game, state, f"tray show {dice}")


def winner(points: dict[str, int]) -> str | None:
    game = make_game("catch6", {"games": "1"})
    first = numbers_worth(points["A"], set(POINTS))
    second = numbers_worth(points["B"], set(POINTS) - set(first))
    plans = {1: list(first), 2: list(second)}
    state = game.start(2)
    while any(plans.values()) and not game.is_over(state):
        seat = game.to_move(state) or 0
        if not plans[seat]:
            state = all_six(game, state, NOTHING)
            continue
        number = plans[seat].pop()
        state = played(game, all_six(game, state, four_of(number)), f"p{seat} catch {number}")
    return "AB"[game.winners(state)[0] - 1] if game.is_over(state) else None


def points_total() -> int:
    six_alike = make_game("catch6").worth(parse_dice("2 2 2 2 2 2r"))
    return sum(worth.points for worth in six_alike)


def must_roll_all(first_turn: bool, carried: bool, way: str | None) -> bool:
    game = make_game("catch6")
    state = game.start(2)
    if not first_turn:
        dice, number = ("6r 6 6 6 6 6", 2) if way == "RAFFLES" else (four_of(5), 5)
        verb = "carry" if carried else "catch"
        state = played(game, state, f"tray show {dice}", f"p1 {verb} {number}")
        state = all_six(game, state, NOTHING)
    assert game.to_move(state) == 1
    expected = game.expects(state)
    return expected is not None and expected.throw == 6


ADAPTERS: Adapters = {
    ("catch6", "catches"): catches,
    ("catch6", "winner"): winner,
    ("catch6", "points_total"): points_total,
    ("catch6", "must_roll_all"): must_roll_all,
}
