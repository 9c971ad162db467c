"""Moves that were made, in words: what pages tell of the past.

Knows the verbs, and no game. Pure. May import: rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from pi_app.rules.moves import TRAY, Move, Verb

Boxes = Mapping[str, str]

_DID = {
    Verb.SHOW: "thrown:",
    Verb.ROLL: "rolls",
    Verb.FLIP: "turns",
    Verb.STOP: "stops",
    Verb.TAKE: "sets aside",
    Verb.MARK: "scores",
    Verb.PLACE: "places",
    Verb.ADVANCE: "advances",
    Verb.CATCH: "catches",
    Verb.CARRY: "carries over",
    Verb.BID: "bids",
    Verb.CHALLENGE: "challenges",
    Verb.PERFECTO: "calls Perfecto",
    Verb.DOUBLE: "doubles",
    Verb.REDOUBLE: "redoubles",
    Verb.SURRENDER: "surrenders",
    Verb.PASS: "passes",
    Verb.SIDE: "takes a side",
    Verb.FREEZE: "freezes a die",
    Verb.CHOOSE: "chooses",
}


def pieces_of(move: Move, names: tuple[str, ...], boxes: Boxes) -> tuple[str, ...]:
    """A move as it is told afterwards, in pieces; one that is a die's notation stands for a die.

    boxes : the labels of what can be marked, by their ids.

    >>> pieces_of(Move(1, Verb.MARK, ("run",)), ("Ann",), {"run": "Run"})
    ('Ann scores', 'Run')
    """
    did, what = _did(move), _what(move, names, boxes)
    if move.seat == TRAY:
        return (did.capitalize(), *what)
    return (f"{name_of(move.seat, names)} {did}", *what)


def told_words(move: Move, names: tuple[str, ...], boxes: Boxes) -> str:
    """A move as it is told afterwards, in a sentence without its full stop.

    >>> told_words(Move(2, Verb.FLIP, ("5r", "4")), ("Ann", "Ben"), {})
    'Ben turns 5r to 4'
    """
    return " ".join(pieces_of(move, names, boxes))


def name_of(seat: int, names: tuple[str, ...]) -> str:
    """A player's name; the number of the seat where there is none."""
    return names[seat - 1] if 0 < seat <= len(names) else f"Player {seat}"


def _did(move: Move) -> str:
    match move.verb, move.arguments:
        case Verb.SIDE, (_,):
            return "sides"
        case Verb.TAKE, (row,) if row.isalpha():
            return "takes dice off"
    return _DID[move.verb]


def _what(move: Move, names: tuple[str, ...], boxes: Boxes) -> tuple[str, ...]:
    """What a move was done with."""
    match move.verb, move.arguments:
        case Verb.MARK, (box, *dice):
            return (boxes.get(box, box), *_used(tuple(dice)))
        case Verb.FLIP, (red, white):
            return (red, "to", white)
        case Verb.PLACE, (square, die):
            return (die, "on", square)
        case Verb.PLACE, ():
            return ("all that fits",)
        case Verb.ADVANCE, (levels,):
            return (f"by {levels}",)
        case Verb.BID, (bid,):
            count, _, number = bid.partition("x")
            return (f"{count} \u00d7", number)
        case Verb.SIDE, (side,):
            return (f"with the {side}",)
        case Verb.ROLL, (dice,) if dice.startswith("x"):
            return ("one die" if dice == "x1" else f"{dice[1:]} dice",)
        case _, words:
            return tuple(_word(word, names) for word in words)


def _used(dice: tuple[str, ...]) -> tuple[str, ...]:
    """What a box was scored with, if that was said."""
    if dice == ("none",):
        return ("with no dice",)
    return ("with", *dice) if dice else ()


def _word(word: str, names: tuple[str, ...]) -> str:
    """An argument of any other move: a seat by its name, the rest as it is."""
    if len(word) == 2 and word[0] == "p" and word[1].isdecimal():
        return name_of(int(word[1]), names)
    return word.replace("_", " ")
