"""Where faces lie, and how they are turned, if two spots are pips in opposite corners of one.

May import: numpy, vision.calibration_values, vision.faces.pips, vision.tray.board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet
from vision.faces.pips import MOST_SPOTS
from vision.tray.board import EDGE_PX

Doubles = NDArray[np.float64]

_SLACK = 0.10  # of the distance of opposite corner pips
_LATER = np.triu(np.ones((MOST_SPOTS, MOST_SPOTS), np.bool_), 1)


def from_diagonals(
    xy_px: Doubles, dice: DiceSet, wide: float, long: float
) -> tuple[Doubles, Doubles]:
    """Give middle and angle for every pair of spots as far apart as opposite corner pips.

    wide, long : how far out these are across and along, in pip offsets. Where they differ, a pair
    may be either diagonal of a face.
    """
    x, y = np.ascontiguousarray(xy_px.T)
    dx, dy = x - x[:, None], y - y[:, None]
    square = (dx * dx + dy * dy) / (4 * (wide**2 + long**2) * (dice.pip_offset * EDGE_PX) ** 2)
    count = len(x)
    fits = (square > (1 - _SLACK) ** 2) & (square < (1 + _SLACK) ** 2)
    i, j = (fits & _LATER[:count, :count]).nonzero()
    middle = (xy_px[i] + xy_px[j]) / 2
    way, corner = np.arctan2(dy[i, j], dx[i, j]), np.arctan2(long, wide)
    if wide == long:
        return middle, way - corner
    return np.concatenate([middle, middle]), np.concatenate([way - corner, way + corner])


__all__ = ["from_diagonals"]
