"""The pixels of a face's patch around each of its pips.

May import: numpy, vision.faces.examine.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.faces.examine import PATCH_PX, REACH

Doubles = NDArray[np.float64]

STEP = 2 * REACH / PATCH_PX  # edges from pixel to pixel of a patch


def patch_grid() -> tuple[Doubles, Doubles]:
    """Give x and y of a patch's pixels, in edges: shape (PATCH_PX, PATCH_PX) each."""
    steps = (np.arange(PATCH_PX) + 0.5) * STEP - REACH
    x, y = np.meshgrid(steps, steps)
    return x, y


def windows_of(middles: Doubles, reach: Doubles) -> tuple[NDArray[np.int64], Doubles, Doubles]:
    """Give the first pixel of the window around each pip, and the x and y of its columns and rows.

    Shapes (N, 2), (N, W) and (N, W): x and y are from the pips' middles, in edges. All windows are
    as wide as the widest needs, and lie within the patch.

    middles : in the face's axes and edges, shape (N, 2). reach : how far to see, shape (N,).
    """
    width = min(int(np.ceil(2 * reach.max(initial=0.0) / STEP)) + 1, PATCH_PX)
    corner = np.ceil((middles - reach[:, None] + REACH) / STEP - 0.5).astype(int)
    corner = np.minimum(np.maximum(corner, 0), PATCH_PX - width)
    first, along = (corner + 0.5) * STEP - REACH - middles, STEP * np.arange(width)
    return corner, first[:, :1] + along, first[:, 1:] + along


def squared(x: Doubles, y: Doubles) -> Doubles:
    """Give the squares of the distances of windows' pixels from the pips: shape (N, W, W)."""
    return np.asarray((x * x)[:, None, :] + (y * y)[:, :, None], dtype=np.float64)


def within(square: Doubles, reach: Doubles) -> NDArray[np.bool_]:
    """Tell which pixels of windows are no farther from the pips than so: shape (N, W, W).

    square : of their distances, from `squared`.
    """
    return np.asarray(square < (reach * reach)[:, None, None], dtype=np.bool_)


def around(
    part: Doubles, owner: NDArray[np.int64], middles: Doubles, reach: Doubles
) -> tuple[Doubles, Doubles, Doubles]:
    """Give what is in the windows around pips: (N, W, W), and their x and y; see `windows_of`.

    part : what patches show, shape (K, PATCH_PX, PATCH_PX). owner : the patch of each pip.
    """
    corner, x, y = windows_of(middles, reach)
    start = (owner * PATCH_PX + corner[:, 1]) * PATCH_PX + corner[:, 0]
    return part.ravel().take(start[:, None, None] + _flat(x.shape[1])), x, y


def first_moments(weight: Doubles, x: Doubles, y: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Give the sums over windows of weights, and of weights times x and y: all of shape (N,).

    weight : shape (N, W, W). x, y : of its columns and rows, evenly apart, shape (N, W).
    """
    width = x.shape[1]
    n, a, b = (weight.reshape(len(x), width * width) @ _powers(width)[:, :3]).T
    return n, a + x[:, 0] * n, b + y[:, 0] * n


def second_moments(weight: Doubles, x: Doubles, y: Doubles) -> tuple[Doubles, ...]:
    """Give the same six times: also of weights times x squared, y squared, and x times y."""
    width = x.shape[1]
    n, a, b, aa, bb, ab = (weight.reshape(len(x), width * width) @ _powers(width)).T
    x0, y0 = x[:, 0], y[:, 0]
    at_x, at_y = a + x0 * n, b + y0 * n
    return (
        *(n, at_x, at_y),
        *(aa + x0 * (a + at_x), bb + y0 * (b + at_y), ab + x0 * b + y0 * at_x),
    )


@lru_cache(maxsize=PATCH_PX)
def _flat(width: int) -> NDArray[np.int64]:
    """Give where a window's pixels are in a flattened patch, from its first one: (W, W)."""
    along = np.arange(width)
    return along[:, None] * PATCH_PX + along


@lru_cache(maxsize=PATCH_PX)
def _powers(width: int) -> Doubles:
    """Give for a window's pixels 1, a, b, a a, b b and a b, from its first one: (W W, 6).

    a and b are along x and y, in edges. Sums over windows are one product with these.
    """
    b, a = (axis.ravel() * STEP for axis in np.mgrid[:width, :width])
    return np.stack([np.ones_like(a), a, b, a * a, b * b, a * b], axis=1)


__all__ = ["STEP", "around", "first_moments", "second_moments", "squared", "windows_of", "within"]
