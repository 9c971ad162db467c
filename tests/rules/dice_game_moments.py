"""Moments of the dice game."""

from __future__ import annotations

from typing import Any

from pi_app.rules.games import make_game
from tests.rules.asking import played

NAMES = ("Ann", "Ben")
BUST = "tray show 2 2 3 3 4 6"
RUN = "tray show 1 2 3 4 5 6"


def game_after(*lines: str, seats: int = 2, **options: str) -> tuple[Any, Any]:
    game = make_game("dice_game", options)
    return game, played(game, game.start(seats), *lines)


def recorded(dice: str, **options: str) -> int:
    """What a stop records right after this throw of six."""
    game, state = game_after(f"tray show {dice}", "p1 stop", **options)
    return int(game.scores(state)[0])
