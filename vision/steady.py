"""Notices that the camera was knocked since the calibration, and undoes a small knock.

May import: numpy, cv2, vision.board, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import board_of, empty_picture
from vision.calibration_values import Calibration
from vision.strange import Ground, exposure_gain, ground_of, strangeness

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float32]

_WIDTH = 320  # pixels that pictures are shrunk to for comparing
_STRANGE_LEVELS = 26.0
_SUSPECT_PART = 0.05  # of the surroundings that must have changed before the knock is measured
_LEAST_PX, _MOST_PX, _MOST_DEG = 1.0, 45.0, 4.0  # of a 1280 pixel wide picture
_ALIKE = 0.6  # correlation below which the two pictures don't show the same place
_ROUNDS = 40


@dataclass(frozen=True, slots=True, eq=False)
class Knock:
    """How the camera was moved: the map from the calibrated picture to this one.

    matrix : float32 array of shape (2, 3).
    shift_px : the farthest that a corner of the middle half of the picture moved.
    small : whether it may be undone.
    """

    matrix: Matrix
    shift_px: float
    small: bool


def looks_knocked(seen_bgr: Picture, calibration: Calibration) -> bool:
    """Tell from the board whether the tray's surroundings changed enough to measure a knock."""
    around, ground, empty = _surroundings(calibration)
    now = np.ascontiguousarray(seen_bgr[::3, ::3])
    strange = strangeness(now, ground, exposure_gain(now, empty))
    return float((strange[around] > _STRANGE_LEVELS).mean()) > _SUSPECT_PART


@lru_cache(maxsize=2)
def _surroundings(calibration: Calibration) -> tuple[NDArray[np.bool_], Ground, Picture]:
    """Give a coarse board: where it is not the tray's floor, and the empty tray on it."""
    board = board_of(calibration)
    empty = np.ascontiguousarray(board.empty_bgr[::3, ::3])
    return board.floor[::3, ::3] == 0, ground_of(empty), empty


def measure_knock(bgr: Picture, calibration: Calibration) -> Knock | None:
    """Give how the camera was moved, or None if it was not, or something else changed."""
    now = _edges(bgr)
    before, mask = _before(calibration)
    start: Matrix = np.eye(2, 3, dtype=np.float32)
    (dx, dy), _ = cv2.phaseCorrelate(before.astype(np.float64), now.astype(np.float64))
    start[:, 2] = (dx, dy)
    stop = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, _ROUNDS, 1e-4)
    try:
        alike, found = cv2.findTransformECC(before, now, start, cv2.MOTION_EUCLIDEAN, stop, mask, 5)
    except cv2.error:  # it does not converge on pictures that have nothing in common
        return None
    if alike < _ALIKE:
        return None
    scale = bgr.shape[1] / _WIDTH
    matrix = found.astype(np.float32)
    matrix[:, 2] *= scale
    shift_px = _farthest(matrix, bgr.shape[1], bgr.shape[0]) * 1280 / bgr.shape[1]
    if shift_px < _LEAST_PX:
        return None
    turn_deg = float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))
    small = shift_px < _MOST_PX and abs(turn_deg) < _MOST_DEG
    return Knock(matrix, shift_px, small)


def undone(bgr: Picture, knock: Knock) -> Picture:
    """Give the picture as the camera saw it before the knock."""
    size = (bgr.shape[1], bgr.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(bgr, knock.matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, dtype=np.uint8)


def _farthest(matrix: Matrix, width: int, height: int) -> float:
    x, y = np.meshgrid([width / 4, 3 * width / 4], [height / 4, 3 * height / 4])
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    moved = points @ matrix[:, :2].T + matrix[:, 2]
    return float(np.linalg.norm(moved - points, axis=1).max())


def _edges(bgr: Picture) -> NDArray[np.float32]:
    """Give where the picture changes, shrunk: light and shade matter less than edges."""
    size = (_WIDTH, round(bgr.shape[0] * _WIDTH / bgr.shape[1]))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    gray = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    relative = np.log(gray.astype(np.float32) + 12.0)
    dx = cv2.Sobel(relative, cv2.CV_32F, 1, 0)
    dy = cv2.Sobel(relative, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(cv2.magnitude(dx, dy), 2.0), dtype=np.float32)


@lru_cache(maxsize=2)
def _before(calibration: Calibration) -> tuple[NDArray[np.float32], NDArray[np.uint8]]:
    """Give the edges of the empty tray's picture, and a mask of what the dice don't cover."""
    edges = _edges(empty_picture(calibration))
    mask = np.ones(edges.shape, np.uint8)
    scale = _WIDTH / calibration.size_px[0]
    outline = np.round(np.array(calibration.tray_px) * scale).astype(np.int32)
    cv2.fillPoly(mask, [outline], 0)
    return edges, mask
