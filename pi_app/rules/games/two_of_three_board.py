"""The board of 2 out of 3 ain't bad: its squares, its ten lines, and who scores a line.

May import: dice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from pi_app.rules.dice import Dice, Die, sort_dice

SIDE = 4
COLUMNS = "abcd"
_MISSING = frozenset({(0, 0), (1, 2), (2, 3), (3, 1)})
Places = frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Piece:
    """A die on the board and the seat that it belongs to."""

    seat: int
    die: Die


@dataclass(frozen=True, slots=True)
class Line:
    """A row, column or diagonal: its name and its three squares."""

    name: str
    squares: tuple[str, ...]


def name_of(row: int, column: int) -> str:
    """The name of a square: its column from the left, its row from the top.

    >>> name_of(0, 1)
    'b1'
    """
    return f"{COLUMNS[column]}{row + 1}"


def layouts() -> tuple[Places, ...]:
    """The eight ways to leave out a square in each line, as (row, column) counted from 0.

    The first one, turned by quarters clockwise, then its mirror image turned so. These are all
    that have one missing square in each row, column and diagonal. Source: reading 1.3.
    """
    mirrored = frozenset((row, SIDE - 1 - column) for row, column in _MISSING)
    return (*_turned(_MISSING), *_turned(mirrored))


def _turned(places: Places) -> Iterator[Places]:
    for _ in range(SIDE):
        yield places
        places = frozenset((column, SIDE - 1 - row) for row, column in places)


@cache
def missing_squares(layout: int) -> frozenset[str]:
    """The squares that a layout (1 to 8) leaves out.

    >>> sorted(missing_squares(1))
    ['a1', 'b4', 'c2', 'd3']
    """
    return frozenset(name_of(row, column) for row, column in layouts()[layout - 1])


@cache
def squares(layout: int) -> tuple[str, ...]:
    """The twelve squares of a layout, row by row."""
    names = (name_of(row, column) for row in range(SIDE) for column in range(SIDE))
    return tuple(name for name in names if name not in missing_squares(layout))


@cache
def lines(layout: int) -> tuple[Line, ...]:
    """The ten lines of a layout, each with its three squares.

    >>> [line.name for line in lines(1) if "d1" in line.squares]
    ['row 1', 'column d', 'diagonal up']
    """
    steps = range(SIDE)
    rows = [(f"row {r + 1}", [name_of(r, c) for c in steps]) for r in steps]
    columns = [(f"column {COLUMNS[c]}", [name_of(r, c) for r in steps]) for c in steps]
    down = ("diagonal down", [name_of(i, i) for i in steps])
    up = ("diagonal up", [name_of(SIDE - 1 - i, i) for i in steps])
    return tuple(
        Line(name, tuple(square for square in found if square not in missing_squares(layout)))
        for name, found in (*rows, *columns, down, up)
    )


def combination(dice: Dice) -> str:
    """What three dice make: "a pair", "a sequence" or "".

    >>> from pi_app.rules.dice import parse_dice
    >>> [combination(parse_dice(dice)) for dice in ("5 3 4", "5 1 5", "6 1 2")]
    ['a sequence', 'a pair', '']

    Source: booklet of 2004, "Scoring"; readings T2 and T3.
    """
    numbers = sorted(die.value for die in dice)
    if len(set(numbers)) < len(numbers):
        return "a pair"
    return "a sequence" if numbers[-1] - numbers[0] == 2 else ""


def line_winner(pieces: tuple[Piece, ...]) -> int:
    """The seat that scores a full line: the one with more dice in it, if they combine; else 0.

    >>> line_winner((Piece(1, Die(5)), Piece(1, Die(1)), Piece(2, Die(5))))
    1
    """
    if not combination(sort_dice(piece.die for piece in pieces)):
        return 0
    return 1 if sum(piece.seat == 1 for piece in pieces) > len(pieces) / 2 else 2


Board = tuple[Piece | None, ...]


def line_winners(layout: int, board: Board) -> tuple[int, ...]:
    """For each of the ten lines the seat that scores it; 0 where nobody does, or not yet."""
    lying = dict(zip(squares(layout), board, strict=True))
    found = (tuple(lying[square] for square in line.squares) for line in lines(layout))
    return tuple(_winner_of(pieces) for pieces in found)


def _winner_of(pieces: tuple[Piece | None, ...]) -> int:
    full = tuple(piece for piece in pieces if piece is not None)
    return line_winner(full) if len(full) == len(pieces) else 0


def line_points(layout: int, board: Board) -> tuple[int, int]:
    """The lines that each seat scores."""
    found = line_winners(layout, board)
    return found.count(1), found.count(2)
