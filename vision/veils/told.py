"""What a picture without its veils tells of a throw that stays in doubt.

May import: numpy, vision.calibration_values, vision.types, vision.words, vision.judgement.leftover.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from vision import words
from vision.calibration_values import Calibration
from vision.judgement.leftover import SAME_EDGES, apart
from vision.types import DieReading, Problem, Reading

_TOLD = frozenset({Problem.COCKED, Problem.STACKED, Problem.MOVING})
_MOST_SPARE = 12  # dice that are seen beyond those of the set
_ALL_SAID = frozenset({words.HAND, words.MOVING})  # who hears this looks at no single die


def with_told(reading: Reading, bare: Reading, calibration: Calibration) -> Reading:
    """Give a doubtful reading with what is seen to be wrong without the veils of lamps.

    A lamp that mirrors in a die hides that it leans, or that it is one too many; shading the lamp
    would mend neither. The values stay those of the picture as it is.

    bare : what is read without veils.
    """
    size_px, expected = calibration.size_px, calibration.dice.count
    if reading.number_open or not _ALL_SAID.isdisjoint(reading.problems):
        return reading
    known = [die for die in reading.dice if die.problem in _TOLD]
    told = [words.of_die(die, size_px) for die in bare.dice if _tells_more(die, known)]
    if len(bare.dice) > expected and not _says_too_many(reading, expected):
        told.append(words.too_many(len(bare.dice), expected))
    return replace(reading, problems=tuple(dict.fromkeys([*reading.problems, *told])))


def _says_too_many(reading: Reading, expected: int) -> bool:
    """Tell whether a reading says already that there are more dice than the set has."""
    numbers = range(expected + 1, expected + _MOST_SPARE + 1)
    return any(words.too_many(seen, expected) in reading.problems for seen in numbers)


def _tells_more(die: DieReading, known: Iterable[DieReading]) -> bool:
    """Tell whether a trouble is not known yet: of dice that roll it may be said that they lean."""
    at_px = np.array([die.centre_px])
    return die.problem in _TOLD and (
        die.problem is Problem.MOVING or all(apart(one, at_px) > SAME_EDGES for one in known)
    )


__all__ = ["with_told"]
