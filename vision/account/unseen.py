"""Finds what stands out like a die's body where so little counts as glow: smeared or missed dice.

Where dice throw more light on the floor than they differ from it by, a die shows by its pips only.
One in motion shows none; but what stands out like a body far from all dice is no glow of theirs. In
five drawn rooms of remarked sets, 400 pictures, a die in motion on grey felt was let through
without this; none of 141 fair throws that are read there is lost by it.
May import: numpy, cv2, vision.calibration_values, vision.sight, vision.account (residue,
silhouette), vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.account.silhouette import frames_around
from vision.calibration_values import Calibration
from vision.sight import Sight
from vision.tray.board import EDGE_PX

Doubles = NDArray[np.float64]

_PART = 0.7  # of what dice stand out by
_TIMES_NOISE, _LEAST_LEVELS = 8.0, 12.0  # that this must be over what bare floor differs by
_AWAY = 0.35  # edges from dice that were found: nearer there is glow
_LEAST_FACES = 0.35
_WALL, _SPECK = np.ones((7, 7), np.uint8), np.ones((5, 5), np.uint8)


def unseen_bodies(
    sight: Sight, residue: Residue, calibration: Calibration, poses: Doubles
) -> tuple[tuple[float, float], ...]:
    """Give the middles, on the board in pixels, of what stands out like bodies and was not found.

    poses : of the dice that were found. Nothing where that is all of the set, or where bodies stand
        out by more than what counts as a thing.
    """
    least = _PART * calibration.stands_out
    told = least > max(_LEAST_LEVELS, _TIMES_NOISE * residue.restless)
    if len(poses) >= calibration.dice.count or calibration.stands_out > residue.level or not told:
        return ()
    floor = np.asarray(cv2.erode(sight.board.floor, _WALL), np.uint8)
    shown = floor & sight.looked_at & (residue.standing > least).view(np.uint8)
    for frame in frames_around(calibration.camera, sight.board, poses, _AWAY):
        shown[frame.window] &= 1 - frame.mask
    shown = np.asarray(cv2.morphologyEx(shown, cv2.MORPH_OPEN, _SPECK), np.uint8)
    _, _, stats, middles = cv2.connectedComponentsWithStats(shown, connectivity=8)
    large = stats[1:, cv2.CC_STAT_AREA] > _LEAST_FACES * EDGE_PX**2
    return tuple((float(x), float(y)) for x, y in middles[1:][large])


__all__ = ["unseen_bodies"]
