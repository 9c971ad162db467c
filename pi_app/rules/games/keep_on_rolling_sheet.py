"""What the tablet shows of Keep on Rolling, and the words that explain its rules.

May import: the rest of rules but the game itself.
"""

from __future__ import annotations

from pi_app.rules.combos import counts
from pi_app.rules.dice import Dice, dice_words, format_dice, plus, values
from pi_app.rules.games.keep_on_rolling_state import Rules, State
from pi_app.rules.moves import Move, Verb
from pi_app.rules.options import Option
from pi_app.rules.sheet import Cell, Choice, Grid, Row, Sheet

EDITION = Option(
    "edition",
    "2018",
    "Whose words the sheet uses: the rules of 2004 and of 2018 are the same.",
    ("2004", "2018"),
)
TARGET = Option("target", 250, "The points that start the last phase.", (10, 1000))


def summary(rules: Rules) -> tuple[str, ...]:
    """The rules in our own words."""
    word = rules.matched
    return (
        "A turn begins with a throw of all six dice.",
        "After each throw set aside two or more dice of one number, or a die that shows a number "
        "you set aside before; others may go with them.",
        f"Only {word} dice that are set aside score: each the number it shows.",
        "If one of a number's dice is red, that number scores double; a red die alone is nothing.",
        "Then throw the dice that are left, or stop and keep the points of the turn.",
        "A throw in which nothing can be set aside is a bust: the turn ends with no points, but "
        "those of earlier turns stay.",
        f"When all six are set aside and each is {word}, you have filled up: stop and the whole "
        "turn counts double, or pick up all six and go on.",
        "Going on doubles nothing yet, the points stay at risk, and reds of before the fill-up "
        "no longer count; filling up again can double all of it.",
        f"When all six are set aside but one is not {word}, the turn ends without doubling.",
        f"Whoever reaches {rules.target} points leads, and the last phase begins.",
        "From then on a turn must end above the leader's total, or its player is out; a tie is "
        "not enough. Who overtakes is the new leader.",
        "The last player left wins.",
    )


def make_sheet(
    rules: Rules,
    state: State,
    names: tuple[str, ...],
    legal: tuple[Move, ...],
    points: tuple[int, int],
) -> Sheet:
    """Totals and the running turn; `points` are those of the table now, and of a stop now."""
    return Sheet(
        status=_status(state, names),
        grids=(_grid(rules, state, names, points),),
        choices=tuple(_choices(state, legal, points[1])),
        notes=_notes(rules, state, names, points),
    )


def the_others(loose: int) -> str:
    """The dice that are not set aside in words.

    >>> the_others(1), the_others(3)
    ('the last one', 'the other 3')
    """
    return "the last one" if loose == 1 else f"the other {loose}"


def _grid(rules: Rules, state: State, names: tuple[str, ...], points: tuple[int, int]) -> Grid:
    seats = tuple(range(1, len(names) + 1))
    deciding = state.seat and not state.throw
    stop = Move(state.seat, Verb.STOP) if deciding else None
    turn = tuple(
        Cell(str(points[0]), str(points[1]) if stop else "", stop, "active")
        if seat == state.seat
        else Cell(_last_turn(state, seat))
        for seat in seats
    )
    totals = tuple(
        Cell(str(state.totals[seat - 1]), mark="lead" if seat == state.leader else "")
        for seat in seats
    )
    return Grid(
        "Points",
        names,
        (
            Row("Total", totals, f"the last phase begins at {rules.target}"),
            Row("This turn", turn, "set aside so far; below it, what stopping would bring"),
            Row("In the game", tuple(_still_in(state, seat) for seat in seats)),
        ),
        seats=seats,
    )


def _last_turn(state: State, seat: int) -> str:
    """The points of the turn that has just ended, beside the one that runs."""
    if state.ended is None or state.ended.seat != seat:
        return ""
    return "bust" if state.ended.lost is not None else f"+{state.ended.points}"


def _still_in(state: State, seat: int) -> Cell:
    return Cell("yes") if seat in state.playing else Cell("out", mark="zero")


def _status(state: State, names: tuple[str, ...]) -> str:
    if not state.seat:
        winner = state.playing[0]
        return f"{names[winner - 1]} won with {state.totals[winner - 1]} points."
    name = names[state.seat - 1]
    if state.throw:
        return f"{name} throws {dice_words(state.throw)}."
    if not state.taken:
        return f"{name} sets dice aside and rolls on, or stops."
    if state.loose:
        return f"{name} rolls {the_others(len(state.loose))}, or stops."
    if 1 in counts(state.table).values():
        return f"{name} has nothing left to roll and stops."
    return f"{name} has filled up: stop for double, or keep on rolling with all six."


def _notes(
    rules: Rules, state: State, names: tuple[str, ...], points: tuple[int, int]
) -> tuple[str, ...]:
    notes = []
    ended = state.ended
    if ended is not None and not state.table and not state.earlier:
        name = names[ended.seat - 1]
        lost = f"{name} busted and lost {ended.lost} points." if ended.lost else f"{name} busted."
        notes.append(f"{name} scored {ended.points}." if ended.lost is None else lost)
    if not state.seat:
        return tuple(notes)
    if state.earlier:
        notes.append(f"{state.earlier} points of earlier fill-ups are at risk.")
    if state.table:
        notes.append(f"Set aside: {format_dice(state.table)}, {points[0]} points in this turn.")
    if state.leader is not None and state.leader != state.seat:
        short = state.totals[state.leader - 1] + 1 - state.totals[state.seat - 1]
        name, leader = names[state.seat - 1], names[state.leader - 1]
        notes.append(f"{name} needs {short} points in this turn to overtake {leader}.")
    elif state.totals[state.seat - 1] < rules.target:
        short = rules.target - state.totals[state.seat - 1]
        notes.append(f"{names[state.seat - 1]} needs {short} points to reach {rules.target}.")
    return tuple(notes)


def _choices(state: State, legal: tuple[Move, ...], stop_points: int) -> list[Choice]:
    """Stop, roll, and the takes of matching dice that leave none of their number behind."""
    choices = []
    for move in legal:
        match move.verb:
            case Verb.STOP:
                choices.append(Choice(f"Stop with {stop_points} points", move))
            case Verb.ROLL:
                words = the_others(len(state.loose)) if state.loose else "all six"
                choices.append(Choice(f"Roll {words}", move))
            case Verb.TAKE if _is_neat(move.dice, state):
                choices.append(Choice(f"Set aside {format_dice(move.dice)}", move))
    return choices


def _is_neat(taken: Dice, state: State) -> bool:
    table, thrown = counts(plus(taken, state.table)), counts(state.loose)
    chosen = counts(taken)
    return all(
        table[number] >= 2 and chosen[number] == thrown[number] for number in set(values(taken))
    )
