"""Plays games at a table with a real file, and prints every event after it was acknowledged.

`python -m tests.adapters.player FILE SEED`: for each line on standard input it forks a player who
plays until he is killed (so that fifty players need Python to start only once). A player prints
his process id, then "game number checksum event" for each acknowledged event.
"""

from __future__ import annotations

import os
import random
import sys
import zlib
from pathlib import Path
from typing import Any

from pi_app.adapters.store import Store
from pi_app.rules.dice import Dice, Die, sort_dice
from pi_app.rules.log import Event, Header, Record, Undo, begin, new_header
from pi_app.rules.moves import Move, Verb
from pi_app.table.table import Table
from pi_app.table.types import Command, Enter, NewGame, TakeBack, Tap

HEADER: Header = new_header("keep_on_rolling", ("Ann", "Ben"), {"target": "60"})


def checksum(state: Any) -> int:
    """A number that differs where two states of a game differ."""
    return zlib.crc32(repr(state).encode())


def thrown(rng: random.Random, count: int) -> Dice:
    """Dice thrown at random."""
    return sort_dice(Die(rng.randint(1, 6), rng.random() < 1 / 6) for _ in range(count))


def choose(table: Table, record: Record, rng: random.Random) -> tuple[Command, Event | None]:
    """What the player does next, and the event that this leads to."""
    shown = table.snapshot()
    if shown.over:
        return NewGame(HEADER), None
    if shown.expect is not None:
        dice = thrown(rng, shown.expect.throw)
        return Enter(dice, shown.seq), Move(0, Verb.SHOW, tuple(map(str, dice)))
    if record.moves and rng.random() < 0.1:
        return TakeBack(shown.seq), Undo(1)
    move = rng.choice(shown.legal)
    return Tap(move, shown.seq), move


def play(path: Path, seed: int) -> None:
    """Play on from where the file ends, for ever."""
    rng = random.Random(seed)
    store = Store(path)
    table = Table(store, HEADER)
    game_id, record, number = resumed(store)
    say(str(os.getpid()))
    while True:
        command, event = choose(table, record, rng)
        future = table.submit(command)
        table.run_pending()
        future.result()
        if event is None:
            game_id, record, number = table.snapshot().game_id, begin(HEADER), 0
            continue
        record, number = record.after(event), number + 1
        say(f"{game_id} {number} {checksum(record.state)} {event}")


def resumed(store: Store) -> tuple[int, Record, int]:
    """The game that the file ends with."""
    game_id = store.latest() or 0
    header, events = store.read(game_id)
    record = begin(header)
    for event in events:
        record = record.after(event)
    return game_id, record, len(events)


def say(line: str) -> None:
    """One line in one piece: half a line is no acknowledgement."""
    os.write(1, (line + "\n").encode())


def main() -> None:
    """Fork a player for each line that comes in, and wait until he is killed."""
    path, seed = Path(sys.argv[1]), int(sys.argv[2])
    for count, _ in enumerate(iter(sys.stdin.readline, "")):
        pid = os.fork()
        if pid == 0:
            play(path, seed + count)
        os.waitpid(pid, 0)
        say("killed")


if __name__ == "__main__":
    main()
