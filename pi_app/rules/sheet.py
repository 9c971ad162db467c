"""What a tablet shows of a game, and the move that a tap on a cell makes.

A sheet is one or more grids (a scorepad, a board, a row of markers) and the choices that
belong to no cell. Pages know how to draw these and nothing about any game.
May import: moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Cell:
    """One square of a grid.

    text : what stands there, or "" for an empty one.
    preview : what would stand there if the move were made now; "" for none.
    move : the move that a tap makes, or None.
    mark : how it looks: "" plain, "lead" (the leader, a caught number), "zero", "missing" (no
        square at all), "die" (text is dice notation and is drawn as dice), "active".
    seat : whose it is, such as a die on a board; 0 for nobody's or where the column says it.
    """

    text: str = ""
    preview: str = ""
    move: Move | None = None
    mark: str = ""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a grid: its label, a hint that explains it, and a cell for each column."""

    label: str
    cells: tuple[Cell, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a heading for each column; `columns` may be empty for a board.

    seats : the seat that each column belongs to (0 for none), in the order of the columns.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that belongs to no cell, as a button with words on it."""

    label: str
    move: Move


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that the page shows of a game but the picture.

    status : one sentence: whose turn, what is to be done.
    notes : further facts worth a line: rolls left, points of this turn, what is missing.
    """

    status: str
    grids: tuple[Grid, ...]
    choices: tuple[Choice, ...] = ()
    notes: tuple[str, ...] = ()
