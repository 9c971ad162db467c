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
nothing. May import: dice, moves, game, games, errors.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any

from pi_app.rules.dice import DICE_SETS, DiceSet
from pi_app.rules.errors import LogError, NotationError, OptionError, RulesError, quoted_list
from pi_app.rules.game import Game, play
from pi_app.rules.games import make_game
from pi_app.rules.moves import Move, parse_move

FORMAT = 1
_NAME = re.compile(r"[^\x00-\x1f\x7f\u2028\u2029]{1,24}")


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
    if len(words) != 2 or not re.fullmatch(r"[1-9]\d{0,5}", words[1]):
        raise NotationError("bad_undo", f'"{text}" is no undo; write how many moves: undo 1.')
    return Undo(int(words[1]))


@dataclass(frozen=True, slots=True)
class Header:
    """What is agreed before the first throw.

    version : of the game's rules when the log was begun. options : only those that were given.
    dice_set : the name of a set in dice.DICE_SETS. seats : the players' names in playing order.
    """

    game: str
    version: int
    seats: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    dice_set: str = "any"

    def __str__(self) -> str:
        lines = [f"tallytray log {FORMAT}", f"game {self.game} {self.version}"]
        lines += [f"option {name} {value}" for name, value in self.options]
        lines += [f"dice {self.dice_set}"]
        return "\n".join(lines + [f"seat {name}" for name in self.seats])

    @property
    def dice(self) -> DiceSet:
        """The set of dice that is thrown."""
        return DICE_SETS[self.dice_set]

    def make(self) -> Game[Any]:
        """The game with its options settled, after every field has been checked.

        Raises OptionError with what would be right.
        """
        game = make_game(self.game, dict(self.options))
        if self.version > game.info.version:
            raise OptionError(
                "newer_rules",
                f"this log was begun with rules {self.version} of {self.game}; this program knows "
                f"up to {game.info.version}: please update it.",
            )
        if self.dice_set not in DICE_SETS:
            names = quoted_list(tuple(DICE_SETS))
            raise OptionError("unknown_dice", f'There is no dice set "{self.dice_set}"; {names}.')
        check_seats(game, self.seats)
        return game


def check_seats(game: Game[Any], seats: tuple[str, ...]) -> None:
    """Raise OptionError unless these players can play this game."""
    least, most = game.info.seats
    if not least <= len(seats) <= most:
        raise OptionError(
            "wrong_seats", f"{game.info.title} is for {least} to {most} players, not {len(seats)}."
        )
    for name in seats:
        if not _NAME.fullmatch(name) or name != name.strip():
            raise OptionError(
                "bad_name", f'"{name}" can\'t be a name; use 1 to 24 letters on one line.'
            )
    if len(set(seats)) < len(seats):
        raise OptionError("same_name", "Two players have the same name; please change one.")


def new_header(
    game: str, seats: tuple[str, ...], options: dict[str, str] | None = None, dice: str = "any"
) -> Header:
    """The header of a game that begins now with the rules of today, checked.

    Raises OptionError with what would be right.
    """
    made = make_game(game, options)
    header = Header(
        made.info.name, made.info.version, seats, tuple(sorted((options or {}).items())), dice
    )
    header.make()
    return header


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

    def after(self, event: Event) -> Record:
        """The record with one more event.

        Raises IllegalMove when it is not allowed now, and changes nothing.
        """
        if isinstance(event, Undo):
            return self._undone(event)
        state = play(self.game, self.state, event, self.header.dice)
        return replace(self, states=(*self.states, state), moves=(*self.moves, event))

    def _undone(self, undo: Undo) -> Record:
        if undo.count > len(self.moves):
            raise NotationError(
                "nothing_to_undo",
                f"{undo} can't be done: only {len(self.moves)} moves have been made.",
            )
        left = len(self.moves) - undo.count
        return replace(self, states=self.states[: left + 1], moves=self.moves[:left])


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
    lines = [
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    header, rest = _read_header(lines)
    record = _begin_at(header, lines[0][0] if lines else 1)
    for number, line in rest:
        try:
            record = record.after(parse_event(line))
        except RulesError as error:
            raise LogError(error.slug, error.sentence, number) from error
    return record


def _begin_at(header: Header, line: int) -> Record:
    try:
        return begin(header)
    except RulesError as error:
        raise LogError(error.slug, error.sentence, line) from error


Lines = list[tuple[int, str]]


def _read_header(lines: Lines) -> tuple[Header, Lines]:
    number, first = lines[0] if lines else (1, "")
    _check_first(first, number)
    fields: dict[str, list[str]] = {"game": [], "option": [], "dice": [], "seat": []}
    rest = lines[1:]
    while rest and rest[0][1].split()[0] in fields:
        key, _, value = rest.pop(0)[1].partition(" ")
        fields[key].append(value.strip())
    return _header_of(fields, number), rest


def _check_first(line: str, number: int) -> None:
    words = line.split()
    if words[:2] != ["tallytray", "log"] or len(words) != 3 or not words[2].isdigit():
        raise LogError(
            "no_log", 'this is no log of a game; the first line must be "tallytray log 1".', number
        )
    if int(words[2]) > FORMAT:
        raise LogError(
            "newer_format",
            f"logs of form {words[2]} need a newer Tallytray: please update.",
            number,
        )


def _header_of(fields: dict[str, list[str]], number: int) -> Header:
    game = fields["game"][0].split() if len(fields["game"]) == 1 else []
    if len(game) != 2 or not game[1].isdigit():
        raise LogError(
            "no_game", "the header needs one line with the game: game spicy_classic 1.", number
        )
    options = tuple(tuple(text.split(maxsplit=1)) for text in fields["option"])
    if any(len(option) != 2 for option in options):
        raise LogError("bad_option", "an option needs a name and a value.", number)
    pairs = tuple((name, value) for name, value in options)
    dice = fields["dice"][0] if fields["dice"] else "any"
    return Header(game[0], int(game[1]), tuple(fields["seat"]), pairs, dice)


def format_log(header: Header, events: tuple[Event, ...]) -> str:
    """The text of a log; the twin of `replay`."""
    return "\n".join([str(header), *map(str, events)]) + "\n"
