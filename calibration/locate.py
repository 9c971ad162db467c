"""Finds the dice of a calibration frame roughly: what differs from the empty tray.

May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

_FLOOR_LEVELS = 20.0  # grey levels; felt noise stays below 16 after blurring


@dataclass(frozen=True, slots=True)
class Spot:
    """A region that differs from the empty tray: its box and its area in pixels."""

    x: int
    y: int
    width: int
    height: int
    area: int


def difference(bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give the largest channel difference to the empty tray, exposure evened out."""
    now, empty = bgr.astype(np.float32), empty_bgr.astype(np.float32)
    gain = np.median((now[::6, ::6] + 4) / (empty[::6, ::6] + 4), axis=(0, 1))
    apart = cv2.GaussianBlur(now - empty * gain.astype(np.float32), (0, 0), 1.5)
    return np.asarray(np.abs(apart).max(axis=2), dtype=np.float32)


def spots(apart: NDArray[np.float32]) -> list[Spot]:
    """Give the regions that differ, the largest first."""
    noise = float(np.percentile(apart, 75))
    differs = (apart > max(_FLOOR_LEVELS, 4 * noise)).astype(np.uint8)
    size = max(3, apart.shape[1] // 200) | 1
    mask = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = [
        Spot(*(int(v) for v in stats[k]))
        for k in range(1, count)
        if stats[k, cv2.CC_STAT_AREA] > 40
    ]
    return sorted(found, key=lambda spot: -spot.area)
