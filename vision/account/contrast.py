"""Measures on calibrated dice how clearly they stand out from the tray, and how they light it up.

May import: numpy, cv2, vision.calibration_values, vision.strange, vision.account.silhouette,
vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import frames_around
from vision.calibration_values import Camera
from vision.strange import exposure_gain, strangeness
from vision.tray.board import EDGE_PX, Board

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]

SURELY_INSIDE, _BESIDE = -0.08, 0.08  # edges: how exactly a silhouette is known
_AROUND = 0.35  # edges around a silhouette that its glow reaches
_REACH = np.ones((2 * round(_AROUND * EDGE_PX) + 1,) * 2, np.uint8)


def contrast_of_dice(seen_bgr: Picture, board: Board, camera: Camera, poses: Doubles) -> Doubles:
    """Give per die lying at a pose how strongly most of its silhouette stands out."""
    strange = _strange(seen_bgr, board)
    cores = frames_around(camera, board, poses, SURELY_INSIDE)
    return np.array([np.percentile(strange[core.window][core.mask > 0], 15) for core in cores])


def glow_of_dice(seen_bgr: Picture, board: Board, camera: Camera, poses: Doubles) -> float:
    """Give how strongly the floor right around dice lying at the poses is changed by them."""
    strange = _strange(seen_bgr, board)
    ring = around_dice(board, camera, poses)
    return float(np.percentile(strange[ring], 99)) if ring.any() else 0.0


def around_dice(board: Board, camera: Camera, poses: Doubles) -> NDArray[np.bool_]:
    """Tell where on the board the floor right around dice lying at the poses is."""
    dice, around = (np.zeros(board.floor.shape, np.uint8) for _ in range(2))
    for frame in frames_around(camera, board, poses, _BESIDE):
        dice[frame.window] |= frame.mask
        around[frame.window] |= np.asarray(cv2.dilate(frame.mask, _REACH), dtype=np.uint8)
    return np.asarray((around > dice) & (board.floor > 0), dtype=np.bool_)


def _strange(seen_bgr: Picture, board: Board) -> Floats:
    return strangeness(seen_bgr, board.ground, exposure_gain(seen_bgr, board.empty_bgr))
