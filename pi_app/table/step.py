"""One command, one step: `(state, command) -> outcome`, with no thread, disk or clock.

May import: rules, table.types and the other pure modules of the table.
"""

from __future__ import annotations

from dataclasses import replace

from pi_app.rules.dice import Dice, Die, format_dice, minus, plus
from pi_app.rules.errors import RulesError
from pi_app.rules.log import Undo
from pi_app.rules.moves import TRAY, Move, Verb, show
from pi_app.rules.resolve import beyond
from pi_app.table.look import act_on_view, looked
from pi_app.table.press import pressed, take_back
from pi_app.table.state import Outcome, TableState, count_throw, go_on, say, with_names
from pi_app.table.types import (
    CameraState,
    Command,
    Confirm,
    Correct,
    Enter,
    Look,
    Misfit,
    Motion,
    Press,
    StaleTap,
    TableError,
    TakeBack,
    Tap,
)
from pi_app.table.view import Lying, correct


def step(state: TableState, command: Command) -> Outcome:
    """The outcome of a command; a refused one leaves the game as it is.

    NewGame and Resume need the journal: the table itself does them.
    """
    try:
        outcome = _dispatch(state, command)
    except (RulesError, TableError) as refusal:
        return Outcome(state, refusal=with_names(refusal, state.record.header.seats))
    after = replace(outcome, state=number(state, outcome.state))
    if after.refusal is None:
        return after
    return replace(after, refusal=with_names(after.refusal, state.record.header.seats))


def number(before: TableState, after: TableState) -> TableState:
    """The state with the next number if anything changed."""
    if after is before:
        return after
    seq = before.seq + 1
    asked = seq if after.choices != before.choices else before.asked_seq
    return replace(after, seq=seq, asked_seq=asked)


def _dispatch(state: TableState, command: Command) -> Outcome:
    match command:
        case Look():
            return looked(state, command)
        case Motion():
            return _moved(state)
        case CameraState():
            return _camera(state, command)
        case Press():
            return pressed(state, command)
        case _:
            return _from_page(state, command)


def _from_page(state: TableState, command: Command) -> Outcome:
    match command:
        case Tap():
            return _tapped(state, command)
        case Correct():
            return _corrected(state, command)
        case Confirm():
            return _confirmed(state, command)
        case Enter():
            return _entered(state, command)
        case TakeBack():
            _check_fresh(state, command.seq, state.game_seq)
            return take_back(state, command.count)
        case _:
            raise TypeError(f"{command} is no command for a step")


# ---- from the camera ------------------------------------------------------------------------


def _moved(state: TableState) -> Outcome:
    view = state.view
    if view.moving and view.stirred:
        return Outcome(state)
    return Outcome(replace(state, view=replace(view, moving=True, stirred=True)))


def _camera(state: TableState, command: CameraState) -> Outcome:
    if command.words == state.camera and not command.away:
        return Outcome(state)
    after = replace(state, camera=command.words)
    if command.away:  # as when the program starts: the next look shows what lay there before
        view = replace(state.view, dice=(), reading=None, rest=(), stirred=False, picture=None)
        after = replace(after, view=view, look_seq=state.seq + 1, choices=())
    return Outcome(after)


# ---- from the page --------------------------------------------------------------------------


def _check_fresh(state: TableState, seq: int, since: int) -> None:
    """Raise StaleTap for a tap on a page that showed something else."""
    if not since <= seq <= state.seq:
        raise StaleTap(
            "stale",
            "The table has changed since this page was drawn, so nothing was done. "
            "Please look again and tap once more.",
        )


def _tapped(state: TableState, tap: Tap) -> Outcome:
    """The outcome of a move from the page; of a path to choose from, its moves come in turn."""
    _check_fresh(state, tap.seq, state.game_seq)
    asked = state.choices if tap.seq >= state.asked_seq else ()
    meant = tuple(path for path in asked if path[0] == tap.move)
    if tap.move.seat != TRAY:
        outcome = go_on(state, tap.move)
    elif meant:
        outcome = _chosen_throw(state, tap.move)
    else:
        raise Misfit("not_for_taps", "A throw is seen by the camera or typed in, not tapped.")
    rest = tuple(path[1:] for path in meant if path[1:])
    return replace(outcome, state=replace(outcome.state, choices=rest))


def _chosen_throw(state: TableState, move: Move) -> Outcome:
    """The outcome of a throw that a person chose among those that may have been meant."""
    hand = state.expect.hand if state.expect else state.hand
    return count_throw(state, (move,), hand)


def _corrected(state: TableState, command: Correct) -> Outcome:
    _check_fresh(state, command.seq, state.look_seq)
    if not 0 <= command.index < len(state.view.dice):
        raise Misfit("no_such_die", "There is no such die in the picture.")
    die = state.view.dice[command.index]
    face = None if command.value is None else Die(command.value, command.red)
    view = correct(state.view, command.index, face)
    after = replace(state, view=view, look_seq=state.seq + 1)
    if die.number in state.view.scored:
        return _recounted(state, after, die, face)
    return act_on_view(after, vouched=True)


def _recounted(state: TableState, after: TableState, die: Lying, face: Die | None) -> Outcome:
    """The outcome when a die was counted wrongly: the throw is taken back and counted again."""
    last = state.record.moves[-1] if state.record.moves else None
    if face == die.face and face is not None:
        return Outcome(after)
    if last is None or last.verb is not Verb.SHOW:
        raise Misfit(
            "too_late",
            f"The {die.face} was counted, and the game went on. Take back the moves made since, "
            "then correct it.",
        )
    old: Dice = (die.face,) if die.face else ()
    if not old or old[0] not in last.dice:
        raise Misfit("not_thrown", f"The {die.face} was not thrown now, so it can't be corrected.")
    new = plus(minus(last.dice, old), (face,) if face else ())
    outcome = count_throw(after, (Undo(1), show(new)), state.hand)
    words = f"Counted again as {format_dice(new)}."
    return replace(outcome, state=say(outcome.state, words))


def _confirmed(state: TableState, command: Confirm) -> Outcome:
    _check_fresh(state, command.seq, state.look_seq)
    view = state.view
    if view.reading is None:
        raise Misfit("nothing_seen", "Nothing has been seen yet that could be confirmed.")
    if any(die.face is None for die in view.present):
        raise Misfit(
            "unreadable", "A die can't be read: tap it and say what it shows, or throw again."
        )
    after = replace(state, view=replace(view, confirmed=True))
    fresh = view.numbers - view.scored
    if state.expect is not None and not fresh:
        raise Misfit("counted", f"These dice have been counted already; {state.expect.words}.")
    return act_on_view(after, vouched=True)


def _entered(state: TableState, command: Enter) -> Outcome:
    """The outcome of a throw that a person says; kept dice may be named with it."""
    _check_fresh(state, command.seq, state.game_seq)
    expect, dice = state.expect, command.dice
    if expect is not None and len(dice) == expect.throw + len(expect.lying):
        dice = beyond(dice, expect.lying)
    hand = expect.hand if expect is not None else state.hand
    return count_throw(state, (show(dice),), hand)
