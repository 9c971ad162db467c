"""What the pages need of the rest of the house: small Protocols that others implement.

Web knows no camera, no pin and no database. `main` hands these in; a test hands in fakes.
Every method may be called from any thread of the server and answers at once, `wait` excepted.
May import: rules, table.types.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from pi_app.rules.moves import Verb
from pi_app.table.types import Command, GameEntry, SeenDie, Snapshot


class TablePort(Protocol):
    """The table on which a game is played."""

    def submit(self, command: Command) -> Future[Snapshot]:
        """The snapshot after the command; the future raises a Refusal when it was refused."""

    def snapshot(self) -> Snapshot:
        """The present snapshot."""

    def wait(self, since: int, timeout: float) -> Snapshot:
        """The present snapshot as soon as its seq is not `since`, or after `timeout` seconds."""


class Archive(Protocol):
    """The games that are kept; a Table is one."""

    def games(self) -> tuple[GameEntry, ...]:
        """All games, the latest first."""

    def log_text(self, game_id: int) -> str:
        """The log of a game as a text; LookupError when there is none of this number."""


class Panel(Protocol):
    """The twins of the three hardware buttons: they drive the mock pins, not a side door."""

    def press(self, verb: Verb) -> None:
        """The finger goes down on this button."""

    def release(self, verb: Verb) -> None:
        """The finger goes up again."""


class Place(Enum):
    """Where a die of the virtual tray is."""

    TRAY = "tray"  # where it fell
    STRIP = "strip"  # in the keep strip inside the picture
    HAND = "hand"  # picked up: the next throw throws it
    ASIDE = "aside"  # beside the tray, out of the picture


@dataclass(frozen=True, slots=True)
class TrayDie:
    """One die of the virtual tray; its index in `DemoTray.dice` never changes.

    faces : what each of the numbers 1 to 6 looks like on this die ("1", "2", "3r", ...).
    leans : it leans against the rim, so that no face is up. rolls : it was thrown, and the camera
    has not seen it come to rest; what it will show is not told.
    """

    text: str
    place: Place
    faces: tuple[str, ...] = ()
    leans: bool = False
    rolls: bool = False


class DemoTray(Protocol):
    """The virtual tray as a pair of hands uses it."""

    def dice(self) -> tuple[TrayDie, ...]:
        """All dice of the set, each at its own index."""

    def throw(self) -> None:
        """Throws the dice in the hand; with an empty hand, every die that lies on the tray."""

    def pick_up(self, index: int) -> None:
        """Takes a die into the hand."""

    def set_aside(self, index: int) -> None:
        """Moves a die to the keep strip (or beside the tray where there is no strip)."""

    def take_off(self, index: int) -> None:
        """Lays a die beside the tray, out of the picture."""

    def turn(self, index: int, value: int) -> None:
        """Turns a lying die until `value` is up."""

    def put_back(self, index: int) -> None:
        """Lays a die back on the tray with the face that it had."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a browser shows it; positions of dice are in its pixels."""

    jpeg: bytes
    width_px: int
    height_px: int


class Pictures(Protocol):
    """The camera's pictures, each encoded once and shared by all tablets."""

    def settled(self, number: int) -> Picture | None:
        """The settled picture of this number; None when it is no longer kept."""

    def live(self) -> Picture | None:
        """The newest picture; None while there is no camera."""


@dataclass(frozen=True, slots=True)
class CalibrationStep:
    """One step of the guided set-up: what it is called, what is to be done, whether it is done."""

    title: str
    words: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class KeptSet:
    """A dice set that is kept.

    elsewhere : it was measured on another installation. used : its dice are read now.
    """

    name: str
    count: int
    has_red: bool
    elsewhere: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class CalibrationView:
    """What the set-up page shows.

    current : index of the step that is due, None before the start and after the end.
    advice : judgement of the live picture, most important first, each with what to mend.
    ready : the live picture is good enough to be taken.
    picture : the picture to show; None shows the live one.
    summary : after the last step: how well the new set is read, a sentence each.
    can_save : everything is there; `save` may be called.
    dice : of the picture that was taken, to be confirmed or corrected; then `agree`.
    busy : what the program is doing; nothing can be done meanwhile.
    can_skip : the step may be left out.
    remarks : after the last step: what is still not good about the installation.
    hands : the words of the button by which virtual dice do what the step asks; "" for real dice.
    sets : the dice sets that are kept; only told before the start.
    """

    steps: tuple[CalibrationStep, ...]
    current: int | None = None
    advice: tuple[str, ...] = ()
    ready: bool = False
    picture: Picture | None = None
    summary: tuple[str, ...] = ()
    can_save: bool = False
    dice: tuple[SeenDie, ...] = ()
    busy: str = ""
    can_skip: bool = False
    remarks: tuple[str, ...] = ()
    hands: str = ""
    sets: tuple[KeptSet, ...] = ()


class Calibrator(Protocol):
    """The guided set-up. Methods raise a ValueError with a sentence when they are refused."""

    def view(self) -> CalibrationView:
        """Where the set-up stands, with a judgement of the present picture."""

    def start(self) -> None:
        """Begins anew; what was calibrated before stays in use until `save`."""

    def take(self) -> None:
        """Takes the present picture for the current step."""

    def back(self) -> None:
        """Forgets the last picture that was taken."""

    def save(self, name: str) -> None:
        """Keeps the result under the dice set's name and puts it to use."""

    def say(self, index: int, face: str) -> None:
        """Names die `index` of the picture ("5", "5r"); "" says that it is no die."""

    def agree(self) -> None:
        """The dice of the picture are right as they are shown."""

    def skip(self) -> None:
        """Leaves the current step out."""

    def leave(self) -> None:
        """Ends the set-up; the game goes on with what was in use."""

    def hands(self) -> None:
        """Virtual dice do what the step asks."""

    def sets(self) -> tuple[KeptSet, ...]:
        """The dice sets that are kept."""

    def use(self, names: tuple[str, ...]) -> None:
        """Uses exactly these kept dice sets from now on."""

    def packed(self, name: str) -> tuple[str, bytes]:
        """A kept dice set as a file: what it may be called, and its bytes."""

    def take_in(self, data: bytes) -> str:
        """Keeps a dice set that was exported elsewhere; its name."""

    def remove(self, name: str) -> None:
        """Forgets a kept dice set that is not in use."""

    def marker_sheet(self, paper: str, ending: str) -> bytes:
        """The sheet of corner markers: paper "a4" or "letter"; ending ".pdf", ".svg" or ".png"."""
