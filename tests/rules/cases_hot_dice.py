"""How Hot Dice is asked the worked cases: the dice held are really taken, throw by throw."""

from __future__ import annotations

from typing import Any

from pi_app.rules.game import Game
from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, legal_texts, played

Held = dict[str, list[Any]]
ON_BOARD = 1500
FILLING = [2, 3, 4, 6, 2, 3]


def words(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def holding(game: Game[Any], held: Held) -> tuple[Any, int]:
    """Seat 1 is on the board with 1500 points and holds these dice; and how many it throws now."""
    state = played(game, game.start(2), "tray show 1 2 3 4 5 6", "p1 stop", "tray show 2 2 3 3 4 6")
    takes = [[int(number)] * count for number, (count, is_set) in held.items() if is_set]
    for number, (count, is_set) in held.items():
        takes += [] if is_set else [[int(number)]] * count
    left = 6
    for take in takes:
        shown = (take + FILLING)[:left]
        state = played(
            game, state, f"tray show {words(shown)}", f"p1 take {words(take)}", "p1 roll"
        )
        left -= len(take)
    return state, left


def stopped(game: Game[Any], state: Any) -> int:
    """What the turn of seat 1 records."""
    return int(game.scores(played(game, state, "p1 stop"))[0]) - ON_BOARD


def best_total(total: int, held: Held, numbers: list[int]) -> int:
    game = make_game("hot_dice")
    state, left = holding(game, held)
    assert len(numbers) == left
    state = played(game, state, f"tray show {words(numbers)}")
    return stopped(game, state) if game.to_move(state) == 1 else 0


def total_after(total: int, held: Held, numbers: list[int]) -> int:
    game = make_game("hot_dice")
    state, left = holding(game, held)
    shown = (numbers + FILLING)[:left]
    state = played(game, state, f"tray show {words(shown)}", f"p1 take {words(numbers)}")
    return stopped(game, state)


def n_keeps(total: int, held: Held, numbers: list[int]) -> int:
    game = make_game("hot_dice")
    state, _ = holding(game, held)
    state = played(game, state, f"tray show {words(numbers)}")
    return sum(text.startswith("p1 take") for text in legal_texts(game, state))


ADAPTERS: Adapters = {
    ("hot_dice", "best_total"): best_total,
    ("hot_dice", "total"): total_after,
    ("hot_dice", "n_keeps"): n_keeps,
}
