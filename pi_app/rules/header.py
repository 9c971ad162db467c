"""What is agreed before the first throw: the head of a log, and its text form.

May import: dice, game, games, errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pi_app.rules.dice import DICE_SETS, DiceSet
from pi_app.rules.errors import LogError, OptionError, RulesError, quoted, quoted_list
from pi_app.rules.game import Game
from pi_app.rules.games import make_game

FORMAT = 1
# No control characters and nothing that ends a line: a name is the rest of its line in the log.
_NAME = re.compile(r"[^\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]{1,24}")
_ENDS = re.compile(r"\r\n|\r|\n")
_MOVES = re.compile(r"(p\d|tray|undo)\b")
_FIELDS = ("game", "option", "dice", "seat")
_FIELD_OF_SLUG = {
    "unknown_option": "option",
    "bad_option_value": "option",
    "unknown_dice": "dice",
    "wrong_seats": "seat",
    "bad_name": "seat",
    "same_name": "seat",
}
# how a sentence names what is wrong: the value of a line, or its first word
_WORDS_OF_SLUG = {
    "unknown_option": "no option {word}",
    "bad_option_value": "Option {name} can't",
    "bad_name": "{value} can't",
}


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
                f"This log was begun with rules {self.version} of {self.game}; this program knows "
                f"up to {game.info.version}: please update it.",
            )
        if self.dice_set not in DICE_SETS:
            names = quoted_list(tuple(DICE_SETS))
            raise OptionError(
                "unknown_dice",
                f"There is no dice set {quoted(self.dice_set)}; the sets are: {names}.",
            )
        check_seats(game, self.seats)
        return game


def check_seats(game: Game[Any], seats: tuple[str, ...]) -> None:
    """Raise OptionError unless these players can play this game."""
    least, most = game.info.seats
    if not least <= len(seats) <= most:
        range_text = f"{least}" if least == most else f"{least} to {most}"
        raise OptionError(
            "wrong_seats", f"{game.info.title} is for {range_text} players, not {len(seats)}."
        )
    for name in seats:
        if not _NAME.fullmatch(name) or name != name.strip():
            raise OptionError(
                "bad_name",
                f"{quoted(name)} can't be a name; use 1 to 24 letters on one line, without blanks "
                "around them.",
            )
    if len(set(seats)) < len(seats):
        raise OptionError("same_name", "Two players have the same name; please change one.")


def new_header(
    game: str,
    seats: tuple[str, ...],
    options: Mapping[str, str] | None = None,
    dice: str = "any",
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


# ---- the text form --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a log that says something, with its number counted from 1."""

    number: int
    text: str


def lines_of(text: str) -> tuple[Line, ...]:
    """The lines of a log that say something: not empty, and not beginning with #.

    Only what an editor counts as one ends a line, so that its line numbers are the same.
    """
    numbered = (Line(number, line.strip()) for number, line in enumerate(_ENDS.split(text), 1))
    return tuple(line for line in numbered if line.text and not line.text.startswith("#"))


def parse_header(text: str) -> Header:
    """The header that a text says; the twin of `str`. `make` checks whether it can be played.

    >>> parse_header("tallytray log 1\\ngame keep_on_rolling 1\\nseat Ann").seats
    ('Ann',)

    Raises LogError that names the line at fault.
    """
    header, rest = split_header(lines_of(text))
    for line in rest:
        raise LogError("no_header", f"{quoted(line.text)} belongs to no header.", line.number)
    return header


def split_header(lines: tuple[Line, ...]) -> tuple[Header, tuple[Line, ...]]:
    """The header at the beginning of a log, and the lines after it.

    Raises LogError that names the line at fault.
    """
    _check_first(lines)
    length = 1 + sum(1 for _ in _header_lines(lines[1:]))
    for line in lines[length : length + 1]:
        _check_after(line)
    return _header_of(lines[:length]), lines[length:]


def _check_after(line: Line) -> None:
    """Raise LogError unless the first line after the header can be a move: it may be misspelt."""
    refuse_header(line)
    if not _MOVES.match(line.text):
        raise LogError(
            "bad_line",
            f"{quoted(line.text)} begins neither a line of the header (game, option, dice, seat) "
            "nor a move (p1, tray).",
            line.number,
        )


