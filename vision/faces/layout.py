"""The six faces as layouts of pips, and how well a patch of responses shows each of them.

Positions are the nine places of a face, row by row in its own axes: corners, the middles
between them and the centre. Faces of a set need not be laid out alike: the six of many dice has
longer rows than a four, the two of Asian ones lies nearer.
May import: numpy, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Spread

PLACES = np.array([[x, y] for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float64)

_DRAWINGS = (
    (1, "... .o. ..."),
    (2, "o.. ... ..o"),
    (2, "..o ... o.."),
    (3, "o.. .o. ..o"),
    (3, "..o .o. o.."),
    (4, "o.o ... o.o"),
    (5, "o.o .o. o.o"),
    (6, "o.o o.o o.o"),
    (6, "ooo ... ooo"),
)

VALUES = np.array([value for value, _ in _DRAWINGS])
PATTERNS: NDArray[np.bool_] = np.array(
    [[mark == "o" for mark in drawing.replace(" ", "")] for _, drawing in _DRAWINGS]
)

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    value: tuple(sorted((int(x), int(y)) for x, y in PLACES[patterns[0]]))
    for value, patterns in ((value, PATTERNS[value == VALUES]) for value in range(1, 7))
}
"""Where the pips of each value lie in its first drawing, in units of the pip offset."""


_ROWS_ACROSS = (6, "ooo ... ooo")  # the drawing of a six whose rows of three lie along x


@lru_cache(maxsize=8)
def places_in(spreads: tuple[Spread, ...]) -> NDArray[np.float64]:
    """Give where the nine places of each drawing lie, in pip offsets: shape (drawings, 9, 2).

    spreads : how far out the pips of the faces 1..6 lie, across and along.
    """
    across = [spreads[value - 1] for value, _ in _DRAWINGS]
    wide = [s[::-1] if d == _ROWS_ACROSS else s for s, d in zip(across, _DRAWINGS, strict=True)]
    return np.asarray(PLACES * np.array(wide)[:, None], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """Drawings whose nine places lie alike, as indices, and these places in pip offsets, (9, 2)."""

    drawings: NDArray[np.int64]
    places: NDArray[np.float64]


@lru_cache(maxsize=8)
def laid_alike(spreads: tuple[Spread, ...]) -> tuple[Laid, ...]:
    """Give the drawings by how their places lie; those of most sets all lie alike.

    >>> from vision.calibration_values import ALIKE
    >>> [each.drawings.tolist() for each in laid_alike(ALIKE)]
    [[0, 1, 2, 3, 4, 5, 6, 7, 8]]
    """
    kinds, which = np.unique(places_in(spreads), axis=0, return_inverse=True)
    return tuple(Laid(np.flatnonzero(which == k), kinds[k]) for k in range(len(kinds)))


@lru_cache(maxsize=8)
def kind_of(spreads: tuple[Spread, ...]) -> NDArray[np.int64]:
    """Give of each drawing which of `laid_alike` it belongs to: shape (drawings,)."""
    kinds = np.empty(len(PATTERNS), np.int64)
    for k, laid in enumerate(laid_alike(spreads)):
        kinds[laid.drawings] = k
    return kinds


def patterns_of(value: int) -> NDArray[np.bool_]:
    """Give the patterns that show a value: bool array of shape (1 or 2, 9).

    >>> [len(patterns_of(value)) for value in (1, 2, 3, 4, 5, 6)]
    [1, 2, 2, 1, 1, 2]
    """
    return np.asarray(PATTERNS[value == VALUES], dtype=np.bool_)
