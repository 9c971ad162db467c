"""Moments of 2 out of 3 ain't bad."""

from __future__ import annotations

from typing import Any

from pi_app.rules.games import make_game
from tests.rules.asking import played

NAMES = ("Ann", "Ben")
# Six dice of each seat on layout 1; the turns of a whole game of three dice each.
ANN_LEADS = (
    ("p1", "b1 1", "c1 1", "d1 1"),
    ("p2", "a2 2", "b2 3", "d2 6"),
    ("p1", "a3 1", "b3 1", "c3 1"),
    ("p2", "a4 2", "c4 5", "d4 6"),
)
# Ann: row 3 (6 1 1), column c (3 1 2), diagonal up (3 1 1); Ben: row 2 (1 4 1), row 4 (3 2 3),
# column d (1 1 3).
TIED = (
    ("p1", "b1 5", "c1 3", "d1 1"),
    ("p2", "a2 1", "b2 4", "d2 1"),
    ("p1", "a3 6", "b3 1", "c3 1"),
    ("p2", "a4 3", "c4 2", "d4 3"),
)


def lines_of(turns: tuple[tuple[str, ...], ...]) -> list[str]:
    """The log lines of these turns: roll, show, place; the last roll is forced."""
    found = []
    for number, (seat, *placed) in enumerate(turns):
        dice = " ".join(place.split()[1] for place in placed)
        roll = [] if number == 3 else [f"{seat} roll x{len(placed)}"]
        found += [*roll, f"tray show {dice}", *(f"{seat} place {place}" for place in placed)]
    return found


def game_after(*moves: str, **options: str) -> tuple[Any, Any]:
    game = make_game("two_of_three", options)
    return game, played(game, game.start(2), *moves)


def shown(game: Any, state: Any, title: str) -> dict[str, tuple[str, ...]]:
    """A grid of the sheet: the texts of each row by its label."""
    grid = next(grid for grid in game.sheet(state, NAMES).grids if grid.title == title)
    return {row.label: tuple(cell.text for cell in row.cells) for row in grid.rows}
