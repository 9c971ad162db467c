"""Smooth noise in space and in the plane. May import: numpy, cv2."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

_SIDE = 32


def noise3(points: NDArray[Any], seed: int) -> NDArray[np.float64]:
    """Smooth noise of about -1..1 at (n, 3) points, repeating every 32 units."""
    values = np.random.default_rng([seed, 5]).uniform(-1, 1, (_SIDE, _SIDE, _SIDE))
    total = np.zeros(len(points))
    for octave, part in ((1.0, 0.7), (2.3, 0.35)):
        at = points * octave + 100.0
        low = np.floor(at).astype(int)
        f = at - low
        f = f * f * (3 - 2 * f)
        for corner in range(8):
            bits = np.array([corner & 1, corner >> 1 & 1, corner >> 2])
            where = (low + bits) % _SIDE
            weight = np.where(bits, f, 1 - f).prod(axis=1)
            total += part * weight * values[where[:, 0], where[:, 1], where[:, 2]]
    return total


def field(rng: np.random.Generator, shape: tuple[int, int], grain_px: float) -> NDArray[np.float32]:
    """Smooth noise of deviation 1 as a picture that repeats at its ends, of grains of grain_px."""
    h, w = shape
    small = (max(4, int(np.ceil(h / grain_px))), max(4, int(np.ceil(w / grain_px))))
    noise = rng.normal(0, 1, small).astype(np.float32)
    noise = np.pad(noise, 2, mode="wrap")
    x = (np.arange(w, dtype=np.float32) + 0.5) * small[1] / w - 0.5 + 2
    y = (np.arange(h, dtype=np.float32) + 0.5) * small[0] / h - 0.5 + 2
    at = np.meshgrid(x, y)
    big = cv2.remap(noise, at[0], at[1], cv2.INTER_CUBIC)
    return np.asarray(big / (big.std() + 1e-9), np.float32)


def cells(rng: np.random.Generator, shape: tuple[int, int], grain_px: float) -> NDArray[np.float32]:
    """How far from the crack between the two nearest of many points, in grains: leather's cells."""
    h, w = shape
    count = int(h * w / grain_px**2)
    seeds = rng.uniform(0, 1, (count, 2)) * [h, w]
    marks = np.full((h, w), 255, np.uint8)
    ys, xs = seeds.astype(int).T
    marks[ys, xs] = 0
    distance, labels = cv2.distanceTransformWithLabels(
        marks, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    edges = np.zeros((h, w), np.uint8)
    edges[:, 1:] |= (labels[:, 1:] != labels[:, :-1]).astype(np.uint8)
    edges[1:] |= (labels[1:] != labels[:-1]).astype(np.uint8)
    away = cv2.distanceTransform(1 - edges, cv2.DIST_L2, 5)
    del distance
    return np.asarray(away / grain_px, np.float32)
