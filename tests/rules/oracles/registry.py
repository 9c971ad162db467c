"""The oracles by the name of their game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.rules.oracles import Oracle
from tests.rules.oracles.farkle import DiceGame, HotDice
from tests.rules.oracles.keep_on_rolling import KeepOnRolling

ORACLES: dict[str, Callable[[int, Mapping[str, str]], Oracle]] = {
    "dice_game": DiceGame,
    "hot_dice": HotDice,
    "keep_on_rolling": KeepOnRolling,
}
