"""Moves as text: who, verb, and what it is done with.

`p1 roll 1 3`, `p1 flip 5r 4`, `p1 take 5 5`, `p1 mark run`, `p2 bid 4x5`, `p2 place b2 5r`,
`tray show 1 3 3 5r 6 6`. One closed set of verbs serves all games.
May import: dice, errors.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from pi_app.rules.dice import Dice, format_dice, parse_dice, parse_die, sort_dice
from pi_app.rules.errors import NotationError, quoted, quoted_list


class Verb(Enum):
    """Everything that can be done at a table."""

    SHOW = "show"  # tray: these dice were thrown
    ROLL = "roll"  # throw these dice (all of the hand when none is named; x2: so many, unseen)
    FLIP = "flip"  # turn a red die to another number
    STOP = "stop"  # end the turn
    TAKE = "take"  # set dice aside, or hold them
    MARK = "mark"  # score a box
    PLACE = "place"  # put a die on a square or a row of a board
    ADVANCE = "advance"  # move a marker so many levels
    CATCH = "catch"  # catch a number
    CARRY = "carry"  # forfeit the game and carry the caught number over
    BID = "bid"
    CHALLENGE = "challenge"
    PERFECTO = "perfecto"
    DOUBLE = "double"
    REDOUBLE = "redouble"
    SURRENDER = "surrender"
    PASS = "pass"
    SIDE = "side"  # take sides before a showdown
    FREEZE = "freeze"  # show a die and leave it lying
    CHOOSE = "choose"  # settle who starts


TRAY = 0
_WHO = re.compile(r"p[1-9]|tray")
_ARGUMENT = re.compile(r"[1-6]r?|x[1-9]\d?|[1-9]\d?x[1-6]|[a-z][a-z0-9_]*")
_SORTED = frozenset({Verb.SHOW, Verb.ROLL, Verb.TAKE, Verb.MARK})


@dataclass(frozen=True, slots=True)
class Move:
    """One thing done by one player or by the tray.

    seat : 1 for the first player and so on; TRAY (0) when it is the tray that shows dice.
    arguments : words of the notation, in canonical order.

    >>> print(Move(1, Verb.FLIP, ("5r", "4")))
    p1 flip 5r 4
    """

    seat: int
    verb: Verb
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = "tray" if self.seat == TRAY else f"p{self.seat}"
        return " ".join((who, self.verb.value, *self.arguments))

    @property
    def dice(self) -> Dice:
        """The arguments read as dice; NotationError when one of them is none."""
        return sort_dice(parse_die(word) for word in self.arguments)


def with_dice(seat: int, verb: Verb, dice: Dice) -> Move:
    """The move of a verb that is done with dice.

    >>> print(with_dice(1, Verb.TAKE, parse_dice("5 2")))
    p1 take 2 5
    """
    return Move(seat, verb, tuple(str(die) for die in sort_dice(dice)))


def show(dice: Dice) -> Move:
    """The tray shows what was thrown.

    >>> print(show(parse_dice("5 2")))
    tray show 2 5
    """
    return with_dice(TRAY, Verb.SHOW, dice)


def parse_move(text: str) -> Move:
    """The move that a text says; the twin of `str`.

    >>> print(parse_move("tray show 6 1 5r"))
    tray show 1 5r 6

    Raises NotationError with the word at fault and what would be right.
    """
    words = text.split()
    if len(words) < 2:
        raise NotationError(
            "bad_move",
            f"{quoted(text)} is no move; a move is who, verb, and with what: p1 roll 1 3.",
        )
    seat, verb = _parse_who(words[0]), _parse_verb(words[1])
    return Move(seat, verb, _canonical(verb, tuple(words[2:])))


def _parse_who(word: str) -> int:
    if not _WHO.fullmatch(word):
        raise NotationError("bad_seat", f"{quoted(word)} is nobody here; write p1 to p9, or tray.")
    return TRAY if word == "tray" else int(word[1:])


def _parse_verb(word: str) -> Verb:
    try:
        return Verb(word)
    except ValueError:
        verbs = quoted_list(tuple(verb.value for verb in Verb), most=99)
        raise NotationError(
            "bad_verb", f"{quoted(word)} is no verb; the verbs are {verbs}."
        ) from None


def _canonical(verb: Verb, arguments: tuple[str, ...]) -> tuple[str, ...]:
    for word in arguments:
        if word[0].isdigit() and "x" not in word:
            parse_die(word)
        elif not _ARGUMENT.fullmatch(word):
            raise NotationError(
                "bad_word",
                f"{quoted(word)} means nothing in a move; write dice as 5 or 5r, a number of dice "
                "as x3, a bid as 4x5, a square as b2, or a box by its name.",
            )
    head = 1 if verb is Verb.MARK else 0  # a mark names its box before the dice
    words = arguments[head:]
    if verb in _SORTED and words and all(word[0].isdigit() for word in words):
        return (*arguments[:head], *format_dice(parse_dice(" ".join(words))).split())
    return arguments
