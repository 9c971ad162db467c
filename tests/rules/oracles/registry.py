"""The oracles by the name of their game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.rules.oracles import Oracle
from tests.rules.oracles.catch6 import Catch6
from tests.rules.oracles.diangle import Diangle
from tests.rules.oracles.farkle import DiceGame, HotDice
from tests.rules.oracles.grand_poobah import GrandPoobah
from tests.rules.oracles.keep_on_rolling import KeepOnRolling
from tests.rules.oracles.perfecto import Perfecto
from tests.rules.oracles.spicy import ExtraSpicy, Junior, Spicy
from tests.rules.oracles.two_of_three import TwoOfThree

ORACLES: dict[str, Callable[[int, Mapping[str, str]], Oracle]] = {
    "catch6": Catch6,
    "diangle": Diangle,
    "dice_game": DiceGame,
    "grand_poobah": GrandPoobah,
    "hot_dice": HotDice,
    "keep_on_rolling": KeepOnRolling,
    "perfecto": Perfecto,
    "spicy_classic": Spicy,
    "spicy_extra": ExtraSpicy,
    "spicy_junior": Junior,
    "two_of_three": TwoOfThree,
}
