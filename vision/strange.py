"""Tells what is not the empty tray: neither its floor as it was, nor that floor in shadow.

May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

_DARKEST, _BRIGHTEST = 0.12, 1.3  # what shadow and light from the dice make of the floor
_SUM = np.ones((1, 3), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty tray, prepared for comparing.

    bgr : float32 array of shape (H, W, 3).
    unit : the same over its squared length, so that a product gives the share of its light.
    """

    bgr: Floats
    unit: Floats

    def part(self, rows: slice, columns: slice) -> Ground:
        """Give a window of it."""
        return Ground(self.bgr[rows, columns], self.unit[rows, columns])


def ground_of(empty_bgr: Picture) -> Ground:
    """Give a picture of the empty tray prepared for comparing."""
    bgr = empty_bgr.astype(np.float32)
    length = np.maximum((bgr * bgr).sum(axis=2, keepdims=True), 60.0)
    return Ground(bgr, np.asarray(bgr / length, dtype=np.float32))


def exposure_gain(seen_bgr: Picture, empty_bgr: Picture) -> Floats:
    """Give by how much the picture is brighter than that of the empty tray, per channel."""
    now = seen_bgr[::7, ::7].reshape(-1, 3).astype(np.float32)
    before = empty_bgr[::7, ::7].reshape(-1, 3).astype(np.float32)
    return np.asarray(np.median((now + 4) / (before + 4), axis=0), dtype=np.float32)


def strangeness(seen_bgr: Picture, ground: Ground, gain: Floats) -> Floats:
    """Give how far each pixel is from being the empty tray, lit or in shadow, in grey levels.

    seen_bgr : uint8 array of the ground's shape.
    gain : exposure of the picture over that of the empty tray, from `exposure_gain`.
    """
    even = 1.0 / np.maximum(gain.astype(np.float64), 0.05)
    now = cv2.transform(seen_bgr.astype(np.float32), np.diag(even).astype(np.float32))
    share = cv2.transform(cv2.multiply(now, ground.unit), _SUM)
    share = np.clip(share, _DARKEST, _BRIGHTEST, out=share)
    expected = cv2.multiply(ground.bgr, cv2.merge([share, share, share]))
    apart = cv2.blur(cv2.subtract(now, expected), (3, 3))
    return np.asarray(cv2.sqrt(cv2.transform(cv2.multiply(apart, apart), _SUM)), dtype=np.float32)
