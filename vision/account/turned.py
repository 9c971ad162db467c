"""Turns aces so that their silhouettes explain what is left over beside them.

May import: numpy, vision.calibration_values, vision.sight, vision.account (residue, silhouette).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue, find_residue
from vision.account.silhouette import turned_to_cover
from vision.calibration_values import Calibration
from vision.sight import Sight

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

_FAINT = 40.0  # grey levels that dice stand out by, if sides may be too faint to turn aces by
_MUCH_LESS = 0.3  # of what is left over, that a right turn of aces leaves


def with_aces_turned(
    sight: Sight, calibration: Calibration, poses: Doubles, residue: Residue, aces: Bools
) -> tuple[Doubles, Residue]:
    """Give the poses and the residue with aces turned, where that explains what is left by them.

    poses : of all dice, shape (K, 3). aces : which of them are, shape (K,).
    """
    doubted = [k for k, excess in enumerate(residue.excess) if excess > 0 and aces[k]]
    if calibration.stands_out > _FAINT or not doubted:
        return poses, residue
    turned_poses = turned_to_cover(residue.rest, sight.board, calibration, poses, doubted)
    again = find_residue(sight, calibration, turned_poses)
    better = sum(again.excess) < _MUCH_LESS * sum(residue.excess)
    return (turned_poses, again) if better else (poses, residue)


__all__ = ["with_aces_turned"]
