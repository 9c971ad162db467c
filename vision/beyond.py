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
_PLACES = (  # of a strip's points: across it, and along it
    np.repeat(_FROM + (np.arange(_STEPS[0]) + 0.5) * (_TO - _FROM) / _STEPS[0], _STEPS[1]),
    np.tile((np.arange(_STEPS[1]) + 0.5) * 2 * _HALF / _STEPS[1] - _HALF, _STEPS[0]),
)


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
    at, away = _strips(poses)
    px = np.rint(board.to_px(at)).astype(int)
    on_board = ((px >= 0) & (px < strange.shape[::-1])).all(-1) & away[:, :, None]
    seen = []
    for places, counted, frame in zip(px, on_board, frames, strict=True):
        dice[frame.window] -= frame.mask
        x, y = places[counted].T
        count = float(np.count_nonzero((strange[y, x] > least) & (dice[y, x] == 0)))
        seen.append(count * (_TO - _FROM) * 2 * _HALF / (_STEPS[0] * _STEPS[1]))
        dice[frame.window] += frame.mask
    return tuple(seen)


def _strips(poses: Doubles) -> tuple[Doubles, NDArray[np.bool_]]:
    """Give the points of the strips beyond dice's four sides, and which sides face away.

    Of shape (K, 4, N, 2) and, from the camera, (K, 4).
    """
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    far = poses[:, :2] / np.maximum(np.hypot(*poses[:, :2].T), 1e-6)[:, None]
    normals = np.array([[c, s], [-s, c], [-c, -s], [s, -c]]).transpose(2, 0, 1)
    sides = normals @ np.array([[0.0, 1.0], [-1.0, 0.0]])
    across, along = _PLACES
    points = normals[:, :, None] * across[:, None] + sides[:, :, None] * along[:, None]
    away = np.einsum("ksx,kx->ks", normals, far) > _AWAY
    return poses[:, None, None, :2] + points, away
