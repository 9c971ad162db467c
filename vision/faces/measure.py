"""Measures the faces that were taken more exactly: pose, size, squareness and sharpness.

May import: numpy, vision.calibration_values, vision.faces (examine, falls, feigned, glossed,
layout, pip_middles, smear, windows), vision.tray.geometry.
"""

from __future__ import annotations

from cmath import phase
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from math import cos, hypot, sin

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import ALIKE, DiceSet, Spread
from vision.faces.examine import PATCH_PX
from vision.faces.falls import pip_falls, sharpness_of
from vision.faces.feigned import feigned
from vision.faces.glossed import glossed
from vision.faces.layout import PATTERNS, kind_of, laid_alike, places_in
from vision.faces.pip_middles import middles_within, reaches_around
from vision.faces.smear import pip_shapes
from vision.faces.windows import patch_grid

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_PAINTED = 60.0  # grey levels between plain and red bodies that are not of one colour
_BLUR = 0.45  # pip radii from the rim of a large ace, where no pip of another face is told from it
_ALONG = 0.5  # share of a stretch outward that a line of pips must show to tell it
_ACE = int(np.flatnonzero(PATTERNS.sum(1) == 1)[0])


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What the pips of one face say about how it lies.

    shift : of the pips' middle in the face's axes, in edges.
    turn_rad : how much further the face is turned.
    size : distances of the pips over those at the height of a flat die; 1 for aces.
    misfit : how far the pips are from their places after that, in edges.
    squeeze : shorter over longer distances of pips, 1 when square; 1 for 1, 2 and 3.
    sharpness : fall from pip to body along the blurriest line; see `vision.faces.falls`.
    ghost : how much like a pip the place looks that has none and looks most like one: 0 for body,
        1 for pip.
    drawn : the map from the pips' usual places to the seen ones in the face's axes, shape (2, 2);
        None for 1, 2 and 3, whose pips lie in a line.
    line_rad : the direction of that line in the axes of the face so turned; else None.
    length : how long its pips are in the mean, and which way; see `vision.faces.smear`.
    spread : how large they are in the mean, over the usual radius; see there.
    askew : how much they lie otherwise than those of the picture's other dice, where that is known;
        1 is more than those of flat dice do. See `vision.judgement.askew`.
    glossed : how much a lamp may hide a pip in its middle, or feign one; see `glossed`, `feigned`.
    """

    shift: tuple[float, float]
    turn_rad: float
    size: float
    misfit: float
    squeeze: float
    sharpness: float
    ghost: float
    drawn: Doubles | None = None
    line_rad: float | None = None
    length: complex = 0j
    spread: float = 0.0
    askew: float = 0.0
    glossed: float = 0.0

    @property
    def is_ace(self) -> bool:
        """Whether there is one pip only, whose distance from others can't tell anything."""
        return self.drawn is None and self.line_rad is None


