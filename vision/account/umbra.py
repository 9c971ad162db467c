"""Tells the deep shadow of dice from black things, for sets whose bodies can't be taken for it.

Right behind a die no lamp reaches the floor, and little of the room's light: a seventh of the
floor's grey levels may be left. A black die would look like that; one of another hue would not, nor
one of the floor's hue where its sides in deep shade are brighter.
May import: numpy, cv2, vision.calibration_values, vision.faces.pips, vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.faces.pips import looks_of
from vision.tray.board import EDGE_PX, Board

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

_DEEPEST, _LIGHTEST = 0.08, 0.4  # shares of the floor's grey levels
_OFF_LEVELS = 7.0  # grey levels by which shadow may depart from the floor's hue
_SIDE = 0.35  # of a body's colour: its side in deep shade
_MOST_FACES = 0.2  # area of a region: traced shadows cover 0.1
_OTHER_HUE_LEVELS = 15.0  # by which it is farther from a body's shades than from the floor's
_DARKER = 0.8  # of such a side's light: no side of that body is darker, but in a crevice of dice
_APART_LEVELS = 9.0  # by which such a side must depart more from it: dull green on red does so


def shadow_on(
    rest: Mask, seen_bgr: NDArray[np.uint8], gain: Floats, board: Board, calibration: Calibration
) -> Mask:
    """Give which of the pixels in `rest` are floor in deep shadow: uint8, 0 or 1.

    gain : exposure of the picture over that of the empty tray, from `exposure_gain`.
    """
    shadow = np.zeros_like(rest)
    x, y, width, height = cv2.boundingRect(rest)
    if not width:
        return shadow
    window = slice(y, y + height), slice(x, x + width)
    ys, xs = (at + first for at, first in zip(np.nonzero(rest[window]), (y, x), strict=True))
    before, now = (_even_at(bgr, ys, xs) for bgr in (board.empty_bgr, seen_bgr))
    now /= np.maximum(gain, np.float32(0.05))
    share, off = _off_shadow(now, before)
    dark = (share > _DEEPEST) & (share < _LIGHTEST) & (off < _OFF_LEVELS)
    ys, xs, before, off = ys[dark], xs[dark], before[dark], off[dark]
    if not len(ys):
        return shadow
    told = np.ones(len(ys), np.bool_)
    now = now[dark]
    for look in looks_of(calibration.dice):
        body = np.asarray([look.body_bgr], np.float32)
        side = _off_shadow(body * _SIDE, before)[1] - off > _APART_LEVELS
        darker = np.linalg.norm(now, axis=1) < _DARKER * _SIDE * np.linalg.norm(body)
        told &= side | darker | (_on_ray(now, body)[1] - off > _OTHER_HUE_LEVELS)
    shadow[ys, xs] = told
    shadow[window] = _small(shadow[window])
    return shadow


def _even_at(bgr: NDArray[np.uint8], ys: NDArray[np.int64], xs: NDArray[np.int64]) -> Floats:
    """Give the colours of pixels, sorted by rows, each blurred with those around it."""
    first, last = max(0, int(ys[0]) - 1), int(ys[-1]) + 2
    left, right = max(0, int(xs.min()) - 1), int(xs.max()) + 2
    even = np.asarray(cv2.blur(bgr[first:last, left:right], (3, 3)), np.uint8)
    return even[ys - first, xs - left].astype(np.float32)


def _small(shadow: Mask) -> Mask:
    """Give the regions that are no larger than deep shadow is: a black die is larger."""
    # labels of 16 bits: found three times as fast as those of 32
    _, labels, stats, _ = cv2.connectedComponentsWithStats(shadow, connectivity=8, ltype=cv2.CV_16U)
    small = stats[:, cv2.CC_STAT_AREA] < _MOST_FACES * EDGE_PX * EDGE_PX
    small[0] = False
    return np.asarray(small[labels], dtype=np.uint8)


def _off_shadow(colours: Floats, floor: Floats) -> tuple[Floats, Floats]:
    """Give the share of the floor's light in colours, and how far each is from its shadow.

    Between dice what light there is has come from the floor before, so that it is of a deeper hue.
    """
    share, off = _on_ray(colours, floor)
    deeper = floor * np.sqrt(floor * np.float32(1 / 255))
    return share, np.minimum(off, _on_ray(colours, deeper)[1])


def _on_ray(colours: Floats, lit: Floats) -> tuple[Floats, Floats]:
    """Give the share of a lit colour in each colour, and how far that is from any shade of it.

    colours, lit : arrays of shape (N, 3); either may be of one row, which stands for all.
    """
    square = np.maximum(np.einsum("ij,ij->i", lit, lit), np.float32(60.0))
    share = np.einsum("ij,ij->i", colours, lit) / square
    off = colours - share[:, None] * lit
    return share, np.sqrt(np.einsum("ij,ij->i", off, off))
