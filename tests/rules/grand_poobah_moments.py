"""Moments of a game of Grand Poobah that its tests begin with."""

from __future__ import annotations

from typing import Any

from pi_app.rules.dice import parse_dice
from pi_app.rules.games import make_game
from tests.rules.asking import legal_texts, played

GAME: Any = make_game("grand_poobah")
SHORT: Any = make_game("grand_poobah", {"target": "10"})
NAMES = ("Ann", "Ben", "Cem", "Dot", "Eve")
NOTHING = "tray show 4 4 4 4 4 4"  # nobody holds a 4 in these tests unless it says so


def dealt(*texts: str, game: Any = GAME) -> Any:
    """The first scoring roll is due, and each seat holds these dice."""
    state = game.start(len(texts))
    for text in texts:
        state = played(game, state, f"tray show {text}")
        if game.expects(state) is None and game.tray(state) == parse_dice(text):
            seat = game.to_move(state)
            if f"p{seat} roll" not in legal_texts(game, state):
                state = played(game, state, f"p{seat} stop")
    while game.expects(state) is None:
        state = played(game, state, f"p{game.to_move(state)} stop")
    return state
