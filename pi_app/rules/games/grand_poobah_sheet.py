"""The sheet of Grand Poobah: the points, and who holds the most of which number.

May import: the rest of rules, no other game.
"""

from __future__ import annotations

from pi_app.rules.combos import counts
from pi_app.rules.dice import HAND_SIZE, NUMBERS, Dice, dice_words, format_dice
from pi_app.rules.games.grand_poobah_state import (
    TURNS_BEFORE_SCORING,
    Phase,
    State,
    most_of,
)
from pi_app.rules.moves import Move, Verb
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet


def sheet(
    state: State,
    names: tuple[str, ...],
    *,
    target: int,
    legal: tuple[Move, ...],
    winners: tuple[int, ...],
) -> Sheet:
    """What the tablet shows of a state."""
    grids = (_score_grid(state, names, target), _hand_grid(state, names))
    choices = tuple(
        Choice(label, move) for move in legal if (label := _label(state, move)) is not None
    )
    return Sheet(_status(state, names, winners), grids, choices, _notes(state, names))


def _label(state: State, move: Move) -> str | None:
    """The words on a choice; None for a throw of some dice: these are chosen with the dice."""
    match move.verb, move.arguments:
        case Verb.STOP, _:
            return "Throw none, end the turn" if state.phase is Phase.CHOOSE else "End the turn"
        case Verb.FLIP, (red, number):
            return f"Turn the red {red[0]} to {number}"
        case _, arguments:
            return None if arguments else f"Throw all {HAND_SIZE} dice"


def _status(state: State, names: tuple[str, ...], winners: tuple[int, ...]) -> str:
    name = names[state.seat - 1]
    match state.phase:
        case Phase.OVER:
            winner = names[winners[0] - 1]
            return f"{winner} is the Grand Poobah!"
        case Phase.SCORING:
            return "The scoring dice are thrown."
        case Phase.THROW:
            return f"{name} throws {dice_words(HAND_SIZE - len(state.kept))}."
        case Phase.TURN_REDS:
            return f"{name} may turn red dice to other numbers, then ends the turn."
        case _ if state.overtime:
            return f"{name} throws any of the dice, at least one: overtime."
        case _:
            return f"{name} throws any, all or none of the dice."


def _score_grid(state: State, names: tuple[str, ...], target: int) -> Grid:
    best = max(state.scores)
    gains = state.gains or (0,) * len(names)
    points = tuple(Cell(str(score), mark="lead" if score == best > 0 else "")
                   for score in state.scores)  # fmt: skip
    last = tuple(Cell(f"+{gain}" if state.gains else "") for gain in gains)
    to_go = tuple(Cell(str(max(target - score, 0))) for score in state.scores)
    rows = (
        Row("Points", points),
        Row("Last scoring roll", last, format_dice(state.scoring)),
        Row("To go", to_go),
    )
    return Grid("Score", names, rows, _seats(names))


def _hand_grid(state: State, names: tuple[str, ...]) -> Grid:
    """The hands, and for each number who would score it: those who play with the most of it."""
    hands = tuple(
        hand if seat in state.playing else () for seat, hand in enumerate(state.hands, start=1)
    )
    dice = Row("Dice", tuple(Cell(format_dice(hand), mark="die") for hand in state.hands))
    return Grid("Hands", names, (dice, *(_number_row(n, hands) for n in NUMBERS)), _seats(names))


def _number_row(number: int, hands: tuple[Dice, ...]) -> Row:
    most = most_of(number, hands)
    return Row(
        f"{number}s",
        tuple(
            Cell(str(counts(hand).get(number, "")), mark="lead" if place in most else "")
            for place, hand in enumerate(hands)
        ),
        "the most scores each of these scoring dice",
    )


def _seats(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(range(1, len(names) + 1))


def _notes(state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    before = max(0, TURNS_BEFORE_SCORING - min(state.turns))
    notes = [f"Turns until the first scoring roll: {before} each."] if before else []
    if state.overtime and state.phase is not Phase.OVER:
        notes.append(f"Overtime: {', '.join(names[seat - 1] for seat in state.playing)}.")
    return tuple(notes)
