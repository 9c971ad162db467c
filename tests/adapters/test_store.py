"""The journal in a file: nothing that was acknowledged is ever lost, whatever is wrong is said."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from pi_app.adapters.store import APPLICATION_ID, SCHEMA_VERSION, Store
from pi_app.adapters.store_errors import StoreError
from pi_app.rules.log import Undo, begin, new_header, parse_event
from pi_app.rules.moves import parse_move
from tests.adapters.player import HEADER, checksum

ROOT = Path(__file__).resolve().parents[2]
KILLS = 60
SEED = 20261121
SHOW = parse_move("tray show 1 2 3 5 5 6")
STOP = parse_move("p1 stop")


def opened(path: Path, **more: int) -> Store:
    return Store(path, now=lambda: "2026-11-21T20:15:00+00:00", wait_s=0.0, **more)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(opened(path)) as store:
        yield store


# ---- what it keeps --------------------------------------------------------------------------


def test_a_new_file_has_no_games(store: Store):
    assert store.latest() is None
    assert store.games() == ()


def test_a_game_is_read_as_it_was_written(store: Store):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, SHOW)
    store.append(game_id, 2, STOP)
    store.append(game_id, 3, Undo(1))
    assert store.read(game_id) == (HEADER, (SHOW, STOP, Undo(1)))


def test_a_header_with_options_and_any_name_is_read_as_it_was_written(store: Store):
    header = new_header("keep_on_rolling", ("Zoë #1", "p2 stop"), {"target": "300"}, "spicy")
    assert store.read(store.begin(header))[0] == header


def test_another_opening_finds_the_same_games(store: Store, path: Path):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, SHOW)
    store.close()
    with closing(opened(path)) as again:
        assert again.read(game_id) == (HEADER, (SHOW,))
        assert again.latest() == game_id


def test_the_latest_game_is_the_one_begun_or_resumed_last(store: Store):
    first, second = store.begin(HEADER), store.begin(HEADER)
    assert store.latest() == second
    store.resume(first)
    assert store.latest() == first


def test_games_are_listed_latest_first_with_their_events_and_end(store: Store):
    first, second = store.begin(HEADER), store.begin(HEADER)
    store.append(first, 1, SHOW)
    store.append(first, 2, STOP, over=True)
    entries = [(entry.game_id, entry.events, entry.over) for entry in store.games()]
    assert entries == [(second, 0, False), (first, 2, True)]


def test_a_game_whose_last_event_was_taken_back_is_not_over(store: Store):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, STOP, over=True)
    store.append(game_id, 2, Undo(1))
    assert [entry.over for entry in store.games()] == [False]


def test_reading_a_game_that_is_not_there_says_its_number(store: Store):
    with pytest.raises(LookupError, match="no game 7"):
        store.read(7)


# ---- what it refuses ------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 3])
def test_an_event_twice_or_with_a_gap_is_refused_and_changes_nothing(store: Store, number: int):
    game_id = store.begin(HEADER)
    store.append(game_id, 1, SHOW)
    with pytest.raises(StoreError) as caught:
        store.append(game_id, number, STOP)
    assert caught.value.slug == "internal"
    assert store.read(game_id)[1] == (SHOW,)


def test_an_event_of_a_game_that_was_never_begun_is_refused(store: Store):
    with pytest.raises(StoreError):
        store.append(5, 1, SHOW)


@pytest.mark.parametrize("table", ["game", "event", "laid"])
@pytest.mark.parametrize("change", ["DELETE FROM {}", "UPDATE {} SET rowid = 9"])
def test_nothing_that_was_written_can_be_changed(store: Store, path: Path, table: str, change: str):
    store.append(store.begin(HEADER), 1, SHOW)
    store.close()
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="ever"):
        db.execute(change.format(table))


def test_it_is_written_for_good_with_every_event(store: Store):
    pragmas = {name: store._db.execute(f"PRAGMA {name}").fetchone()[0] for name in (
        "journal_mode", "synchronous", "foreign_keys", "user_version", "application_id",
    )}  # fmt: skip
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "foreign_keys": 1,
        "user_version": SCHEMA_VERSION,
        "application_id": APPLICATION_ID,
    }


def test_a_second_program_is_told_that_the_file_is_in_use(store: Store, path: Path):
    store.begin(HEADER)
    with pytest.raises(StoreError, match="in use by another program") as caught:
        opened(path)
    assert caught.value.slug == "locked"


def fill(store: Store, game_id: int) -> None:
    for number in range(1, 10_000):
        store.append(game_id, number, SHOW)


def test_a_full_disk_is_said_and_what_was_written_stays(path: Path):
    with closing(opened(path, most_pages=16)) as store:
        game_id = store.begin(HEADER)
        with pytest.raises(StoreError, match="disk is full") as caught:
            fill(store, game_id)
        assert caught.value.slug == "full"
        kept = len(store.read(game_id)[1])
    assert kept > 0
    with closing(opened(path)) as again:
        assert again.read(game_id)[1] == (SHOW,) * kept


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without root's right to write everywhere."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may reach (pytest's own are closed to others)."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    yield folder
    folder.chmod(0o700)
    shutil.rmtree(folder)


def test_a_file_that_may_not_be_written_is_said_and_stays_as_it_is(open_folder: Path):
    path = open_folder / "games.sqlite"
    with as_nobody():
        opened(path).close()
        path.chmod(0o444)
        before = path.read_bytes()
        with pytest.raises(StoreError, match="can't be written") as caught:
            opened(path)
        assert caught.value.slug == "read_only"
        assert path.read_bytes() == before


def test_a_folder_that_may_not_be_written_is_said(open_folder: Path):
    with as_nobody():
        closed = open_folder / "closed"
        closed.mkdir(mode=0o555)
        with pytest.raises(StoreError, match="can't be written"):
            opened(closed / "games.sqlite")


def test_a_folder_in_the_place_of_the_file_is_said(tmp_path: Path):
    with pytest.raises(StoreError, match="can't be opened"):
        opened(tmp_path)


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path: Path):
    (tmp_path / "state").write_text("")
    with pytest.raises(StoreError, match="can't be opened"):
        opened(tmp_path / "state" / "games.sqlite")


def test_a_file_that_is_no_database_is_left_alone_and_the_mend_is_named(path: Path):
    path.parent.mkdir()
    path.write_bytes(b"these are my notes\n" * 500)
    with pytest.raises(StoreError, match=r"damaged .*\bmv\b") as caught:
        opened(path)
    assert caught.value.slug == "corrupt"
    assert path.read_bytes() == b"these are my notes\n" * 500


def test_a_damaged_database_is_left_alone_and_the_mend_is_named(path: Path):
    with closing(opened(path)) as store:
        game_id = store.begin(HEADER)
        for number in range(1, 400):
            store.append(game_id, number, SHOW)
    data = bytearray(path.read_bytes())
    assert len(data) > 4096 * 5
    data[4096 * 3 : 4096 * 5] = bytes(4096 * 2)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="damaged") as caught:
        opened(path)
    assert caught.value.slug == "corrupt"
    assert path.read_bytes() == bytes(data)


def test_a_database_that_was_cut_off_is_said(path: Path):
    with closing(opened(path)) as store:
        store.begin(HEADER)
    path.write_bytes(path.read_bytes()[:6000])
    with pytest.raises(StoreError, match="damaged"):
        opened(path)


def test_the_file_of_a_newer_program_is_refused(path: Path):
    opened(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(StoreError, match="please update") as caught:
        opened(path)
    assert caught.value.slug == "newer"


def test_the_database_of_another_program_is_not_touched(path: Path):
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipe (name TEXT)")
        db.commit()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        opened(path)
    assert path.read_bytes() == before


def test_an_empty_file_is_a_new_one(path: Path):
    path.parent.mkdir()
    path.touch()
    with closing(opened(path)) as store:
        assert store.games() == ()


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
    """Every acknowledged event is there, in its place, and leads to the same state."""
    with closing(opened(path)) as store:
        for game_id, events in told.events.items():
            header, kept = store.read(game_id)
            assert [str(event) for event in kept[: len(events)]] == events
            assert len(kept) <= len(events) + 1, "more than the one event in hand was written"
            # What was written but not told is told now: the next player goes on after it.
            record = begin(header)
            sums = []
            for event in kept:
                record = record.after(event)
                sums.append(checksum(record.state))
            assert sums[: len(events)] == told.sums[game_id]
            told.events[game_id], told.sums[game_id] = list(map(str, kept)), sums
        assert store.games()[0].game_id >= max(told.events)


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


def test_the_checksums_of_the_kill_test_tell_states_apart():
    record = begin(HEADER)
    after = record.after(SHOW)
    assert checksum(after.state) != checksum(record.state)
    assert checksum(after.after(parse_event("undo 1")).state) == checksum(record.state)
