"""What players corrected: the picture, the reading and what it really was, in a bounded folder.

`Learner` stands before the table: it passes every command on and notes those that correct a
reading. Encoding and writing happen in a thread of its own; the table never waits, and what
does not fit into the small queue is let go. Each entry is a picture and a sidecar as calibration
pictures have it ({"faces": ...}) with the reading; the calibration of the time lies beside them.
May import: table.types, vision's types, calibration.model.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from queue import Full, Queue
from typing import Any, Protocol

from calibration.model import to_text
from pi_app.rules.dice import parse_die
from pi_app.table.reading_json import reading_json
from pi_app.table.types import Command, Confirm, Correct, Enter, Mood, Picture, Snapshot
from vision.calibration_values import Calibration
from vision.types import Reading

log = logging.getLogger(__name__)

MOST_BYTES = 200_000_000
_MOST_WAITING = 4


class _Table(Protocol):
    def submit(self, command: Command) -> Future[Snapshot]: ...
    def snapshot(self) -> Snapshot: ...
    def wait(self, since: int, timeout: float) -> Snapshot: ...


@dataclass(frozen=True, slots=True)
class Correction:
    """One reading that a player put right: which picture, what was read, what it shows.

    kind : "correct", "confirm" or "enter".
    """

    picture: int
    reading: Reading
    faces: tuple[str, ...]
    kind: str


def correction_of(command: Command, before: Snapshot, after: Snapshot) -> Correction | None:
    """What a command teaches about the last picture; None when that is not surely known."""
    if before.reading is None or before.picture is None or before.moving:
        return None
    match command:
        case Correct():
            faces, kind = _faces(after), "correct"
            if any(not die.sure for die in after.dice if die.text):
                return None  # the other dice were not looked at yet
        case Confirm():
            faces, kind = _faces(before), "confirm"
        case Enter() if before.mood in (Mood.ASK, Mood.REFUSED):
            faces, kind = _entered(command, before), "enter"
        case _:
            return None
    if faces is None or after.picture not in (before.picture, None):
        return None
    return Correction(before.picture, before.reading, faces, kind)


def _faces(shown: Snapshot) -> tuple[str, ...] | None:
    texts = [die.text for die in shown.dice if die.text]
    return None if "?" in texts else tuple(sorted(texts))


def _entered(command: Enter, before: Snapshot) -> tuple[str, ...] | None:
    """All dice of the picture, where the typed ones and those that lay there make it up."""
    expect = before.expect
    lying = expect.lying if expect is not None else ()
    typed = tuple(map(str, command.dice))
    if not lying or expect is None or len(command.dice) == expect.throw + len(lying):
        return tuple(sorted(typed))
    seen = len(before.reading.dice) if before.reading is not None else 0
    both = (*typed, *map(str, lying))
    return tuple(sorted(both)) if seen == len(both) else None


def is_right(reading: Reading, faces: tuple[str, ...]) -> bool:
    """Whether a reading shows exactly these dice."""
    return Counter(map(str, reading.dice)) == Counter(str(parse_die(face)) for face in faces)


class Learner:
    """A table that notes what players correct; give it to the pages instead of the table.

    picture : gives a settled picture by its number. calibrations : those in use, one a dice set.
    stamp : names an entry, growing with time ("20260101T120000Z").
    """

    def __init__(
        self,
        table: _Table,
        folder: Path,
        picture: Callable[[int], Picture | None],
        calibrations: Callable[[], tuple[Calibration, ...]],
        stamp: Callable[[], str],
        *,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._table = table
        self._folder = folder
        self._picture = picture
        self._calibrations = calibrations
        self._stamp = stamp
        self._most_bytes = most_bytes
        self._queue: Queue[Correction | None] = Queue(_MOST_WAITING)
        self._names: dict[int, str] = {}
        self._thread = threading.Thread(target=self._serve, name="corrections", daemon=True)
        self.snapshot, self.wait = table.snapshot, table.wait

    def submit(self, command: Command) -> Future[Snapshot]:
        """Pass a command on; note it once it was taken."""
        before = self._table.snapshot()
        future = self._table.submit(command)
        if isinstance(command, Correct | Confirm | Enter):
            future.add_done_callback(lambda done: self._note(command, before, done))
        return future

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def close(self) -> None:
        """Write what was noted, and end."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join(timeout=5)

    def _note(self, command: Command, before: Snapshot, done: Future[Snapshot]) -> None:
        """In the table's thread: only compare and queue."""
        if done.cancelled() or done.exception() is not None:
            return
        correction = correction_of(command, before, done.result())
        if correction is None:
            return
        try:
            self._queue.put_nowait(correction)
        except Full:
            log.info("a correction was let go: the disk is slower than the players")

    # ---- in its own thread --------------------------------------------------------------------

    def _serve(self) -> None:
        while (correction := self._queue.get()) is not None:
            self.write(correction)

    def write(self, correction: Correction) -> Path | None:
        """Keep a correction; None when it can't be kept, which the game never feels."""
        picture = self._picture(correction.picture)
        if picture is None:
            return None
        name = self._names.setdefault(
            correction.picture, f"{self._stamp()}-{correction.picture:06d}"
        )
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _write(self._folder / f"{name}.jpg", picture.jpeg)
            sidecar = json.dumps(self._sidecar(correction), ensure_ascii=False)
            _write(self._folder / f"{name}.json", sidecar.encode())
            prune(self._folder, self._most_bytes)
        except OSError as error:
            log.warning("a correction can't be kept: %s", error)
            return None
        return self._folder / f"{name}.json"

    def _sidecar(self, correction: Correction) -> dict[str, Any]:
        reading = correction.reading
        return {
            "faces": " ".join(correction.faces),
            "kind": correction.kind,
            "was_right": is_right(reading, correction.faces),
            "calibrations": [self._kept(one) for one in self._calibrations()],
            "reading": reading_json(reading),
        }

    def _kept(self, calibration: Calibration) -> str:
        """The file name of a calibration in use, kept once."""
        text = to_text(calibration).encode()
        name = f"calibration-{hashlib.sha256(text).hexdigest()[:12]}.toml"
        path = self._folder / name
        if not path.exists():
            _write(path, text)
        return name


