"""The pips of an upright face explained by each of the six layouts, without learning.

Each layout is a family of pictures of discs: makers place and size pips differently. A face is
compared with all of them, along the two colour directions in which it varies most, so that a
glare does not hide red pips. May import: numpy, cv2, vision.faces.layout.
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

from vision.faces.layout import PIPS

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
    """Each value with its pips' places in sides of the face, and their radius.

    Twos and threes along one diagonal only: along the other they are their own mirror images.
    """
    for value, places in PIPS.items():
        if value == 1:
            yield from ((1, places, radius) for radius in _ACES)
            continue
        reaches = _SIX_REACHES if value == 6 else _REACHES
        for across, down, radius in product(reaches, reaches, _RADII):
            if _stretched(value, across, down):
                continue
            spread = tuple((x * across, y * down) for x, y in places)
            yield value, spread, radius
            if value == 6:
                yield value, tuple((y, x) for x, y in spread), radius


def _stretched(value: int, across: float, down: float) -> bool:
    """Whether no maker places the pips so; a six has its three pips a row downwards here."""
    longest = _LONGEST_SIX if value == 6 else _LONGEST
    return down > longest * across or across > _LONGEST * down


@dataclass(frozen=True, slots=True, eq=False)
class _Templates:
    """Normalised templates over a window, folded as `_folded` does; those along a diagonal last.

    even : (n, pixels / 4). odd : (m, pixels / 4), of the last m: what their mirror images have
    with the other sign. spans : where each value's are, of 1 to 6.
    """

    even: Array
    odd: Array
    spans: tuple[slice, ...]


_MIRRORED = (1, 4, 5, 6)
"""The values whose layouts are their own mirror images."""


@lru_cache(maxsize=1)
def _templates() -> _Templates:
    kinds = sorted(_layouts(), key=lambda kind: (kind[0] not in _MIRRORED, kind[0]))
    stack = np.stack([_drawn(places, radius) for _, places, radius in kinds])
    stack = stack - (stack @ _slopes().T) @ _slopes()
    stack /= np.linalg.norm(stack, axis=1, keepdims=True)
    even, odd = (np.ascontiguousarray(part.T) / 4 for part in _folded(stack.T))
    values = [value for value, _, _ in kinds]
    own = sum(value in _MIRRORED for value in values)
    firsts = (values.index(value) for value in range(1, 7))
    counts = (values.count(value) for value in range(1, 7))
    spans = (slice(first, first + count) for first, count in zip(firsts, counts, strict=True))
    return _Templates(even, odd[own:], tuple(spans))


def _folded(windows: Array) -> tuple[Array, Array]:
    """Windows (pixels, n) folded to a quarter: sums of pixels, and differences to mirror images.

    All layouts stay the same when turned by half, so that pixels opposite to each other count
    alike: the sums are all that a layout which is its own mirror image can see.
    """
    half = _WINDOW // 2
    square = windows.reshape(_WINDOW, _WINDOW, -1)
    both = square[:half] + square[: half - 1 : -1, ::-1]
    left, right = both[:, :half], both[:, : half - 1 : -1]
    return (left + right).reshape(half**2, -1), (left - right).reshape(half**2, -1)


@lru_cache(maxsize=1)
def _slopes() -> Array:
    """(3, pixels) orthonormal: even light, and light that falls off either way."""
    y, x = np.mgrid[:_WINDOW, :_WINDOW].reshape(2, -1) - (_WINDOW - 1) / 2
    ramps = np.stack([np.ones(len(x)), x, y]).astype(np.float32)
    return np.asarray(ramps / np.linalg.norm(ramps, axis=1, keepdims=True))


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


def _windows(patch: Array, directions: Array) -> Array:
    """(pixels, windows) the face shrunk to each size, seen a little aside in either direction.

    The windows are those of each size, then direction, then row and column.
    """
    across = 2 * _ASIDE + 1
    windows = np.empty((_WINDOW, _WINDOW, len(_SIZES), 2, across, across), np.float32)
    for k, size in enumerate(_SIZES):
        shrunk = cv2.resize(patch, (size, size), interpolation=cv2.INTER_AREA)
        seen = np.ascontiguousarray((shrunk.astype(np.float32) @ directions).transpose(2, 0, 1))
        seen -= seen.mean(axis=(1, 2), keepdims=True)
        first = (size - _WINDOW) // 2 - _ASIDE
        aside, down, along = seen.strides
        # As numpy's sliding_window_view, which takes longer than to copy them.
        windows[:, :, k] = np.ndarray(
            (_WINDOW, _WINDOW, 2, across, across),
            np.float32,
            seen,
            first * (down + along),
            (down, along, aside, down, along),
        )
    return windows.reshape(_WINDOW**2, -1)


def explain(patch: Array) -> Layout:
    """How well each layout explains an upright patch, wherever in it the face lies exactly.

    patch : uint8 array of shape (side, side, 3), the face along its axes with 15 % around it; its
    centre may be off by 16 % of its side and its size by 15 %.
    """
    small = cv2.resize(patch, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    windows = _windows(patch, _directions(small))
    spread = np.square(windows).sum(axis=0) - np.square(_slopes() @ windows).sum(axis=0)
    spread = np.sqrt(np.maximum(spread, 0))
    # A direction without contrast is noise: the added grey level keeps it small.
    scores = _alike(windows) / (spread + _WINDOW)
    by_place = scores.reshape(6, len(_SIZES), 2, 2 * _ASIDE + 1, -1).max(axis=2)
    best = by_place.max(axis=(1, 2, 3))
    near = slice(_ASIDE - _ACE_ASIDE, _ASIDE + _ACE_ASIDE + 1)
    best[0] = by_place[0, :, near, near].max()
    return Layout(tuple(best.tolist()), float(spread[_CENTRED]) / _WINDOW)


def _alike(windows: Array) -> Array:
    """(6, n) how much of each window (pixels, n) the best layout of each value explains."""
    templates = _templates()
    even, odd = _folded(windows)
    shares = np.abs(templates.even @ even)
    # Of a layout and its mirror image, that one is better whose parts have the same sign.
    shares[-len(templates.odd) :] += np.abs(templates.odd @ odd)
    return np.stack([shares[span].max(axis=0) for span in templates.spans])
