"""The silhouettes that dice lying flat throw on the board: top face and the walls below it.

May import: numpy, cv2, vision.calibration_values, vision.strange, vision.tray (board, geometry).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration, Camera
from vision.tray.board import EDGE_PX, Board
from vision.tray.geometry import SQUARE

Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

FLAT = 1.0  # height of a top face that lies flat, in edges
_ROOM_PX = round(1.45 * EDGE_PX)  # half width of the window around a die: also what is near it
_TURNS = np.radians(np.arange(-42.0, 43.0, 6.0))
_COVERS = 0.05  # edges: how exactly a silhouette is known


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A window of the board around a die, and a mask of that window."""

    window: tuple[slice, slice]
    mask: Mask


def frame_around(camera: Camera, board: Board, pose: Doubles, grown: float) -> Frame:
    """Give the silhouette of a die as a mask of the window around it.

    pose : (u, v, angle) of its top face.
    grown : by how much the silhouette's square is larger on each side, in edges.
    """
    return frames_around(camera, board, pose[None], grown)[0]


def frames_around(
    camera: Camera, board: Board, poses: Doubles, grown: float | Doubles
) -> list[Frame]:
    """Give the silhouettes of several dice, each as a mask of the window around it.

    grown : see `frame_around`; of all dice, or of each.
    """
    outlines = _outlines(camera, board, poses, grown)
    middles = np.rint(board.to_px(poses[:, :2])).astype(np.int32)
    around = np.concatenate([middles - _ROOM_PX, middles + _ROOM_PX], axis=1)
    windows = np.minimum(np.maximum(around, 0), board.floor.shape[::-1] * 2)
    corners = np.rint(outlines - windows[:, None, :2]).astype(np.int32)
    return list(map(_frame, windows.tolist(), corners))


def _outlines(camera: Camera, board: Board, poses: Doubles, grown: float | Doubles) -> Doubles:
    """Give the corners on the board of flat dice's tops and feet: shape (K, 8, 2)."""
    c, s = np.cos(poses[:, 2:]), np.sin(poses[:, 2:])
    x, y = (1 + 2 * np.asarray(grown))[..., None] * SQUARE.T[:, None]
    uv = np.empty((len(poses), 8, 2))
    np.add(c * x - s * y, poses[:, :1], out=uv[:, :4, 0])
    np.add(s * x + c * y, poses[:, 1:2], out=uv[:, :4, 1])
    np.multiply(uv[:, :4], (camera.height - FLAT) / camera.height, out=uv[:, 4:])
    return board.to_px(uv)


def _frame(window: list[int], corners: NDArray[np.int32]) -> Frame:
    """Give the hull of corners filled in a window of the board.

    window : its first x and y, and those after its last. corners : in the window.
    """
    left, top, right, bottom = window
    mask = np.zeros((bottom - top, right - left), np.uint8)
    if mask.size:
        cv2.fillConvexPoly(mask, cv2.convexHull(corners), 1)
    return Frame((slice(top, bottom), slice(left, right)), mask)


def covered(frames: list[Frame], board: Board) -> Mask:
    """Give a mask of the board with several silhouettes: uint8, 1 there."""
    mask = np.zeros(board.floor.shape, np.uint8)
    for frame in frames:
        mask[frame.window] |= frame.mask
    return mask


def filled(points_uv: Doubles, board: Board) -> Mask:
    """Give a mask of the board with the hull of points, shape (N, 2): uint8, 1 there."""
    mask = np.zeros(board.floor.shape, np.uint8)
    points_px = np.rint(board.to_px(points_uv)).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(points_px), 1)
    return mask


def turned_to_cover(
    left_over: Mask, board: Board, calibration: Calibration, poses: Doubles, turnable: list[int]
) -> Doubles:
    """Give the poses, those to be turned so that their silhouettes cover what is left over.

    For aces of dice that hardly stand out: their faint sides tell little about the turn, but a lamp
    that mirrors in a bevel makes a bright streak along a side, which must lie in the silhouette.
    left_over : uint8 mask of the board, 1 where something is that no die explains.
    """
    better = poses.copy()
    for k in turnable:
        trials = better[k] + np.array([[0.0, 0.0, turn] for turn in _TURNS])
        frames = frames_around(calibration.camera, board, trials, _COVERS)
        there = left_over[frames[0].window]
        costs = [np.count_nonzero(there & (1 - frame.mask)) for frame in frames]
        better[k] = trials[int(np.argmin(np.array(costs) + np.abs(_TURNS)))]
    return better
