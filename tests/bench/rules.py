"""How long the rules take: legal, apply, resolve, the sheet, and replaying a whole game.

    python -m tests.bench.rules [--games 10] [--seed 1]

The slowest call of each kind is named: that is what a player may wait for.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pi_app.rules.dice import Dice
from pi_app.rules.game import Game
from pi_app.rules.games import MAKERS, make_game
from pi_app.rules.log import Record, begin, format_log, new_header, replay
from pi_app.rules.moves import parse_move
from pi_app.rules.resolve import BUTTONS, Seen, resolve
from tests.rules.playing import next_move

# First throws that give most to choose from; met first, while nothing is remembered yet.
HARDEST = ("1r 2r 3r 4r 5r 6r", "1r 1r 5r 5r 3 3", "2 2 2 3r 3r 4r", "1 1 1 1 1 1")
KINDS = ("legal", "apply", "resolve", "sheet")
NAMES = ("Ann", "Ben")
GOAL_MS = 20.0
MOST_MOVES = 400


@dataclass
class Times:
    """Milliseconds of every call of one kind, and where the slowest one was."""

    all_ms: list[float] = field(default_factory=list)
    worst: str = ""

    def add(self, took_ms: float, where: str) -> None:
        if took_ms > max(self.all_ms, default=0.0):
            self.worst = where
        self.all_ms.append(took_ms)

    @property
    def median_ms(self) -> float:
        return sorted(self.all_ms)[len(self.all_ms) // 2] if self.all_ms else 0.0

    @property
    def worst_ms(self) -> float:
        return max(self.all_ms, default=0.0)


def timed(call: Callable[[], object]) -> float:
    """The processor time of a call in milliseconds: what else runs here doesn't count."""
    before = time.thread_time()
    call()
    return (time.thread_time() - before) * 1000


def looks(game: Game[Any], state: Any, rng: random.Random) -> Seen:
    """A tray as a player may leave it: some of the dice picked up."""
    lying: Dice = game.tray(state) or ()
    return Seen(tuple(die for die in lying if rng.random() < 0.5))


def measure_state(times: dict[str, Times], record: Record, rng: random.Random) -> None:
    """Time everything that is asked of one state."""
    game, state = record.game, record.state
    where = f"{record.header.game}, {len(record.moves)} moves in"
    names = record.header.seats
    times["legal"].add(timed(lambda: game.legal(state)), where)
    times["sheet"].add(timed(lambda: game.sheet(state, names)), where)
    if game.expects(state) is None and not game.is_over(state):
        seen = looks(game, state, rng)
        for verb in BUTTONS:
            took = timed(lambda v=verb: resolve(game, state, v, seen))  # type: ignore[misc]
            times["resolve"].add(took, f"{where}, {verb.value}")


def measure_game(name: str, times: dict[str, Times], rng: random.Random) -> Record:
    """Play one random game and time every step of it."""
    info = make_game(name).info
    seats = tuple(f"Player {number}" for number in range(1, min(info.seats[1], 4) + 1))
    record = begin(new_header(name, seats))
    while not record.game.is_over(record.state) and len(record.moves) < MOST_MOVES:
        measure_state(times, record, rng)
        move = next_move(rng, record.game, record.state, record.game.legal(record.state))
        game, state = record.game, record.state
        times["apply"].add(timed(lambda: game.apply(state, move)), str(move))  # noqa: B023
        record = record.after(move)
    return record


def measure_hardest(game: Game[Any], times: dict[str, Times], rng: random.Random) -> None:
    """Time the states after the throws that give most to choose from."""
    header = new_header(game.info.name, NAMES[: game.info.seats[0]])
    for dice in HARDEST:
        record = begin(header)
        if game.expects(record.state) is not None:
            record = record.after(parse_move(f"tray show {dice}"))
            measure_state(times, record, rng)


def measure(name: str, games: int, rng: random.Random) -> tuple[dict[str, Times], Times]:
    """The times of some random games, and of replaying each of them from its log."""
    times: dict[str, Times] = defaultdict(Times)
    replays = Times()
    measure_hardest(make_game(name), times, rng)
    for _ in range(games):
        record = measure_game(name, times, rng)
        text = format_log(record.header, record.moves)
        took = timed(lambda: replay(text))  # noqa: B023
        replays.add(took, f"{len(record.moves)} moves")
    return times, replays


def table(games: int, seed: int) -> tuple[list[str], float]:
    """The rows of the table and the slowest call that a player waits for."""
    rng = random.Random(seed)
    head = [f"{kind} median / worst ms" for kind in KINDS]
    rows = [
        "| game | " + " | ".join(head) + " | replay of a game, worst ms |",
        "|---" * (len(KINDS) + 2) + "|",
    ]
    slowest, where = 0.0, ""
    for name in MAKERS:
        times, replays = measure(name, games, rng)
        cells = [f"{times[kind].median_ms:.2f} / {times[kind].worst_ms:.1f}" for kind in KINDS]
        rows.append(f"| {name} | {' | '.join(cells)} | {replays.worst_ms:.0f} ({replays.worst}) |")
        for kind in KINDS:
            if times[kind].worst_ms > slowest:
                slowest, where = times[kind].worst_ms, f"{kind} of {times[kind].worst}"
    rows += [
        "",
        f"Slowest thing a player waits for: {slowest:.1f} ms ({where}); goal {GOAL_MS:.0f}.",
    ]
    return rows, slowest


def main() -> int:
    """Print the table and the slowest call beside the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rows, _ = table(asked.games, asked.seed)
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
