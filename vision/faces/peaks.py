"""Places of peaks to parts of a pixel.

May import: numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
_LEAST_BEND = 1e-6  # of a parabola that has a top


def centred(
    plane: NDArray[np.floating], columns: NDArray[np.int64], rows: NDArray[np.int64]
) -> Doubles:
    """Give the places (x, y) of a plane's peaks by parabolas through their neighbours: (N, 2).

    Peaks on the plane's border count as if they were one pixel inside.

    >>> plane = np.array([[0.0, 0, 0, 0], [0, 2, 2, 0], [0, 0, 0, 0]])
    >>> centred(plane, np.array([1]), np.array([1])).tolist()
    [[1.5, 1.0]]
    """
    height, width = plane.shape
    x, y = (
        np.minimum(np.maximum(columns, 1), width - 2),
        np.minimum(np.maximum(rows, 1), height - 2),
    )
    flat, at = plane.ravel(), y * width + x
    beside = np.array([[-1], [-width], [0], [1], [width]]) + at
    left, above, middle, right, below = flat[beside]
    before, after = np.array([left, above]), np.array([right, below])
    bend = before - 2 * middle + after
    shift = np.where(
        bend < -_LEAST_BEND, 0.5 * (before - after) / np.minimum(bend, -_LEAST_BEND), 0.0
    )
    places = np.array([x, y]) + np.minimum(np.maximum(shift, -0.5), 0.5)
    return np.ascontiguousarray(places.T, dtype=np.float64)
