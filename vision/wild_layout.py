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
from numpy.lib.stride_tricks import sliding_window_view
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
_SIDE, _WINDOW = 24, 16
"""A patch is compared at the first size in px; its face without the rounded edge has the second."""

_SIZES, _ASIDE = (_SIDE, 28, 22), 3
"""Sizes of a patch in which faces of other sizes fill the window, and how far aside it may be."""

_CENTRED = (2 * _ASIDE + 1) ** 2 // 2

_ACE_ASIDE = 1
"""A lone pip so far from the middle is an ace's; farther aside it is one of four."""


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


@lru_cache(maxsize=1)
def _templates() -> tuple[Array, NDArray[np.intp]]:
    """(pixels, n) normalised templates over a window, and where each value's begin."""
    kinds = sorted(_layouts(), key=lambda kind: kind[0])
    stack = np.stack([_drawn(places, radius) for _, places, radius in kinds])
    stack = stack - (stack @ _slopes()) @ _slopes().T
    stack /= np.linalg.norm(stack, axis=1, keepdims=True)
    begins = np.searchsorted([value for value, _, _ in kinds], np.arange(1, 7))
    return np.ascontiguousarray(stack.T), begins


@lru_cache(maxsize=1)
def _slopes() -> Array:
    """(pixels, 3) orthonormal: even light, and light that falls off either way."""
    y, x = np.mgrid[:_WINDOW, :_WINDOW].reshape(2, -1) - (_WINDOW - 1) / 2
    ramps = np.stack([np.ones(len(x)), x, y], axis=1).astype(np.float32)
    return np.asarray(ramps / np.linalg.norm(ramps, axis=0))


def _drawn(places: Places, radius: float) -> Array:
    """A window's pixels with discs on them, drawn at eight times the size and shrunk."""
    side = _WINDOW * 8
    picture = np.zeros((side, side), np.uint8)
    unit = 8 * _SIDE / _MARGIN
    for place in places:
        x, y = np.round((side / 2 - 0.5 + np.array(place) * unit) * 16).astype(int)
        cv2.circle(picture, (int(x), int(y)), round(radius * unit * 16), 255, -1, cv2.LINE_AA, 4)
    small = cv2.resize(picture, (_WINDOW, _WINDOW), interpolation=cv2.INTER_AREA)
    return np.asarray(small.astype(np.float32).ravel())


def _directions(small: Array) -> Array:
    """(3, 2) the two colours in which the face's inside varies most, the main one first."""
    edge = (_SIDE - _WINDOW) // 2
    inside = small[edge:-edge, edge:-edge].reshape(-1, 3)
    inside = inside - inside.mean(axis=0)
    return np.asarray(np.linalg.eigh(inside.T @ inside)[1][:, :0:-1])


def _windows(patch: Array, size: int, directions: Array) -> Array:
    """(places, 2, pixels) the face shrunk to a size, seen a little aside in either direction."""
    shrunk = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
    seen = shrunk.astype(np.float32) @ directions
    seen -= seen.mean(axis=(0, 1))
    first = (size - _WINDOW) // 2 - _ASIDE
    last = size - first
    windows = sliding_window_view(seen[first:last, first:last], (_WINDOW, _WINDOW), (0, 1))
    return windows.reshape(-1, 2, _WINDOW * _WINDOW)


@lru_cache(maxsize=1)
def _near_the_middle() -> NDArray[np.bool_]:
    """(places,) whether a window is where an ace's pip may be."""
    aside = np.abs(np.arange(-_ASIDE, _ASIDE + 1)) <= _ACE_ASIDE
    return np.tile(np.outer(aside, aside).ravel(), len(_SIZES))


def explain(patch: Array) -> Layout:
    """How well each layout explains an upright patch, wherever in it the face lies exactly.

    patch : uint8 array of shape (side, side, 3), the face along its axes with 15 % around it; its
    centre may be off by 16 % of its side and its size by 15 %.
    """
    (templates, begins), slopes = _templates(), _slopes()
    small = cv2.resize(patch, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    directions = _directions(small)
    seen = np.concatenate([_windows(patch, size, directions) for size in _SIZES])
    spread = np.square(seen).sum(axis=2) - np.square(seen @ slopes).sum(axis=2)
    spread = np.sqrt(np.maximum(spread, 0))
    flat = seen.reshape(-1, seen.shape[2])
    # A direction without contrast is noise: the added grey level keeps it small.
    scores = np.abs(flat @ templates) / (spread.reshape(-1, 1) + _WINDOW)
    by_place = np.maximum.reduceat(scores, begins, axis=1).reshape(len(seen), 2, 6).max(axis=1)
    best = by_place.max(axis=0)
    best[0] = by_place[_near_the_middle(), 0].max()
    return Layout(tuple(float(score) for score in best), float(spread[_CENTRED, 0]) / _WINDOW)
