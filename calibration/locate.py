"""Finds the dice of a calibration frame roughly: what differs from the empty tray.

May import: numpy, cv2, vision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.strange import exposure_gain, strangeness_to

Picture = NDArray[np.uint8]

_FLOOR_LEVELS = 20.0  # grey levels; felt noise stays below 16 after blurring
_NOISES = 4.0
_PART_OF_CLEAR = 0.35  # of what stands out clearly: long shadows stay below
_LEAST_AREA = 40  # pixels
_MARGIN = 6
_BLUR_PX, _BLURRED_PX = 1.5, 6  # pixels; how far it reaches
_BAND_PX = 64  # rows that are worked on at once
_NEAR = 60  # of the width, its part that specks of one die lie apart at most


@dataclass(frozen=True, slots=True)
class Spot:
    """A region that differs from the empty tray: its box and its area in pixels."""

    x: int
    y: int
    width: int
    height: int
    area: int


@dataclass(frozen=True, slots=True, eq=False)
class Cutout:
    """A die cut out of a picture, with some surroundings.

    x, y : its corner in the picture. bgr : float32 array of shape (H, W, 3).
    inside : float32 array of shape (H, W), 1 on the die and 0 beside it; None where the die can't
        be told from the tray, so that all of the cutout counts.
    differs : the same of what differs from the tray, of which most of a die is; None where only
        specks of the die do.
    is_face : whether what is inside is the die's top face alone.
    """

    x: int
    y: int
    bgr: NDArray[np.float32]
    inside: NDArray[np.float32] | None = None
    differs: NDArray[np.float32] | None = None
    is_face: bool = False


def difference(bgr: Picture, empty_bgr: Picture) -> NDArray[np.float32]:
    """Give the largest channel difference to the empty tray, exposure evened out."""
    ratio = (bgr[::6, ::6] + 4.0) / (empty_bgr[::6, ::6] + 4.0)
    gain = np.median(ratio, axis=(0, 1)).astype(np.float32)
    most = np.empty(bgr.shape[:2], np.float32)
    for top in range(0, len(most), _BAND_PX):  # whole pictures of floats take much memory
        first = max(0, top - _BLURRED_PX)
        rows = slice(first, top + _BAND_PX + _BLURRED_PX)
        apart = np.subtract(bgr[rows], empty_bgr[rows] * gain, dtype=np.float32)
        most[top : top + _BAND_PX] = _blurred(apart).max(axis=2)[top - first :][:_BAND_PX]
    return most


def _blurred(apart: NDArray[np.float32]) -> NDArray[np.float32]:
    size = 2 * _BLURRED_PX + 1
    return np.abs(np.asarray(cv2.GaussianBlur(apart, (size, size), _BLUR_PX), dtype=np.float32))


def spots(apart: NDArray[np.float32]) -> list[Spot]:
    """Give the regions that differ, the largest first."""
    found = []
    for outline in _outlines(apart, _floor_level(apart)):
        x, y, width, height = cv2.boundingRect(outline)
        found.append(Spot(x, y, width, height, round(cv2.contourArea(outline))))
    return found


def ways_to_cut(bgr: Picture, empty_bgr: Picture, count: int) -> Iterator[list[Cutout]]:
    """Give so many dice cut out of a picture in several ways, that which serves most trays first.

    What differs from the empty tray holds the shadows too, which may join dice; what is not even
    the tray in shadow may leave out dice of the tray's own colour. Of a dark die on dark cloth only
    pips, bright bevels and a shadow may differ: last of all these are taken together, with what is
    around them.
    """
    apart = difference(bgr, empty_bgr)
    beyond_shadow = strangeness_to(bgr, empty_bgr, exposure_gain(bgr, empty_bgr))
    for image, level in (
        (apart, _floor_level(apart)),
        (apart, _clear_level(apart)),
        (beyond_shadow, _clear_level(beyond_shadow)),
        (beyond_shadow, _floor_level(beyond_shadow)),
    ):
        outlines = _outlines(image, level)[:count]
        if len(outlines) == count:
            yield [_cut(bgr, outline, masked=True) for outline in outlines]
    for near_px in (0, bgr.shape[1] // _NEAR):
        outlines = _outlines(apart, _floor_level(apart), near_px)[:count]
        if len(outlines) == count:
            cuts = [_cut(bgr, outline, masked=False) for outline in outlines]
            yield [replace(cut, differs=None) for cut in cuts] if near_px else cuts


def _floor_level(apart: NDArray[np.float32]) -> float:
    return max(_FLOOR_LEVELS, _NOISES * float(np.percentile(apart, 75)))


def _clear_level(apart: NDArray[np.float32]) -> float:
    least = _floor_level(apart)
    clear = apart[apart > least]
    return max(least, _PART_OF_CLEAR * float(np.percentile(clear, 75))) if clear.size else least


def _outlines(
    apart: NDArray[np.float32], level: float, near_px: int = 0
) -> list[NDArray[np.int32]]:
    """Give the outlines of what is above a level, the largest first.

    near_px : what is as near as that to each other is one, with so much around it.
    """
    size = max(3, apart.shape[1] // 200) | 1
    above = (apart > level).astype(np.uint8)
    mask = cv2.morphologyEx(above, cv2.MORPH_CLOSE, np.ones((size, size), np.uint8))
    if near_px:
        mask = cv2.dilate(mask, np.ones((near_px, near_px), np.uint8))
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    large = [np.asarray(one, np.int32) for one in found if cv2.contourArea(one) > _LEAST_AREA]
    return sorted(large, key=lambda one: -cv2.contourArea(one))


def _cut(bgr: Picture, outline: NDArray[np.int32], *, masked: bool) -> Cutout:
    x, y, width, height = cv2.boundingRect(outline)
    x0, y0 = max(0, x - _MARGIN), max(0, y - _MARGIN)
    cut = bgr[y0 : y + height + _MARGIN, x0 : x + width + _MARGIN].astype(np.float32)
    differs = np.zeros(cut.shape[:2], np.uint8)
    cv2.drawContours(differs, [outline - np.array([x0, y0])], -1, 1, -1)
    inner = cv2.erode(differs, np.ones((3, 3), np.uint8))  # the rim is half floor
    within = inner.astype(np.float32)
    return Cutout(x0, y0, cut, within if masked else None, within)
