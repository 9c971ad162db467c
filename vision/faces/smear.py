"""How sharp and how round the pips of faces are: what moves is smeared along its way.

A smear leaves a pip's amount of colour as it is, so that the amount tells the pip's radius, and the
radius where its rim lies, whether a set's aces are larger than its other pips or not. Along the way
the pip grows long and its rim flat. Lamps and lenses make pips long too, but those of all dice.
May import: numpy, vision.calibration_values, vision.curve, vision.faces (examine, windows).
"""

from __future__ import annotations

from cmath import exp
from collections.abc import Sequence
from math import pi
from statistics import median
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet
from vision.curve import read_off
from vision.faces.windows import STEP, around, second_moments, squared, within

Doubles = NDArray[np.float64]

_ACE_WINDOW = 0.36  # edges around an ace's pip, whatever its size
_RADII = (0.9, 1.6)  # of the set's pip radius: more is the window's edge or a mirrored lamp
_AROUND = 1.5  # radii around a pip in which its shape is measured
_FAINT = 0.15  # of the step from body to pip: less is noise
_LEAST_WEIGHT = 1.0  # pixels of a pip that has a shape
_LEAST_OTHERS = 3  # dice that show how long pips are in a picture
_LONG, _TIMES_USUAL = 0.15, 3.5  # length of pips at rest: at most, and over that of the others
_OF_RED = 0.9, 0.8  # of plain faces' sharpness, at most, and of their length
_GROWN = (1.0, 1.03)  # spread of pips over the usual one, of dice that lie still and that move
_LONGER_THAN_LAMPS = 0.35  # length of pips that lamps in them don't reach
_LEAST_ACE = 0.99  # spread of flat aces over that of other faces
ALIKE = 1.2  # ratio of the contrasts of faces whose pips can be compared
_PER_ROUGH = 12.0  # of that length, of pips that are not moulded


class Shaped(Protocol):
    """What is needed of a face's measures."""

    @property
    def length(self) -> complex:
        """How long its pips are and which way; see `pip_shapes`."""
        ...

    @property
    def sharpness(self) -> float:
        """How sharp they are; see `pip_falls`."""
        ...

    @property
    def spread(self) -> float:
        """How large they are; see `pip_shapes`."""
        ...

    @property
    def is_ace(self) -> bool:
        """Whether there is one only."""
        ...


def pip_shapes(
    part: Doubles, owner: NDArray[np.int64], middles: Doubles, reach: Doubles, radius: Doubles
) -> tuple[Doubles, NDArray[np.complex128], Doubles]:
    """Give the radius of each face's pips in edges, how long each is, and its spread: all (N,).

    Spread is the root of its second moments' sum, over the usual radius: 0.71 for a sharp disc.
    Long is the difference of the second moments along and across over their sum, as a complex
    number whose phase is twice the way's angle in the face's axes.

    part : of the faces, from `measure.pip_part`. owner : the face of each pip, rising.
    middles : of the pips. reach : how far around each one no other is. radius : as usual of
        each, in edges.
    """
    own, spreads = np.empty(len(owner)), np.empty(len(owner))
    lengths = np.empty(len(owner), np.complex128)
    alone = np.bincount(owner)[owner] == 1
    for some, window in ((alone, np.full_like(reach, _ACE_WINDOW)), (~alone, reach)):
        if some.any():  # apart, as an ace's window is five times as large as others
            pips = owner[some], middles[some], window[some], reach[some]
            own[some], lengths[some], spreads[some] = _shapes(part, *pips, radius[some])
    return own, lengths, spreads


def _shapes(
    part: Doubles,
    owner: NDArray[np.int64],
    middles: Doubles,
    window: Doubles,
    reach: Doubles,
    radius: Doubles,
) -> tuple[Doubles, NDArray[np.complex128], Doubles]:
    """Give the same for pips that are measured in windows so large."""
    pips = np.bincount(owner)[owner]
    near, x, y = around(part, owner, middles, window)
    square = squared(x, y)
    # what is lighter than the body, too: the grain of wood is both, and would make pips large
    clipped = np.minimum(np.maximum(near, -_FAINT), 1.0) * within(square, window)
    amount = np.maximum(clipped.reshape(len(near), -1).sum(1), 0.0)
    own = np.bincount(owner, np.sqrt(amount * STEP**2 / pi))[owner] / pips
    own = np.minimum(np.maximum(own, _RADII[0] * radius), _RADII[1] * radius)
    weight = np.minimum(np.maximum((near - _FAINT) / (1 - _FAINT), 0.0), 1.0)
    lengths = _lengths(weight * within(square, np.minimum(window, _AROUND * own)), x, y)
    _, xx, yy, _ = _moments(weight * within(square, np.minimum(reach, _AROUND * radius)), x, y)
    return own, lengths, np.sqrt(np.maximum(xx + yy, 0.0)) / radius


def _lengths(weight: Doubles, x: Doubles, y: Doubles) -> NDArray[np.complex128]:
    """Give how long what is weighted is: shape (N,)."""
    total, xx, yy, xy = _moments(weight, x, y)
    lengths = (xx - yy + 2j * xy) / np.maximum(xx + yy, 1e-9)
    return np.where(total >= _LEAST_WEIGHT, lengths, 0.0)


def _moments(weight: Doubles, x: Doubles, y: Doubles) -> tuple[Doubles, ...]:
    """Give the weight, and its second moments about its middle: x x, y y and x y; all (N,)."""
    total, by_x, by_y, by_xx, by_yy, by_xy = second_moments(weight, x, y)
    share = 1.0 / np.maximum(total, _LEAST_WEIGHT)
    mx, my = by_x * share, by_y * share
    return total, by_xx * share - mx * mx, by_yy * share - my * my, by_xy * share - mx * my


