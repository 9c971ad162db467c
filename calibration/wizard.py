"""The guided set-up as a step machine: empty tray, three throws, the red faces, a self-test.

Everything is a value: `step(setup, input) -> (setup, view)`. What takes long (reading, fitting)
is named by `work_of`, done by `work` wherever the caller likes, and comes back as an input.
Pure. May import: vision, the rest of calibration.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from calibration.wizard_faces import Proposal
from calibration.wizard_judge import Judgement, judge_dice, judge_empty, judge_still
from calibration.wizard_state import (
    THROWS,
    Agree,
    Back,
    Begin,
    Checked,
    Finding,
    Fitted,
    Input,
    NoMoreRed,
    Picture,
    Proposed,
    Say,
    Setup,
    Shot,
    Stage,
    Take,
    WizardError,
)
from calibration.wizard_work import owned, work, work_far, work_of
from vision.calibration_values import Calibration
from vision.settle import Phase

# ---- what a person sees ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """What is to be shown.

    done : how many of the steps are done; the next one is due. pictures : how many of the step's
    pictures were taken, and how many it wants. dice : to be confirmed, at stage FACES.
    can_skip : the red faces may be left out. words : the self-test; remarks : what to mend.
    """

    stage: Stage
    done: int = 0
    throw: int = 0
    busy: str = ""
    trouble: str = ""
    dice: tuple[Proposal, ...] = ()
    can_skip: bool = False
    can_save: bool = False
    words: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def view_of(setup: Setup) -> View:
    """What is to be shown of a set-up."""
    stage = setup.stage
    throws = sum(not shot.red for shot in setup.agreed)
    finished = stage is Stage.DONE and setup.made is not None
    return View(
        stage=stage,
        done=_steps_done(setup),
        throw=min(throws + 1, THROWS),
        busy=_busy_words(setup) if stage is Stage.BUSY else "",
        trouble=setup.trouble,
        dice=(setup.open.dice or ()) if setup.open and stage is Stage.FACES else (),
        can_skip=stage is Stage.RED,
        can_save=finished,
        words=setup.test.words() if finished and setup.test else (),
        remarks=_remarks(setup.made) if finished and setup.made else (),
    )


def _steps_done(setup: Setup) -> int:
    """Of empty tray, three throws, red faces."""
    if setup.empty is None:
        return 0
    throws = sum(not shot.red for shot in setup.agreed)
    red = setup.no_more_red or any(shot.red for shot in setup.agreed)
    return 1 + throws + (1 if red and throws == THROWS else 0)


def _busy_words(setup: Setup) -> str:
    if setup.open is not None:
        return "Looking at the dice ..."
    return "Looking at the tray ..." if setup.empty is None else "Measuring the dice ..."


def _remarks(made: Calibration) -> tuple[str, ...]:
    """What should be mended; how pictures are read again is told by the self-test."""
    return tuple(remark for remark in made.remarks if not remark.startswith("Read again"))


def judge(setup: Setup, bgr: Picture, phase: Phase) -> Judgement:
    """Whether the live picture can be taken now, and what is to be mended.

    phase : what the tray is doing, by `vision.settle.step`.
    """
    stage = setup.stage
    if stage not in (Stage.EMPTY, Stage.THROW, Stage.RED):
        return Judgement(False)
    still = judge_still(phase)
    if still is not None:
        return still
    if stage is Stage.EMPTY or setup.empty is None:
        return judge_empty(bgr)
    return judge_dice(bgr, setup.empty, setup.count)


# ---- one step -------------------------------------------------------------------------------


def step(setup: Setup, given: Input) -> tuple[Setup, View]:
    """The set-up after an input, and what is to be shown of it.

    Raises
    ------
    WizardError
        This can't be done now; the set-up stays as it is.
    """
    after = _step(setup, given)
    return after, view_of(after)


def _step(setup: Setup, given: Input) -> Setup:
    match given:
        case Begin():
            return Setup(begun=True)
        case Take():
            return _taken(setup, given.bgr)
        case Say():
            return _said(setup, given)
        case Agree():
            return _agreed(setup)
        case NoMoreRed():
            return _without_red(setup)
        case Back():
            return _back(setup)
        case Checked() | Proposed() | Fitted():
            return _found(setup, given)
    raise TypeError(f"{given!r} is no input of the set-up")


def _found(setup: Setup, finding: Finding) -> Setup:
    match finding:
        case Checked():
            return _checked(setup, finding)
        case Proposed():
            return _proposed(setup, finding)
        case _:
            return _fitted(setup, finding)


def _taken(setup: Setup, bgr: Picture) -> Setup:
    stage = setup.stage
    fresh = replace(setup, trouble="")
    if stage is Stage.EMPTY:
        return replace(fresh, unchecked=bgr)
    if stage not in (Stage.THROW, Stage.RED) or setup.empty is None:
        raise WizardError("no_picture_now", "No picture is needed now.")
    if bgr.shape != setup.empty.shape:
        raise WizardError(
            "other_size", "The picture's size has changed: begin again from the empty tray."
        )
    judged = judge_dice(bgr, setup.empty, setup.count)
    if not judged.ready:
        raise WizardError("not_ready", judged.advice[0])
    return replace(fresh, shots=(*setup.shots, Shot(bgr, red=stage is Stage.RED)))


def _said(setup: Setup, said: Say) -> Setup:
    shot = setup.open
    if shot is None or not shot.dice or not 0 <= said.index < len(shot.dice):
        raise WizardError("no_die", "There is no such die to be named now.")
    die = replace(shot.dice[said.index], face=said.face, said=True, absent=said.face is None)
    dice = tuple(die if k == said.index else other for k, other in enumerate(shot.dice))
    return _with_last(setup, replace(shot, dice=dice))


def _agreed(setup: Setup) -> Setup:
    shot = setup.open
    if shot is None or shot.dice is None:
        raise WizardError("nothing_to_confirm", "There are no dice to be confirmed now.")
    if any(die.face is None for die in shot.shown):
        raise WizardError("unnamed", 'A die shows "?": tap it and say what it shows.')
    if not shot.shown:
        raise WizardError("no_dice", "No die is left in this picture: take it again.")
    if setup.count is not None and len(shot.shown) != setup.count:
        raise WizardError(
            "count",
            f"The set has {setup.count} dice, this picture {len(shot.shown)}: take it again.",
        )
    return replace(_with_last(setup, replace(shot, agreed=True)), trouble="")


def _without_red(setup: Setup) -> Setup:
    if setup.stage is not Stage.RED:
        raise WizardError("no_skip", "This step can't be left out.")
    return replace(setup, no_more_red=True)


def _back(setup: Setup) -> Setup:
    fresh = replace(setup, trouble="", test=None)
    if setup.unchecked is not None:
        return replace(fresh, unchecked=None)
    if setup.no_more_red:
        return replace(fresh, no_more_red=False)
    if setup.shots:
        kept = setup.shots[:-1]
        stale = setup.made_of > len(kept)  # it learned from what is forgotten now
        made, made_of = (None, 0) if stale else (setup.made, setup.made_of)
        looked_up = min(setup.looked_up, len(kept)) if made is not None else 0
        return replace(fresh, shots=kept, made=made, made_of=made_of, looked_up=looked_up)
    return replace(fresh, empty=None, insisted=False) if setup.empty is not None else Setup()


def _with_last(setup: Setup, shot: Shot) -> Setup:
    return replace(setup, shots=(*setup.shots[:-1], shot))


# ---- findings: what was found for another picture than the present one is dropped -------------


def _checked(setup: Setup, found: Checked) -> Setup:
    if setup.unchecked is not found.picture:
        return setup
    if found.dice and not setup.insisted:
        seen = "a die" if found.dice == 1 else f"{found.dice} dice"
        words = f"I see {seen} in this picture: empty the tray and take it again."
        return replace(setup, unchecked=None, insisted=True, trouble=words)
    return replace(setup, unchecked=None, empty=found.picture)


def _proposed(setup: Setup, found: Proposed) -> Setup:
    shot = setup.open
    if shot is None or shot.bgr is not found.picture:
        return setup
    named = replace(shot, dice=found.dice, learned_before=found.learned_before)
    return _with_last(setup, named)


def _fitted(setup: Setup, found: Fitted) -> Setup:
    if setup.agreed[: len(found.shots)] != found.shots:
        return setup
    count = len(found.shots)
    if found.made is not None:
        return replace(setup, made=found.made, made_of=count, looked_up=count, test=found.test)
    if not found.trouble:
        return replace(setup, looked_up=count)
    bad = found.shots[found.bad]
    kept = replace(setup, shots=tuple(shot for shot in setup.shots if shot is not bad))
    if bad is found.shots[-1]:
        trouble = f"The last picture can't be used: {found.trouble}. Please take it again."
        return replace(kept, trouble=trouble)
    what = "picture of the red faces" if bad.red else "picture of a throw"
    return replace(
        kept,
        made=None,  # it may have learned from that picture
        made_of=0,
        looked_up=0,
        test=None,
        trouble=f"An earlier {what} does not agree with the others: {found.trouble}. It was put"
        " away; please take another one.",
    )


__all__ = [
    "THROWS",
    "Agree",
    "Back",
    "Begin",
    "Finding",
    "Judgement",
    "NoMoreRed",
    "Say",
    "Setup",
    "Stage",
    "Take",
    "View",
    "WizardError",
    "judge",
    "owned",
    "step",
    "view_of",
    "work",
    "work_far",
    "work_of",
]
