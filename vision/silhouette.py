"""The silhouettes that dice lying flat throw on the board: top face and the walls below it.

May import: numpy, cv2, vision.board, vision.geometry, vision.strange.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX, Board
from vision.calibration_values import Calibration, Camera
from vision.geometry import SQUARE, turned

Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

FLAT = 1.0  # height of a top face that lies flat, in edges
_ROOM_EDGES = 1.45  # half width of the window around a die: its silhouette and what is near
_TURNS = np.radians(np.arange(-42.0, 43.0, 6.0))
_PART_OF_CONTRAST = 0.22


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A window of the board around a die, and a mask of that window."""

    window: tuple[slice, slice]
    mask: Mask


def outline_of(camera: Camera, board: Board, pose: Doubles, grown: float) -> Doubles:
    """Give the corners on the board of a flat die's top and foot, grown by some edges: (8, 2)."""
    square = turned(SQUARE * (1 + 2 * grown), float(pose[2])) + pose[:2]
    foot = square * ((camera.height - FLAT) / camera.height)
    return board.to_px(np.concatenate([square, foot]))


def frame_around(camera: Camera, board: Board, pose: Doubles, grown: float) -> Frame:
    """Give the silhouette of a die as a mask of the window around it."""
    height, width = board.floor.shape
    x, y = np.round(board.to_px(pose[None, :2])[0]).astype(int)
    reach = round(_ROOM_EDGES * EDGE_PX)
    rows = slice(int(np.clip(y - reach, 0, height)), int(np.clip(y + reach, 0, height)))
    columns = slice(int(np.clip(x - reach, 0, width)), int(np.clip(x + reach, 0, width)))
    mask = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.uint8)
    if mask.size:
        corners = outline_of(camera, board, pose, grown) - [columns.start, rows.start]
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(corners).astype(np.int32)), 1)
    return Frame((rows, columns), mask)


def turned_to_silhouettes(
    strange: NDArray[np.float32],
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    turnable: NDArray[np.bool_],
) -> Doubles:
    """Give the poses, those that are turnable turned so that silhouettes cover what stands out.

    For aces, whose one pip does not tell how they are turned. What other dice cover is not the
    ace's: in a tight cluster an ace would else turn towards its neighbours.
    """
    better = poses.copy()
    stands_out = strange > _PART_OF_CONTRAST * calibration.stands_out
    covers = np.zeros(strange.shape, np.uint8)
    for pose in better:
        frame = frame_around(calibration.camera, board, pose, 0.0)
        covers[frame.window] += frame.mask
    for k in np.flatnonzero(turnable):
        pose = better[k]
        own = frame_around(calibration.camera, board, pose, 0.0)
        covers[own.window] -= own.mask
        others = covers[own.window] > 0
        there = stands_out[own.window] & ~others
        costs = []
        for turn in _TURNS:
            trial = np.array([pose[0], pose[1], pose[2] + turn])
            mask = frame_around(calibration.camera, board, trial, 0.0).mask > 0
            costs.append(int(np.count_nonzero(mask != there)))
        pose[2] += _TURNS[int(np.argmin(costs))]
        covers[own.window] += frame_around(calibration.camera, board, pose, 0.0).mask
    return better
