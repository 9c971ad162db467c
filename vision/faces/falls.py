"""How sharp the pips of faces are: how steeply they fall to the body, along the blurriest line.

May import: numpy, vision.faces (examine, windows).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi

import numpy as np
from numpy.typing import NDArray

from vision.faces.examine import PATCH_PX, REACH
from vision.faces.windows import STEP

Doubles = NDArray[np.float64]

_SECTORS = 8
_INNER, _OUTER = 0.62, 1.38  # radii between which the fall from pip to body is measured
_BEYOND = 1.9  # radii: what lies there is no blurred pip
_CLEAR_OF = 1.25  # radii from the middle of another pip that are body again
# Edges from a face's middle, from which on a bevel's blur may reach, and how much like pips those
# look that have their colour: a smear makes body where a way ends less than half like them.
_BEVEL, _LIKE_PIPS = 0.35, 0.5
_ANGLES = np.arange(_SECTORS) * (2 * pi / _SECTORS)
_WAYS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_ALONG = np.array([_INNER, _OUTER, _BEYOND])[:, None, None]


def pip_falls(
    part: Doubles,
    owner: NDArray[np.int64],
    middles: Doubles,
    places: Doubles,
    radii: Doubles,
    painted: NDArray[np.bool_],
) -> tuple[Doubles, NDArray[np.bool_]]:
    """Give the falls from just inside to just outside each pip along eight ways, and which tell.

    Both of shape (N, 8); the fall is 0 along a way that ends at a neighbouring pip, as in sixes
    with large pips, or at a bevel of the pips' colour, as around red faces of white dice: it tells
    nothing.

    painted : which faces have another colour than their bevels, shape (K,).
    """
    rays = _WAYS * radii[:, None, None]
    along = middles[:, None, None] + rays[:, None] * _ALONG
    values = _at(part, owner[:, None, None], along)
    free = _free(owner, places, rays * _OUTER, radii)
    free &= ~(painted[owner, None] & _at_bevel(values[:, 1:].max(1), along[:, 1]))
    return np.where(free, values[:, 0] - values[:, 1], 0.0), free


def _at_bevel(beyond: Doubles, places: Doubles) -> NDArray[np.bool_]:
    """Tell which ways end at a bevel of the pips' colour: a blurred pip would fade farther out.

    beyond : how much like a pip looks what lies at each way's end or beyond it, whichever more: a
        thin bevel ends again before that.
    places : where ways end, in edges from the face's middle.
    """
    far_out = np.abs(places).max(-1) > _BEVEL
    return np.asarray(far_out & (beyond > _LIKE_PIPS), np.bool_)


def sharpness_of(falls: Doubles, free: NDArray[np.bool_], firsts: Sequence[int]) -> Doubles:
    """Give per face the fall from pip to body along its blurriest line: shape (K,).

    A smear makes both ends of a line soft. A glint in a bowl, or what a lamp leaves of its rim,
    makes one end soft only, so of each line the sharper end counts. Lines of which neither end
    tells don't count, if others do.

    falls, free : of each pip, from `pip_falls`. firsts : the first pip of each face.
    """
    seen = np.add.reduceat(free.astype(np.int64), firsts)
    ends = np.add.reduceat(falls, firsts) / np.maximum(seen, 1)
    half = _SECTORS // 2
    lines = np.maximum(ends[:, :half], ends[:, half:])
    tells = (seen[:, :half] + seen[:, half:]) > 0
    sharp = np.where(tells, lines, np.inf).min(1)
    return np.asarray(np.where(tells.any(1), sharp, 0.0), dtype=np.float64)


def _free(
    owner: NDArray[np.int64], places: Doubles, outward: Doubles, radii: Doubles
) -> NDArray[np.bool_]:
    """Tell which points outward of pips are clear of the face's other pips: shape (N, sectors)."""
    free = np.ones((len(owner), _SECTORS), np.bool_)
    dx, dy = (places[:, k, None] - places[:, k] for k in (0, 1))
    far = dx * dx + dy * dy
    may = (far < ((_OUTER + _CLEAR_OF) * radii[:, None]) ** 2) & (far > 0)
    pip, other = np.nonzero(may & (owner[:, None] == owner))
    if not len(pip):
        return free
    way = (places[pip] - places[other])[:, None] + outward[pip]
    square = way[..., 0] ** 2 + way[..., 1] ** 2
    hidden = square <= ((_CLEAR_OF * radii) ** 2)[pip, None]
    for one in np.flatnonzero(hidden.any(1)).tolist():  # only in sixes with large pips
        free[pip[one]] &= ~hidden[one]
    return free


def _at(part: Doubles, face: NDArray[np.int64], points: Doubles) -> Doubles:
    """Give the values at coordinates of faces, between the pixels."""
    pixel = np.minimum(np.maximum((points + REACH) / STEP - 0.5, 0), PATCH_PX - 1.001)
    whole = pixel.astype(int)
    j, i = whole[..., 0], whole[..., 1]
    fx, fy = pixel[..., 0] - j, pixel[..., 1] - i
    flat, first = part.ravel(), (face * PATCH_PX + i) * PATCH_PX + j
    top = flat.take(first) * (1 - fx) + flat.take(first + 1) * fx
    first += PATCH_PX
    low = flat.take(first) * (1 - fx) + flat.take(first + 1) * fx
    return np.asarray(top * (1 - fy) + low * fy, dtype=np.float64)


__all__ = ["pip_falls", "sharpness_of"]
