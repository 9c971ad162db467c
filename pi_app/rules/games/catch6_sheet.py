"""What a tablet shows of Catch 6: the markers, the strips of games won, the dice.

May import: dice, moves, sheet, catch6_state.
"""

from __future__ import annotations

from pi_app.rules.dice import HAND_SIZE, NUMBERS, dice_words, format_dice, minus, values
from pi_app.rules.games.catch6_state import (
    WINNING_POINTS,
    Phase,
    State,
    other,
    points_of,
)
from pi_app.rules.moves import Move, Verb
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet

Moves = tuple[Move, ...]
Names = tuple[str, ...]


def sheet_of(state: State, legal: Moves, games: int, names: Names) -> Sheet:
    """The markers slide to the side of the seat that caught them, as on the paper scorepad."""
    return Sheet(
        _status(state, names),
        (_markers(state, legal, names), _strips(state, games, names), _hands(state, names)),
        _choices(state, legal),
        _notes(state, names),
    )


def _status(state: State, names: Names) -> str:
    name = names[state.seat - 1]
    match state.phase:
        case Phase.OVER:
            first = state.won[0] > state.won[1]
            return (
                f"{names[0 if first else 1]} wins the match {max(state.won)} to {min(state.won)}."
            )
        case Phase.ROLL:
            return f"{name} rolls any or all of six dice."
        case Phase.CATCH:
            return f"{name} can catch a number."
        case Phase.THROW:
            throw = HAND_SIZE - len(state.stays)
            return f"{name} throws {dice_words(throw)}."


def _markers(state: State, legal: Moves, names: Names) -> Grid:
    rows = tuple(
        Row(
            str(number),
            (
                _marker(state, legal, number, 1),
                Cell("" if state.caught[number - 1] else str(number)),
                _marker(state, legal, number, 2),
            ),
            f"{points_of(number)} points",
        )
        for number in NUMBERS
    )
    return Grid("Numbers", (names[0], "free", names[1]), rows, (1, 0, 2))


def _marker(state: State, legal: Moves, number: int, seat: int) -> Cell:
    if state.caught[number - 1] == seat:
        return Cell(str(number), mark="lead")
    catch = Move(seat, Verb.CATCH, (str(number),))
    return Cell(preview=f"+{points_of(number)}", move=catch) if catch in legal else Cell()


def _strips(state: State, games: int, names: Names) -> Grid:
    points = tuple(state.points(seat) for seat in (1, 2))
    rows = (
        ("Points", points, f"{WINNING_POINTS} win the game"),
        ("To go", tuple(max(0, WINNING_POINTS - point) for point in points), ""),
        ("Games won", state.won, f"{games} win the match"),
    )
    return Grid(
        "Score",
        names,
        tuple(
            Row(label, tuple(Cell(str(n)) for n in numbers), hint) for label, numbers, hint in rows
        ),
        (1, 2),
    )


def _hands(state: State, names: Names) -> Grid:
    rows = tuple(
        Row(name, (Cell(format_dice(hand), mark="die" if hand else ""),))
        for name, hand in zip(names, state.hands, strict=True)
    )
    return Grid("Dice", ("",), rows)


def _choices(state: State, legal: Moves) -> tuple[Choice, ...]:
    """Carries and stop; of the rolls those that keep one number, the rest is for the dice."""
    shown = [move for move in legal if move.verb in (Verb.CATCH, Verb.CARRY, Verb.STOP)]
    choices = [Choice(_label(state, move), move) for move in shown]
    if state.phase is Phase.ROLL:
        choices.append(Choice("Roll all six dice", Move(state.seat, Verb.ROLL)))
        choices += [_keeping(state, number) for number in sorted(set(values(state.hand)))]
    return tuple(choice for choice in choices if choice.move in legal)


def _keeping(state: State, number: int) -> Choice:
    kept = tuple(die for die in state.hand if die.value == number)
    thrown = tuple(str(die) for die in minus(state.hand, kept))
    return Choice(f"Keep {format_dice(kept)}, roll the rest", Move(state.seat, Verb.ROLL, thrown))


def _label(state: State, move: Move) -> str:
    if move.verb is Verb.STOP:
        return "Catch nothing more" if state.now else "Catch nothing"
    number = int(move.arguments[0])
    if move.verb is Verb.CARRY:
        return f"Give up this game and carry the {number} over"
    return f"Catch the {number} ({points_of(number)} points)"


def _notes(state: State, names: Names) -> tuple[str, ...]:
    if state.phase is Phase.OVER:
        return ()
    name, before = names[state.seat - 1], names[other(state.seat) - 1]
    notes = []
    if state.told == "won":
        notes.append(f"{before} has won the game; a new one begins.")
    if state.told == "carried":
        numbers = " and ".join(str(n) for n in NUMBERS if state.caught[n - 1])
        notes.append(f"{before} gave the game to {name} and carries the {numbers} over.")
    if state.phase is Phase.THROW and state.all_six[state.seat - 1]:
        notes.append(f"{name} must roll all six dice.")
    for seat in (1, 2):
        missing = WINNING_POINTS - state.points(seat)
        notes.append(f"{names[seat - 1]} needs {missing} more points to win this game.")
    return tuple(notes)
