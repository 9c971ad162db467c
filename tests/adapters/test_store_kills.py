"""The journal in a file: after kill -9 everything that was acknowledged is there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from pi_app.rules.log import begin, parse_event
from tests.adapters.player import HEADER, checksum
from tests.adapters.stores import SHOW, opened

ROOT = Path(__file__).resolve().parents[2]
KILLS = 60
SEED = 20261121


# ---- kill -9 --------------------------------------------------------------------------------


@dataclass
class Told:
    """What a player was told: for each game, its events and the checksums after them."""

    events: dict[int, list[str]] = field(default_factory=dict)
    sums: dict[int, list[int]] = field(default_factory=dict)

    def hear(self, line: str) -> None:
        game, number, checksum_, event = line.split(" ", 3)
        events = self.events.setdefault(int(game), [])
        sums = self.sums.setdefault(int(game), [])
        # An event that was written in the last moment of the player before was never told.
        assert len(events) >= int(number) - 1, f"event {number} came before its time"
        del events[int(number) - 1 :], sums[int(number) - 1 :]
        events.append(event)
        sums.append(int(checksum_))


def read_line(pipe: IO[bytes]) -> str:
    line = pipe.readline()
    assert line.endswith(b"\n"), "the player stopped by himself"
    return line.decode().rstrip("\n")


def kill_after(player: subprocess.Popen[bytes], told: Told, lines: int) -> None:
    """Let somebody play, hear so many acknowledgements, kill him, hear what he still said."""
    assert player.stdin is not None
    assert player.stdout is not None
    player.stdin.write(b"play\n")
    player.stdin.flush()
    pid = int(read_line(player.stdout))
    for _ in range(lines):
        told.hear(read_line(player.stdout))
    os.kill(pid, signal.SIGKILL)
    while (line := read_line(player.stdout)) != "killed":
        told.hear(line)


def check_file(path: Path, told: Told) -> None:
    """Every acknowledged event is there, in its place, and leads to the same state.

    Nothing need have been told of the last game: its first event may have been in hand.
    """
    with closing(opened(path)) as store:
        newest = store.games()[0].game_id
        assert newest >= max(told.events, default=0)
        for game_id in {*told.events, newest}:
            events = told.events.setdefault(game_id, [])
            header, kept = store.read(game_id)
            assert [str(event) for event in kept[: len(events)]] == events
            assert len(kept) <= len(events) + 1, "more than the one event in hand was written"
            # What was written but not told is told now: the next player goes on after it.
            record = begin(header)
            sums = []
            for event in kept:
                record = record.after(event)
                sums.append(checksum(record.state))
            assert sums[: len(events)] == told.sums.get(game_id, [])
            told.events[game_id], told.sums[game_id] = list(map(str, kept)), sums


def test_after_kill_9_every_acknowledged_event_is_there_and_the_state_is_the_same(path: Path):
    rng = random.Random(SEED)
    told = Told()
    opened(path).close()
    command = [sys.executable, "-m", "tests.adapters.player", str(path), str(SEED)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as player:
        for _ in range(KILLS):
            kill_after(player, told, rng.randint(1, 20))
            check_file(path, told)
        assert player.stdin is not None
        player.stdin.close()
    assert sum(map(len, told.events.values())) > KILLS


def test_a_first_event_that_was_written_and_never_told_is_told_by_the_file(path: Path):
    with closing(opened(path)) as store:
        game_id = store.begin(HEADER)
        store.append(game_id, 1, SHOW)
    told = Told()
    check_file(path, told)
    told.hear(f"{game_id} 2 0 p1 stop")
    assert told.events[game_id] == [str(SHOW), "p1 stop"]


def test_the_checksums_of_the_kill_test_tell_states_apart():
    record = begin(HEADER)
    after = record.after(SHOW)
    assert checksum(after.state) != checksum(record.state)
    assert checksum(after.after(parse_event("undo 1")).state) == checksum(record.state)
