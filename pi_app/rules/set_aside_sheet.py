"""What a tablet shows of the games in which scoring dice are set aside.

May import: dice, moves, sheet, set_aside.
"""

from __future__ import annotations

from pi_app.rules.dice import HAND_SIZE, Dice, dice_words, format_dice
from pi_app.rules.moves import Move, Verb
from pi_app.rules.set_aside import (
    House,
    Phase,
    Scoring,
    State,
    if_stopped,
    reaches,
    recorded,
)
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet


def sheet_of(
    house: House, scoring: Scoring, state: State, legal: tuple[Move, ...], names: tuple[str, ...]
) -> Sheet:
    """The scorepad, the dice of the turn, and the moves as choices."""
    return Sheet(
        _status(house, scoring, state, names),
        (_pad(house, scoring, state, legal, names), _dice(state)),
        tuple(Choice(_label(house, scoring, state, move), move) for move in legal),
        _notes(house, scoring, state, names),
    )


def _status(house: House, scoring: Scoring, state: State, names: tuple[str, ...]) -> str:
    name = names[state.seat - 1]
    if state.phase is Phase.OVER:
        return _ending(state, names[state.leader - 1])
    if state.phase is Phase.THROW:
        return f"{name} throws {dice_words(HAND_SIZE - len(state.turn.aside))}."
    if state.phase is Phase.THROWN and not house.forced:
        return f"{name} sets scoring dice aside, or stops."
    turn = if_stopped(scoring, state)
    stop = _stop(house, state, turn.points)
    return f"{name} rolls {dice_words(HAND_SIZE - len(turn.picked_up.aside))}, or stops {stop}."


def _stop(house: House, state: State, points: int) -> str:
    """What a stop does: in words that don't promise points to a seat that isn't on the board."""
    if recorded(house, state, points) < points:
        return f"and records nothing of {points}"
    return f"with {points}"


def _ending(state: State, winner: str) -> str:
    if state.turn.loose:
        return f"{winner} has thrown six 1s and wins the game!"
    return f"{winner} wins with {state.totals[state.leader - 1]} points."


def _pad(
    house: House, scoring: Scoring, state: State, legal: tuple[Move, ...], names: tuple[str, ...]
) -> Grid:
    seats = tuple(range(1, len(names) + 1))
    turns = max(map(len, state.pads))
    rows = [
        Row("Total", tuple(_total(house, scoring, state, legal, seat) for seat in seats)),
        Row(
            "To go",
            tuple(Cell(_to_go(house, state, seat)) for seat in seats),
            f"points up to the {'lead' if _is_last_turn(state) else 'end of the game'}",
        ),
        *(
            Row(f"Turn {number}", tuple(_written(pad, number) for pad in state.pads))
            for number in range(1, turns + 1)
        ),
    ]
    return Grid("Scores", names, tuple(rows), seats)


def _total(
    house: House, scoring: Scoring, state: State, legal: tuple[Move, ...], seat: int
) -> Cell:
    total = state.totals[seat - 1]
    stop = Move(seat, Verb.STOP)
    mark = "lead" if total and total == max(state.totals) else ""
    if stop not in legal:
        return Cell(str(total), mark=mark)
    more = recorded(house, state, if_stopped(scoring, state).points)
    return Cell(str(total), str(total + more), stop, mark or "active")


def _to_go(house: House, state: State, seat: int) -> str:
    total = state.totals[seat - 1]
    if _is_last_turn(state):
        lead = state.totals[state.leader - 1]
        return "0" if seat == state.leader else str(lead + 1 - total)
    return "0" if reaches(house, total) else str(house.target + house.beyond - total)


def _is_last_turn(state: State) -> bool:
    """Whether the seats that are left have one turn each to beat the leader."""
    return bool(state.leader) and state.phase is not Phase.OVER


def _written(pad: tuple[int, ...], number: int) -> Cell:
    if number > len(pad):
        return Cell()
    points = pad[number - 1]
    return Cell(str(points), mark="" if points else "zero")


def _dice(state: State) -> Grid:
    def row(label: str, dice: Dice) -> Row:
        return Row(label, (Cell(format_dice(dice), mark="die" if dice else ""),))

    return Grid(
        "Dice", ("",), (row("Set aside", state.turn.aside), row("Not set aside", state.turn.loose))
    )


def _label(house: House, scoring: Scoring, state: State, move: Move) -> str:
    turn = state.turn
    match move.verb:
        case Verb.TAKE:
            after = scoring.keep(turn, move.dice)
            points = after.points if after else 0
            how = scoring.words(turn, move.dice)
            return f"Set {format_dice(move.dice)} aside: {points} ({how})"
        case Verb.ROLL if move.arguments:
            return f"Roll {format_dice(move.dice)}"
        case Verb.ROLL:
            aside = if_stopped(scoring, state).picked_up.aside
            return f"Roll {dice_words(HAND_SIZE - len(aside))}"
    return f"Stop {_stop(house, state, if_stopped(scoring, state).points)}"


def _notes(house: House, scoring: Scoring, state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    if state.phase is Phase.OVER:
        return ()
    notes = [*_news(state, names), *_board(house, state, names[state.seat - 1])]
    points = if_stopped(scoring, state).points
    if points:
        notes.append(f"This turn: {points} points.")
    if state.phase is Phase.THROWN:
        aside = if_stopped(scoring, state).aside
        notes.append(f"Set aside with all that scores: {format_dice(aside)}.")
    if _is_last_turn(state):
        total = state.totals[state.leader - 1]
        notes.append(
            f"Last turns: {names[state.leader - 1]} leads with {total}; {total + 1} beats that."
        )
    return tuple(notes)


def _news(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    if state.lost is None:
        return ()
    before = names[(state.seat - 2) % len(names)]
    return (f"{before} threw nothing that scores and lost {state.lost} points.",)


def _board(house: House, state: State, name: str) -> tuple[str, ...]:
    if not house.board or state.totals[state.seat - 1]:
        return ()
    return (f"{name} isn't on the board: {house.board} points in one turn are needed.",)
