"""The log of a game: a header, then one line an event; it is save file, replay and undo.

    tallytray log 1
    game keep_on_rolling 1
    option target 250
    dice spicy
    seat Ann
    seat Ben
    tray show 1 2 3 5 5 6
    p1 take 5 5
    undo 1

Undo is a line of its own: nothing is ever deleted. Empty lines and lines that begin with # say
nothing. May import: header, moves, game, errors.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from pi_app.rules.errors import IllegalMove, LogError, NotationError, RulesError, quoted
from pi_app.rules.game import Game, play
from pi_app.rules.header import (
    Header,
    Line,
    blame,
    check_seats,
    lines_of,
    new_header,
    parse_header,
    refuse_header,
    split_header,
)
from pi_app.rules.moves import Move, parse_move

__all__ = [
    "Event",
    "Header",
    "Record",
    "Undo",
    "begin",
    "check_seats",
    "format_log",
    "new_header",
    "parse_event",
    "parse_header",
    "replay",
]


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `count` moves that still stand are taken back.

    >>> print(Undo(2))
    undo 2
    """

    count: int = 1

    def __str__(self) -> str:
        return f"undo {self.count}"


Event = Move | Undo


def parse_event(text: str) -> Event:
    """The event that a line says; the twin of `str`.

    >>> print(parse_event("undo 1"), "|", parse_event("p1 stop"))
    undo 1 | p1 stop

    Raises NotationError.
    """
    words = text.split()
    if words[:1] != ["undo"]:
        return parse_move(text)
    if len(words) != 2 or not re.fullmatch(r"[1-9][0-9]{0,5}", words[1]):
        raise NotationError("bad_undo", f"{quoted(text)} is no undo; write how many moves: undo 1.")
    return Undo(int(words[1]))


@dataclass(frozen=True, slots=True)
class Record:
    """A game as far as it was played: immutable; `after` gives the next one.

    moves : those that still stand. states : one more than moves, the last is the present one.
    """

    header: Header
    game: Game[Any] = field(repr=False)
    states: tuple[Hashable, ...] = field(repr=False)
    moves: tuple[Move, ...] = ()

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over(self.state)

    def after(self, event: Event) -> Record:
        """The record with one more event.

        Raises IllegalMove when it is not allowed now, and changes nothing.
        """
        if isinstance(event, Undo):
            return self._undone(event)
        state = play(self.game, self.state, event, self.header.dice)
        return replace(self, states=(*self.states, state), moves=(*self.moves, event))

    def _undone(self, undo: Undo) -> Record:
        made = len(self.moves)
        if not 1 <= undo.count <= made:
            raise IllegalMove("nothing_to_undo", f'"{undo}" can\'t be done: {_standing(made)}.')
        left = made - undo.count
        return replace(self, states=self.states[: left + 1], moves=self.moves[:left])


def _standing(made: int) -> str:
    """How many moves can be taken back, in words."""
    if not made:
        return "no move has been made that still stands"
    if made == 1:
        return "1 move has been made that still stands, so write undo 1"
    return f"{made} moves have been made that still stand, so undo {made} at most"


def begin(header: Header) -> Record:
    """The record of a game before its first move.

    Raises OptionError when the header can't be played.
    """
    game = header.make()
    return Record(header, game, (game.start(len(header.seats)),))


def replay(text: str) -> Record:
    """The record that a whole log leads to.

    Raises LogError that names the line at fault and what would be right.
    """
    lines = lines_of(text)
    header, rest = split_header(lines)
    try:
        record = begin(header)
    except RulesError as error:
        raise blame(error, lines[: len(lines) - len(rest)]) from error
    for line in rest:
        record = _after_line(record, line)
    return record


def _after_line(record: Record, line: Line) -> Record:
    refuse_header(line)
    try:
        return record.after(parse_event(line.text))
    except RulesError as error:
        raise LogError(error.slug, error.sentence, line.number) from error


def format_log(header: Header, events: tuple[Event, ...]) -> str:
    """The text of a log; the twin of `replay`."""
    return "\n".join([str(header), *map(str, events)]) + "\n"
