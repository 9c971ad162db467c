"""The edge: every field of a request is checked here, once; inside, everything is typed.

May import: errors, rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from pi_app.rules.dice import Dice, parse_dice
from pi_app.rules.moves import TRAY, Move, Verb, parse_move
from pi_app.web.errors import BadInput

LONGEST_FIELD = 400
MOST_MOVES = 4


def text(form: Mapping[str, str], name: str, *, most: int = LONGEST_FIELD) -> str:
    """The field without blanks around it; "" when it is missing.

    >>> text({"name": " Ann "}, "name")
    'Ann'

    Raises BadInput when it is longer than `most` characters or holds control characters.
    """
    value = form.get(name, "").strip()
    if len(value) > most:
        raise BadInput("too_long", f"{name} is too long: at most {most} characters, please.")
    if not value.isprintable():
        raise BadInput("not_text", f"{name} holds characters that can't be shown.")
    return value


def whole(form: Mapping[str, str], name: str, lowest: int, highest: int) -> int:
    """The field as a whole number of a range.

    >>> whole({"index": "3"}, "index", 0, 9)
    3

    Raises BadInput that names the range.
    """
    value = text(form, name, most=12)
    if not (value.isascii() and value.isdigit() and lowest <= int(value) <= highest):
        raise BadInput(
            "bad_number", f'{name} can\'t be "{value}"; it is a number from {lowest} to {highest}.'
        )
    return int(value)


def one_of(form: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    """The field as one of a few words.

    >>> one_of({"hold": "long"}, "hold", ("short", "long"))
    'long'

    Raises BadInput that names the words.
    """
    value = text(form, name)
    if value not in allowed:
        words = ", ".join(allowed)
        raise BadInput("bad_word", f'{name} can\'t be "{value}"; it is one of: {words}.')
    return value


def verb(form: Mapping[str, str], name: str, allowed: tuple[Verb, ...]) -> Verb:
    """The field as one of these verbs.

    Raises BadInput that names them.
    """
    return Verb(one_of(form, name, tuple(each.value for each in allowed)))


def moves(form: Mapping[str, str], name: str = "moves") -> tuple[Move, ...]:
    """The moves of a button, in the order in which they are made: "p1 take 5 5; p1 roll".

    >>> [str(move) for move in moves({"moves": "p1 take 5 5; p1 roll"})]
    ['p1 take 5 5', 'p1 roll']

    Raises BadInput when there is none or too many, NotationError when one is no move.
    """
    words = [part for part in text(form, name).split(";") if part.strip()]
    if not 1 <= len(words) <= MOST_MOVES:
        raise BadInput("no_move", "That tap said no move; please tap again.")
    made = tuple(parse_move(part) for part in words)
    if any(move.seat == TRAY for move in made):
        raise BadInput("tray_move", "What the tray shows is not tapped; please type the dice in.")
    return made


def dice(form: Mapping[str, str], name: str, most: int) -> Dice:
    """The field as dice.

    >>> [str(die) for die in dice({"dice": "5r, 1"}, "dice", 6)]
    ['1', '5r']

    Raises BadInput when there are none or too many, NotationError when one is no die.
    """
    found = parse_dice(text(form, name))
    if not 1 <= len(found) <= most:
        raise BadInput("no_dice", f"Please name 1 to {most} dice, such as: 1 3 5r.")
    return found
