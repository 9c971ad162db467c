"""What the three buttons mean: the verb, with what lies on the tray as its argument.

A press may come before its argument: FLIP before the hand turns the die, ROLL before the dice
are picked up. Then it waits for the picture that completes it. Pure. May import: rules,
table.types, table.view, table.look, table.words, table.state.
"""

from __future__ import annotations

from dataclasses import replace

from pi_app.rules.log import Undo
from pi_app.rules.moves import Verb, parse_move
from pi_app.rules.resolve import Path, Resolution, Seen, paths, resolve
from pi_app.rules.secret import told
from pi_app.table.look import commit, thrown_after, which_throw
from pi_app.table.state import Outcome, TableState, expect_after, go_on, quiet, say
from pi_app.table.types import Misfit, Mood, Press
from pi_app.table.view import seen_of
from pi_app.table.words import told_words

_MOST_NAMED = 3
_WAIT_WORDS = {
    Verb.ROLL: "Pick up the dice that you throw, leave or set aside the others, and throw.",
    Verb.FLIP: "Turn a red die to the number that you want.",
}


def pressed(state: TableState, press: Press) -> Outcome:
    """The outcome of a button; STOP held down takes the last move back."""
    state = replace(state, presses=state.presses + 1)
    if press.long and press.verb is Verb.STOP:
        return take_back(state, 1)
    verb = press.verb
    if verb not in state.shown.lit:
        return _refused(state, verb)
    if verb is Verb.ROLL and (outcome := _thrown_before(state)):
        return outcome
    seen = None if state.view.moving else seen_of(state.view, state.in_play, state.should)
    if state.waiting is verb and state.pending and not (seen and seen.all):
        return go_on(state, *state.pending)  # an empty tray tells less than what was seen before
    found = resolve(state.game, state.position, verb, seen, state.keeping)
    if found.path:
        return go_on(state, *found.path)
    if state.waiting is not verb and _comes_later(state, verb, seen):
        return Outcome(wait_for(state, verb))
    return Outcome(_ask(state, verb, found))


def take_back(state: TableState, count: int) -> Outcome:
    """The outcome of taking moves back; raises IllegalMove when there are not so many."""
    outcome = go_on(state, Undo(count))
    after = say(outcome.state, f"Taken back: {_gone_words(state, count)}.")
    # Nothing that lies there is counted any more, so a person may confirm or correct it.
    after = replace(after, view=replace(after.view, scored=frozenset()))
    return replace(outcome, state=after)


def _gone_words(state: TableState, count: int) -> str:
    """What is taken back; of many moves only how many."""
    if count > _MOST_NAMED:
        return f"the last {count} moves"
    names, boxes = state.record.header.seats, dict(state.game.info.boxes)
    moves = [parse_move(text) for text in told(state.record, count)]
    return ", ".join(told_words(move, names, boxes) for move in moves)


def wait_for(state: TableState, verb: Verb) -> TableState:
    """The state in which a button waits for the tray to show what it is about."""
    return replace(say(quiet(state), _WAIT_WORDS.get(verb, "")), waiting=verb)


def _refused(state: TableState, verb: Verb) -> Outcome:
    expect = state.expect
    why = "The game is over." if state.shown.over else f"{verb.value.upper()} can't be done now"
    if not state.shown.over:
        can = ", ".join(sorted(one.value.upper() for one in state.shown.lit))
        due = expect.words if expect else (f"possible: {can}" if can else "please use the page")
        why = f"{why}: {due}."
    after = replace(say(state, why, Mood.REFUSED), blink=verb)
    return Outcome(after, refusal=Misfit("not_now", why))


def _thrown_before(state: TableState) -> Outcome | None:
    """The outcome when the dice were thrown first and ROLL was pressed after that."""
    if state.view.moving or not state.view.sure:
        return None
    found = thrown_after(state)
    if len(found) == 1:
        path, expect, verdict = found[0]
        return commit(state, expect, verdict, path)
    return Outcome(which_throw(quiet(state), found)) if found else None


def _comes_later(state: TableState, verb: Verb, seen: Seen | None) -> bool:
    """Whether the tray can't show yet what the button is about, but will."""
    if state.view.moving:
        return True
    if seen is None:
        return False
    should = state.should
    if should is not None:
        return len(seen.all) + len(seen.gone) >= len(should)
    # Nobody knows what should lie there: a throw will tell, unless it is thrown in secret.
    ways = paths(state.game, state.position, verb)
    return any(expect_after(state.game, state.position, way) for way in ways)


def _ask(state: TableState, verb: Verb, found: Resolution) -> TableState:
    choices: tuple[Path, ...] = found.choices
    return replace(say(quiet(state), found.words, Mood.ASK), choices=choices, blink=verb)
