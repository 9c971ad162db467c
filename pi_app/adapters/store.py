"""Keeps every event of every game in one SQLite file: append-only, on disk before anyone is told.

One writer: the file is locked as long as it is open, so two programs can't play the same game.
May import: sqlite3, rules.log, table.types.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any

from pi_app.adapters.store_errors import (
    StoreError,
    foreign_file,
    newer_file,
    read_only,
    said_by_sqlite,
)
from pi_app.rules.log import Event, Header, parse_event, parse_header
from pi_app.table.types import GameEntry

SCHEMA_VERSION = 1
APPLICATION_ID = 0x54414C59  # "TALY" in the file's header: no other program's database is touched

# Rows are only ever added: the triggers hold that even against a mistake of our own.
_SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    header TEXT NOT NULL,
    begun TEXT NOT NULL
);
CREATE TABLE event (
    game_id INTEGER NOT NULL REFERENCES game (id),
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    over INTEGER NOT NULL CHECK (over IN (0, 1)),
    written TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
);
CREATE TABLE laid (
    number INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES game (id)
);
CREATE TRIGGER event_without_gap BEFORE INSERT ON event
WHEN NEW.number <> 1 + (SELECT count(*) FROM event WHERE game_id = NEW.game_id)
BEGIN SELECT RAISE(ABORT, 'event number out of order'); END;
"""
_KEEP = "".join(
    f"CREATE TRIGGER {table}_no_{what} BEFORE {what} ON {table}\n"
    "BEGIN SELECT RAISE(ABORT, 'nothing is ever changed'); END;\n"
    for table in ("game", "event", "laid")
    for what in ("update", "delete")
)


def utc_now() -> str:
    """The time as it is written beside an event; nothing in a game depends on it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Store:
    """The journal (`table.types.Journal`) in a file; safe to call from any thread.

    Raises StoreError with a sentence and its mend when the file can't be used.
    """

    def __init__(
        self,
        path: Path,
        *,
        now: Callable[[], str] = utc_now,
        wait_s: float = 2.0,
        most_pages: int | None = None,
    ) -> None:
        """Open or create the file.

        wait_s : how long another program's lock is waited for. most_pages : the largest size
        that the file may have, in pages of 4096 bytes; None for no limit but the disk's.
        """
        self.path = path
        self._now = now
        self._lock = Lock()
        with self._clearly():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._check_rights()
            self._db = sqlite3.connect(
                path, timeout=wait_s, isolation_level=None, check_same_thread=False
            )
        try:
            with self._clearly():
                self._prepare(most_pages)
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    # ---- the journal ----------------------------------------------------------------------

    def begin(self, header: Header) -> int:
        """A new game's number; it lies on the table now."""
        with self._transaction():
            cursor = self._db.execute(
                "INSERT INTO game (header, begun) VALUES (?, ?)", (str(header), self._now())
            )
            game_id = int(cursor.lastrowid or 0)
            self._db.execute("INSERT INTO laid (game_id) VALUES (?)", (game_id,))
        return game_id

    def resume(self, game_id: int) -> None:
        """Notes that an earlier game lies on the table again."""
        with self._transaction():
            self._db.execute("INSERT INTO laid (game_id) VALUES (?)", (game_id,))

    def append(self, game_id: int, number: int, event: Event, *, over: bool = False) -> None:
        """Event number `number` (from 1, without gaps) of a game; `over`: after it the game is."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO event VALUES (?, ?, ?, ?, ?)",
                (game_id, number, str(event), int(over), self._now()),
            )

    def read(self, game_id: int) -> tuple[Header, tuple[Event, ...]]:
        """A game as it was kept; LookupError when there is none of this number."""
        headers = self._rows("SELECT header FROM game WHERE id = ?", game_id)
        if not headers:
            raise LookupError(f"There is no game {game_id} in {self.path}.")
        lines = self._rows("SELECT line FROM event WHERE game_id = ? ORDER BY number", game_id)
        return parse_header(headers[0][0]), tuple(parse_event(line) for (line,) in lines)

    def latest(self) -> int | None:
        """The game that was begun or resumed last, if any."""
        rows = self._rows("SELECT game_id FROM laid ORDER BY number DESC LIMIT 1")
        return int(rows[0][0]) if rows else None

    def games(self) -> tuple[GameEntry, ...]:
        """All games, the latest first."""
        rows = self._rows(
            "SELECT id, header, begun, count(number), coalesce(max(number * 2 + over) & 1, 0)"
            " FROM game LEFT JOIN event ON game_id = id GROUP BY id ORDER BY id DESC"
        )
        return tuple(
            GameEntry(game_id, parse_header(header), begun, events, bool(over))
            for game_id, header, begun, events, over in rows
        )

    # ---- the file -------------------------------------------------------------------------

    def _prepare(self, most_pages: int | None) -> None:
        """Lock the file, look whether it is sound and ours, and create what a new one needs."""
        db = self._db
        db.execute("PRAGMA locking_mode = EXCLUSIVE")  # before the first access: no -shm file
        db.execute("PRAGMA foreign_keys = ON")
        if most_pages is not None:
            db.execute(f"PRAGMA max_page_count = {most_pages:d}")
        self._check_owner()
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("BEGIN IMMEDIATE")  # takes the lock now, not at the first move
        db.execute("COMMIT")
        found = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise sqlite3.DatabaseError(f"quick_check: {found}")
        if db.execute("PRAGMA user_version").fetchone()[0] == 0:
            self._create()

    def _check_rights(self) -> None:
        """Raise StoreError if nothing can be written: SQLite would call that a disk error."""
        for path in (self.path.parent, self.path):
            if path.exists() and not os.access(path, os.W_OK, effective_ids=True):
                raise read_only(self.path)

    def _check_owner(self) -> None:
        """Raise StoreError for another program's database or one of a newer Tallytray."""
        tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        owner = self._db.execute("PRAGMA application_id").fetchone()[0]
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if owner != APPLICATION_ID and (tables or owner):
            raise foreign_file(self.path)
        if version > SCHEMA_VERSION:
            raise newer_file(self.path, version, SCHEMA_VERSION)

    def _create(self) -> None:
        self._db.executescript(
            f"BEGIN IMMEDIATE;\n{_SCHEMA}{_KEEP}"
            f"PRAGMA application_id = {APPLICATION_ID};\n"
            f"PRAGMA user_version = {SCHEMA_VERSION};\nCOMMIT;"
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """One transaction: on disk when it returns, or nothing of it and a StoreError."""
        with self._lock, self._clearly():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock, self._clearly():
            return self._db.execute(query, values).fetchall()

    @contextmanager
    def _clearly(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence with its mend."""
        try:
            yield
        except StoreError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise said_by_sqlite(self.path, error) from error