def measure(
    cuts: Floats,
    drawings: NDArray[np.int64],
    body_bgr: Doubles,
    pip_bgr: Doubles,
    red: NDArray[np.bool_],
    dice: DiceSet,
) -> list[Measures]:
    """Give the measures of faces from their patches and their colours.

    cuts : float32 array of shape (K, PATCH_PX, PATCH_PX, 3), cut with REACH.
    drawings : index of each face's drawing, shape (K,).
    body_bgr, pip_bgr : the faces' colours, shape (K, 3). red : which have the red look, shape (K,).
    """
    part = pip_part(cuts, body_bgr, pip_bgr)
    drawn = _pips_in(dice.spreads)
    places = [drawn[drawing] * dice.pip_offset for drawing in drawings]
    owner = np.repeat(np.arange(len(places)), [len(one) for one in places])
    if not places:
        return []
    flat = np.concatenate(places)
    usual = np.where(drawings == _ACE, dice.radius_of_ace, dice.pip_radius)[owner]
    reach = reaches_around(owner, flat, usual)
    middles = middles_within(part, owner, flat, reach)
    radii, lengths, spreads = pip_shapes(part, owner, middles, reach, usual)
    painted = red & _has_painted_faces(dice)
    falls, free = pip_falls(part, owner, middles, flat, radii, painted)
    ghosts = _ghosts(part, drawings, dice).tolist()
    counts = [len(one) for one in places]
    firsts = [0, *accumulate(counts[:-1])]
    # of all faces at once: one by one, calling numpy would take longer than its sums
    sharp = sharpness_of(falls, free, firsts).tolist()
    shifts = np.add.reduceat(middles - flat, firsts) / np.array(counts)[:, None]
    away = (middles - shifts[owner]).tolist()
    long = (np.add.reduceat(lengths, firsts) / np.array(counts)).tolist()
    spread = (np.add.reduceat(spreads, firsts) / np.array(counts)).tolist()
    ideals = _ideals(dice.pip_offset, dice.spreads)
    which = zip(drawings.tolist(), firsts, counts, strict=True)
    others = zip(shifts.tolist(), sharp, ghosts, long, spread, strict=True)
    measured = [
        _measures(ideals[drawing], away[first : first + count], shift, *rest)
        for (drawing, first, count), (shift, *rest) in zip(which, others, strict=True)
    ]
    hidden = glossed(part, drawings, body_bgr, dice)
    gloss = map(max, hidden, feigned(spreads, drawings, firsts, painted))
    return [replace(a, glossed=b) if b > 0 else a for a, b in zip(measured, gloss, strict=True)]


def _has_painted_faces(dice: DiceSet) -> bool:
    """Tell whether red faces have another body than plain ones, which their bevels keep."""
    if dice.red is None:
        return False
    step = np.subtract(dice.red.body_bgr, dice.plain.body_bgr)
    return float(np.linalg.norm(step)) > _PAINTED


@lru_cache(maxsize=8)
def _pips_in(spreads: tuple[Spread, ...]) -> tuple[Doubles, ...]:
    """Give the pips of each drawing, in pip offsets: shapes (pips, 2)."""
    return tuple(at[has] for at, has in zip(places_in(spreads), PATTERNS, strict=True))


@lru_cache(maxsize=8)
def _ideals(offset: float, spreads: tuple[Spread, ...]) -> tuple[list[complex], ...]:
    """Give the pips of each drawing as complex numbers, in edges."""
    return tuple([offset * complex(x, y) for x, y in one] for one in _pips_in(spreads))


def _measures(
    ideal: list[complex],
    seen_at: list[list[float]],
    shift: list[float],
    sharpness: float,
    ghost: float,
    length: complex,
    spread: float,
) -> Measures:
    """Give the measures of a face from where its pips should be and are, and how they fall.

    ideal : where the drawing has its pips, in edges. seen_at : where they are, x and y, less the
        shift.
    """
    by = shift[0], shift[1]
    if len(ideal) == 1:
        return Measures(by, 0.0, 1.0, 0.0, 1.0, sharpness, ghost, length=length, spread=spread)
    seen = [complex(x, y) for x, y in seen_at]
    square = sum(one.real**2 + one.imag**2 for one in ideal)
    turn = sum(a.conjugate() * b for a, b in zip(ideal, seen, strict=True)) / square
    misfit = max(abs(b - turn * a) for a, b in zip(ideal, seen, strict=True))
    drawn = _drawn(ideal, seen) if len(ideal) >= 4 else None
    line = phase(ideal[-1] - ideal[0]) if drawn is None else None
    squeeze = 1.0 if drawn is None else _squeeze(drawn)
    lie = abs(turn), misfit, squeeze
    return Measures(by, phase(turn), *lie, sharpness, ghost, drawn, line, length, spread)


