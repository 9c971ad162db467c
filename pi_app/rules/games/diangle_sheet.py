"""The sheet of Diangle: the board of the seat whose turn it is, and how far everybody is.

May import: the rest of rules, no other game.
"""

from __future__ import annotations

from pi_app.rules.combos import reds
from pi_app.rules.dice import HAND_SIZE, Dice, dice_words, format_dice
from pi_app.rules.games.diangle_board import (
    LEVELS,
    ROW_NAMES,
    SQUARES,
    Board,
    dice_of,
    row_complete,
    rows_for,
)
from pi_app.rules.games.diangle_state import Phase, State
from pi_app.rules.moves import Move, Verb
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet

PEAK = LEVELS.index(max(LEVELS))
MISSING = Cell(mark="missing")


def sheet(state: State, names: tuple[str, ...], legal: tuple[Move, ...]) -> Sheet:
    """What the tablet shows of a state."""
    race = _race_grid(state, names)
    over = state.phase is Phase.OVER
    grids = (race,) if over else (_board_grid(state, names, legal), race)
    choices = tuple(
        Choice(label, move) for move in legal if (label := _label(state.board, move)) is not None
    )
    return Sheet(_status(state, names), grids, choices, _notes(state.board))


def level_words(position: int) -> str:
    """A position as a player says it.

    >>> level_words(0), level_words(5), level_words(7), level_words(11)
    ('1 up', '6', '4 down', 'done')
    """
    if position == len(LEVELS):
        return "done"
    way = "" if position == PEAK else " up" if position < PEAK else " down"
    return f"{LEVELS[position]}{way}"


def _board_grid(state: State, names: tuple[str, ...], legal: tuple[Move, ...]) -> Grid:
    """The triangle, top row first; an empty square that a loose die fits shows that die."""
    board = state.board
    lines = []
    for row in reversed(range(len(board.rows))):
        number = rows_for(board.position)[row]
        needs = missing(board.row_dice[row], number, SQUARES[row])
        hint = f"needs {needs}" if needs else "complete"
        lines.append(Row(f"{ROW_NAMES[row]}: {number}s", _squares(board, row, legal), hint))
    return Grid(f"Board of {names[state.seat - 1]}", ("",) * max(SQUARES), tuple(lines))


def missing(dice: Dice, number: int, squares: int) -> str:
    """What a row still needs, in words; empty when it is complete.

    >>> from pi_app.rules.dice import parse_dice
    >>> missing(parse_dice("1"), 1, 3), missing(parse_dice("1r"), 1, 3)
    ('2 more 1s or the red 1', '')
    """
    if row_complete(dice, number, squares):
        return ""
    left = squares - len(dice)
    return f"{left} more {number}s or the red {number}" if left > 1 else f"one more {number}"


def _squares(board: Board, row: int, legal: tuple[Move, ...]) -> tuple[Cell, ...]:
    cells = [Cell(str(die), mark="die") for die in board.row_dice[row]]
    fitting = [
        move
        for move in legal
        if move.verb is Verb.PLACE and move.arguments[:1] == (ROW_NAMES[row],)
    ]
    for move in fitting[: SQUARES[row] - len(cells)]:
        cells.append(Cell(preview=move.arguments[1], move=move, mark="die"))
    cells += [Cell()] * (SQUARES[row] - len(cells))
    return tuple(cells + [MISSING] * (max(SQUARES) - len(cells)))


def _race_grid(state: State, names: tuple[str, ...]) -> Grid:
    boards = state.boards
    best = max(board.position for board in boards)
    levels = Row("Level", tuple(Cell(level_words(board.position)) for board in boards))
    done = Row(
        "Completed",
        tuple(
            Cell(str(board.position), mark="lead" if board.position == best > 0 else "")
            for board in boards
        ),
        f"of {len(LEVELS)}",
    )
    rows = tuple(_row_of_all(boards, row) for row in reversed(range(len(ROW_NAMES))))
    return Grid("Race", names, (levels, done, *rows), tuple(range(1, len(names) + 1)))


def _row_of_all(boards: tuple[Board, ...], row: int) -> Row:
    cells = (
        Cell(format_dice(board.row_dice[row]), mark="die") if row < len(board.rows) else MISSING
        for board in boards
    )
    return Row(ROW_NAMES[row].capitalize(), tuple(cells))


def _label(board: Board, move: Move) -> str | None:
    """The words on a choice; None for a roll of some dice on the board: that is for the dice."""
    match move.verb, move.arguments:
        case Verb.STOP, _:
            return "End the turn"
        case Verb.PLACE, ():
            return "Place all that fits"
        case Verb.PLACE, (row, die):
            return f"Place {die} on the {row} row"
        case Verb.TAKE, (row,):
            return f"Take the white dice off the {row} row"
        case Verb.ADVANCE, (levels,):
            return "Diangle!" if board.is_diangle else f"Advance {levels}"
        case _, arguments:
            return _roll_label(board, arguments)


def _roll_label(board: Board, arguments: tuple[str, ...]) -> str | None:
    fresh = any(piece.fresh for piece in board.all)
    if fresh:
        return "Roll the same dice again"
    if not arguments:
        return f"Roll all {HAND_SIZE} dice"
    loose = format_dice(dice_of(board.hand))
    return f"Roll {loose}, keep the board" if " ".join(arguments) == loose else None


def _status(state: State, names: tuple[str, ...]) -> str:
    name = names[state.seat - 1]
    match state.phase:
        case Phase.OVER:
            return f"{name} has come back down past level 1 and wins."
        case Phase.FIRST_THROW:
            return f"{name} throws {dice_words(state.throw)}."
        case Phase.SECOND_THROW:
            return f"{name} throws {dice_words(state.throw)}, the same again."
        case _ if state.board.is_diangle:
            return f"{name} has a Diangle: three levels and an extra turn!"
        case Phase.BEFORE:
            return f"{name} chooses which dice to throw."
        case Phase.AFTER_FIRST:
            return f"{name} places dice, may throw the same dice again, or ends the turn."
        case Phase.AFTER_SECOND:
            return f"{name} places dice and ends the turn."


def _notes(board: Board) -> tuple[str, ...]:
    if board.is_done:
        return ()
    notes = [f"Level {level_words(board.position)}, {len(LEVELS) - board.position} to complete."]
    if board.hand:
        notes.append(f"Beside the board: {format_dice(dice_of(board.hand))}.")
    loose = dice_of(piece for piece in board.hand if not piece.spent)
    useful = [die for die in reds(loose) if die.value in rows_for(board.position)]
    if useful:
        notes.append(f"{format_dice(useful)} would fill a row alone.")
    return tuple(notes)
