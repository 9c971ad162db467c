"""Playing any game by chance or by a script: shared by the laws, the counts and the playthroughs.

Every function takes its own random.Random, so a seed says everything.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from pi_app.rules.dice import NUMBERS, SPICY_SET, Dice, DiceSet, Die, plus, sort_dice
from pi_app.rules.game import Expect, Game
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.moves import Move, show
from pi_app.rules.options import Option


@dataclass(frozen=True)
class Setting:
    """A game with some of its options given."""

    game: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.game, *(f"{name}={value}" for name, value in self.options)])

    def make(self) -> Game[Any]:
        return make_game(self.game, dict(self.options))


def other_values(option: Option) -> tuple[str, ...]:
    """The values worth trying besides the default: all words, both ends of a number."""
    if isinstance(option.default, bool):
        return (option.format(not option.default),)
    values = (option.format(value) for value in option.allowed if value != option.default)
    return tuple(values)


def settings() -> tuple[Setting, ...]:
    """Every registered game with its defaults, and with each option changed by itself."""
    found = []
    for name in MAKERS:
        found.append(Setting(name))
        for option in make_game(name).info.options:
            found += [Setting(name, ((option.name, value),)) for value in other_values(option)]
    return tuple(found)


def throw(rng: random.Random, expected: Expect, dice_set: DiceSet = SPICY_SET) -> Dice:
    """Dice that a set can show beside those that stay or lie elsewhere."""
    others = plus(expected.lying, expected.away)
    while True:
        dice = sort_dice(
            Die(rng.choice(NUMBERS), red=rng.random() < 1 / 6) for _ in range(expected.throw)
        )
        if dice_set.can_show(plus(dice, others)):
            return dice


def choose(rng: random.Random, moves: tuple[Move, ...]) -> Move:
    """One of the moves: first a verb, then one of its moves, so that rare verbs come up."""
    verb = rng.choice(sorted({move.verb.value for move in moves}))
    return rng.choice([move for move in moves if move.verb.value == verb])


def next_move(
    rng: random.Random,
    game: Game[Any],
    state: Any,
    legal: tuple[Move, ...],
    dice_set: DiceSet = SPICY_SET,
) -> Move:
    """A move by chance, of a player among the legal ones or of the tray."""
    expected = game.expects(state)
    if expected is not None:
        return show(throw(rng, expected, dice_set))
    return choose(rng, legal)
