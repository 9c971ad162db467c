"""Keeps dice apart over several readings: which stayed, moved, were turned, or are new.

Dice of one value look alike, so identity is a matter of place: a die that lies where one lay is
that die. May import: numpy, vision.types.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from vision.types import DieReading, Reading

_SAME_PLACE_EDGES = 0.25  # farther than that from where it lay, a die was moved
_SAME_DIE_EDGES = 0.6  # nearer than that to where one lay, no other die can lie
_SAME_TURN_DEG = 12.0


class Change(Enum):
    """What happened to a die since the reading before."""

    STAYED = "stayed"
    TURNED = "turned"
    NUDGED = "nudged"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Track:
    """One die over time: its number, its last reading, and what happened to it.

    TURNED: it lies where it lay and shows another face: a hand turned it.
    NUDGED: it shows the same face a little aside or turned about: a neighbour pushed it.
    """

    number: int
    die: DieReading
    change: Change


@dataclass(frozen=True, slots=True)
class Tracks:
    """All dice of the tray, and those that are gone since the reading before.

    next_number : the number that the next new die gets.
    """

    dice: tuple[Track, ...] = ()
    gone: tuple[Track, ...] = ()
    next_number: int = 1

    def that(self, *changes: Change) -> tuple[Track, ...]:
        """Give the dice with one of these changes."""
        return tuple(track for track in self.dice if track.change in changes)


def track(previous: Tracks, reading: Reading, die_px: float) -> Tracks:
    """Give the dice of a reading, each as one of those before or as a new one.

    Parameters
    ----------
    previous : the dice of the reading before; `Tracks()` at the beginning.
    reading : a settled reading. Dice without a value are followed too.
    die_px : edge of a top face in the picture, in pixels.

    Notes
    -----
    A die that was rolled is new even if it shows the same face again: only its place tells. Two
    readings of a still tray give the same numbers.
    """
    pairs = _pairs(previous.dice, reading.dice, _SAME_DIE_EDGES * die_px)
    taken = {old for old, _ in pairs}
    by_new = {new: previous.dice[old] for old, new in pairs}
    dice, number = [], previous.next_number
    for k, die in enumerate(reading.dice):
        if k in by_new:
            before = by_new[k]
            dice.append(Track(before.number, die, _change(before.die, die, die_px)))
        else:
            dice.append(Track(number, die, Change.NEW))
            number += 1
    gone = tuple(one for k, one in enumerate(previous.dice) if k not in taken)
    return Tracks(tuple(dice), gone, number)


def _pairs(
    before: tuple[Track, ...], now: tuple[DieReading, ...], reach_px: float
) -> list[tuple[int, int]]:
    """Give the nearest pairs of old and new dice, each die once, nearest first."""
    apart = [
        (_apart_px(old.die, new), i, j) for i, old in enumerate(before) for j, new in enumerate(now)
    ]
    pairs: list[tuple[int, int]] = []
    for distance, i, j in sorted(apart):
        free = all(i != old and j != new for old, new in pairs)
        if distance <= reach_px and free:
            pairs.append((i, j))
    return pairs


def _change(before: DieReading, now: DieReading, die_px: float) -> Change:
    if (before.value, before.red) != (now.value, now.red):
        return Change.TURNED
    moved = _apart_px(before, now) > _SAME_PLACE_EDGES * die_px
    return Change.NUDGED if moved or _turn_deg(before, now) > _SAME_TURN_DEG else Change.STAYED


def _apart_px(one: DieReading, other: DieReading) -> float:
    return float(np.hypot(*np.subtract(one.centre_px, other.centre_px)))


def _turn_deg(one: DieReading, other: DieReading) -> float:
    """Give by how much a square was turned, 0 to 45; aces don't tell it surely."""
    if 1 in (one.value, other.value) or not one.corners_px or not other.corners_px:
        return 0.0
    angles = [
        np.degrees(np.arctan2(*np.subtract(die.corners_px[1], die.corners_px[0])[::-1]))
        for die in (one, other)
    ]
    turn = abs(angles[0] - angles[1]) % 90.0
    return float(min(turn, 90.0 - turn))
