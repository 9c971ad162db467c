"""The pips of an upright face explained by one of the six layouts, without learning.

Each layout is a picture of discs; the face is compared with all of them, in both turns, and with
a few distances of the pips. May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_GRID: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_REACHES = (0.21, 0.25, 0.29)
_RADII = (0.08, 0.115)
_MARGIN = 1.3


@dataclass(frozen=True, slots=True)
class Layout:
    """value : the layout that explains the face best; score : -1..1, how well; lead : by how much
    more than the best other value."""

    value: int
    score: float
    lead: float


@lru_cache(maxsize=2)
def _templates(side: int) -> tuple[Array, Array]:
    """(n, pixels) normalised templates over the face's inside, and their values."""
    inside = _inside(side)
    rows, values = [], []
    for value, places in _GRID.items():
        for turned in (False, True) if value in (2, 3, 6) else (False,):
            for reach in _REACHES:
                for radius in _RADII:
                    rows.append(_template(side, places, reach, radius, turned=turned)[inside])
                    values.append(value)
    stack = np.stack(rows)
    stack -= stack.mean(axis=1, keepdims=True)
    return stack / np.linalg.norm(stack, axis=1, keepdims=True), np.array(values)


def _inside(side: int) -> NDArray[np.bool_]:
    """The pixels of the face without its rounded edge."""
    along = (np.arange(side) - (side - 1) / 2) * (_MARGIN / side)
    return np.asarray(np.maximum(np.abs(along)[None], np.abs(along)[:, None]) < 0.42)


def _template(
    side: int, places: tuple[tuple[int, int], ...], reach: float, radius: float, *, turned: bool
) -> Array:
    picture = np.zeros((side * 4, side * 4), np.float32)
    unit = side * 4 / _MARGIN
    for x, y in places:
        if turned:
            x, y = -y, x
        middle = (side * 2 - 0.5 + np.array([x, y]) * reach * unit).round().astype(int)
        place = (int(middle[0]), int(middle[1]))
        cv2.circle(picture, place, round(radius * unit), 1.0, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA))


def _contrast(patch: Array, inside: NDArray[np.bool_]) -> Array:
    """The face's inside along the colour in which it varies most, body 0."""
    colours = patch[inside].astype(np.float32)
    colours -= np.median(colours, axis=0)
    vectors = np.linalg.eigh(colours.T @ colours)[1]
    return np.asarray(colours @ vectors[:, -1])


def explain(patch: Array) -> Layout:
    """The best layout for an upright patch.

    patch : uint8 array of shape (side, side, 3), the face along its axes with 15 % around it.
    """
    templates, values = _templates(patch.shape[0])
    seen = _contrast(patch, _inside(patch.shape[0]))
    seen = seen - seen.mean()
    scores = np.abs(templates @ (seen / (np.linalg.norm(seen) + 1e-6)))
    best = np.array([scores[values == value].max() for value in range(1, 7)])
    order = np.argsort(best)
    first, second = int(order[-1]), int(order[-2])
    return Layout(first + 1, float(best[first]), float(best[first] - best[second]))
