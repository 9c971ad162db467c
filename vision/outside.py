"""Notices things of the size of a die that lie outside the tray.

May import: numpy, cv2, vision.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import empty_picture
from vision.calibration_values import Calibration
from vision.geometry import edge_px, to_floor
from vision.strange import Ground, exposure_gain, ground_of, strangeness
from vision.types import Point
from vision.underfoot import NO_FLOOR, unlike_floor

Picture = NDArray[np.uint8]

_WIDTH = 240  # pixels that pictures are thinned out to
_LEVELS = 22.0
_BRIGHTEST = 1.03  # light that dice throw on the table from inside the tray, at most
_JOINED = np.ones((5, 5), np.uint8)  # joins the pips of a die that is as dark as its shadow
_LEAST_FACES, _MOST_FACES = 0.3, 2.4  # area of a die, its wall and perhaps a little shadow
_MOST_DICE_FACES = 6.0  # area of some dice that touch
_MOST_SIDE_EDGES = 2.2
_WALL_EDGES = 0.5  # what is so near to the floor is a die at the wall, not outside
_MOST_THINGS = 3  # more is a hand's shadow, a moved camera or another light


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies outside the outline of the tray.

    die_sized : whether it is about as large as a die.
    on_floor : whether it lies on what looks like the tray's floor, so that the outline may be
        wrong there and it be a die at the wall, or several.
    """

    at_px: Point
    die_sized: bool
    on_floor: bool


def things_outside(bgr: Picture, calibration: Calibration) -> tuple[Thing, ...]:
    """Give what lies outside the tray that the picture of the empty tray does not show."""
    empty, ground, around = _empty(calibration)
    now = thinned(bgr, empty.shape[1], empty.shape[0])
    strange = strangeness(now, ground, exposure_gain(now, empty), _BRIGHTEST)
    new = (strange > _LEVELS).view(np.uint8) & around
    new = np.asarray(cv2.morphologyEx(new, cv2.MORPH_CLOSE, _JOINED), dtype=np.uint8)
    x, y, width, height = cv2.boundingRect(new)
    if not width:
        return ()
    count, _, stats, middles = cv2.connectedComponentsWithStats(
        new[y : y + height, x : x + width], connectivity=8, ltype=cv2.CV_16U
    )
    scale = bgr.shape[1] / empty.shape[1]
    edge = edge_px(calibration.camera) / scale
    found = []
    for k in range(1, count):
        if _LEAST_FACES < stats[k][cv2.CC_STAT_AREA] / edge**2 < _MOST_DICE_FACES:
            at = (float(middles[k, 0] + x) * scale, float(middles[k, 1] + y) * scale)
            found.append(_thing(at, stats[k], edge, calibration))
    return tuple(found) if len(found) <= _MOST_THINGS else ()


def _thing(at_px: Point, stats: NDArray[np.int32], edge: float, calibration: Calibration) -> Thing:
    on_top = to_floor(calibration.camera, np.array([at_px]), 1.0)[0]
    on_floor = unlike_floor(calibration, on_top) < NO_FLOOR
    return Thing(at_px, _may_be_a_die(stats, edge), on_floor)


def _may_be_a_die(stats: NDArray[np.int32], edge: float) -> bool:
    width, height = int(stats[cv2.CC_STAT_WIDTH]), int(stats[cv2.CC_STAT_HEIGHT])
    area = float(stats[cv2.CC_STAT_AREA]) / edge**2
    if not _LEAST_FACES < area < _MOST_FACES or max(width, height) > _MOST_SIDE_EDGES * edge:
        return False
    return area * edge**2 > 0.45 * width * height


@lru_cache(maxsize=8)
def _empty(calibration: Calibration) -> tuple[Picture, Ground, NDArray[np.uint8]]:
    """Give the empty tray's picture, thinned out, and a mask of what lies around the tray."""
    width, height = calibration.size_px
    stride = max(1, width // _WIDTH)
    thin = thinned(empty_picture(calibration), -(-width // stride), -(-height // stride))
    around = np.ones(thin.shape[:2], np.uint8)
    outline = np.round(np.array(calibration.tray_px) / stride).astype(np.int32)
    cv2.fillPoly(around, [outline], 0)
    reach = round(2 * _WALL_EDGES * edge_px(calibration.camera) / stride) | 1
    around = np.asarray(cv2.erode(around, np.ones((reach, reach), np.uint8)), dtype=np.uint8)
    return thin, ground_of(thin), around


def thinned(bgr: Picture, width: int, height: int) -> Picture:
    """Give some pixels of a picture in a grid: cheaper than to average, and sharper."""
    thin = cv2.resize(bgr, (width, height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(thin, dtype=np.uint8)
