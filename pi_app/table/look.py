"""What a picture of lying dice means for the game.

Pure. May import: rules, table.types, table.view, table.validate, table.state.
"""

from __future__ import annotations

from dataclasses import replace

from pi_app.rules.dice import Dice, Die, format_dice
from pi_app.rules.game import Expect
from pi_app.rules.log import Event
from pi_app.rules.moves import Move, Verb, show
from pi_app.rules.resolve import Path, paths, resolve
from pi_app.table.state import (
    Outcome,
    TableState,
    count_throw,
    expect_after,
    go_on,
    quiet,
    say,
)
from pi_app.table.types import Look, Mood
from pi_app.table.validate import Verdict, judge_rest, judge_throw, turned
from pi_app.table.view import faces, see, seen_of, shifted


def looked(state: TableState, look: Look) -> Outcome:
    """The outcome of a new picture of lying dice."""
    before = state.view
    view = see(before, look)
    after = replace(state, view=view, look_seq=state.seq + 1)
    if view.numbers != before.numbers:
        after = replace(after, choices=(), blink=None)
        after = after if after.waiting else say(after, "")
    dice_sure = view.sure or view.number_open
    if dice_sure and state.expect is not None and view.stirred and shifted(before, view):
        moved = view.numbers - before.numbers
        if len(moved) == len(view.present):
            words = "The dice lie almost as before. If they were thrown, please confirm them."
            return Outcome(say(after, words, Mood.ASK))
    return act_on_view(after)


def act_on_view(state: TableState, *, vouched: bool = False) -> Outcome:
    """The outcome of what lies there, be it seen or said.

    vouched : a person says that it is right and that it was thrown.
    """
    if state.shown.over:
        return Outcome(state)
    number_open = state.view.number_open
    if not state.view.sure and not number_open:
        return _asking(state)
    if state.expect is not None:
        return _expecting(state, state.expect, vouched=vouched)
    if state.waiting is not None:
        return _asking(state) if number_open else _waiting(state, state.waiting)
    return Outcome(_resting(state))


def _asking(state: TableState) -> Outcome:
    return Outcome(say(replace(state, choices=()), *_doubt(state)))


def _doubt(state: TableState) -> tuple[str, Mood]:
    """What to ask about a reading that is not sure."""
    view = state.view
    doubts = [die for die in view.present if die.doubtful]
    reasons = view.reading.problems if view.reading else ()
    if not reasons and doubts:
        reasons = tuple(f"A die {die.words}." for die in doubts)
    ask = "Tap the die and say what it shows" if doubts else "Confirm what is shown, correct it"
    return " ".join([*reasons, f"{ask}, or throw again."]), Mood.ASK


# ---- a throw is due -------------------------------------------------------------------------


def _expecting(state: TableState, expect: Expect, *, vouched: bool) -> Outcome:
    dice_set = state.record.header.dice
    verdict = judge_throw(expect, state.view, dice_set, state.keeping, vouched=vouched)
    if verdict.thrown is not None and state.view.number_open and not verdict.complete:
        return _asking(state)
    if verdict.thrown is not None:
        return commit(state, expect, verdict, ())
    choices = tuple((show(dice),) for dice in verdict.options)
    if choices:
        return Outcome(replace(say(state, verdict.words, Mood.ASK), choices=choices))
    if verdict.words:
        return Outcome(say(quiet(state), _with_unseen(state, verdict.words), Mood.REFUSED))
    return Outcome(say(quiet(state), *_lay_there_before(state, expect)))


def _with_unseen(state: TableState, words: str) -> str:
    """A refusal, after the reason why a die may have been thrown that is not seen."""
    reading = state.view.reading
    return " ".join([*reading.problems, words]) if state.view.number_open and reading else words


def _lay_there_before(state: TableState, expect: Expect) -> tuple[str, Mood]:
    """What to ask when a whole throw lies there that was never counted."""
    view = state.view
    dice = view.of_hand(expect.hand)
    uncounted = [die for die in dice if die.number not in view.scored]
    if len(dice) < expect.throw or not uncounted or len(dice) - expect.throw > len(expect.lying):
        return "", Mood.PLAIN
    return (
        f"{format_dice(faces(dice))} lay there before the throw was due. "
        "Throw now; or confirm them if that was the throw."
    ), Mood.ASK


