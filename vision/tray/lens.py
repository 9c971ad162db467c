"""How a lens bends the picture: radial distortion as Brown and Conrady describe it, and back.

A point is a direction as seen through a pinhole: x and y over the depth, in both ways. The
coefficients are OpenCV's k1 and k2: r becomes r (1 + k1 r^2 + k2 r^4). May import: numpy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LEAST_SLOPE = 0.15  # of bent over straight radius; beyond, the polynomial would turn back
_FARTHEST = 4.0  # radius (76 degrees off the axis) up to which lenses are followed
_STEPS = 12  # of Newton's method; five do for every lens that is in use


def bent(xy: NDArray[Any], k1: float, k2: float = 0.0) -> Floats:
    """Give where the lens puts directions: float array of the same shape (..., 2).

    >>> bent(np.array([0.5, 0.0]), -0.2).tolist()
    [0.475, 0.0]
    """
    xy = np.asarray(xy, dtype=np.float64)
    if k1 == 0.0 and k2 == 0.0:
        return xy
    x, y = xy[..., 0], xy[..., 1]
    squared = x * x + y * y
    if squared.max(initial=0.0) < _limit(k1, k2) ** 2:
        scale = k2 * squared  # in place from here on: of few points, calling takes the time
        scale += k1
        scale *= squared
        scale += 1.0
        return np.asarray(xy * scale[..., None], dtype=np.float64)
    r = np.sqrt(squared)[..., None]
    return np.asarray(xy * (_bent_radius(r, k1, k2) / np.maximum(r, 1e-12)), dtype=np.float64)


def straightened(xy: NDArray[Any], k1: float, k2: float = 0.0) -> Floats:
    """Give the directions that the lens puts there: the inverse of `bent`.

    >>> straightened(np.array([0.475, 0.0]), -0.2).round(9).tolist()
    [0.5, 0.0]
    """
    xy = np.asarray(xy, dtype=np.float64)
    if k1 == 0.0 and k2 == 0.0:
        return xy
    seen = np.sqrt((xy**2).sum(-1, keepdims=True))
    r = seen
    for _ in range(_STEPS):
        before = r
        r = r - (_bent_radius(r, k1, k2) - seen) / _slope(np.minimum(r, _limit(k1, k2)), k1, k2)
        if np.array_equal(r, before):  # so it stays, bit for bit
            break
    scale = np.where(seen > 1e-9, r / np.maximum(seen, 1e-12), 1.0)
    return np.asarray(xy * scale, dtype=np.float64)


def _bent_radius(r: Floats, k1: float, k2: float) -> Floats:
    """Give bent radii; beyond the lens's limit they go on straight, so that none comes twice."""
    limit = _limit(k1, k2)
    inner = np.minimum(r, limit)
    squared = inner**2
    beyond = (r - inner) * _slope(np.float64(limit), k1, k2)
    return np.asarray(inner * (1 + squared * (k1 + k2 * squared)) + beyond, dtype=np.float64)


def _slope(r: Any, k1: float, k2: float) -> Any:
    return 1 + 3 * k1 * r**2 + 5 * k2 * r**4


@lru_cache(maxsize=64)
def _limit(k1: float, k2: float) -> float:
    """Give the radius up to which the polynomial rises steeply enough to be a lens."""
    radii = np.linspace(0.0, _FARTHEST, 4001)
    flat = np.flatnonzero(_slope(radii, k1, k2) < _LEAST_SLOPE)
    return float(radii[max(int(flat[0]) - 1, 0)]) if len(flat) else _FARTHEST
