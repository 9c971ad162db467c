"""What the tablet shows of a Spicy Dice game, and the words that explain its rules.

May import: the rest of rules but the game itself.
"""

from __future__ import annotations

from pi_app.rules.dice import Dice, dice_words, format_dice, minus, parse_dice
from pi_app.rules.games.spicy_boxes import BOX_IDS, BOXES, best_points, best_with_flips, way_using
from pi_app.rules.games.spicy_state import BONUS_POINTS, ROLLS, Rules, State
from pi_app.rules.moves import Move, Verb
from pi_app.rules.options import Option
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet

FLIPS = Option(
    "flips",
    "fresh",
    "Which red dice may be flipped: only fresh ones of the latest throw, or any of this turn.",
    ("fresh", "any"),
)

_COMMON = (
    "Ten boxes are to be filled, one a turn and each only once, in any order; for 0 if need be.",
    "A turn begins with a throw of all six dice; then any of them are thrown again.",
    "There is no limit but that of the game: 30 rolls, and every throw is one.",
    "A red number that was just thrown may be turned to any other number, which is white then; "
    "do it before the next throw or before you score.",
    "A box with a number counts the dice of that number, twice if its red one is among them.",
    "Run wants 1 to 6 and pays 21; Set wants no number standing alone (three pairs, two triplets, "
    "four and two) and pays the sum; Sum pays the sum of anything; Red pays 10 for each red die.",
    "A run or a set may also go, for the same points, into the box of a number that lies red.",
    "Six equal dice are a pepper: 75 in their own box and 50 in any other for 4s, 5s and 6s; "
    "50 and 25 for 1s, 2s and 3s.",
    "Six red dice are the hot pepper: 100 in Run or Red, 50 in any other box.",
    "When all ten boxes are filled, every roll not used is worth 5 points.",
    "After the thirtieth roll you still score that throw; boxes left empty then count 0, there is "
    "no bonus, and the others play on.",
    "The highest total wins; equal totals share the win.",
)
_HOLDING = (
    "Everybody has dice of their own. Those that did not score may be held for your next turn, "
    "which then begins with a throw of the others, at least one.",
    "You may score only some of the dice that a number box, Sum or Red could count, so as to hold "
    "the rest; a run, a set and a pepper always use all six.",
    "A held red number can't be flipped until it has been thrown again.",
)
_CARRYING = (
    "Every throw is a roll. A turn has three, and those that earlier turns did not use are there "
    "as well, so that nobody runs out before the tenth box: 30 in the whole game.",
)
TAGLINES = {
    "spicy_classic": "Fill ten boxes in thirty rolls, and turn red dice to what you need.",
    "spicy_extra": "Ten boxes, thirty rolls; dice that you don't score wait for your next turn.",
    "spicy_junior": "Ten boxes with three rolls a turn; rolls that you save are there later.",
}
SUMMARIES = {
    "spicy_classic": _COMMON,
    "spicy_extra": (*_COMMON[:9], *_HOLDING, *_COMMON[9:]),
    "spicy_junior": (*_COMMON[:2], *_CARRYING, *_COMMON[3:10], _COMMON[11]),
}

_HINTS = {
    "run": "1 to 6: 21 points",
    "set": "no number stands alone: the sum",
    "sum": "the sum of all six dice",
    "red": "each red die counts 10",
}


def make_sheet(
    rules: Rules,
    state: State,
    names: tuple[str, ...],
    legal: tuple[Move, ...],
    winners: tuple[int, ...],
) -> Sheet:
    """The score pad with previews, the choices that belong to no box, and what is worth knowing."""
    marks = {
        move.arguments[0]: move
        for move in legal
        if move.verb is Verb.MARK and len(move.arguments) == 1
    }
    flipped = best_with_flips(state.dice, state.fresh) if marks and state.fresh else ()
    rows = tuple(_box_row(state, index, marks, flipped) for index in range(len(BOXES)))
    grid = Grid(
        "Score",
        names,
        (*rows, *_last_rows(state)),
        seats=tuple(range(1, len(names) + 1)),
    )
    return Sheet(
        status=_status(rules, state, names, winners),
        grids=(grid,),
        choices=tuple(_choices(state, legal)),
        notes=_notes(rules, state, names),
    )


