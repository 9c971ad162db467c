"""Moments of a game of Diangle that its tests begin with."""

from __future__ import annotations

from typing import Any

from pi_app.rules.dice import Dice, format_dice, parse_dice
from pi_app.rules.games import make_game
from pi_app.rules.games.diangle_board import Board, Piece, rows_for
from pi_app.rules.games.diangle_state import Phase, State
from tests.rules.asking import played

GAME: Any = make_game("diangle")
AT_END: Any = make_game("diangle", {"advance": "end"})
NAMES = ("Ann", "Ben")


def rows(*texts: str) -> tuple[Dice, ...]:
    return tuple(parse_dice(text) for text in texts)


def turn(position: int, board: tuple[str, ...], hand: str, *, spent: str = "") -> State:
    """The first seat begins a turn with these dice on its rows and beside them."""
    placed = tuple(tuple(map(Piece, parse_dice(text))) for text in board)
    loose = tuple(map(Piece, parse_dice(hand)))
    used = tuple(Piece(die, spent=True) for die in parse_dice(spent))
    mine = Board(position, placed, tuple(sorted((*loose, *used))))
    assert len(mine.all) == 6
    return State((mine, Board()), phase=Phase.BEFORE)


def first_throw(position: int, dice: str) -> State:
    """The first seat has an empty board at a position and has thrown six dice."""
    board = Board(position, ((),) * len(rows_for(position)))
    state: State = played(GAME, State((board, Board())), f"tray show {dice}")
    return state


def on_rows(state: State, seat: int = 1) -> tuple[str, ...]:
    return tuple(format_dice(dice) for dice in state.boards[seat - 1].row_dice)
