"""Where aces lie whose pip is larger than others, as on many sets from Asia.

A lamp that mirrors in a large bowl moves the place that looks most like a pip to one side of it.
May import: numpy, vision.calibration_values, vision.faces (examine, measure, patches, pip_middles,
pips).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.faces.examine import PATCH_PX, REACH, inner
from vision.faces.measure import pip_part
from vision.faces.patches import patches
from vision.faces.pip_middles import pip_middles
from vision.faces.pips import looks_of

Doubles = NDArray[np.float64]

_MIDDLE = np.zeros((1, 2))


def onto_pips(
    bgr: NDArray[np.uint8],
    poses: Doubles,
    looks: NDArray[np.int64],
    calibration: Calibration,
    moved: Doubles | None = None,
) -> Doubles:
    """Give the poses of supposed aces moved onto the middles of their pips, not turned: (K, 3).

    bgr : uint8 array of shape (H, W, 3).
    poses : (u, v, angle) a die, in die edges and radians, shape (K, 3).
    looks : which of the set's looks each one has, shape (K,).
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    if not len(poses):
        return poses
    upright = poses * (1.0, 1.0, 0.0)  # a pip alone doesn't tell the turn
    cuts = patches(bgr, calibration.camera, upright, PATCH_PX, REACH, moved=moved, quick=True)
    dice = calibration.dice
    steps = np.array([np.subtract(one.pip_bgr, one.body_bgr) for one in looks_of(dice)])
    body = np.median(inner(cuts).reshape(len(cuts), -1, 3), axis=1).astype(np.float64)
    part = pip_part(cuts, body, body + steps[looks])
    at = np.repeat(_MIDDLE, len(cuts), axis=0)
    upright[:, :2] += pip_middles(part, np.arange(len(cuts)), at, dice.radius_of_ace)
    return upright


__all__ = ["onto_pips"]
