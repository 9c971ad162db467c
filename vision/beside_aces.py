"""Finds pips beside supposed aces that are as clear as theirs.

Each pip of a two, or of a face that a lamp leaves in part, may pass for an ace. Where a veil is as
grey as the floor the rest of that die is no thing, and its other pips lie where an ace's sides
would be.
May import: numpy, vision.board, vision.calibration_values, vision.find, vision.silhouette.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX, Board
from vision.calibration_values import Camera
from vision.find import Found
from vision.silhouette import frames_around

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

_NEAR, _FAR = 0.47, 0.85  # edges from an ace: nearer lies no second pip of a face, farther others'
_CLEAR = 0.5  # response, 1 for a pip as calibrated
_CLOSE = 0.05  # edges around other dice within which pips are theirs


def aces_alone(found: Found, board: Board, camera: Camera) -> bool:
    """Tell whether no clear pip lies beside an ace that was taken, and on no other die.

    Notes
    -----
    Dice's sides may show such pips, too: asked of every picture, 10 of 103 fair throws of two
    traced seeds would be lost. Asked where a veil was taken off, none is, nor one of the renders.
    """
    taken = list(found.taken)
    poses, aces = found.faces.poses[taken], found.faces.drawings[taken] == 0
    places = [spots.xy_px[spots.strength > _CLEAR] for spots in found.spots]
    xy_px = np.concatenate([np.zeros((0, 2)), *places])
    if not len(xy_px) or not aces.any():
        return True
    columns, rows = np.round(xy_px).astype(int).T
    frames = frames_around(camera, board, poses, _CLOSE)
    on = np.array([_within(frame.window, frame.mask, rows, columns) for frame in frames])
    middles = board.to_px(poses[:, :2])
    return not any(
        _beside(xy_px[~np.delete(on, k, axis=0).any(axis=0)], middles[k]).any()
        for k in np.flatnonzero(aces)
    )


def _beside(xy_px: Doubles, middle: Doubles) -> Bools:
    edges = np.hypot(*(xy_px - middle).T) / EDGE_PX
    return np.asarray((edges > _NEAR) & (edges < _FAR), dtype=np.bool_)


def _within(
    window: tuple[slice, slice],
    mask: NDArray[np.uint8],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
) -> Bools:
    """Tell which pixels of the board lie within the mask of a window of it."""
    y, x = rows - window[0].start, columns - window[1].start
    inside = (y >= 0) & (x >= 0) & (y < mask.shape[0]) & (x < mask.shape[1])
    there = mask[np.clip(y, 0, mask.shape[0] - 1), np.clip(x, 0, mask.shape[1] - 1)] > 0
    return np.asarray(inside & there, dtype=np.bool_)


__all__ = ["aces_alone"]