def outward_stretch(measures: Measures, pose: Doubles) -> float | None:
    """Give the pips' distances over a flat die's, in the direction away from the camera.

    pose : (u, v, angle) of the face; u and v are measured from the point below the camera.

    Notes
    -----
    A camera sees a die that lies aside of it at an angle, and a top face that leans towards it
    at a smaller one: that face looks longer than a flat one in this direction, and in no other.
    None where the pips can't tell, as they lie in a line across or straight below the camera.
    """
    u, v, angle = pose.tolist()
    far = hypot(u, v)
    if far < 1.0:
        return None
    c, s = cos(angle) / far, sin(angle) / far
    x, y = c * u + s * v, c * v - s * u
    if measures.drawn is not None:
        (a, b), (c, d) = measures.drawn.tolist()
        return float(a * x * x + (b + c) * x * y + d * y * y)
    if measures.line_rad is None:
        return None
    share = (cos(measures.line_rad) * x + sin(measures.line_rad) * y) ** 2
    return 1.0 + (measures.size - 1.0) / share if share > _ALONG else None


def _ghosts(part: Doubles, drawings: NDArray[np.int64], dice: DiceSet) -> Doubles:
    """Give per face how pip-like its most pip-like place without a pip is.

    A pip that is covered or lit up in its middle still shows at its rim.
    """
    flat = part.reshape(len(part), PATCH_PX**2)
    seen = np.empty((len(part), PATTERNS.shape[1]))
    radius, offset = dice.pip_radius, dice.pip_offset
    kinds = kind_of(dice.spreads)[drawings]
    for k in range(len(laid_alike(dice.spreads))):
        mine = kinds == k
        seen[mine] = flat[mine] @ _discs(radius, offset, dice.spreads, k).T
    if dice.ace_radius:
        clear = dice.ace_radius + _BLUR * radius
        aces = drawings == _ACE
        seen[aces] = flat[aces] @ _discs(radius, offset, ALIKE, 0, clear).T
    return np.asarray(np.where(PATTERNS[drawings], 0.0, seen).max(1, initial=0.0))


@lru_cache(maxsize=32)
def _discs(
    radius: float, offset: float, spreads: tuple[Spread, ...], kind: int, clear: float = 0.0
) -> Doubles:
    """Give the rows that average a flat patch over the nine places of pips: (9, pixels).

    kind : which of `laid_alike` the faces belong to.
    clear : of a large pip in the middle, how far from it is body.
    """
    x, y = patch_grid()
    places = laid_alike(spreads)[kind].places * offset
    discs = np.array([np.hypot(x - px, y - py) < radius for px, py in places])
    flat = (discs & (np.hypot(x, y) >= clear)).reshape(len(places), -1).astype(np.float64)
    return np.asarray(flat / np.maximum(flat.sum(1, keepdims=True), 1.0))


def pip_part(cuts: Floats, body_bgr: Doubles, pip_bgr: Doubles) -> Doubles:
    """Give how far from body (0) to pip (1) each pixel of patches is: shape (K, size, size)."""
    step = pip_bgr - body_bgr
    weights = step / np.maximum((step * step).sum(1), 1e-6)[:, None]
    flat = cuts.reshape(len(cuts), cuts.shape[1] * cuts.shape[2], 3)
    part = np.matmul(flat, weights[:, :, None])[:, :, 0] - (body_bgr * weights).sum(1)[:, None]
    return np.asarray(part.reshape(cuts.shape[:3]), dtype=np.float64)


def _drawn(ideal: list[complex], seen: list[complex]) -> Doubles:
    """Give the affine map from the ideal places to the seen ones: shape (2, 2)."""
    xx, yy = sum(a.real**2 for a in ideal), sum(a.imag**2 for a in ideal)
    xy = sum(a.real * a.imag for a in ideal)
    by_x = sum(a.real * b for a, b in zip(ideal, seen, strict=True))
    by_y = sum(a.imag * b for a, b in zip(ideal, seen, strict=True))
    x, y = ((yy * by_x - xy * by_y), (xx * by_y - xy * by_x))
    return np.array([[x.real, y.real], [x.imag, y.imag]]) / (xx * yy - xy * xy)


def _squeeze(drawn: Doubles) -> float:
    """Give the ratio of the axes of an affine map."""
    (a, b), (c, d) = drawn.tolist()
    turned_by, mirrored_by = hypot(a + d, c - b), hypot(a - d, c + b)
    return abs(turned_by - mirrored_by) / max(turned_by + mirrored_by, 1e-9)
