"""Tells by how much each place of a face that a lamp fills differs from what is around it.

Pips show there by little but their rims, which are too faint for the learned reader where a lamp
fills all around them. They tell the value alone then, if nothing else differs a third as much and
a pip would be seen wherever another value has one: where not all is as bright as can be shown.
May import: numpy, cv2, vision.faces.layout, vision.veils (backing, squares).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.layout import PATTERNS, VALUES
from vision.veils.backing import slope
from vision.veils.squares import Square

Picture = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

# Pip radii: half of what is compared with its middle brightness, and what of it is a pip's.
_AROUND, _PIP = 1.9, 1.25
# Grey levels: fainter marks may be noise; stronger ones the learned reader sees, if they are pips.
_LEAST, _FAINT = 3.2, 12.0
_TIMES = 3.0  # what differs where no pip is
_BRIGHTER = 10.0  # grey levels: in light that much brighter than beside all pips seen, none need be
_NOISE = 4.0  # grey levels that do not count for how marks spread
_FULL, _SHOWS = 254, 0.3  # grey levels of what shows no more light; part of a place that is darker


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What the nine places of a face show: each shape (9,).

    strong : by how much they differ from what is around them, and light : that, in grey levels.
    shows : the part of each that more light would still brighten.
    long : how much longer one way than the other the marks in the middle spread, from 0 to 1.
    """

    strong: Doubles
    light: Doubles
    shows: Doubles
    long: float = 0.0

    def are_brighter_beside(self, drawn: Bools) -> bool:
        """Tell whether other places are brighter than those of pips, so that these may be outshone.

        There and opposite, as one of two opposite pips would be seen.
        """
        both = np.minimum(self.light, self.light[::-1])  # they are in rows: the last is opposite
        return bool(both[~drawn].max() >= self.light[drawn].max() + _BRIGHTER)


def marks_of(seen: Picture, square: Square, grid: Doubles, radius_px: float) -> Marks:
    """Give the marks of a square of a window. grid : its places, shape (9, 2)."""
    gray = np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), np.uint8)
    around = cv2.medianBlur(gray, 2 * round(_AROUND * radius_px) + 1)
    sloping = np.abs(gray - slope(gray, square.mask(seen.shape)))
    marks, dark = np.minimum(cv2.absdiff(gray, around), sloping), seen.min(axis=2) < _FULL
    y, x = np.mgrid[: gray.shape[0], : gray.shape[1]]
    near = [np.hypot(x - at, y - up) < _PIP * radius_px for at, up in grid.tolist()]
    every = [(marks[one].mean(), around[one].mean(), dark[one].mean()) for one in near]
    strong, light, shows = np.array(every, np.float64).T
    x0, y0 = grid[len(grid) // 2]
    amid = np.hypot(x - x0, y - y0) < _AROUND * radius_px
    return Marks(strong, light, shows, _length(np.where(amid, marks, 0.0)))


def _length(marks: Doubles) -> float:
    """Give how much longer one way than the other marks in a window spread: 0 if all around alike.

    By their second moments: the larger less the smaller, over both.
    """
    of = cv2.moments(np.maximum(marks - _NOISE, 0.0).astype(np.float32))
    apart = math.hypot(of["mu20"] - of["mu02"], 2 * of["mu11"])
    return apart / max(of["mu20"] + of["mu02"], 1e-9)


def faint_pips(marks: Marks) -> Bools | None:
    """Give which places are pips if faint marks alone tell it surely, shape (9,); else None."""
    drawn = marks.strong > _LEAST
    value = VALUES[(drawn == PATTERNS).all(1)]
    if not len(value) or marks.strong.max() > _FAINT:
        return None
    clear = marks.strong[drawn].min() > _TIMES * marks.strong[~drawn].max()
    seen = (marks.shows[_may_be_more(drawn)] > _SHOWS).all()
    return drawn if clear and seen and not marks.are_brighter_beside(drawn) else None


def _may_be_more(drawn: Bools) -> Bools:
    """Give where a face with these pips has one more if it shows a higher value, shape (9,)."""
    higher = PATTERNS[(drawn <= PATTERNS).all(1)]
    return np.asarray(higher.any(0) & ~drawn, np.bool_)
