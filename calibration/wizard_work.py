"""What takes long in the guided set-up: looking for dice, proposing their faces, fitting.

Pure: a set-up in, a finding out, which `wizard.step` takes as an input.
May import: vision, the rest of calibration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from calibration.fits import CalibrationImpossible, calibrate, known_dice
from calibration.lenses import UNKNOWN, Lens
from calibration.wizard_check import check
from calibration.wizard_faces import die_spots, proposals
from calibration.wizard_state import Checked, Finding, Fitted, Picture, Proposed, Setup
from vision.kept import forget
from vision.learned.network import let_go
from vision.read import read_tray
from vision.types import Reading
from vision.wild.reader import read_wild

Read = Callable[[Picture], Reading]

_SURE_DIE = 0.5  # confidence from which something in the "empty" tray counts as a die


def work_of(setup: Setup) -> Setup | None:
    """The set-up if something is to be read or fitted for it, else None; hand it to `work`."""
    waits = setup.unchecked is not None or (setup.open is not None and setup.open.dice is None)
    return setup if waits or _wants_fit(setup) else None


def _wants_fit(setup: Setup) -> bool:
    """Whether confirmed pictures wait: the last one, or one that nobody looked up yet."""
    count = len(setup.agreed)
    return setup.looked_up < count or (setup.all_taken and setup.made_of < count)


def work(setup: Setup, *, read: Read = read_wild, lens: Lens = UNKNOWN) -> Finding:
    """What is found for a set-up for which `work_of` said that there is work.

    read : reads a picture without any calibration. lens : the camera's, if it is known.
    """
    if setup.unchecked is not None:
        seen = read(setup.unchecked).dice
        sure = [die for die in seen if die.value and die.confidence >= _SURE_DIE]
        return Checked(setup.unchecked, len(sure))
    if _wants_fit(setup):
        return _fit(setup, lens)
    assert setup.open is not None
    return _proposal(setup, setup.open.bgr, read)


def work_far(todo: Setup, lens: Lens) -> Finding:
    """The same for another process: without the set-up's pictures, which `owned` puts back.

    What readers keep for the next picture is let go: it is more than the pictures themselves.
    """
    try:
        finding = work(todo, lens=lens)
    finally:
        forget()
        let_go()
    if isinstance(finding, Fitted):
        return replace(finding, shots=())
    return replace(finding, picture=finding.picture[:0])


def owned(finding: Finding, todo: Setup) -> Finding:
    """A finding with the set-up's own pictures, by which `wizard.step` knows what it is of."""
    match finding:
        case Checked() if todo.unchecked is not None:
            return replace(finding, picture=todo.unchecked)
        case Proposed() if todo.open is not None:
            return replace(finding, picture=todo.open.bgr)
        case Fitted():
            return replace(finding, shots=todo.agreed)
    return finding


def _proposal(setup: Setup, bgr: Picture, read: Read) -> Proposed:
    assert setup.empty is not None
    found = die_spots(bgr, setup.empty)
    made = setup.made
    guessed = proposals(found, read(bgr) if made is None else read_tray(bgr, made))
    return Proposed(bgr, guessed, learned_before=made is not None)


def _fit(setup: Setup, lens: Lens) -> Fitted:
    assert setup.empty is not None
    shots = setup.agreed
    frames = [(shot.bgr, shot.faces) for shot in shots]
    try:
        if setup.made is not None and not setup.all_taken:
            # A fit takes seconds, so there are two: after the first picture, and of all.
            known_dice(setup.empty, frames[-1:])
            return Fitted(shots, None)
        made = calibrate(setup.empty, frames, lens=lens)
    except CalibrationImpossible as error:
        blamed = len(shots) > 1 and (setup.made is None or setup.all_taken)
        bad = error.frame if blamed and error.frame is not None else -1
        return Fitted(shots, None, trouble=str(error), bad=bad)
    test = check(
        made,
        tuple(shot.bgr for shot in shots),
        tuple(shot.shown for shot in shots),
        tuple(shot.learned_before for shot in shots),
    )
    return Fitted(shots, made, test)
