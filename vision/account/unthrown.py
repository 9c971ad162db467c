"""Finds shadows in the tray that nothing throws which was found: so something else stands there.

By its colours a grey die on a white floor is that floor in deep shadow, and a white one is the
floor. But a shadow begins at what throws it: at a die or at the wall. Dark floor that lies apart
from both is a die that was not found, or the shadow of one.
May import: numpy, cv2, vision.calibration_values, vision.sight, vision.account.silhouette,
vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import frames_around
from vision.calibration_values import Calibration
from vision.sight import Sight
from vision.tray.board import EDGE_PX

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

_EDGE, _DARK = 0.88, 0.8  # parts of its light that are left to floor in a shadow's edge, and in it
_LEAST_FACES, _MOST_FACES = 0.15, 5.0  # area of what is dark; and of all: a head's is larger
_TELLING_LEVELS = 40.0  # of darker floors it is not told how much of their light is left
_BEFORE, _SOME = 0.8, 0.05  # floor that was so much darker than beside it; part of what is around
_GROWN = 0.05  # edges: how exactly a silhouette is known
_FINE = (3, 3)  # pixels over which noise evens out
_WALL, _SPECK, _BLUR = (np.ones((n, n), np.uint8) for n in (5, 3, 3))
_NEAR = np.ones((2 * round(0.25 * EDGE_PX) + 1,) * 2, np.uint8)


def unthrown_shadows(
    sight: Sight, calibration: Calibration, poses: Doubles
) -> tuple[tuple[float, float], ...]:
    """Give the middles, on the board in pixels, of shadows that lie apart from dice and walls.

    poses : of the dice that were found. If that is all of the set, none of it throws the shadow.

    Notes
    -----
    Where a lamp moved, the rim's old shadow lies between the wall and its new one: that, too, is
    where shadows may begin.
    """
    if len(poses) >= calibration.dice.count:
        return ()
    bare = _bare(sight, calibration, poses)
    left = _light_left(sight)
    shade = np.asarray((left < _EDGE) & (bare > 0), np.uint8)
    shade = np.asarray(cv2.morphologyEx(shade, cv2.MORPH_OPEN, _SPECK), np.uint8)
    if not shade.any():
        return ()
    begins = np.asarray(cv2.dilate(1 - bare, _NEAR), np.uint8)
    _, labels, stats, middles = cv2.connectedComponentsWithStats(
        shade, connectivity=8, ltype=cv2.CV_16U
    )
    dark = np.bincount(labels[left < _DARK], minlength=len(stats))
    apart = (dark > _LEAST_FACES * EDGE_PX**2) & (stats[:, 4] < _MOST_FACES * EDGE_PX**2)
    apart[np.append(np.unique(labels[begins > 0]), 0)] = False
    told = [k for k in np.flatnonzero(apart) if not _was_dark_beside(labels == k, bare, sight)]
    return tuple((float(x), float(y)) for x, y in middles[told])


def _bare(sight: Sight, calibration: Calibration, poses: Doubles) -> Mask:
    """Give where the floor is looked at and no die hides it."""
    floor = np.asarray(cv2.erode(sight.board.floor, _WALL), np.uint8)
    bare = floor & sight.looked_at
    for frame in frames_around(calibration.camera, sight.board, poses, _GROWN):
        bare[frame.window] &= 1 - frame.mask
    return bare


def _light_left(sight: Sight) -> Floats:
    """Give how much of its light each pixel's floor has left; 1 where that is not told."""
    ground = sight.board.ground
    left = np.zeros(sight.strange.shape, np.float32)
    for now, before, gain in zip(
        cv2.split(cv2.blur(sight.bgr, _FINE)), ground.planes, sight.gain, strict=True
    ):
        cv2.accumulateProduct(now.astype(np.float32) / max(float(gain), 0.05), before, left)
    left *= ground.per_square
    left[ground.planes.max(axis=0) < _TELLING_LEVELS] = 1.0
    return left


def _was_dark_beside(own: NDArray[np.bool_], bare: Mask, sight: Sight) -> bool:
    """Tell whether some of the bare floor around a region was darker than it, before."""
    before = sight.board.ground.planes.sum(axis=0)
    far, near = (cv2.dilate(own.view(np.uint8), reach) > 0 for reach in (_NEAR, _BLUR))
    dark = before[far & ~near & (bare > 0)] < _BEFORE * float(np.median(before[own]))
    return bool(dark.mean() > _SOME) if len(dark) else True


__all__ = ["unthrown_shadows"]
