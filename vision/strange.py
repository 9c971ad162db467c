"""Tells what is not the empty tray: neither its floor as it was, nor that floor in shadow.

May import: numpy, cv2, vision.calibration_values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Tint

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
class Tinted:
    """What tinted shadow adds to the ground's colours.

    planes : float32 array of shape (3, H, W), the tint of each colour, at right angles to it.
    per_square : float32 array of shape (H, W), one over the squared length of each.
    least, most : how much of it shadows add.
    """

    planes: Floats
    per_square: Floats
    least: float
    most: float

    def part(self, rows: slice, columns: slice) -> Tinted:
        """Give a window of it."""
        planes = self.planes[:, rows, columns]
        return Tinted(planes, self.per_square[rows, columns], self.least, self.most)


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The empty tray, prepared for comparing.

    planes : float32 array of shape (3, H, W); blue, green, red.
    per_square : float32 array of shape (H, W), one over the squared length of each colour.
    darkest : float32 array of shape (H, W), the least share of its light that shadow leaves.
    tinted : what tinted shadow adds; None where shadow is grey.
    """

    planes: Floats
    per_square: Floats
    darkest: Floats
    tinted: Tinted | None = None

    def part(self, rows: slice, columns: slice) -> Ground:
        """Give a window of it."""
        planes = self.planes[:, rows, columns]
        tinted = None if self.tinted is None else self.tinted.part(rows, columns)
        return Ground(planes, self.per_square[rows, columns], self.darkest[rows, columns], tinted)


def ground_of(empty_bgr: Picture, tint: Tint | None = None, darkest: float = 0.0) -> Ground:
    """Give a picture of the empty tray prepared for comparing.

    tint : of the shadows that lamps of two colours throw on it.
    darkest : the least share of its light that shadows leave of it, where it is known; else 0.
    """
    planes = np.ascontiguousarray(np.moveaxis(empty_bgr, 2, 0), dtype=np.float32)
    per_square = np.divide(np.float32(1.0), _square(planes))
    tinted = None if tint is None else _tinted(planes, per_square, tint)
    shades = np.maximum(_SHADES, np.float32(darkest))
    return Ground(planes, per_square, shades[empty_bgr.max(axis=2)], tinted)


def _tinted(planes: Floats, per_square: Floats, tint: Tint) -> Tinted:
    """Give what is left of a tint of the ground's colours without what only makes them lighter."""
    added = planes * np.array(tint.way, np.float32)[:, None, None]
    added -= np.einsum("kij,kij->ij", added, planes) * per_square * planes
    return Tinted(added, np.divide(np.float32(1.0), _square(added)), tint.least, tint.most)


def _square(planes: Floats) -> Floats:
    """Give the squared lengths of colours; of nearly black ones, that of the darkest of others."""
    square = np.maximum(np.einsum("kij,kij->ij", planes, planes), np.float32(60.0))
    return np.asarray(square, dtype=np.float32)


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


def strangeness_to(
    seen_bgr: Picture, empty_bgr: Picture, gain: Floats, tint: Tint | None = None
) -> Floats:
    """Give the same for a picture of the ground: when once is enough, and memory is short."""
    return _in_bands(seen_bgr, lambda rows: ground_of(empty_bgr[rows], tint), gain, BRIGHTEST)


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
    for one, before in zip(now, ground.planes, strict=True):
        cv2.accumulateProduct(share, before, one)
    if ground.tinted is not None:
        _take_tint(now, ground.tinted, share)
    total, apart = np.zeros(share.shape, np.float32), np.empty(share.shape, np.float32)
    for one in now:
        cv2.sepFilter2D(one, -1, _THIRDS, _THIRDS, dst=apart)  # cv2.blur would add up in doubles
        cv2.accumulateSquare(apart, total)
    return np.asarray(cv2.sqrt(total, dst=total), dtype=np.float32)


def _take_tint(left: list[Floats], tinted: Tinted, amount: Floats) -> None:
    """Take as much of the tint of shadows as there may be from what is left of colours, in place.

    amount : of the same shape as each; what it holds is lost.
    """
    np.multiply(left[0], tinted.planes[0], out=amount)
    for one, tint in zip(left[1:], tinted.planes[1:], strict=True):
        cv2.accumulateProduct(one, tint, amount)
    amount *= tinted.per_square
    np.clip(amount, tinted.least, tinted.most, out=amount)
    np.negative(amount, out=amount)
    for one, tint in zip(left, tinted.planes, strict=True):
        cv2.accumulateProduct(amount, tint, one)
