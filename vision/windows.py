"""The pixels of a face's patch around each of its pips.

May import: numpy, vision.faces.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.faces import PATCH_PX, REACH

Doubles = NDArray[np.float64]

STEP = 2 * REACH / PATCH_PX  # edges from pixel to pixel of a patch


def windows_of(middles: Doubles, reach: Doubles) -> tuple[NDArray[np.int64], Doubles, Doubles]:
    """Give the first pixel of the window around each pip, and the x and y of its columns and rows.

    Shapes (N, 2), (N, W) and (N, W): x and y are from the pips' middles, in edges. All windows are
    as wide as the widest needs, and lie within the patch.

    middles : in the face's axes and edges, shape (N, 2). reach : how far to see, shape (N,).
    """
    width = min(int(np.ceil(2 * reach.max(initial=0.0) / STEP)) + 1, PATCH_PX)
    corner = np.ceil((middles - reach[:, None] + REACH) / STEP - 0.5).astype(int)
    corner = np.minimum(np.maximum(corner, 0), PATCH_PX - width)
    along = np.arange(width)
    x, y = ((corner[:, k, None] + along + 0.5) * STEP - REACH - middles[:, k, None] for k in (0, 1))
    return corner, x, y


def within(x: Doubles, y: Doubles, reach: Doubles) -> NDArray[np.bool_]:
    """Tell which pixels of windows are no farther from the pips than so: shape (N, W, W)."""
    far = (x * x)[:, None, :] + (y * y)[:, :, None]
    return np.asarray(far < (reach * reach)[:, None, None], dtype=np.bool_)


__all__ = ["STEP", "windows_of", "within"]
