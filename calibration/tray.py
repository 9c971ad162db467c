"""Finds the floor of the tray in the picture of the empty tray.

May import: numpy, cv2, vision.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Point

_WIDTH = 320  # pixels that the picture is shrunk to
_LEVELS = np.arange(50.0, 99.5, 0.75)  # percentiles of steepness that are tried as the wall
_SOLID = 0.93  # part of its convex hull that a tray's floor fills
_SNAP = 6  # shrunken pixels that the outline may move to the steepest line
_GOOD_ENOUGH = 0.5  # of the clearest outline: then the smaller region is the floor


def tray_outline(empty_bgr: NDArray[np.uint8], inside_px: NDArray[np.float64]) -> tuple[Point, ...]:
    """Give the outline of the tray's floor, in pixels of the picture.

    Parameters
    ----------
    empty_bgr : uint8 array of shape (M, N, 3)
    inside_px : points that surely lie on the floor, shape (K, 2).

    Notes
    -----
    The floor is flooded from the known points up to steeper and steeper edges; the smallest
    convex region with a clear outline is taken. If walls and floor can't be told apart this is
    the opening of the tray; without any tray it is the whole picture.
    """
    scale = _WIDTH / empty_bgr.shape[1]
    size = (_WIDTH, round(empty_bgr.shape[0] * scale))
    steep = _steepness(cv2.resize(empty_bgr, size, interpolation=cv2.INTER_AREA))
    seed = np.zeros(steep.shape, np.uint8)
    hull = cv2.convexHull((inside_px * scale).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(seed, hull, 1)
    regions = [
        (clear, region)
        for level in np.percentile(steep, _LEVELS)
        if (region := _region(steep, seed, float(level))) is not None
        and (clear := _clearness(steep, region)) > 0
    ]
    if not regions:
        height, width = empty_bgr.shape[:2]
        return ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))
    most = max(clear for clear, _ in regions)
    good = [region for clear, region in regions if clear >= _GOOD_ENOUGH * most]
    best = min(good, key=cv2.contourArea)
    outline = cv2.approxPolyDP(_snapped(steep, best), 1.2, True)[:, 0, :]
    return tuple(((float(x) + 0.5) / scale, (float(y) + 0.5) / scale) for x, y in outline)


def _snapped(steep: NDArray[np.float32], hull: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give the outline moved onto the steepest line close by."""
    region = np.zeros(steep.shape, np.uint8)
    cv2.drawContours(region, [hull], -1, 1, -1)
    size = 2 * _SNAP + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    markers = np.zeros(steep.shape, np.int32)
    markers[cv2.erode(region, kernel) > 0] = 1
    markers[cv2.dilate(region, kernel) == 0] = 2
    ridge = np.clip(steep * 8, 0, 255).astype(np.uint8)
    cv2.watershed(cv2.merge([ridge, ridge, ridge]), markers)
    outlines, _ = cv2.findContours(
        (markers == 1).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    return np.asarray(cv2.convexHull(max(outlines, key=cv2.contourArea)), dtype=np.int32)


def _steepness(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give the steepest relative change of any channel."""
    smooth = cv2.GaussianBlur(bgr.astype(np.float32), (0, 0), 1.2)
    relative = np.log(smooth + 12.0) * 60.0
    dx = cv2.Sobel(relative, cv2.CV_32F, 1, 0, scale=0.125)
    dy = cv2.Sobel(relative, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.sqrt((dx**2 + dy**2).max(axis=-1)), dtype=np.float32)


def _region(
    steep: NDArray[np.float32], seed: NDArray[np.uint8], level: float
) -> NDArray[np.int32] | None:
    """Give the convex outline of what is reached from the seed, if it looks like a tray."""
    open_ground = ((steep <= level) | (seed > 0)).astype(np.uint8)
    _, labels = cv2.connectedComponents(open_ground, connectivity=4)
    reached = (labels == labels[seed > 0][0]).astype(np.uint8)
    outlines, _ = cv2.findContours(reached, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < 1.5 * float(seed.sum()) or cv2.contourArea(outline) < _SOLID * area:
        return None
    height, width = steep.shape
    x, y = outline[:, 0, 0], outline[:, 0, 1]
    on_border = (x <= 1) | (y <= 1) | (x >= width - 2) | (y >= height - 2)
    if float(on_border.mean()) > 0.25:
        return None
    return np.asarray(hull, dtype=np.int32)


def _clearness(steep: NDArray[np.float32], hull: NDArray[np.int32]) -> float:
    """Give the steepness that half of the outline has at least."""
    line = np.zeros(steep.shape, np.uint8)
    cv2.drawContours(line, [hull], -1, 1, 1)
    return float(np.median(cv2.dilate(steep, np.ones((5, 5), np.uint8))[line > 0]))
