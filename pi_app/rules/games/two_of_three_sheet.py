"""What a tablet shows of 2 out of 3 ain't bad: the board, a board for each die to place, the score.

May import: dice, moves, sheet, two_of_three_board, two_of_three_state.
"""

from __future__ import annotations

from pi_app.rules.dice import Die, dice_words, format_dice
from pi_app.rules.games.two_of_three_board import (
    COLUMNS,
    SIDE,
    Piece,
    line_points,
    line_winners,
    lines,
    name_of,
    squares,
)
from pi_app.rules.games.two_of_three_state import Phase, State, other
from pi_app.rules.moves import Move, Verb
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet

Moves = tuple[Move, ...]
Names = tuple[str, ...]


def sheet_of(state: State, legal: Moves, layout: int, target: int, names: Names) -> Sheet:
    """One board a die that can be placed, or the board alone; then lines and scores."""
    dice = sorted(set(state.loose)) if state.phase is Phase.PLACE else []
    boards = tuple(_board(state, legal, layout, die) for die in dice)
    boards = boards or (_board(state, legal, layout, None),)
    return Sheet(
        _status(state, layout, target, names),
        (*boards, _score(state, layout, target, names), _lines(state, layout, names)),
        tuple(Choice(_label(state, move, names), move) for move in legal if _is_choice(move)),
        _notes(state, names),
    )


def _status(state: State, layout: int, target: int, names: Names) -> str:
    name = names[state.seat - 1]
    match state.phase:
        case Phase.OVER:
            first = state.points[0] >= target
            winner = names[0] if first else names[1]
            return f"{winner} wins the match {max(state.points)} to {min(state.points)}."
        case Phase.CHOOSE:
            return f"{_result(state, layout, names)} {name} chooses who starts the next game."
        case Phase.ROLL:
            most = "three" if state.hand > 2 else "two"
            return f"{name} rolls up to {most} of the {state.hand} dice in the hand."
        case Phase.THROW:
            return f"{name} throws {dice_words(state.throw)}."
        case Phase.PLACE:
            return f"{name} puts {format_dice(state.loose)} on the board."


def _result(state: State, layout: int, names: Names) -> str:
    one, two = line_points(layout, state.board)
    if one == two:
        return f"A tie, {one} lines each: the next game is worth {state.worth}."
    return f"{names[0 if one > two else 1]} wins the game {max(one, two)} to {min(one, two)}."


def _board(state: State, legal: Moves, layout: int, die: Die | None) -> Grid:
    lying = dict(zip(squares(layout), state.board, strict=True))
    rows = tuple(
        Row(
            str(row + 1),
            tuple(_square(state, legal, lying, name_of(row, c), die) for c in range(SIDE)),
        )
        for row in range(SIDE)
    )
    return Grid(f"Put the {die}" if die else "Board", tuple(COLUMNS), rows)


def _square(
    state: State, legal: Moves, lying: dict[str, Piece | None], square: str, die: Die | None
) -> Cell:
    if square not in lying:
        return Cell(mark="missing")
    piece, move, preview = lying[square], None, ""
    if die is not None:
        place = Move(state.seat, Verb.PLACE, (square, str(die)))
        move, preview = (place, str(die)) if place in legal else (None, "")
    if piece is None:
        return Cell(preview=preview, move=move)
    return Cell(str(piece.die), preview, move, "die", piece.seat)


def _score(state: State, layout: int, target: int, names: Names) -> Grid:
    found = (
        ("Lines", line_points(layout, state.board), "lines that are full and score"),
        ("In the hand", state.hands, "dice"),
        ("Match points", state.points, f"{target} win the match"),
    )
    rows = tuple(Row(label, tuple(Cell(str(n)) for n in ns), hint) for label, ns, hint in found)
    return Grid("Score", names, rows, (1, 2))


def _lines(state: State, layout: int, names: Names) -> Grid:
    winners = line_winners(layout, state.board)
    rows = tuple(
        Row(
            line.name,
            tuple(Cell("1", mark="lead") if seat == winner else Cell() for seat in (1, 2)),
            " ".join(line.squares),
        )
        for line, winner in zip(lines(layout), winners, strict=True)
    )
    return Grid("Lines", names, rows, (1, 2))


def _is_choice(move: Move) -> bool:
    return move.verb is not Verb.PLACE


def _label(state: State, move: Move, names: Names) -> str:
    word = move.arguments[0][1:]
    if move.verb is Verb.CHOOSE:
        return f"{names[int(word) - 1]} starts"
    return f"Roll {dice_words(int(word))}"


def _notes(state: State, names: Names) -> tuple[str, ...]:
    if state.phase is Phase.OVER:
        return ()
    notes = []
    if state.worth > 1 and state.phase is not Phase.CHOOSE:
        notes.append(f"This game is worth {state.worth} match points.")
    name, opponent = names[state.seat - 1], names[other(state.seat) - 1]
    if state.phase is Phase.THROW and state.hands[other(state.seat) - 1] == 0:
        notes.append(f"{opponent} has no dice in the hand, so {name} must roll all.")
    if any(die.red for die in state.loose):
        notes.append(f"A red die may take the square of one of {opponent}'s dice.")
    return tuple(notes)