def calibrations_of(sidecar: Path) -> tuple[Path, ...]:
    """The calibrations by which an entry was read; none if it was read by the picture alone.

    Raises OSError or ValueError when the sidecar can't be read.
    """
    data = json.loads(sidecar.read_text(encoding="utf-8"))
    if not isinstance(data, dict):
        raise ValueError("it is no table of facts")
    only = data.get("calibration")  # as it was written while one set could be in use
    names = data.get("calibrations", [only] if only else [])
    return tuple(sidecar.with_name(Path(str(name)).name) for name in names)


def _named_by(sidecar: Path) -> tuple[Path, ...]:
    """The calibrations of an entry; none if somebody has spoiled its sidecar."""
    try:
        return calibrations_of(sidecar)
    except ValueError:
        return ()


def entries(folder: Path) -> tuple[Path, ...]:
    """The sidecars of a folder, the oldest first; half of an entry is none."""
    return tuple(p for p in sorted(folder.glob("*.json")) if p.with_suffix(".jpg").exists())


def prune(folder: Path, most_bytes: int) -> None:
    """Remove the oldest entries, and calibrations that none names, until the rest fits.

    What a power cut left half written goes first: there is only one writer, and it is here.
    """
    for half in folder.glob("*.part"):
        half.unlink()
    size = sum(path.stat().st_size for path in folder.iterdir())
    for sidecar in entries(folder)[:-1]:
        if size <= most_bytes:
            return
        for path in (sidecar, sidecar.with_suffix(".jpg")):
            size -= path.stat().st_size
            path.unlink()
        size -= _remove_unnamed(folder)


def _remove_unnamed(folder: Path) -> int:
    named = {path.name for sidecar in entries(folder) for path in _named_by(sidecar)}
    freed = 0
    for path in folder.glob("calibration-*.toml"):
        if path.name not in named:
            freed += path.stat().st_size
            path.unlink()
    return freed


def _write(path: Path, data: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
