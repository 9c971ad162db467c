"""A table to play at in tests: dice are laid by hand, and nothing runs but what is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pi_app.rules.dice import parse_dice
from pi_app.rules.log import Event, Header, new_header
from pi_app.rules.moves import Verb, parse_move
from pi_app.rules.resolve import Keeping
from pi_app.table.table import Table
from pi_app.table.types import (
    Command,
    Confirm,
    Correct,
    Enter,
    GameEntry,
    Look,
    Motion,
    Press,
    Snapshot,
    TableError,
    TakeBack,
    Tap,
)
from vision.types import DieReading, Problem, Reading, Status

KEEP = new_header("keep_on_rolling", ("Ann", "Ben"))
SPICY = new_header("spicy_classic", ("Ann", "Ben"), dice="spicy")
PAIR = new_header("two_of_three", ("Ann", "Ben"))
CATCH = new_header("catch6", ("Ann", "Ben"))
EDGE_PX = 40.0
PATIENCE_S = 30.0  # of tests with a thread: passes at once, ends a test that hangs


class DiskFull(TableError, OSError):
    """What a journal says when the disk is full."""


class Memory:
    """A journal without a file; refuses everything after `room` more events."""

    def __init__(self, room: int = 10_000) -> None:
        self.room = room
        self.kept: dict[int, tuple[Header, list[Event]]] = {}
        self.laid: list[int] = []
        self.over: dict[int, bool] = {}

    def begin(self, header: Header) -> int:
        game_id = len(self.kept) + 1
        self.kept[game_id] = (header, [])
        self.laid.append(game_id)
        return game_id

    def resume(self, game_id: int) -> None:
        self.laid.append(game_id)

    def append(self, game_id: int, number: int, event: Event, *, over: bool = False) -> None:
        if self.room == 0:
            raise DiskFull("full", "The disk is full.")
        self.room -= 1
        events = self.kept[game_id][1]
        assert number == len(events) + 1, "an event out of order"
        events.append(event)
        self.over[game_id] = over

    def read(self, game_id: int) -> tuple[Header, tuple[Event, ...]]:
        if game_id not in self.kept:
            raise LookupError(f"There is no game {game_id}.")
        header, events = self.kept[game_id]
        return header, tuple(events)

    def latest(self) -> int | None:
        return self.laid[-1] if self.laid else None

    def games(self) -> tuple[GameEntry, ...]:
        return tuple(
            GameEntry(game_id, header, "", len(events), self.over.get(game_id, False))
            for game_id, (header, events) in reversed(self.kept.items())
        )


FEW_SEEN = "Only some dice are seen."


@dataclass
class Tray:
    """Dice laid on places; a place is a column of the picture, 100 px wide.

    faint : whether they are of the tray's own colour, so that one may lie there unseen.
    """

    dice: dict[int, DieReading] = field(default_factory=dict)
    faint: bool = False

    def lay(self, text: str, *, first: int = 0, strip: bool = False) -> None:
        """Lay dice on the places from `first` on: "5", "5r", "?" unreadable, "-" none."""
        for place, word in enumerate(text.split(), first):
            self.dice.pop(place, None)
            if word != "-":
                self.dice[place] = die(word, place, strip=strip)

    def clear(self) -> None:
        """Take all dice away."""
        self.dice.clear()

    def reading(self) -> Reading:
        """What the camera reads of it."""
        dice = tuple(self.dice[place] for place in sorted(self.dice))
        if any(one.problem is not None for one in dice):
            return Reading(Status.UNSURE, dice, ("A die leans; please straighten it.",))
        if self.faint and 0 < len(dice) < 6:
            return Reading(Status.UNSURE, dice, (FEW_SEEN,), number_open=True)
        return Reading(Status.OK if dice else Status.EMPTY, dice)


def die(word: str, place: float, *, strip: bool = False) -> DieReading:
    """One die as it is read at a place."""
    x, y, half = 100.0 * place, 400.0 if strip else 100.0, EDGE_PX / 2
    corners = (
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
    )
    if word == "?":
        return DieReading(None, None, 0.1, (x, y), corners, Problem.COCKED, strip)
    face = parse_dice(word)[0]
    return DieReading(face.value, face.red, 0.999, (x, y), corners, in_strip=strip)


class Play:
    """A table, its tray, and hands."""

    def __init__(
        self,
        header: Header = KEEP,
        *,
        keeping: Keeping = Keeping.ANY,
        journal: Memory | None = None,
        empty_tray: bool = True,
    ) -> None:
        self.journal = journal or Memory()
        self.table = Table(self.journal, header, keeping=keeping)
        self.tray = Tray()
        self.pictures = 0
        if empty_tray:
            self.look()

    @property
    def now(self) -> Snapshot:
        """The present snapshot."""
        return self.table.snapshot()

    @property
    def lines(self) -> list[str]:
        """The events in the journal of the present game."""
        return [str(event) for event in self.journal.read(self.now.game_id)[1]]

    def do(self, command: Command) -> Snapshot:
        """Submit a command and have it done; raises what refuses it."""
        future = self.table.submit(command)
        self.table.run_pending()
        return future.result(timeout=0)

    def look(self, reading: Reading | None = None) -> Snapshot:
        """The camera sees the dice at rest."""
        self.pictures += 1
        return self.do(Look(reading or self.tray.reading(), self.pictures, float(self.pictures)))

    def throw(self, text: str, *, first: int = 0, shift: float = 0.0) -> Snapshot:
        """Throw dice onto places; with `shift` they lie elsewhere than before."""
        self.do(Motion(0.0))
        places = [first + place for place in range(len(text.split()))]
        self.tray.lay(text, first=first)
        for place in places if shift else ():
            self.tray.dice[place] = moved(self.tray.dice[place], shift)
        return self.look()

    def pick_up(self, *places: int) -> Snapshot:
        """Take dice off these places and let the camera look."""
        self.do(Motion(0.0, hand=True))
        for place in places:
            del self.tray.dice[place]
        return self.look()

    def put(self, place: int, word: str, *, strip: bool = False) -> Snapshot:
        """Lay one die on a place by hand and let the camera look."""
        self.do(Motion(0.0, hand=True))
        self.tray.lay(word, first=place, strip=strip)
        return self.look()

    def press(self, verb: Verb, *, long: bool = False) -> Snapshot:
        """Press a button."""
        return self.do(Press(verb, 0.0, long))

    def tap(self, text: str, seq: int | None = None) -> Snapshot:
        """Tap a move on a page."""
        return self.do(Tap(parse_move(text), self.now.seq if seq is None else seq))

    def correct(self, index: int, word: str | None) -> Snapshot:
        """Say what a die shows; None: it is no die."""
        face = parse_dice(word)[0] if word else None
        value, red = (face.value, face.red) if face else (None, False)
        return self.do(Correct(index, value, red, self.now.seq))

    def confirm(self) -> Snapshot:
        """Say that the reading is right."""
        return self.do(Confirm(self.now.seq))

    def enter(self, text: str) -> Snapshot:
        """Type in a throw."""
        return self.do(Enter(parse_dice(text), self.now.seq))

    def take_back(self, count: int = 1) -> Snapshot:
        """Take moves back."""
        return self.do(TakeBack(self.now.seq, count))


def moved(one: DieReading, dx_px: float, dy_px: float = 0.0) -> DieReading:
    """The die at another place."""
    shift = lambda point: (point[0] + dx_px, point[1] + dy_px)  # noqa: E731
    return replace(
        one, centre_px=shift(one.centre_px), corners_px=tuple(map(shift, one.corners_px))
    )


def spicy(dice: str = "1 2 3 5r 5 6", keeping: Keeping = Keeping.ANY) -> Play:
    """Ann's first throw in Spicy Dice Classic lies on the tray."""
    play = Play(SPICY, keeping=keeping)
    play.throw(dice)
    return play


def keep(dice: str = "1 2 3 5 5 6", keeping: Keeping = Keeping.ANY) -> Play:
    """Ann's first throw in Keep on Rolling lies on the tray."""
    play = Play(KEEP, keeping=keeping)
    play.throw(dice)
    return play


def after_roll(keeping: Keeping = Keeping.ANY) -> Play:
    """Ann has thrown 1 2 3 5 5 6, has taken 5 5 and is to throw the other four."""
    play = Play(KEEP, keeping=keeping)
    play.throw("1 2 3 5 5 6")
    play.tap("p1 take 5 5")
    play.tap("p1 roll")
    return play
