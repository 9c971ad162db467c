"""Plays a game and its oracle side by side and reports the first difference.

python -m tests.rules.oracles.match GAME --games 10000 [--seed 1] [--seats 3] [--option a=b]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pi_app.rules.dice import Dice, Die, format_dice, sort_dice
from pi_app.rules.game import Expect, Game
from pi_app.rules.games import make_game
from pi_app.rules.moves import Move, parse_move, show
from tests.rules.oracles import Oracle
from tests.rules.oracles.registry import ORACLES

# Perfecto can bid for ever in theory; a game that is longer than this is cut and counted as such.
MOST_MOVES = 3000


@dataclass(frozen=True)
class Setting:
    """How one game is set up."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Difference:
    """Where module and oracle disagree: what was compared, both answers, and the way there."""

    setting: Setting
    what: str
    module: object
    oracle: object
    lines: tuple[str, ...]

    def __str__(self) -> str:
        way = "\n  ".join(self.lines[-12:])
        return (
            f"{self.setting}\n{self.what}\n  module: {self.module}\n  oracle: {self.oracle}\n"
            f"after {len(self.lines)} lines, the last:\n  {way}"
        )


def throw_dice(rng: random.Random, expected: Expect) -> Dice:
    """A throw of real dice of one spicy set, given the dice of the hand that lie elsewhere."""
    numbers = list(range(1, 7))
    rng.shuffle(numbers)
    held = _owners((*expected.lying, *expected.away), numbers)
    free = [number for number in numbers if number not in held][: expected.throw]
    return sort_dice(_roll(rng, number) for number in free)


def _owners(held: Dice, numbers: list[int]) -> list[int]:
    """A different die of the set (by its red number) for each face that lies elsewhere."""
    if not held:
        return []
    for number in numbers:
        if (held[0].value == number) == held[0].red:
            rest = [other for other in numbers if other != number]
            owners = _owners(held[1:], rest)
            if len(owners) == len(held) - 1:
                return [number, *owners]
    return []


def _roll(rng: random.Random, red_number: int) -> Die:
    value = rng.randint(1, 6)
    return Die(value, red=value == red_number)


def play_beside(setting: Setting, rng: random.Random) -> Difference | int:
    """One random game; the difference, or how many lines were played without one."""
    options = dict(setting.options)
    game = make_game(setting.game, options)
    oracle = ORACLES[setting.game](setting.seats, options)
    state = game.start(setting.seats)
    lines: list[str] = []
    while True:
        for what, module, other in compare(game, state, oracle):
            if module != other:
                return Difference(setting, what, module, other, tuple(lines))
        if game.is_over(state) or len(lines) >= MOST_MOVES:
            return len(lines)
        move = choose_move(game, state, rng)
        lines.append(str(move))
        state = game.apply(state, parse_move(str(move)))  # what is legal has just been compared
        oracle.do(str(move))


def compare(game: Game[Any], state: Any, oracle: Oracle) -> Iterator[tuple[str, object, object]]:
    """Everything that the two must agree on, as (what, the module's answer, the oracle's)."""
    yield "over", game.is_over(state), oracle.over()
    yield "scores", game.scores(state), tuple(oracle.scores())
    yield "winners", set(game.winners(state)), set(oracle.winners())
    expected, throw = game.expects(state), oracle.throw()
    yield "throw due", expected is not None, throw is not None
    if expected is not None and throw is not None:
        yield "dice thrown", expected.throw, throw.count
        yield "hand", expected.hand, throw.hand
        if throw.away is not None:
            yield "away", format_dice(expected.away), " ".join(sorted(throw.away))
        yield "lying", format_dice(expected.lying), " ".join(sorted(throw.lying))
    yield "legal", {str(move) for move in game.legal(state)}, oracle.legal()


def choose_move(game: Game[Any], state: Any, rng: random.Random) -> Move:
    """A throw when one is due, else a random move: first the verb, then one of its moves.

    Choosing the verb first keeps a verb with one move (stop) as likely as one with many. Verbs
    that bring a board game on come far more often, or it would hardly end.
    """
    expected = game.expects(state)
    if expected is not None:
        return show(throw_dice(rng, expected))
    moves = game.legal(state)
    verbs = sorted({move.verb.value for move in moves})
    verb = rng.choices(verbs, [30 if name in ("place", "advance") else 1 for name in verbs])[0]
    return rng.choice([move for move in moves if move.verb.value == verb])


def settings(
    name: str, seats: int | None, options: Mapping[str, str], rng: random.Random
) -> Setting:
    """A setting with what was asked for, and the rest at random.

    Most games are short (few players, near targets), so that many endings are seen; one in
    eight is as the rules propose.
    """
    short = rng.random() < 7 / 8
    chosen = dict(options) or random_options(name, rng, short=short)
    info = make_game(name, chosen).info
    most = min(info.seats[1], max(info.seats[0], 3 if short else 5))
    return Setting(name, seats or rng.randint(info.seats[0], most), tuple(sorted(chosen.items())))


def random_options(name: str, rng: random.Random, *, short: bool) -> dict[str, str]:
    """House rules switched at random; in a short game, numbers near their lowest."""
    chosen = {}
    for option in make_game(name).info.options:
        if isinstance(option.default, bool):
            chosen[option.name] = rng.choice(["yes", "no"])
        elif isinstance(option.default, str):
            chosen[option.name] = str(rng.choice(option.allowed))
        elif short:
            lowest, highest = int(option.allowed[0]), int(option.allowed[1])
            chosen[option.name] = str(rng.randint(lowest, min(max(2 * lowest, 3), highest)))
    return {key: value for key, value in chosen.items() if short or rng.random() < 0.5}


def main() -> int:
    """Run the match that the command line asks for; 1 when there is a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(ORACLES))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[])
    asked = parser.parse_args()
    options = dict(text.split("=", 1) for text in asked.option)
    rng = random.Random(asked.seed)
    lines = 0
    for number in range(asked.games):
        outcome = play_beside(settings(asked.game, asked.seats, options, rng), rng)
        if isinstance(outcome, Difference):
            print(f"game {number} of seed {asked.seed}: {outcome}")
            return 1
        lines += outcome
    print(f"{asked.game}: {asked.games} games, {lines} lines, no difference (seed {asked.seed})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
