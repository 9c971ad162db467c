"""Measures what shows beyond the sides of dice that flat ones turn away from the camera.

Beyond these sides of a flat die's top there is floor, lit or in shadow, or the wall. A die whose
top leans towards the camera shows its far side there: its body, also before the wall, where little
else tells; and its pips, if they are bright ones on a body of the floor's own colour.

Of 2,400 flat dice in 37 path-traced and rendered installations, 2026-11-21, none shows more than
0.012 faces there; of those that lean on the wall by 20 degrees or more half show 0.03 to 0.13.
May import: numpy, vision.board, vision.silhouette, vision.calibration_values.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.calibration_values import Calibration
from vision.silhouette import frames_around

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_FROM, _TO, _HALF = 0.56, 0.9, 0.45  # edges: a strip along a side, away from its corners
_STEPS = 9, 22  # across and along it
_AWAY = 0.6  # cosine of the angle between a side's normal and the way from the camera
_BESIDE = 0.1  # edges around other dice, which may show there
_LEVELS, _TIMES = 25.0, 2.0  # grey levels that are no shadow; over those of a thing


def parts_beyond(
    strange: Floats, board: Board, calibration: Calibration, poses: Doubles, level: float
) -> tuple[float, ...]:
    """Give per die at a pose how much shows beyond its far sides that is no floor, in faces.

    strange, level : see `vision.residue.Residue`.
    """
    if not len(poses):
        return ()
    frames = frames_around(calibration.camera, board, poses, _BESIDE)
    dice = np.zeros(strange.shape, np.uint8)
    for frame in frames:
        dice[frame.window] += frame.mask
    least = max(_LEVELS, _TIMES * level)
    seen = []
    for pose, frame in zip(poses, frames, strict=True):
        dice[frame.window] -= frame.mask
        x, y = np.moveaxis(np.rint(board.to_px(_far_strips(pose))).astype(int), -1, 0)
        on_board = (x >= 0) & (y >= 0) & (x < strange.shape[1]) & (y < strange.shape[0])
        x, y = x[on_board], y[on_board]
        free = dice[y, x] == 0
        count = float(np.count_nonzero(free & (strange[y, x] > least)))
        seen.append(count * (_TO - _FROM) * 2 * _HALF / (_STEPS[0] * _STEPS[1]))
        dice[frame.window] += frame.mask
    return tuple(seen)


def _far_strips(pose: Doubles) -> Doubles:
    """Give the points of the strips beyond a die's sides that face away from the camera."""
    c, s = np.cos(pose[2]), np.sin(pose[2])
    far = pose[:2] / max(float(np.hypot(*pose[:2])), 1e-6)
    normals = np.array([[c, s], [-s, c], [-c, -s], [s, -c]])
    away = normals[normals @ far > _AWAY]
    across = _FROM + (np.arange(_STEPS[0]) + 0.5) * (_TO - _FROM) / _STEPS[0]
    along = (np.arange(_STEPS[1]) + 0.5) * 2 * _HALF / _STEPS[1] - _HALF
    sides = away @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    points = away[:, None, None] * across[:, None, None] + sides[:, None, None] * along[:, None]
    return np.asarray(pose[:2] + points, dtype=np.float64).reshape(-1, 2)
