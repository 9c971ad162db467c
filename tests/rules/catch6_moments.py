"""Moments of Catch 6, and what can be asked about them."""

from __future__ import annotations

from typing import Any

from pi_app.rules.games import make_game
from tests.rules.asking import legal_texts, played

NAMES = ("Ann", "Ben")
NOTHING = "tray show 1 1 2 3 4 5"
FIVES = "tray show 5 5 5 5r 1 2"
SIXES = "tray show 6 6 6 6r 1 2"
PASS = ("p2 roll", NOTHING)
ONES = "tray show 1 1 1 1r 2 3"


def game_after(*lines: str, **options: str) -> tuple[Any, Any]:
    game = make_game("catch6", options)
    return game, played(game, game.start(2), *lines)


def verbs(game: Any, state: Any, verb: str) -> set[str]:
    """The numbers that can be caught or carried."""
    words = (text.split() for text in legal_texts(game, state))
    return {word[2] for word in words if word[1] == verb}


def markers(game: Any, state: Any) -> dict[int, str]:
    """The numbers on the side of each seat, 0 for those still free."""
    columns = zip(*(row.cells for row in game.sheet(state, NAMES).grids[0].rows), strict=True)
    one, free, two = ("".join(cell.text for cell in column) for column in columns)
    return {0: free, 1: one, 2: two}
