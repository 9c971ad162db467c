"""Measures where the pips of faces lie.

May import: numpy, vision.faces (examine, windows).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.faces.examine import SURE_FACE
from vision.faces.windows import STEP, around, first_moments, patch_grid, squared, within

Doubles = NDArray[np.float64]

_WINDOW, _LEAST_WINDOW = 1.7, 0.9  # pip radii around a pip in which its middle is measured
_BEVELS = 0.37, 0.40, 0.46  # half widths: where pips may be; between the others bevels are
_LIKE_PIPS = 0.15  # of a pip, on average: bevels of their colour
_ROUNDS = 3
_ROOM = 1.5 * STEP  # by which pips are mostly off at most
_LEAST_WEIGHT = 1e-3  # pixels: less is no pip


def pip_middles(
    part: Doubles, owner: NDArray[np.int64], places: Doubles, radius: float | Doubles
) -> Doubles:
    """Give where pips really are, in their face's axes and edges: shape (N, 2).

    That is the centre of mass of what is pip-coloured around each place; the place itself where
    nothing is.

    part : of the faces, from `pip_part`.
    owner, places : per pip its face, and where it should be on it.
    """
    return middles_within(part, owner, places, reaches_around(owner, places, radius))


def middles_within(
    part: Doubles, owner: NDArray[np.int64], places: Doubles, reach: Doubles
) -> Doubles:
    """Give the same from how far around each pip its middle is measured.

    Bevels of the pips' colour count for none, wherever they begin: they would draw pips of corners
    outward, and more so on faces that are cut out too small.
    """
    present = np.minimum(np.maximum(part, 0.0), 1.0)
    present *= present
    inside, bevels = _bevels()
    like_pips = present[:, bevels].mean(1) > _LIKE_PIPS
    present[like_pips] *= inside
    at, first = places, places
    wide, wide_x, wide_y = around(present, owner, first, reach + _ROOM)  # is cut out once mostly
    for _ in range(_ROUNDS):
        if np.abs(at - first).max(initial=0.0) > _ROOM:
            first = at
            wide, wide_x, wide_y = around(present, owner, first, reach + _ROOM)
        x, y = wide_x - (at - first)[:, :1], wide_y - (at - first)[:, 1:]
        near = wide * within(squared(x, y), reach)
        total, by_x, by_y = first_moments(near, x, y)
        moved = (np.array([by_x, by_y]) / np.maximum(total, 1e-9)).T
        at = np.where((total >= _LEAST_WEIGHT)[:, None], at + moved, places)
    return np.asarray(at, dtype=np.float64)


@lru_cache(maxsize=1)
def _bevels() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Tell of a patch's pixels which lie within a face's bevels, and which on them."""
    x, y = patch_grid()
    far = np.maximum(np.abs(x), np.abs(y))
    return far < _BEVELS[0], (far > _BEVELS[1]) & (far < _BEVELS[2])


def reaches_around(owner: NDArray[np.int64], places: Doubles, radius: float | Doubles) -> Doubles:
    """Give how far around each pip its middle is measured: shape (N,).

    Not up to the neighbouring pips of a six, which would pull it over to them, nor up to the
    bevels at the face's edges: white ones around a red face are of the colour of its pips.
    """
    dx, dy = (places[:, k, None] - places[:, k] for k in (0, 1))
    apart = np.sqrt(dx * dx + dy * dy)
    apart[(owner[:, None] != owner) | (apart == 0)] = np.inf
    to_bevels = SURE_FACE - np.abs(places).max(1, initial=0.0)
    free = np.minimum(apart.min(1, initial=np.inf) / 2, to_bevels)
    reaches = np.minimum(np.maximum(free, _LEAST_WINDOW * radius), _WINDOW * radius)
    return np.asarray(reaches, dtype=np.float64)
