"""The pips of an upright face explained by each of the six layouts, without learning.

Each layout is a family of pictures of discs: makers place and size pips differently. A face is
compared with all of them, along the two colour directions in which it varies most, so that a
glare does not hide red pips. May import: numpy, cv2, layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import PIPS

Array = NDArray[Any]
Places = tuple[tuple[float, float], ...]

_REACHES = (0.17, 0.21, 0.25, 0.29)
_LONGEST, _LONGEST_SIX = 1.4, 2.0
"""A layout is at most this much longer than wide: the two rows of some sixes are close."""

_SIX_REACHES = (*_REACHES, 0.33)

_RADII = (0.075, 0.11)
_ACES = (0.075, 0.11, 0.15, 0.2)
_MARGIN = 1.3
_INSIDE = 0.42


@dataclass(frozen=True, slots=True)
class Layout:
    """scores : 0..1 for each of the values 1..6, how well it explains the face.

    contrast : the spread of grey levels in the face, along the colour that varies most.
    """

    scores: tuple[float, ...]
    contrast: float = 40.0

    @property
    def value(self) -> int:
        """The value that explains the face best."""
        return self.scores.index(max(self.scores)) + 1

    @property
    def score(self) -> float:
        """How well that value explains it."""
        return max(self.scores)

    @property
    def lead(self) -> float:
        """By how much better than the next best value."""
        first, second = sorted(self.scores)[:-3:-1]
        return first - second

    def better(self, other: Layout) -> Layout:
        """For each value the better of two scores."""
        scores = tuple(max(pair) for pair in zip(self.scores, other.scores, strict=True))
        return Layout(scores, max(self.contrast, other.contrast))


def _layouts() -> Iterator[tuple[int, Places, float]]:
    """Each value with its pips' places in sides of the face, and their radius."""
    for value, places in PIPS.items():
        if value == 1:
            yield from ((1, places, radius) for radius in _ACES)
            continue
        turns = (1, -1) if value in (2, 3) else (1,)
        reaches = _SIX_REACHES if value == 6 else _REACHES
        for across, down, radius, turn in product(reaches, reaches, _RADII, turns):
            if _stretched(value, across, down):
                continue
            spread = tuple((x * across * turn, y * down) for x, y in places)
            yield value, spread, radius
            if value == 6:
                yield value, tuple((y, x) for x, y in spread), radius


def _stretched(value: int, across: float, down: float) -> bool:
    """Whether no maker places the pips so; a six has its three pips a row downwards here."""
    longest = _LONGEST_SIX if value == 6 else _LONGEST
    return down > longest * across or across > _LONGEST * down


@lru_cache(maxsize=2)
def _templates(side: int) -> tuple[Array, Array]:
    """(n, pixels) normalised templates over the face's inside, and their values."""
    inside, kinds = _inside(side), tuple(_layouts())
    stack = np.stack([_drawn(side, places, radius)[inside] for _, places, radius in kinds])
    stack = _level(stack, side)
    return stack / np.linalg.norm(stack, axis=1, keepdims=True), np.array([k[0] for k in kinds])


def _inside(side: int) -> NDArray[np.bool_]:
    """The pixels of the face without its rounded edge."""
    along = (np.arange(side) - (side - 1) / 2) * (_MARGIN / side)
    return np.asarray(np.maximum(np.abs(along)[None], np.abs(along)[:, None]) < _INSIDE)


@lru_cache(maxsize=2)
def _slopes(side: int) -> Array:
    """(pixels, 3) orthonormal: even light, and light that falls off either way."""
    y, x = np.nonzero(_inside(side))
    middle = (side - 1) / 2
    ramps = np.stack([np.ones(len(x)), x - middle, y - middle], axis=1).astype(np.float32)
    return np.asarray(ramps / np.linalg.norm(ramps, axis=0))


def _level(rows: Array, side: int) -> Array:
    """Rows of the inside's pixels without what even or slanting light explains."""
    slopes = _slopes(side)
    return np.asarray(rows - (rows @ slopes) @ slopes.T)


def _drawn(side: int, places: Places, radius: float) -> Array:
    """A (side, side) picture of discs, at four times the size and shrunk."""
    picture = np.zeros((side * 4, side * 4), np.uint8)
    unit = side * 4 / _MARGIN
    for place in places:
        x, y = np.round((side * 2 - 0.5 + np.array(place) * unit) * 16).astype(int)
        cv2.circle(picture, (int(x), int(y)), round(radius * unit * 16), 255, -1, cv2.LINE_AA, 4)
    small = cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(small.astype(np.float32))


def _contrasts(patch: Array) -> Array:
    """(2, pixels) the face's inside along the two colours in which it varies most."""
    side = patch.shape[0]
    colours = _level(patch[_inside(side)].T.astype(np.float32), side)
    vectors = np.linalg.eigh(colours @ colours.T)[1]
    return np.asarray(vectors[:, :0:-1].T @ colours)


def explain(patch: Array) -> Layout:
    """How well each layout explains an upright patch.

    patch : uint8 array of shape (side, side, 3), the face along its axes with 15 % around it.
    """
    templates, values = _templates(patch.shape[0])
    seen = _contrasts(patch)
    spread = np.linalg.norm(seen, axis=1, keepdims=True)
    # A direction without contrast is noise: the added grey level keeps it small.
    scores = np.abs(templates @ (seen / (spread + seen.shape[1] ** 0.5)).T).max(axis=1)
    best = tuple(float(scores[values == value].max()) for value in range(1, 7))
    return Layout(best, float(spread[0, 0]) / seen.shape[1] ** 0.5)
