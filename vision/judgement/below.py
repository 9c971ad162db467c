"""Tells aces on the floor from ones exactly on another die by that die's side, which shows inward.

The top of a die on another one is drawn farther out than that of one on the floor, so that twice as
much side shows between it and the foot, which is seen wherever no neighbour hides it.
May import: numpy, vision.calibration_values, vision.account.residue, vision.judgement.jutting,
vision.tray (board, geometry).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.calibration_values import Calibration, Camera
from vision.judgement.jutting import standing_out
from vision.tray.board import Board
from vision.tray.geometry import SQUARE, turned

Doubles = NDArray[np.float64]

_SHRUNK = 0.03  # edges: how exactly silhouettes are known
_LEAST_PX = 10  # of the board: less may be a blurred edge


def side_below(
    die: int, poses: Doubles, residue: Residue, board: Board, calibration: Calibration
) -> float | None:
    """Give which part stands out of what would show of a die exactly below another one.

    None where too little of it is in sight, and where sides in shade may look like the floor there.
    die : index of the upper one. poses : (u, v, angle) of all tops as they are seen, shape (K, 3).
    """
    outline = stack_outline(poses[die], calibration.camera)
    levels = standing_out(outline, poses, residue, board, calibration, _LEAST_PX)
    return None if levels is None else float((levels > 1).mean())


def stack_outline(pose: Doubles, camera: Camera) -> Doubles:
    """Give the corners of a die's top and of the foot of one below it, as drawn: shape (8, 2).

    pose : (u, v, angle) of the top as it is seen.
    """
    square = (1 - 2 * _SHRUNK) * turned(SQUARE, pose[2])
    foot = (camera.height - 2) * pose[:2] + (camera.height - 1) * square
    return np.concatenate([pose[:2] + square, foot / camera.height])
