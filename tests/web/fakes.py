"""Stand-ins for what the pages are given: a table that plays by the real rules, at once and in
the caller's thread, and hands, panel, pictures and archive that remember what was done."""

from __future__ import annotations

import struct
import threading
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

from pi_app.rules.dice import parse_die
from pi_app.rules.log import Event, Header, Record, Undo, begin, format_log, new_header
from pi_app.rules.moves import Verb, show
from pi_app.rules.resolve import lit
from pi_app.table.types import (
    Command,
    Confirm,
    Correct,
    Enter,
    GameEntry,
    NewGame,
    Resume,
    SeenDie,
    Snapshot,
    StaleTap,
    TakeBack,
    Tap,
)
from pi_app.web.ports import (
    Picture,
    Place,
    TrayDie,
)

START = new_header("keep_on_rolling", ("Ann", "Ben"))


class FakeTable:
    """A table with the real rules and no thread, camera or disk; `dress` puts on what it lacks."""

    def __init__(self, header: Header = START) -> None:
        self.record: Record = begin(header)
        self.seq = 1
        self.game_id = 1
        self.commands: list[Command] = []
        self.dress: Callable[[Snapshot], Snapshot] = lambda snapshot: snapshot
        self.games: list[Record] = [self.record]
        self._changed = threading.Condition()
        self._shown = self._draw()

    def submit(self, command: Command) -> Future[Snapshot]:
        """The snapshot after the command, or its refusal."""
        future: Future[Snapshot] = Future()
        with self._changed:
            self.commands.append(command)
            try:
                self._do(command)
            except Exception as error:
                future.set_exception(error)
            else:
                self._show()
                future.set_result(self._shown)
        return future

    def snapshot(self) -> Snapshot:
        return self._shown

    def wait(self, since: int, timeout: float) -> Snapshot:
        with self._changed:
            self._changed.wait_for(lambda: self._shown.seq != since, timeout)
            return self._shown

    def play(self, *events: Event) -> None:
        """These events happen without anybody tapping."""
        with self._changed:
            for event in events:
                self.record = self.record.after(event)
            self._show()

    def wear(self, **fields: Any) -> None:
        """The snapshot shows these fields from now on."""
        with self._changed:
            self.dress = lambda snapshot: replace(snapshot, **fields)
            self._show()

    def _show(self) -> None:
        self.seq += 1
        self._shown = self._draw()
        self._changed.notify_all()

    def _do(self, command: Command) -> None:
        match command:
            case Tap(move, seq):
                self._check(seq)
                self.record = self.record.after(move)
            case Enter(dice, seq):
                self._check(seq)
                self.record = self.record.after(show(dice))
            case TakeBack(seq, count):
                self._check(seq)
                self.record = self.record.after(Undo(count))
            case Correct() | Confirm():
                self._check(command.seq)
            case NewGame(header):
                self.record = begin(header)
                self.games.append(self.record)
                self.game_id = len(self.games)
            case Resume(game_id):
                if not 1 <= game_id <= len(self.games):
                    raise LookupError(game_id)
                self.record, self.game_id = self.games[game_id - 1], game_id
            case _:
                raise AssertionError(f"no page sends {command}")

    def _check(self, seq: int) -> None:
        if seq != self.seq:
            raise StaleTap("stale", "The table has changed; nothing was done.")

    def _draw(self) -> Snapshot:
        record = self.record
        game, state, header = record.game, record.state, record.header
        return self.dress(
            Snapshot(
                seq=self.seq,
                game_id=self.game_id,
                header=header,
                title=game.info.title,
                sheet=game.sheet(state, header.seats),
                scores=game.scores(state),
                to_move=game.to_move(state),
                expect=game.expects(state),
                legal=game.legal(state),
                over=game.is_over(state),
                winners=game.winners(state),
                lit=lit(game, state),
                can_undo=len(record.moves),
                last_moves=tuple(str(move) for move in record.moves[-5:]),
            )
        )


@dataclass
class FakeArchive:
    """The games of a FakeTable, as a journal tells them."""

    table: FakeTable

    def games(self) -> tuple[GameEntry, ...]:
        return tuple(
            GameEntry(number, record.header, "2026-01-02 19:30", len(record.moves), False)
            for number, record in reversed(list(enumerate(self.table.games, 1)))
        )

    def log_text(self, game_id: int) -> str:
        if not 1 <= game_id <= len(self.table.games):
            raise LookupError(game_id)
        record = self.table.games[game_id - 1]
        return format_log(record.header, record.moves)


@dataclass
class FakePanel:
    """Remembers which buttons went down and up."""

    deeds: list[tuple[str, Verb]] = field(default_factory=list)

    def press(self, verb: Verb) -> None:
        self.deeds.append(("press", verb))

    def release(self, verb: Verb) -> None:
        self.deeds.append(("release", verb))


@dataclass
class FakeTray:
    """Six dice that lie where they are put; a throw is counted and changes nothing."""

    lying: list[TrayDie] = field(
        default_factory=lambda: [
            TrayDie(text, Place.TRAY, ("1", "2", "3r", "4", "5", "6"))
            for text in ("1", "3", "3", "5r", "6", "6r")
        ]
    )
    throws: int = 0

    def dice(self) -> tuple[TrayDie, ...]:
        return tuple(self.lying)

    def throw(self) -> None:
        self.throws += 1

    def pick_up(self, index: int) -> None:
        self._put(index, Place.HAND)

    def set_aside(self, index: int) -> None:
        self._put(index, Place.STRIP)

    def take_off(self, index: int) -> None:
        self._put(index, Place.ASIDE)

    def put_back(self, index: int) -> None:
        self._put(index, Place.TRAY)

    def turn(self, index: int, value: int) -> None:
        die = self.lying[index]
        self.lying[index] = replace(die, text=die.faces[value - 1])

    def _put(self, index: int, place: Place) -> None:
        self.lying[index] = replace(self.lying[index], place=place)


@dataclass
class FakePictures:
    """One picture under every number up to `last`."""

    picture: Picture
    last: int = 99

    def settled(self, number: int) -> Picture | None:
        return self.picture if number <= self.last else None

    def live(self) -> Picture | None:
        return self.picture


def seen_dice(texts: str, size_px: float = 60.0) -> tuple[SeenDie, ...]:
    """Dice in a row, as a reading would show them."""
    dice = []
    for index, text in enumerate(texts.split()):
        x, y = 100.0 + index * 2 * size_px, 200.0
        half = size_px / 2
        corners = tuple(
            (x + across * half, y + down * half)
            for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )
        dice.append(SeenDie(text, (x, y), corners, index=index))
    return tuple(dice)


def dice_of(text: str) -> tuple[Any, ...]:
    """Dice in notation."""
    return tuple(sorted(parse_die(word) for word in text.split()))


def grey_picture(width_px: int = 640, height_px: int = 480) -> Picture:
    """A grey PNG: browsers look at the bytes, not at the name."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width_px, height_px, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x50" * width_px) * height_px)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", rows), chunk(b"IEND", b""))
    return Picture(b"\x89PNG\r\n\x1a\n" + b"".join(parts), width_px, height_px)