def _box_row(state: State, index: int, marks: dict[str, Move], flipped: tuple[int, ...]) -> Row:
    box, label = BOXES[index]
    cells = tuple(
        _box_cell(state, seat, index, marks.get(box)) for seat in range(1, len(state.pads) + 1)
    )
    hint = _HINTS.get(box, f"the sum of the {label}, doubled by the red {box}")
    if box in marks and flipped and flipped[index] > best_points(state.dice, box):
        hint += f"; {flipped[index]} with flips"
    return Row(label, cells, hint)


def _box_cell(state: State, seat: int, index: int, mark: Move | None) -> Cell:
    points = state.pads[seat - 1].points[index]
    if points is not None:
        return Cell(str(points), mark="" if points else "zero")
    if seat == state.seat and mark is not None:
        return Cell(preview=str(best_points(state.dice, BOX_IDS[index])), move=mark)
    return Cell()


def _last_rows(state: State) -> tuple[Row, ...]:
    totals = [pad.total for pad in state.pads]
    best = max(totals)
    bonus = (Cell("" if pad.empty else str(pad.bonus)) for pad in state.pads)
    total = (Cell(str(points), mark="lead" if points == best and best else "") for points in totals)
    used = (Cell(str(pad.used)) for pad in state.pads)
    return (
        Row("Bonus", tuple(bonus), f"{BONUS_POINTS} points for each unused roll"),
        Row("Total", tuple(total)),
        Row("Rolls", tuple(used), f"used, of {ROLLS}"),
    )


def _status(rules: Rules, state: State, names: tuple[str, ...], winners: tuple[int, ...]) -> str:
    if not state.seat:
        won = "won" if len(winners) == 1 else "share the win"
        who = " and ".join(names[seat - 1] for seat in winners)
        return f"{who} {won} with {state.pads[winners[0] - 1].total} points."
    name = names[state.seat - 1]
    if state.holding:
        return f"{name} throws again and may hold any of these: {format_dice(state.pad.spare)}."
    if state.throw:
        return f"{name} throws {dice_words(state.throw)}."
    if state.stopped or state.pad.used >= rules.limit(state.pad):
        return f"{name} scores a box{' or flips first' if state.fresh else ''}."
    return f"{name} rolls again, {'flips, ' if state.fresh else ''}or scores a box."


def _notes(rules: Rules, state: State, names: tuple[str, ...]) -> tuple[str, ...]:
    if not state.seat:
        return ()
    pad, name = state.pad, names[state.seat - 1]
    left = ROLLS - pad.used
    notes = [f"{name} has {left} of {ROLLS} rolls left; empty boxes: {len(pad.empty)}."]
    if rules.carries_over:
        notes.append(f"{rules.limit(pad) - pad.used} of them may be used in this turn.")
    if not left:
        notes.append("No roll is left: after this box the empty ones score 0.")
    if state.fresh:
        notes.append(f"May be flipped: {format_dice(state.fresh)}.")
    return tuple(notes)


def _choices(state: State, legal: tuple[Move, ...]) -> list[Choice]:
    """Everything but whole boxes, and throws of a part: these are chosen with the dice in hand."""
    choices = []
    for move in legal:
        match move.verb:
            case Verb.ROLL if not move.arguments:
                choices.append(Choice("Roll all six dice", move))
            case Verb.STOP:
                choices.append(Choice("Roll no more", move))
            case Verb.FLIP:
                red, number = move.arguments
                choices.append(Choice(f"Turn the red {red[0]} to {number}", move))
            case Verb.MARK if len(move.arguments) > 1:
                choices.append(Choice(_part_label(state.dice, move), move))
    return choices


def _part_label(dice: Dice, move: Move) -> str:
    """Words for an Extra Spicy mark that scores only some of the dice."""
    box, *words = move.arguments
    used = parse_dice(" ".join(words)) if words != ["none"] else ()
    points = way_using(dice, box, used).points
    spare = format_dice(minus(dice, used)) or "nothing"
    return f"{dict(BOXES)[box]}: {points} points for {format_dice(used) or 'no dice'}, keep {spare}"