def commit(state: TableState, expect: Expect, verdict: Verdict, path: Path) -> Outcome:
    """The outcome of a throw that fits, after the moves of `path` which led to it."""
    thrown = verdict.thrown or ()
    events: tuple[Event, ...] = (*path, show(thrown))
    return count_throw(state, events, expect.hand)


# ---- a player decides -----------------------------------------------------------------------


def _waiting(state: TableState, verb: Verb) -> Outcome:
    """The outcome for a button that was pressed before the tray showed its argument."""
    if verb is Verb.ROLL:
        return _waiting_roll(state)
    seen = seen_of(state.view, state.in_play, state.should)
    found = resolve(state.game, state.position, verb, seen, state.keeping)
    if found.path:
        return go_on(state, *found.path)
    return Outcome(_resting(state))


def _waiting_roll(state: TableState) -> Outcome:
    """Understand a ROLL from the throw itself: what stayed was kept.

    Dice are picked up one by one, so a picture between doesn't decide; it is only remembered.
    """
    found = thrown_after(state)
    if len(found) > 1 and state.pending:
        found = tuple(one for one in found if one[0] == state.pending) or found
    if len(found) == 1:
        path, expect, verdict = found[0]
        return commit(state, expect, verdict, path)
    if found:
        return Outcome(which_throw(state, found))
    seen = seen_of(state.view, state.in_play, state.should)
    if seen is None or not seen.all:
        return Outcome(state)  # all in the hand: what was left before they went tells more
    way = resolve(state.game, state.position, Verb.ROLL, seen, state.keeping).path
    return Outcome(replace(state, pending=way or state.pending))


Found = tuple[Path, Expect, Verdict]


def thrown_after(state: TableState) -> tuple[Found, ...]:
    """The rolls that explain what lies there now as the throw that followed them."""
    found = []
    for path in paths(state.game, state.position, Verb.ROLL):
        expect = expect_after(state.game, state.position, path)
        if expect is None:
            continue
        verdict = judge_throw(expect, state.view, state.record.header.dice, state.keeping)
        if verdict.thrown is not None:
            found.append((path, expect, verdict))
    exact = tuple(one for one in found if one[2].exact)
    return exact or tuple(found)


def which_throw(state: TableState, found: tuple[Found, ...]) -> TableState:
    """The state that asks which of several rolls was meant."""
    choices = tuple((*path, show(verdict.thrown or ())) for path, _, verdict in found)
    words = f"ROLL and {format_dice(faces(state.view.present))} can mean {len(found)} things."
    return replace(
        say(state, f"{words} Please choose.", Mood.ASK), choices=choices, blink=Verb.ROLL
    )


def _resting(state: TableState) -> TableState:
    """The state while a player decides and the dice lie as they lie."""
    if state.choices:
        return state
    should = state.should
    seen = faces(state.view.of_hand(state.in_play))
    words = judge_rest(should, seen) if should is not None else ""
    if should is None or not words:
        return state if state.waiting else say(state, "")
    return say(state, _changed_words(state, should, seen) or words, Mood.ASK)


def _changed_words(state: TableState, should: Dice, seen: Dice) -> str:
    """What to say of one die that shows another face than before."""
    missing, extra = turned(should, seen)
    if len(extra) != 1 or len(missing) != 1:
        return _thrown_words(state)
    old, new = missing[0], extra[0]
    flip = Move(state.shown.to_move or 1, Verb.FLIP, (str(old), str(new.value)))
    if flip in state.shown.legal and not new.red:
        return f"The red {old.value} now shows {new}: press FLIP to make it count, or turn it back."
    if state.waiting is Verb.FLIP or (old.red and Verb.FLIP in state.shown.lit):
        return f"The {old} now shows {new}, and {_no_flip_words(old, new)}; turn it back."
    return _thrown_words(state) or f"The {old} now shows {new}; turn it back, or take a move back."


def _no_flip_words(old: Die, new: Die) -> str:
    if not old.red:
        return "only a red die can be flipped"
    return "a flip shows a white face" if new.red else "that is no flip now"


def _thrown_words(state: TableState) -> str:
    """What to say when dice seem to have been thrown without ROLL."""
    if Verb.ROLL not in state.shown.lit or not thrown_after(state):
        return ""
    return "If dice were thrown, press ROLL to count them; else put them back as they were."
