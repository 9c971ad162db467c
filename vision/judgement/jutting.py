"""What would stick out of silhouettes of flat dice if one lay otherwise, and whether it does.

May import: numpy, vision.calibration_values, vision.account (residue, silhouette),
vision.judgement.litfloor, vision.tray.board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.account.silhouette import covered, filled, frames_around
from vision.calibration_values import Calibration
from vision.judgement.litfloor import sides_may_be_as
from vision.tray.board import Board

Doubles = NDArray[np.float64]

_CLEAR_OF = 0.05  # edges beside silhouettes, where their own blurred sides end


def standing_out(
    outline_uv: Doubles,
    poses: Doubles,
    residue: Residue,
    board: Board,
    calibration: Calibration,
    least_px: int,
) -> NDArray[np.float32] | None:
    """Give by how much each pixel of an outline stands out that no flat die hides: shape (N,).

    Over the level from which things count. None where fewer than so many pixels of it are in sight,
    and where sides in shade may look like the floor there.
    outline_uv : what a die would cover, shape (M, 2). poses : (u, v, angle) of all tops as they are
        seen, shape (K, 3).
    """
    out = filled(outline_uv, board) & board.floor
    out &= 1 - covered(frames_around(calibration.camera, board, poses, _CLEAR_OF), board)
    there = out > 0
    if np.count_nonzero(there) < least_px:
        return None
    if sides_may_be_as(np.median(board.empty_bgr[there], axis=0), calibration):
        return None
    return np.asarray(residue.standing[there] / residue.level, dtype=np.float32)
