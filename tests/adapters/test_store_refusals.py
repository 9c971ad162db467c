"""The journal in a file: what it refuses, and what is wrong with files and disks, each said."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from pi_app.adapters.store import APPLICATION_ID, SCHEMA_VERSION, Store
from pi_app.adapters.store_errors import StoreError
from tests.adapters.player import HEADER
from tests.adapters.stores import SHOW, STOP, opened

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
