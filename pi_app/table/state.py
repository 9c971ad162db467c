"""The state of a table between two commands, and what is told of it.

Pure. May import: rules, table.types, table.view.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from pi_app.rules.dice import Dice
from pi_app.rules.errors import LogError
from pi_app.rules.game import Expect, Game
from pi_app.rules.log import Event, Record
from pi_app.rules.moves import Move, Verb
from pi_app.rules.resolve import Keeping, Path, lit, paths
from pi_app.rules.secret import told
from pi_app.rules.sheet import Sheet
from pi_app.table.types import Mood, Refusal, SeenDie, Snapshot
from pi_app.table.view import Lying, View, forget_game, settle

_LAST_MOVES = 8
_SEAT = re.compile(r"\b(?:p|player )([1-9])\b")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is known of a position of the game; found once.

    hand : whose dice are in play, where that can be told: a throw of them is due or possible.
    """

    sheet: Sheet
    scores: tuple[int, ...]
    to_move: int | None
    expect: Expect | None
    legal: tuple[Move, ...]
    over: bool
    winners: tuple[int, ...]
    lit: frozenset[Verb]
    hand: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TableState:
    """One game being played and what is seen of it.

    written : events in the journal. game_seq : the seq since which the game is as it is; a tap
    that was made on an older page is stale. look_seq : the same for the picture, asked_seq for
    the choices. hand : whose throw was counted last. waiting : the button whose argument the
    tray has not shown yet. pending : what the waiting button seems to mean so far.
    """

    record: Record
    game_id: int
    shown: Shown
    written: int = 0
    seq: int = 1
    game_seq: int = 1
    look_seq: int = 1
    asked_seq: int = 1
    keeping: Keeping = Keeping.ANY
    view: View = field(default_factory=View)
    hand: str = "table"
    message: str = ""
    mood: Mood = Mood.PLAIN
    waiting: Verb | None = None
    pending: Path = ()
    blink: Verb | None = None
    choices: tuple[Path, ...] = ()
    camera: str = ""
    presses: int = 0

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self.record.game

    @property
    def position(self) -> Any:
        """The state of the game."""
        return self.record.state

    @property
    def in_play(self) -> str:
        """Whose dice are in play."""
        return self.shown.hand or self.hand

    @property
    def should(self) -> Dice | None:
        """What should lie on the tray, where the rules know."""
        return self.game.tray(self.position)

    @property
    def expect(self) -> Expect | None:
        """The throw that is due, if one is."""
        return self.shown.expect


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command leads to.

    events : to be written before the state is told to anyone. refusal : why the command was
    refused; the state may say so too.
    """

    state: TableState
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None


def lay(
    record: Record,
    game_id: int,
    written: int,
    *,
    seq: int = 1,
    keeping: Keeping = Keeping.ANY,
    view: View | None = None,
) -> TableState:
    """The state in which a game lies on the table; what is on the tray was there before it."""
    return TableState(
        record,
        game_id,
        shown_of(record),
        written,
        seq=seq,
        game_seq=seq,
        look_seq=seq,
        keeping=keeping,
        view=forget_game(view or View()),
    )


def shown_of(record: Record) -> Shown:
    """What a page shows of a position."""
    game, state = record.game, record.state
    over = game.is_over(state)
    expect = None if over else game.expects(state)
    return Shown(
        sheet=game.sheet(state, record.header.seats),
        scores=game.scores(state),
        to_move=game.to_move(state),
        expect=expect,
        legal=game.legal(state),
        over=over,
        winners=game.winners(state),
        lit=lit(game, state),
        hand=expect.hand if expect is not None else _hand_to_roll(game, state),
    )


def _hand_to_roll(game: Game[Any], state: Any) -> str | None:
    """Whose dice would be thrown now."""
    ways = (expect_after(game, state, way) for way in paths(game, state, Verb.ROLL))
    expect = next(ways, None)
    return None if expect is None else expect.hand


def expect_after(game: Game[Any], state: Any, path: Path) -> Expect | None:
    """The throw that is due when the moves of a path have been made."""
    for move in path:
        state = game.apply(state, move)
    return game.expects(state)


def quiet(state: TableState) -> TableState:
    """The state with nothing asked and nothing waited for."""
    return replace(
        state, message="", mood=Mood.PLAIN, waiting=None, pending=(), blink=None, choices=()
    )


def say(state: TableState, message: str, mood: Mood = Mood.PLAIN) -> TableState:
    """The state with a message on the page."""
    return replace(state, message=message, mood=mood)


def go_on(state: TableState, *events: Event) -> Outcome:
    """The outcome of events that aren't a throw on the tray; raises IllegalMove."""
    return _played(state, events, settle(state.view, state.in_play))


def count_throw(state: TableState, events: tuple[Event, ...], hand: str) -> Outcome:
    """The outcome of events whose last is the throw of a hand that lies on the tray now."""
    view = settle(state.view, hand, counted=True)
    return _played(replace(state, hand=hand), events, view)


def _played(state: TableState, events: tuple[Event, ...], view: View) -> Outcome:
    record = state.record
    for event in events:
        record = record.after(event)
    after = replace(
        quiet(state),
        record=record,
        shown=shown_of(record),
        written=state.written + len(events),
        view=view,
        game_seq=state.seq + 1,
    )
    return Outcome(after, events)


# ---- what is told ---------------------------------------------------------------------------


def named(words: str, seats: tuple[str, ...]) -> str:
    """A sentence of the rules, which know no names, as the players read it.

    >>> named("p1 must wait: player 2 throws 4 dice", ("Ann", "Ben"))
    'Ann must wait: Ben throws 4 dice'
    """
    return _SEAT.sub(lambda found: _name(found, seats), words)


def _name(found: re.Match[str], seats: tuple[str, ...]) -> str:
    seat = int(found[1])
    return seats[seat - 1] if seat <= len(seats) else found[0]


def with_names(refusal: Refusal, seats: tuple[str, ...]) -> Refusal:
    """A refusal with the players' names in its sentence."""
    if isinstance(refusal, LogError):
        return refusal
    return type(refusal)(refusal.slug, named(refusal.sentence, seats))


def _expect_named(expect: Expect | None, seats: tuple[str, ...]) -> Expect | None:
    return None if expect is None else replace(expect, words=named(expect.words, seats))


def snapshot_of(state: TableState) -> Snapshot:
    """What everybody may know."""
    record, shown, view = state.record, state.shown, state.view
    seats = record.header.seats
    return Snapshot(
        seq=state.seq,
        game_id=state.game_id,
        header=record.header,
        title=record.game.info.title,
        sheet=shown.sheet,
        scores=shown.scores,
        to_move=shown.to_move,
        expect=_expect_named(shown.expect, seats),
        legal=shown.legal,
        over=shown.over,
        winners=shown.winners,
        message=named(state.message, seats),
        mood=state.mood,
        lit=shown.lit,
        blink=state.blink,
        waiting=state.waiting,
        choices=state.choices,
        dice=tuple(seen_die(index, die) for index, die in enumerate(view.dice)),
        reading=view.reading,
        picture=view.picture,
        moving=view.moving,
        camera=state.camera,
        can_undo=len(record.moves),
        presses=state.presses,
        last_moves=told(record, _LAST_MOVES),
    )


def seen_die(index: int, die: Lying) -> SeenDie:
    """One die as the page draws it."""
    text = "" if die.absent else str(die.face or "?")
    return SeenDie(
        text=text,
        centre_px=die.read.centre_px,
        corners_px=die.read.corners_px,
        sure=not die.doubtful,
        corrected=die.corrected,
        words=die.words,
        index=index,
    )
