"""How 2 out of 3 ain't bad is asked the worked cases: lines and boards are really laid."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from pi_app.rules.game import Game
from pi_app.rules.games import make_game
from tests.rules.asking import Adapters, played

SEATS = {"A": 1, "B": 2}
Laid = list[tuple[str, int, int]]


def n_layouts() -> int:
    game = make_game("two_of_three")
    lowest, highest = next(o.allowed for o in game.info.options if o.name == "layout")
    return len({missing(str(layout)) for layout in range(int(lowest), int(highest) + 1)})


def missing(layout: str) -> frozenset[tuple[int, int]]:
    """The squares that the board on the tablet leaves out."""
    game = make_game("two_of_three", {"layout": layout})
    board = game.sheet(game.start(2), ("A", "B")).grids[0]
    return frozenset(
        (row, column)
        for row, line in enumerate(board.rows)
        for column, cell in enumerate(line.cells)
        if cell.mark == "missing"
    )


def turn(game: Game[Any], state: Any, laid: Laid) -> Any:
    """The seat on turn throws these dice and lays them."""
    seat = laid[0][1]
    if game.expects(state) is None:
        state = played(game, state, f"p{seat} roll x{len(laid)}")
    state = played(game, state, "tray show " + " ".join(str(value) for *_, value in laid))
    return played(game, state, *(f"p{seat} place {square} {value}" for square, _, value in laid))


def in_threes(laid: Laid) -> list[Laid]:
    return [laid[start : start + 3] for start in range(0, len(laid), 3)]


def lay(laid: Laid) -> tuple[Game[Any], Any]:
    """All these dice on the board, the seats in turn."""
    game = make_game("two_of_three")
    state = game.start(2)
    turns = [in_threes([piece for piece in laid if piece[1] == seat]) for seat in (1, 2)]
    for both in zip_longest(*turns):
        for part in both:
            state = turn(game, state, part) if part else state
    return game, state


def line_winner(line: list[tuple[str, int]]) -> str | None:
    squares = ("b1", "c1", "d1")
    pieces = [(at, SEATS[who], value) for at, (who, value) in zip(squares, line, strict=True)]
    game, state = lay(pieces)
    lines = game.sheet(state, ("A", "B")).grids[-1]
    row = next(row for row in lines.rows if row.hint.split() == list(squares))
    marked = [who for who, cell in zip("AB", row.cells, strict=True) if cell.text == "1"]
    return marked[0] if marked else None


def score(board: list[list[str | None]]) -> dict[str, int]:
    pieces = [
        (f"{'abcd'[column]}{row + 1}", SEATS[piece[0]], int(piece[1]))
        for row, line in enumerate(board)
        for column, piece in enumerate(line)
        if piece is not None
    ]
    game, state = lay(pieces)
    grids = {grid.title: grid for grid in game.sheet(state, ("A", "B")).grids}
    lines = next(row for row in grids["Score"].rows if row.label == "Lines")
    return {who: int(cell.text) for who, cell in zip("AB", lines.cells, strict=True)}


ADAPTERS: Adapters = {
    ("two_of_three", "n_layouts"): n_layouts,
    ("two_of_three", "line_winner"): line_winner,
    ("two_of_three", "score"): score,
}
