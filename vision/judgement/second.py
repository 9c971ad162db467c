"""Asks the learned face reader about dice of which the judge is not quite sure.

It can only make a reading more careful: it does not see leaning, and where a face is covered it
guesses as people do. It is asked only where its answer can matter, as it takes milliseconds.
May import: numpy, vision.calibration_values, vision.learned, vision.sureness, vision.types,
vision.faces.patches, vision.judgement.judge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet
from vision.faces.patches import face_patches
from vision.judgement.judge import Place
from vision.learned.face import FaceOpinion, classify
from vision.sureness import doubt_of
from vision.types import DieReading, Problem

ASKED = 0.5  # doubt from which on it is asked; 1 is too much to be accepted
_LEARNED = 0.3  # by which faces that it has learned are laid out otherwise: a near two is no three
_AGREES = 0.2  # probability of the value read from which on it does not object

Judged = tuple[DieReading, Place]


def reconsidered(
    bgr: NDArray[np.uint8],
    dice: list[Judged],
    known: DiceSet,
    shown: Callable[[DieReading], DieReading] = lambda die: die,
) -> list[Judged]:
    """Give the dice, those to which the learned reader objects as unreadable.

    known : the dice set. shown : gives a die where the picture shows it, if the camera was moved.

    Nothing is asked when a die is in doubt anyway: the reading won't be accepted.
    """
    counted = [die for die, place in dice if place is Place.INSIDE]
    if any(die.problem is not None for die in counted):
        return dice
    asked = [k for k, (die, place) in enumerate(dice) if _is_asked(die, place, known)]
    if not asked:
        return dice
    opinions = classify(face_patches(bgr, tuple(shown(dice[k][0]) for k in asked)))
    after = list(dice)
    for k, opinion in zip(asked, opinions, strict=True):
        die, place = dice[k]
        after[k] = (_with_opinion(die, opinion), place)
    return after


def _is_asked(die: DieReading, place: Place, known: DiceSet) -> bool:
    if place is not Place.INSIDE or doubt_of(die.confidence) <= ASKED:
        return False
    return die.value is None or max(abs(by - 1) for by in known.spreads[die.value - 1]) < _LEARNED


def _with_opinion(die: DieReading, opinion: FaceOpinion) -> DieReading:
    chance = opinion.chances[die.value - 1] if die.value is not None else 0.0
    if chance >= _AGREES:
        return die
    return replace(
        die, confidence=round(min(die.confidence, chance), 4), problem=Problem.UNREADABLE
    )
