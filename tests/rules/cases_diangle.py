"""How Diangle is asked the worked cases."""

from __future__ import annotations

from typing import Any

from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, dice_of, legal_texts, played, thrown

GAME: Any = make_game("diangle")
NAMES = ("A", "B")
LEVELS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
ROWS = ("bottom", "middle", "top")


def rows_for(position: int) -> list[int]:
    """The numbers on the rows, as the sheet labels them."""
    rows = GAME.sheet(at_position(position), NAMES).grids[0].rows
    return [int(row.label.split(": ")[1][0]) for row in reversed(rows)]


def row_complete(dice: list[str], number: int, squares: int) -> bool:
    """Whether the sheet calls a row complete when these dice were placed on it."""
    row = 3 - squares
    state = with_dice(LEVELS.index(number) - row, dice)
    return bool(GAME.sheet(state, NAMES).grids[0].rows[2 - row].hint == "complete")


def completed(position: int, rows: list[list[str]]) -> int:
    """How far the marker may be moved at once."""
    texts = legal_texts(GAME, with_rows(position, rows))
    return max(levels for levels in range(4) if not levels or f"p1 advance {levels}" in texts)


def diangle(position: int, rows: list[list[str]]) -> bool:
    """Whether these rows are a Diangle."""
    return completed(position, rows) == 3


def advance(position: int, rows: list[list[str]], levels: int) -> list[object]:
    """The position, the rows, whether an extra turn begins, and whether the game is won."""
    state = played(GAME, with_rows(position, rows), f"p1 advance {levels}")
    won = GAME.winners(state) == (1,)
    extra = not won and GAME.to_move(state) == 1 and "p1 stop" not in legal_texts(GAME, state)
    return [GAME.scores(state)[0], rows_of(state), extra, won]


def at_position(position: int) -> Any:
    """The first seat is to throw, its marker at a position; all its dice lie beside the board."""
    state = GAME.start(2)
    for before in range(position):
        state = thrown(GAME, rolling(state), dice_of([f"{LEVELS[before]}r", *junk(before, 5)]))
        state = played(GAME, state, "p1 place", "p1 advance 1", "p1 stop")
        state = played(GAME, thrown(GAME, rolling(state), dice_of(["6"] * 6)), "p2 stop")
    return rolling(state)


def with_dice(position: int, dice: list[str]) -> Any:
    """The state after these dice were thrown and all placed that fit."""
    state = thrown(GAME, at_position(position), dice_of([*dice, *junk(position, 6 - len(dice))]))
    return played(GAME, state, "p1 place") if dice else state


def with_rows(position: int, rows: list[list[str]]) -> Any:
    """The state after these dice were thrown and placed row by row."""
    dice = [die for row in rows for die in row]
    state = thrown(GAME, at_position(position), dice_of([*dice, *junk(position, 6 - len(dice))]))
    for name, row in zip(ROWS, rows, strict=False):
        state = played(GAME, state, *(f"p1 place {name} {die}" for die in row))
    return state


def rows_of(state: Any) -> list[list[str]]:
    """The dice on the rows of the first seat, from the bottom up, as the sheet shows them."""
    boards = GAME.sheet(state, NAMES).grids[1:]  # a board without rows is not shown
    cells = [row.cells[0] for board in boards[:1] for row in reversed(board.rows[-3:])]
    return [cell.text.split() for cell in cells if cell.mark != "missing"]


def junk(position: int, number: int) -> list[str]:
    """Dice that fit no row at a position or the next."""
    useless = next(n for n in (1, 2, 3, 4, 5, 6) if n not in LEVELS[position : position + 4])
    return [str(useless)] * number


def rolling(state: Any) -> Any:
    if GAME.expects(state) or GAME.is_over(state):
        return state
    return played(GAME, state, f"p{GAME.to_move(state)} roll")


ADAPTERS: Adapters = {
    ("diangle", "rows_for"): rows_for,
    ("diangle", "row_complete"): row_complete,
    ("diangle", "completed"): completed,
    ("diangle", "diangle"): diangle,
    ("diangle", "advance"): advance,
}
