"""Tells what is not the empty tray: neither its floor as it was, nor that floor in shadow.

May import: numpy, cv2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

_THIRDS = np.full(3, 1 / 3, np.float32)
_AT_ONCE_PX = 40000  # what is worked on at once stays in the processor's cache
_LEAST_GAIN, _MOST_GAIN, _MOST_TINT = 0.3, 3.0, 2.0
BRIGHTEST = 1.3  # what light from the dice makes of the floor
_DARK_TO_LIGHT, _DARKEST = (120.0, 170.0), (0.12, 0.32)  # grey levels of floors; their shadows


# A black die on a light floor is darker than any shadow there; on a dark floor it need not be.
_SHADES = np.interp(np.arange(256), _DARK_TO_LIGHT, _DARKEST).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty tray, prepared for comparing.

    planes : float32 array of shape (3, H, W); blue, green, red.
    per_square : float32 array of shape (H, W), one over the squared length of each colour.
    darkest : float32 array of shape (H, W), the least share of its light that shadow leaves.
    """

    planes: Floats
    per_square: Floats
    darkest: Floats

    def part(self, rows: slice, columns: slice) -> Ground:
        """Give a window of it."""
        planes = self.planes[:, rows, columns]
        return Ground(planes, self.per_square[rows, columns], self.darkest[rows, columns])


def ground_of(empty_bgr: Picture) -> Ground:
    """Give a picture of the empty tray prepared for comparing."""
    planes = np.ascontiguousarray(np.moveaxis(empty_bgr, 2, 0), dtype=np.float32)
    length = np.maximum(np.einsum("kij,kij->ij", planes, planes), np.float32(60.0))
    return Ground(planes, np.divide(np.float32(1.0), length), _SHADES[empty_bgr.max(axis=2)])


def exposure_gain(seen_bgr: Picture, empty_bgr: Picture) -> Floats:
    """Give by how much the picture is brighter than that of the empty tray, per channel."""
    return gain_of(seen_bgr[::7, ::7], empty_bgr[::7, ::7])


def gain_of(now_bgr: NDArray[np.uint8], before_bgr: NDArray[np.uint8]) -> Floats:
    """Give the middle ratio of colours seen to colours before, per channel: shape (3,)."""
    now, before = (
        np.add(one.reshape(-1, 3).T, np.float32(4), order="C") for one in (now_bgr, before_bgr)
    )
    now /= before
    return _middle(now)


def _middle(values: Floats) -> Floats:
    """Give the medians of rows, as np.median does; in a quarter of its time. Changes the rows."""
    count = values.shape[1]
    low = (count - 1) // 2
    values.partition(low, axis=1)
    high = values[:, low] if count % 2 else values[:, low + 1 :].min(axis=1)
    return np.asarray((values[:, low] + high) / 2, dtype=np.float32)


def is_strange_light(gain: Floats) -> bool:
    """Tell whether no lamp and no shutter makes such gains: too dark, too bright, or coloured."""
    low, high = float(gain.min()), float(gain.max())
    return low < _LEAST_GAIN or high > _MOST_GAIN or high > _MOST_TINT * low


def strangeness(
    seen_bgr: Picture, ground: Ground, gain: Floats, brightest: float = BRIGHTEST
) -> Floats:
    """Give how far each pixel is from being the empty tray, lit or in shadow, in grey levels.

    seen_bgr : uint8 array of the ground's shape.
    gain : exposure of the picture over that of the empty tray, from `exposure_gain`.
    brightest : how much light may fall on the ground, over that of the empty tray.
    """
    return _in_bands(seen_bgr, lambda rows: ground.part(rows, slice(None)), gain, brightest)


def strangeness_to(seen_bgr: Picture, empty_bgr: Picture, gain: Floats) -> Floats:
    """Give the same for a picture of the ground: when once is enough, and memory is short."""
    return _in_bands(seen_bgr, lambda rows: ground_of(empty_bgr[rows]), gain, BRIGHTEST)


def _in_bands(
    seen_bgr: Picture, ground_at: Callable[[slice], Ground], gain: Floats, brightest: float
) -> Floats:
    height, width = seen_bgr.shape[:2]
    even = np.asarray(1.0 / np.maximum(gain, np.float32(0.05)), dtype=np.float32)
    band = max(8, _AT_ONCE_PX // max(1, width))
    if height <= band:
        return _strangeness(seen_bgr, ground_at(slice(0, height)), even, brightest)
    strange = np.empty((height, width), np.float32)
    for top in range(0, height, band):
        low, high = max(0, top - 1), min(height, top + band + 1)  # with what it is blurred with
        here = _strangeness(seen_bgr[low:high], ground_at(slice(low, high)), even, brightest)
        strange[top : top + band] = here[top - low : top - low + band]
    return strange


def _strangeness(seen_bgr: Picture, ground: Ground, even: Floats, brightest: float) -> Floats:
    """Give the same for some rows, from the factors that even out the exposure."""
    now = [one.astype(np.float32) for one in cv2.split(seen_bgr)]
    for one, factor in zip(now, even, strict=True):
        one *= factor  # apart from the conversion: both together take thrice the time
    share = np.asarray(cv2.multiply(now[0], ground.planes[0]), dtype=np.float32)
    for one, before in zip(now[1:], ground.planes[1:], strict=True):
        cv2.accumulateProduct(one, before, share)
    share *= ground.per_square
    cv2.max(share, ground.darkest, dst=share)
    cv2.threshold(share, brightest, 0.0, cv2.THRESH_TRUNC, dst=share)
    np.negative(share, out=share)  # then what is left of a colour is a sum, made in one go
    total, apart = np.zeros(share.shape, np.float32), np.empty(share.shape, np.float32)
    for one, before in zip(now, ground.planes, strict=True):
        cv2.accumulateProduct(share, before, one)
        cv2.sepFilter2D(one, -1, _THIRDS, _THIRDS, dst=apart)  # cv2.blur would add up in doubles
        cv2.accumulateSquare(apart, total)
    return np.asarray(cv2.sqrt(total, dst=total), dtype=np.float32)
