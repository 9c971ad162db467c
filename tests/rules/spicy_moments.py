"""What the tests of the three Spicy Dice games share."""

from __future__ import annotations

from typing import Any

import pytest

from pi_app.rules.dice import SPICY_SET
from pi_app.rules.errors import IllegalMove
from pi_app.rules.game import play
from pi_app.rules.games import make_game
from pi_app.rules.moves import Verb, parse_move
from tests.rules.asking import played

CLASSIC: Any = make_game("spicy_classic")
ANY_RED: Any = make_game("spicy_classic", {"flips": "any"})
EXTRA: Any = make_game("spicy_extra")
JUNIOR: Any = make_game("spicy_junior")
BOXES = ["6", "5", "4", "3", "2", "1", "run", "set", "sum", "red"]
ROLL_ALL = ("p1 roll", "tray show 1 2 3 4 5 6")


def begun(game: Any, dice: str, seats: int = 1) -> Any:
    return played(game, game.start(seats), f"tray show {dice}")


def filled(game: Any, boxes: int, rolls: int = 1) -> Any:
    """A solo pad with so many boxes filled, each after so many rolls of a run."""
    state = game.start(1)
    for box in BOXES[:boxes]:
        again = ROLL_ALL * (rolls - 1)
        state = played(game, state, "tray show 1 2 3 4 5 6", *again, f"p1 mark {box}")
    return state


def verbs(game: Any, state: Any) -> set[str]:
    return {move.verb.value for move in game.legal(state)}


def refused(game: Any, state: Any, line: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        play(game, state, parse_move(line), SPICY_SET)
    return caught.value.sentence


def flips(game: Any, state: Any) -> list[str]:
    return [str(move) for move in game.legal(state) if move.verb is Verb.FLIP]