def longest_at_rest(rough: float, radius_px: float) -> float:
    """Give how long pips of dice at rest may be, apart from those of the picture's other dice.

    A pip of a few pixels is only as round as these allow: one pixel more at each of two opposite
    places of its rim makes it long by four over its area in pixels.

    rough : by how much the set's pips scatter more than moulded ones do, in edges; drilled ones
        are not round either. radius_px : of the pips, in the picture.
    """
    return max(_LONG, 4 / (pi * radius_px**2)) + _PER_ROUGH * rough


def doubts_of_length(
    faces: Sequence[Shaped],
    angles_rad: Sequence[float],
    red: Sequence[bool],
    at_rest: float = _LONG,
) -> list[float]:
    """Give per face by how much its pips are longer than those of the picture's other dice do.

    1 is more than lamps do to dice at rest: pips of 2,400 flat dice in 38 path-traced and rendered
    installations depart by 0.03 in the median, by 0.24 at most, and where by so much, all depart;
    those of 40 dice in motion by 0.12 in the median. 0 where fewer than three others are seen.

    angles_rad : how each face, as it was measured, is turned on the tray.
    red : which faces are red ones; of their length less counts.
    at_rest : how long pips may be; see `longest_at_rest`.
    """
    if len(faces) <= _LEAST_OTHERS:
        return [0.0] * len(faces)
    lengths = [
        complex(one.length) * exp(2j * angle) for one, angle in zip(faces, angles_rad, strict=True)
    ]
    doubts: list[float] = []
    for k, length in enumerate(lengths):
        others = lengths[:k] + lengths[k + 1 :]
        middle = complex(median(one.real for one in others), median(one.imag for one in others))
        usual = _TIMES_USUAL * median(abs(one - middle) for one in others)
        counts = _OF_RED[1] if red[k] else 1.0
        doubts.append(counts * abs(length - middle) / max(at_rest, usual))
    return doubts


def sharper_looks(dice: DiceSet) -> tuple[float, float]:
    """Give how sharp pips of plain and red faces are, over the set's.

    Less of red ones, as was measured or by some: red pips on black, or black on red, differ in hue
    more than in brightness, and cameras and JPEG files keep hues at half the size.
    """
    plain = dice.plain.sharper or 1.0
    usual = _OF_RED[0] * plain
    return plain, min(dice.red.sharper or usual, usual) if dice.red else usual


def sharpness_of_others(faces: Sequence[Shaped], sharper: Sequence[float]) -> list[float | None]:
    """Give per face how sharp it were if it was as the picture's other dice, in the middle.

    None if these are too few. sharper : how sharp faces of its look are; see `sharper_looks`.
    """
    if len(faces) <= _LEAST_OTHERS:
        return [None] * len(faces)
    sharp = [one.sharpness / by for one, by in zip(faces, sharper, strict=True)]
    return [by * median(sharp[:k] + sharp[k + 1 :]) for k, by in enumerate(sharper)]


def spread_over_others(
    faces: Sequence[Shaped], red: Sequence[bool], contrasts: Sequence[float]
) -> list[float | None]:
    """Give per face the spread of its pips over that of others of its colour with several pips.

    One die higher they are a twentieth larger. Aces of 15 path-traced installations whose dice
    hardly stand out, 2026-11-21: within a set it departs by 0.013 (standard deviation), one die
    higher would be 0.044. Where a lamp mirrors, pips look smaller, as grey levels grow by less
    than light does: half the contrast takes a seventh off their spread. So only faces that stand
    out alike are compared. None where no such other face is seen.

    contrasts : grey levels from body to pip of each face, in any unit.
    """
    ratios: list[float | None] = []
    for k, one in enumerate(faces):
        others = [
            other.spread
            for j, other in enumerate(faces)
            if j != k and red[j] == red[k] and not other.is_ace and other.spread > 0
            if 1 / ALIKE < contrasts[j] / max(contrasts[k], 1e-6) < ALIKE
        ]
        ratios.append(one.spread / median(others) if others else None)
    return ratios


def over_flat_aces(spread: float, usual: float) -> float | None:
    """Give how large a plain ace's pip is over those of the set's flat ones; None if not known.

    No ace's pip is smaller than other pips: where the one that was shown in calibration looked so,
    a lamp mirrored in it. Of 197 flat aces in 40 path-traced and rendered installations 21 look
    larger so by 0.6 of what a die's height adds, 40 if that one is believed; of 156 drawn ones
    exactly on a die 149 do either way.

    spread : over that of other faces, as is usual; see `spread_over_others` and `DiceSet`.
    """
    return spread / max(usual, _LEAST_ACE) if usual > 0 else None


def part_of_smear(length: complex, grown: float | None) -> float:
    """Give how much of a face's long pips may be a smear: 1 where it is not known.

    A smear makes pips long by adding to them; a lamp that mirrors in a pip, or a face that leans,
    takes from them. Path-traced and rendered dice, 2026-11-21: eight in motion whose pips were as
    long as lamps make them had grown by more than 1.05, 16 at rest with long pips by less, but for
    two whose faces mirror a lamp.

    grown : the spread of its pips over the usual one; see `spread_over_others`.
    """
    if grown is None or abs(length) > _LONGER_THAN_LAMPS:
        return 1.0
    return read_off(grown, _GROWN, (0.0, 1.0))


__all__ = [
    "ALIKE",
    "doubts_of_length",
    "longest_at_rest",
    "over_flat_aces",
    "part_of_smear",
    "pip_shapes",
    "sharper_looks",
    "sharpness_of_others",
    "spread_over_others",
]
