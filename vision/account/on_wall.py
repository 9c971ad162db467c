"""Finds things on the wall's inner side: a sheet or a card that reaches in over the tray there.

In the tray such a thing may be of the floor's colour and hide a die; the wall beside the floor is
mostly darker and shows it. What dice that were found cover of the wall is no such thing, nor what
lies outside the tray and begins there.
May import: numpy, cv2, vision.calibration_values, vision.sight, vision.account (outside, residue,
silhouette), vision.tray (board, geometry).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.outside import Thing
from vision.account.residue import Residue
from vision.account.silhouette import frames_around
from vision.calibration_values import Calibration
from vision.sight import Sight
from vision.tray.board import EDGE_PX, Board
from vision.tray.geometry import to_floor

Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

_TIMES = 2.0  # levels from which a pixel counts: the wall in a moved lamp's light reaches 1.5
# Faces of the wall that are covered, and where a die may lie that is outside the tray. Of 562 fair
# throws beside missing dice in two drawn seeds none shows any but beside dice outside the tray, and
# there 0.55 at most; of 919 others 191 show more than 0.2.
_LEAST_FACES, _BESIDE_FACES = 0.35, 0.9
_WALL_EDGES = 0.5  # what is farther out lies outside the tray
_AWAY = 0.15  # edges from dice that were found
_OUTSIDE_EDGES = 1.5  # from the middle of a thing outside to what it covers of the wall
_SPECK = np.ones((5, 5), np.uint8)


def things_on_wall(
    sight: Sight,
    residue: Residue,
    calibration: Calibration,
    poses: Doubles,
    outside: Sequence[Thing],
) -> tuple[tuple[float, float], ...]:
    """Give the middles, on the board in pixels, of what lies on the wall and is no die's.

    poses : of the dice that were found. Nothing where that is all of the set: none is hidden.
    outside : what lies outside the tray.
    """
    if len(poses) >= calibration.dice.count:
        return ()
    shown = _wall(sight.board) & (residue.standing > _TIMES * residue.level).view(np.uint8)
    for frame in frames_around(calibration.camera, sight.board, poses, _AWAY):
        shown[frame.window] &= 1 - frame.mask
    shown = np.asarray(cv2.morphologyEx(shown, cv2.MORPH_OPEN, _SPECK), np.uint8)
    if not cv2.countNonZero(shown):
        return ()
    _, _, stats, middles = cv2.connectedComponentsWithStats(shown, connectivity=8)
    faces = stats[1:, cv2.CC_STAT_AREA] / EDGE_PX**2
    known_px = np.reshape([one.at_px for one in outside], (-1, 2))
    known_uv = to_floor(calibration.camera, known_px, 1.0)
    beside = np.array([_is_at(sight.board.to_uv(middle), known_uv) for middle in middles[1:]])
    told = faces > np.where(beside, _BESIDE_FACES, _LEAST_FACES)
    return tuple((float(x), float(y)) for x, y in middles[1:][told])


def _wall(board: Board) -> Mask:
    """Give where the board shows the inner side of the wall: uint8 mask, 1 there."""
    return np.asarray((board.floor == 0) & (board.inside_edges > -_WALL_EDGES), np.uint8)


def _is_at(at_uv: Doubles, known_uv: Doubles) -> bool:
    """Tell whether a place is about one of some that are known, shape (N, 2)."""
    return bool(np.hypot(*(known_uv - at_uv).T).min(initial=np.inf) < _OUTSIDE_EDGES)


__all__ = ["things_on_wall"]