def refuse_header(line: Line) -> None:
    """Raise LogError when a line after the header is one of those that only a header has."""
    word = line.text.split()[0]
    if word in _FIELDS:
        raise LogError(
            "late_header",
            f"{quoted(line.text)} belongs in the header, before the first move.",
            line.number,
        )
    if word == "tallytray":
        raise LogError(
            "two_logs",
            f"{quoted(line.text)} begins another log; give each log a file of its own.",
            line.number,
        )


def blame(error: RulesError, lines: tuple[Line, ...]) -> LogError:
    """The error of a header that can't be played, at the line which says what is wrong."""
    field = _FIELD_OF_SLUG.get(error.slug, "game")
    those = [line for line in lines if line.text.split()[0] == field]
    named = [line for line in those if _names(error, line)]
    at = (named or those or list(lines))[-1 if error.slug == "same_name" else 0]
    return LogError(error.slug, error.sentence, at.number)


def _names(error: RulesError, line: Line) -> bool:
    """Whether the sentence is about what this line says."""
    pattern = _WORDS_OF_SLUG.get(error.slug)
    if pattern is None:
        return False
    value = _key_and_value(line.text)[1]
    name = _key_and_value(value)[0]
    words = pattern.format(value=quoted(value), name=name, word=quoted(name))
    return words in error.sentence


def _header_lines(lines: tuple[Line, ...]) -> Iterator[Line]:
    for line in lines:
        if line.text.split()[0] not in _FIELDS:
            return
        yield line


def _check_first(lines: tuple[Line, ...]) -> None:
    number, words = (lines[0].number, lines[0].text.split()) if lines else (1, [])
    if words[:2] != ["tallytray", "log"] or len(words) != 3 or _number(words[2]) is None:
        raise LogError(
            "no_log", 'This is no log of a game; the first line must be "tallytray log 1".', number
        )
    if int(words[2]) > FORMAT:
        raise LogError(
            "newer_format",
            f"Logs of form {words[2]} need a newer Tallytray: please update.",
            number,
        )


def _header_of(lines: tuple[Line, ...]) -> Header:
    fields: dict[str, list[Line]] = {name: [] for name in _FIELDS}
    for line in lines[1:]:
        key, value = _key_and_value(line.text)
        fields[key].append(Line(line.number, value))
    given = _only(fields["dice"], "dice")
    dice = "any" if given is None else given
    game = _game_of(fields["game"], lines[-1].number)
    seats = tuple(line.text for line in fields["seat"])
    return Header(game[0], game[1], seats, _options_of(fields["option"]), dice)


def _game_of(lines: list[Line], last: int) -> tuple[str, int]:
    words = (_only(lines, "game") or "").split()
    version = _number(words[1]) if len(words) == 2 else None
    if version is None:
        raise LogError(
            "no_game",
            "The header needs the game and the version of its rules: game spicy_classic 1.",
            lines[0].number if lines else last,
        )
    return words[0], version


def _only(lines: list[Line], field: str) -> str | None:
    for line in lines[1:]:
        raise LogError("twice", f"The header says {field} twice; once is right.", line.number)
    return lines[0].text if lines else None


def _options_of(lines: list[Line]) -> tuple[tuple[str, str], ...]:
    options: dict[str, str] = {}
    for line in lines:
        name, value = _key_and_value(line.text)
        if not value:
            raise LogError(
                "bad_option", "An option needs a name and a value: option target 250.", line.number
            )
        if name in options:
            raise LogError(
                "twice", f"The header says option {name} twice; once is right.", line.number
            )
        options[name] = value
    return tuple(options.items())


def _key_and_value(text: str) -> tuple[str, str]:
    """The first word of a line, and what stands behind the blanks or tabs after it.

    >>> _key_and_value("seat \tAnn Lee"), _key_and_value("dice"), _key_and_value("")
    (('seat', 'Ann Lee'), ('dice', ''), ('', ''))
    """
    key, value = [*text.split(maxsplit=1), "", ""][:2]
    return key, value


def _number(word: str) -> int | None:
    return int(word) if re.fullmatch(r"[1-9][0-9]{0,5}", word) else None
