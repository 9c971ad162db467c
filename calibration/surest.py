"""Chooses between a calibration by pictures as they were seen and one without their veils.

May import: numpy, vision, calibration.faces and calibration.named.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.faces import Face
from calibration.named import misread
from vision.calibration_values import Calibration, DiceSet
from vision.types import Point, Reading, Status

# Of the contrast: by how much veiled bodies are whiter, at least. Of 12 traced and rendered sets in
# which a lamp mirrors one is measured otherwise than by 0.25: 7 of 8 fair throws are read so, and 2
# by the whiter body, which reads its own two pictures as surely.
_VEILED = 0.1
# The faintest pip over the usual one, where a set was measured on faces that show their pips: 0.8
# or more in six traced sets under ring and halo lamps, -2.2 to 0.6 where some don't.
_UNEVEN = 0.7
# Times as far from their places: 1.3 to 2.2 in four of twelve sets that were measured twice, which
# read 22 of 32 fair throws so and 16 by the pips that lie farther off; at most 1.15 in the others.
_LOOSER = 1.2
# Of a die's chance; in a traced set that read 9 of 9 throws as seen it was 0.6, in a drawn one of
# orange dice that were taken for cream ones 0.2 and a picture: it read 6 of 38 as seen, 29 without.
_NEARLY = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A calibration, the middles of faces that mirror a lamp, and how it reads its own pictures."""

    made: Calibration
    mirrors_px: tuple[Point, ...]
    readings: list[Reading]


def surest(found: Found, bare: Found, named: list[tuple[Face, ...]]) -> Found:
    """Give the calibration by faces without veils if that reads its pictures as surely, or nearly
    so where it places pips far more exactly."""
    dice, other = found.made.dice, bare.made.dice
    if misread(bare.readings, named) is not None:
        return found
    if dice.scatter > _LOOSER * other.scatter:
        return bare if _read(bare) + 1 >= _read(found) else found
    likelier = _likelier(bare, found, unsound=_is_unsound(dice, other))
    return bare if likelier else found


def reads_all(found: Found) -> bool:
    """Tell whether a calibration reads all of its own pictures surely."""
    return _read(found) == len(found.readings)


def with_aces_of(as_seen: Calibration, bare: Calibration) -> Calibration:
    """Give a calibration by faces without veils with the size of large aces, which may all be
    veiled."""
    dice = bare.dice
    ace_radius = dice.ace_radius or as_seen.dice.ace_radius
    return replace(bare, dice=replace(dice, ace_radius=ace_radius))


def _is_unsound(dice: DiceSet, bare: DiceSet) -> bool:
    """Tell whether a set was measured on faces in which a lamp mirrors, so that its plain look is
    theirs, or pips are missing where they were looked for."""
    step = np.linalg.norm(np.subtract(bare.plain.pip_bgr, bare.plain.body_bgr))
    whiter = min(dice.plain.body_bgr) - min(bare.plain.body_bgr)
    uneven = dice.evenness < _UNEVEN < bare.evenness
    return bool(whiter > _VEILED * step) or uneven


def _read(found: Found) -> int:
    """Give how many of its own pictures a calibration reads surely."""
    return sum(map(_is_ok, found.readings))


def _likelier(some: Found, others: Found, *, unsound: bool) -> bool:
    """Tell whether some readings are surer than others: by pictures, then by dice.

    unsound : whether the others are by a set that was measured wrongly, so that nearly as sure is
        enough, of one picture less of several; and as many pictures, where there are none.
    """
    (ok, chance), (ok_before, chance_before) = (_sureness(one) for one in (some, others))
    if ok > ok_before or (unsound and ok_before == 0):
        return True
    if ok + (unsound and ok > 0) < ok_before:
        return False
    return chance + _NEARLY * unsound > chance_before


def _sureness(found: Found) -> tuple[int, float]:
    """Give how many pictures a calibration reads surely, and the sum of its dice's chances."""
    return _read(found), sum(die.confidence for one in found.readings for die in one.dice)


def _is_ok(reading: Reading) -> bool:
    return reading.status is Status.OK
