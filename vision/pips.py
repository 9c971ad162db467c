"""Finds spots on the board that look like pips of the calibrated dice set.

May import: numpy, cv2, vision.board, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX
from vision.calibration_values import DiceSet, FaceLook

Floats = NDArray[np.float32]

_CORE, _RING = 0.55, 1.7  # widths of the two smoothings, in pip radii
_LEAST = 0.27  # response of a spot that may be a pip; a calibrated pip gives 1
_MOST_SPOTS = 160


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Spots that could be pips of one look, and the response that they were found in.

    xy_px : board pixels of the spots, shape (N, 2), the strongest first.
    strength : response of each, 1 for a pip as calibrated.
    response : float32 array of the board's shape.
    """

    xy_px: NDArray[np.float64]
    strength: NDArray[np.float64]
    response: Floats


def find_spots(
    board_bgr: Floats, empty: Floats, look: FaceLook, dice: DiceSet, mask: NDArray[np.uint8]
) -> Spots:
    """Give the spots inside the mask whose colour step is that from a look's body to its pips.

    board_bgr : float32 array of shape (H, W, 3).
    empty : the response of the empty tray; seams of the tray are no pips.
    """
    shown = response(board_bgr, look, dice)
    size = max(3, round(0.7 * dice.pip_offset * EDGE_PX) | 1)
    peaks = shown >= cv2.dilate(shown, np.ones((size, size), np.uint8))
    ys, xs = np.nonzero(peaks & (shown > _LEAST) & (shown - empty > _LEAST) & (mask > 0))
    order = np.argsort(shown[ys, xs])[::-1][:_MOST_SPOTS]
    xs, ys = xs[order], ys[order]
    return Spots(_to_subpixel(shown, xs, ys), shown[ys, xs].astype(np.float64), shown)


def looks_of(dice: DiceSet) -> tuple[FaceLook, ...]:
    """Give the looks that the faces of a set can have: plain, then red if there are red ones."""
    return (dice.plain,) if dice.red is None else (dice.plain, dice.red)


def response(board_bgr: Floats, look: FaceLook, dice: DiceSet) -> Floats:
    """Give how much each place looks like the middle of a pip: 1 for a pip as calibrated."""
    weights, _ = _projection(look)
    gray = np.asarray(cv2.transform(board_bgr, weights), dtype=np.float32)
    radius_px = dice.pip_radius * EDGE_PX
    core = _smooth(gray, max(0.7, _CORE * radius_px))
    ring = _smooth(gray, _RING * radius_px)
    return np.asarray(cv2.subtract(core, ring) * np.float32(_norm(radius_px)), dtype=np.float32)


def _smooth(gray: Floats, sigma_px: float) -> Floats:
    """Give a Gaussian blur that is cut off where it hardly weighs any more: half the time."""
    size = 2 * round(2.4 * sigma_px) + 1
    return np.asarray(cv2.GaussianBlur(gray, (size, size), sigma_px), dtype=np.float32)


@lru_cache(maxsize=16)
def _projection(look: FaceLook) -> tuple[Floats, float]:
    """Give the weights that turn B, G, R into 0 for the body and 1 for the pips, and the offset."""
    body, pip = np.array(look.body_bgr), np.array(look.pip_bgr)
    axis = pip - body
    length = max(float(axis @ axis), 1.0)
    weights = (axis / length).astype(np.float32).reshape(1, 3)
    return weights, float(body @ axis) / length


@lru_cache(maxsize=16)
def _norm(radius_px: float) -> float:
    """Give the factor that makes the response of a perfect pip 1."""
    size = int(np.ceil(radius_px * 6)) * 2 + 1
    middle = size // 2
    y, x = np.mgrid[:size, :size]
    apart = np.hypot(x - middle, y - middle)
    disc = np.clip(radius_px + 0.5 - apart, 0, 1).astype(np.float32)
    core = _smooth(disc, max(0.7, _CORE * radius_px))
    ring = _smooth(disc, _RING * radius_px)
    return float(1.0 / (core - ring)[middle, middle])


def _to_subpixel(
    strongest: Floats, xs: NDArray[np.int64], ys: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Give the peaks' places by a parabola through their neighbours."""
    height, width = strongest.shape
    x, y = np.clip(xs, 1, width - 2), np.clip(ys, 1, height - 2)

    def shift(before: Floats, at: Floats, after: Floats) -> Floats:
        bend = before - 2 * at + after
        return np.where(bend < -1e-6, 0.5 * (before - after) / np.minimum(bend, -1e-6), 0.0)

    at = strongest[y, x]
    dx = shift(strongest[y, x - 1], at, strongest[y, x + 1])
    dy = shift(strongest[y - 1, x], at, strongest[y + 1, x])
    return np.stack([x + np.clip(dx, -0.5, 0.5), y + np.clip(dy, -0.5, 0.5)], axis=1)
