"""The games by name. A game is one module; no game imports another.

May import: the rest of rules, and every game here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pi_app.rules.errors import OptionError, quoted, quoted_list
from pi_app.rules.game import Game
from pi_app.rules.games import (
    catch6,
    diangle,
    dice_game,
    grand_poobah,
    hot_dice,
    keep_on_rolling,
    perfecto,
    spicy,
    two_of_three,
)

Maker = Callable[[Mapping[str, str]], Game[Any]]

# name -> a function that makes the game from the options given as text
MAKERS: dict[str, Maker] = {
    "spicy_classic": spicy.make_classic,
    "spicy_extra": spicy.make_extra,
    "spicy_junior": spicy.make_junior,
    "keep_on_rolling": keep_on_rolling.make,
    "dice_game": dice_game.make,
    "hot_dice": hot_dice.make,
    "catch6": catch6.make,
    "two_of_three": two_of_three.make,
    "grand_poobah": grand_poobah.make,
    "diangle": diangle.make,
    "perfecto": perfecto.make,
}


def make_game(name: str, options: Mapping[str, str] | None = None) -> Game[Any]:
    """The game of this name with its options settled.

    Raises OptionError for an unknown game or a wrong option, with the known ones.
    """
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    if key not in MAKERS:
        known = quoted_list(tuple(MAKERS), most=99)
        raise OptionError(
            "unknown_game", f"There is no game {quoted(name)}; the games are: {known}."
        )
    return MAKERS[key](options or {})
