"""How many sequences of legal decisions there are, to a small depth: a fingerprint of the rules.

Throws are no choice here: the dice come from a fixed tape, one after the other, round and round.
The word perft is that of chess programs, which count their moves in the same way.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

from pi_app.rules.dice import NUMBERS, Dice, Die, parse_die, sort_dice
from pi_app.rules.moves import show
from tests.rules.playing import Setting

FOLDER = Path(__file__).parent.parent / "data" / "rules" / "perft"
TAPE_DICE = 48
ENOUGH = 20_000  # sequences: deeper counts than this are not recorded
MOST_DEPTH = 6


def new_tape(name: str) -> tuple[Die, ...]:
    """A tape for a game: its name is the seed."""
    rng = random.Random(name)
    return tuple(Die(rng.choice(NUMBERS), red=rng.random() < 0.25) for _ in range(TAPE_DICE))


def read_tape(text: str) -> tuple[Die, ...]:
    """The tape that a line of dice says."""
    return tuple(parse_die(word) for word in text.split())


def count(setting: Setting, tape: tuple[Die, ...], depth: int) -> int:
    """The number of legal sequences of exactly so many decisions."""
    game: Any = setting.make()

    @cache
    def below(state: Any, place: int, left: int) -> int:
        while (expected := game.expects(state)) is not None:
            state = game.apply(state, show(_next_dice(tape, place, expected.throw)))
            place = (place + expected.throw) % len(tape)
        if left == 0:
            return 1
        legal = game.legal(state)
        if left == 1:
            return len(legal)
        return sum(below(game.apply(state, move), place, left - 1) for move in legal)

    return below(game.start(max(2, game.info.seats[0])), 0, depth)


def _next_dice(tape: tuple[Die, ...], place: int, throw: int) -> Dice:
    return sort_dice(tape[(place + step) % len(tape)] for step in range(throw))


def counts(setting: Setting, tape: tuple[Die, ...]) -> list[int]:
    """The counts of depth 1, 2, ... as long as they are small enough."""
    found: list[int] = []
    for depth in range(1, MOST_DEPTH + 1):
        number = count(setting, tape, depth)
        if found and number > ENOUGH:
            break
        found.append(number)
    return found
