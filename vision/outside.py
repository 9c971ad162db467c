"""Notices things of the size of a die that lie outside the tray.

May import: numpy, cv2, vision.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import empty_picture
from vision.calibration_values import Calibration
from vision.geometry import edge_px
from vision.residue import exposure_gain, strangeness
from vision.types import Point

Picture = NDArray[np.uint8]

_WIDTH = 320  # pixels that pictures are shrunk to
_LEVELS = 22.0
_LEAST_FACES, _MOST_FACES = 0.3, 2.4  # area of a die, its wall and perhaps a little shadow
_MOST_SIDE_EDGES = 2.2
_WALL_EDGES = 0.5  # what is so near to the floor is a die at the wall, not outside
_MOST_THINGS = 3  # more is a hand's shadow, a moved camera or another light


def things_outside(bgr: Picture, calibration: Calibration) -> tuple[Point, ...]:
    """Give where things lie outside the tray that the picture of the empty tray does not show."""
    empty, ground = _empty(calibration)
    now = cv2.resize(bgr, (empty.shape[1], empty.shape[0]), interpolation=cv2.INTER_AREA)
    now = np.asarray(now, dtype=np.uint8)
    strange = strangeness(now, empty, exposure_gain(now, empty))
    new = ((strange > _LEVELS) & (ground > 0)).astype(np.uint8)
    count, _, stats, middles = cv2.connectedComponentsWithStats(new, connectivity=8)
    scale = calibration.size_px[0] / _WIDTH
    edge = edge_px(calibration.camera) / scale
    found = [
        (float(middles[k, 0]) * scale, float(middles[k, 1]) * scale)
        for k in range(1, count)
        if _may_be_a_die(stats[k], edge)
    ]
    return tuple(found) if len(found) <= _MOST_THINGS else ()


def _may_be_a_die(stats: NDArray[np.int32], edge: float) -> bool:
    width, height = int(stats[cv2.CC_STAT_WIDTH]), int(stats[cv2.CC_STAT_HEIGHT])
    area = float(stats[cv2.CC_STAT_AREA]) / edge**2
    if not _LEAST_FACES < area < _MOST_FACES or max(width, height) > _MOST_SIDE_EDGES * edge:
        return False
    return area * edge**2 > 0.45 * width * height


@lru_cache(maxsize=8)
def _empty(calibration: Calibration) -> tuple[Picture, NDArray[np.uint8]]:
    """Give the empty tray's picture, shrunk, and a mask of what lies around the tray."""
    width, height = calibration.size_px
    size = (_WIDTH, round(height * _WIDTH / width))
    small = cv2.resize(empty_picture(calibration), size, interpolation=cv2.INTER_AREA)
    ground = np.ones((size[1], size[0]), np.uint8)
    outline = np.array(calibration.tray_px) * _WIDTH / width
    cv2.fillPoly(ground, [np.round(outline).astype(np.int32)], 0)
    reach = round(2 * _WALL_EDGES * edge_px(calibration.camera) * _WIDTH / width) | 1
    ground = cv2.erode(ground, np.ones((reach, reach), np.uint8))
    return np.asarray(small, dtype=np.uint8), np.asarray(ground, dtype=np.uint8)
