"""What goes into a table and what comes out of it.

Commands are put into one queue that one thread owns; a Snapshot is what everybody may look at.
May import: rules, vision.types.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from pi_app.rules.dice import Dice
from pi_app.rules.errors import RulesError
from pi_app.rules.game import Expect
from pi_app.rules.log import Event, Header
from pi_app.rules.moves import Move, Verb
from pi_app.rules.sheet import Sheet
from vision.types import Point, Reading


class TableError(Exception):
    """What a table refuses; the twin of RulesError one floor up."""

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug
        self.sentence = sentence


class StaleTap(TableError, ValueError):
    """A tap that was made on a page which no longer shows the present state."""


class Misfit(TableError, ValueError):
    """What was pressed, tapped or said doesn't fit what lies on the tray."""


class Closed(TableError, RuntimeError):
    """A command that came after the table was closed."""


Refusal = RulesError | TableError


# ---- commands -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed (`long`: held down)."""

    verb: Verb
    time_s: float
    long: bool = False


@dataclass(frozen=True, slots=True)
class Tap:
    """A move was chosen on a page that showed state `seq`."""

    move: Move
    seq: int


@dataclass(frozen=True, slots=True)
class Look:
    """The camera's dice lie still and have been read.

    picture : the frame's number; the page asks for the picture by it.
    """

    reading: Reading
    picture: int
    time_s: float


@dataclass(frozen=True, slots=True)
class Motion:
    """Something moves over the tray: what was seen no longer counts."""

    time_s: float
    hand: bool = False


@dataclass(frozen=True, slots=True)
class Correct:
    """A person says what die `index` of the last reading shows (value None: no die there)."""

    index: int
    value: int | None
    red: bool
    seq: int


@dataclass(frozen=True, slots=True)
class Enter:
    """A person says what was thrown, with no camera or against it."""

    dice: Dice
    seq: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """A person says that the last reading is right as it is shown."""

    seq: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last `count` moves are undone."""

    seq: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class NewGame:
    """A new game begins at this table; the old one stays in the journal."""

    header: Header


@dataclass(frozen=True, slots=True)
class Resume:
    """An earlier game of the journal is laid on the table again."""

    game_id: int


@dataclass(frozen=True, slots=True)
class CameraState:
    """The camera was lost (with words) or is back (words empty).

    away : nobody watched the game meanwhile, so what lies there now was not thrown for it.
    """

    words: str
    time_s: float
    away: bool = False


Command = (
    Press
    | Tap
    | Look
    | Motion
    | Correct
    | Enter
    | Confirm
    | TakeBack
    | NewGame
    | Resume
    | CameraState
)


# ---- what comes out -------------------------------------------------------------------------


class Mood(Enum):
    """How the message on the page is meant."""

    PLAIN = "plain"
    ASK = "ask"  # a person must decide or correct something
    REFUSED = "refused"  # what was done didn't fit; nothing changed
    TROUBLE = "trouble"  # the camera, the disk


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die of the last picture as the page draws it.

    index : its number in the reading, which a Correct names. text : "5", "5r", "?" or "" for what
    a person said is no die. corners_px : of its top face in the picture as it was given. sure :
    no question about it. corrected : a person said what it shows.
    """

    text: str
    centre_px: Point
    corners_px: tuple[Point, ...]
    sure: bool = True
    corrected: bool = False
    words: str = ""
    index: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that pages, lamps and listeners may know of a table; immutable.

    seq : grows with every change; a tap names the seq that it was made on.
    lit : the buttons whose lamps are lit. blink : the button whose press was not understood.
    choices : paths to choose from when a button was not understood, as moves to make in turn.
    picture : number of the last settled frame, None before the first. presses : how often a
    button was pressed; a lamp blinks anew with each press that was not understood.
    """

    seq: int
    game_id: int
    header: Header
    title: str
    sheet: Sheet
    scores: tuple[int, ...]
    to_move: int | None
    expect: Expect | None
    legal: tuple[Move, ...]
    over: bool
    winners: tuple[int, ...]
    message: str = ""
    mood: Mood = Mood.PLAIN
    lit: frozenset[Verb] = frozenset()
    blink: Verb | None = None
    waiting: Verb | None = None
    choices: tuple[tuple[Move, ...], ...] = ()
    dice: tuple[SeenDie, ...] = ()
    reading: Reading | None = None
    picture: int | None = None
    moving: bool = False
    camera: str = ""
    can_undo: int = 0
    last_moves: tuple[str, ...] = ()
    presses: int = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a browser shows it; positions of dice are in its pixels."""

    jpeg: bytes
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True)
class GameEntry:
    """One game of the journal, for the list of games."""

    game_id: int
    header: Header
    begun: str
    events: int
    over: bool


class Journal(Protocol):
    """Where events are kept. Every method returns only when what it wrote is on disk.

    Raises an OSError or a subclass of TableError with a sentence when the disk says no.
    """

    def begin(self, header: Header) -> int:
        """A new game's number; it lies on the table now."""

    def resume(self, game_id: int) -> None:
        """Notes that an earlier game lies on the table again."""

    def append(self, game_id: int, number: int, event: Event, *, over: bool = False) -> None:
        """Event number `number` (from 1, without gaps) of a game; `over`: after it the game is."""

    def read(self, game_id: int) -> tuple[Header, tuple[Event, ...]]:
        """A game as it was kept; LookupError when there is none of this number."""

    def latest(self) -> int | None:
        """The game that was begun or resumed last, if any."""

    def games(self) -> tuple[GameEntry, ...]:
        """All games, the latest first."""
