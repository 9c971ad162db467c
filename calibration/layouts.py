"""Measures how the faces of a dice set are laid out: not on all dice as a four's pips lie.

The six of many dice has longer rows, or wider ones; the two of Asian dice lies nearer. Taken for
laid out alike such faces would seem to lie too high, or to lean.
May import: numpy, vision, calibration.known, pose, shades and spreads.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.known import KnownDie
from calibration.pose import PipsOfDie
from calibration.shades import drawing_of
from calibration.spreads import TELLING
from vision.calibration_values import ALIKE, Camera, Spread
from vision.faces.layout import PATTERNS, PLACES, VALUES, places_in
from vision.tray.geometry import to_floor

Doubles = NDArray[np.float64]

# By which a spread may seem to differ from the others' and be theirs: by 0.031 at most in 37 of 38
# rendered and traced sets, whose faces are laid out alike, by 0.038 in one in which a lamp mirrors.
_SAME = 0.045
_AGREE = 0.03  # by which both ways to measure may differ
_AS_USUAL = 0.012  # by which a face of such a set is taken to lie as most: each kind takes time


def spreads_of(
    dice: list[KnownDie],
    camera: Camera,
    offset: float,
    square: list[PipsOfDie],
    telling: int = TELLING,
) -> tuple[Spread, ...]:
    """Give how far out the pips of the faces 1..6 lie, over those of the middle face of the set.

    All alike if no face clearly differs; a face that was not shown lies as the middle one.

    dice : with their pips as they were found. offset : distance of neighbouring pips in edges, as
    the camera was placed by. square : the same pips as measured on square faces: more exactly, but
    where a lamp mirrors or bevels are near. telling : how many dice of a value have to say that it
    is laid out otherwise.
    """
    again = [replace(die, pips=one) for die, one in zip(dice, square, strict=True)]
    found, exact = (_over_usual(some, camera, offset) for some in (dice, again))
    if not any(
        _differs(found[value], exact[value], telling) and not _is_told_by_colour(value, dice)
        for value in found
    ):
        return ALIKE
    told = (_either(found.get(value), exact.get(value)) for value in range(1, 7))
    return tuple((across, along) for across, along in told)


def _over_usual(dice: list[KnownDie], camera: Camera, offset: float) -> dict[int, Doubles]:
    """Give how far out the pips of each die lie over those of the set's middle face, by value.

    Each of shape (dice, 2). Aces don't tell.
    """
    each = {v: [_spread(d, camera, offset) for d in dice if d.face.value == v] for v in range(2, 7)}
    seen = {value: np.array(some) for value, some in each.items() if some}
    usual = float(np.median([np.median(some) for some in seen.values()])) if seen else 1.0
    return {value: some / usual for value, some in seen.items()}


def _differs(found: Doubles, exact: Doubles, telling: int) -> bool:
    """Tell whether enough dice of a value all say that it is laid out otherwise, either way.

    A lamp that mirrors in a face, or a die that was found elsewhere or named wrongly, moves pips of
    some dice, or otherwise in one way than in the other.
    """
    if len(found) < telling:
        return False
    by, again = np.median(found, axis=0) - 1, np.median(exact, axis=0) - 1
    side = np.sign(by)
    clearly = (side * (found - 1)).min(0) > _SAME
    return bool((clearly & (side * again > np.abs(by) / 2)).any())


def _is_told_by_colour(value: int, dice: list[KnownDie]) -> bool:
    """Tell whether the dice of a value are all of one colour, and the others of the other one.

    White bevels around red faces draw their white pips outward: of a drawn set by 0.033, of which
    no plain faces but two fours and aces were shown.
    """
    reds = [{d.face.red for d in dice if (d.face.value == value) == mine and d.face.value > 1}
            for mine in (True, False)]  # fmt: skip
    return all(len(red) == 1 for red in reds) and reds[0] != reds[1]


def _either(found: Doubles | None, exact: Doubles | None) -> list[float]:
    """Give the spread of a face: as measured more exactly, if that agrees."""
    if found is None or exact is None:
        return [1.0, 1.0]
    by, again = np.median(found, axis=0), np.median(exact, axis=0)
    told = again if np.abs(again - by).max() < _AGREE else by
    return [1.0, 1.0] if np.abs(told - 1).max() < _AS_USUAL else told.tolist()


def as_found(dice: list[KnownDie]) -> list[KnownDie]:
    """Give the dice of a set whose faces are laid out as they were found, to about an eighth."""
    spreads = list(ALIKE)
    for value in range(2, 7):
        mine = [_of_places(die) for die in dice if die.face.value == value]
        if mine:
            across, along = np.median(mine, axis=0).tolist()
            spreads[value - 1] = (across, along)
    return dice if tuple(spreads) == ALIKE else laid_out(dice, tuple(spreads))


def _of_places(die: KnownDie) -> Doubles:
    """Give how far out a die's pips were looked for, across and along."""
    farthest = np.abs(die.pips.places).max(0)
    along = _rows_along(drawing_of(die.pips.places))
    return np.asarray(farthest if along else farthest[::-1], dtype=np.float64)


def _spread(die: KnownDie, camera: Camera, offset: float) -> Doubles:
    """Give how far out a die's pips are seen, across and along."""
    drawing = drawing_of(die.pips.places)
    ideal = offset * PLACES[PATTERNS[drawing]] @ np.array([1, 1j])
    at = to_floor(camera, die.pips.pips_px, 1.0) @ np.array([1, 1j])
    ideal, at = ideal - ideal.mean(), at - at.mean()
    turn = np.vdot(ideal, at)
    at = at * turn.conjugate() / abs(turn)
    if VALUES[drawing] != 6:
        return np.full(2, abs(turn) / np.vdot(ideal, ideal).real)
    by = np.array([
        (ideal.real @ at.real) / (ideal.real @ ideal.real),
        (ideal.imag @ at.imag) / (ideal.imag @ ideal.imag),
    ])  # fmt: skip
    return by if _rows_along(drawing) else by[::-1]


def _rows_along(drawing: int) -> bool:
    """Tell whether the rows of three of a six lie along y."""
    return bool((PLACES[PATTERNS[drawing]][:, 1] == 0).any())


def laid_out(dice: list[KnownDie], spreads: tuple[Spread, ...]) -> list[KnownDie]:
    """Give the dice with their pips' places as those of a set with these spreads."""
    places = places_in(spreads)
    return [
        replace(die, pips=_laid(die.pips, places[drawing_of(die.pips.places)], spreads))
        for die in dice
    ]


def _laid(pips: PipsOfDie, places: Doubles, spreads: tuple[Spread, ...]) -> PipsOfDie:
    has = PATTERNS[drawing_of(pips.places)]
    return PipsOfDie(places[has], pips.pips_px, spreads)
