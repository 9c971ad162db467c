"""What the adapters of the worked cases share: playing a situation through the public API."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pi_app.rules.dice import Dice, parse_dice
from pi_app.rules.game import Game, play
from pi_app.rules.moves import parse_move, show

Adapters = dict[tuple[str, str], Callable[..., object]]


def dice_of(words: Iterable[str]) -> Dice:
    """The dice of a case: a list of "5" and "5r"."""
    return parse_dice(" ".join(str(word) for word in words))


def played(game: Game[Any], state: Any, *lines: str) -> Any:
    """The state after these lines, each checked."""
    for line in lines:
        state = play(game, state, parse_move(line))
    return state


def thrown(game: Game[Any], state: Any, dice: Dice) -> Any:
    """The state after the tray has shown these dice."""
    return play(game, state, show(dice))


def legal_texts(game: Game[Any], state: Any) -> tuple[str, ...]:
    """What can be done now, as text."""
    return tuple(str(move) for move in game.legal(state))
