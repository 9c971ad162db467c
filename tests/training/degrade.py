"""What light, lens, sensor and encoder do to pictures and patches, and what may cover a face."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Rng = np.random.Generator


def degrade(rng: Rng, patch: Array) -> Array:
    """What light, lens, sensor and encoder may do to a patch."""
    light = patch.astype(np.float32)
    if rng.random() < 0.5:
        slope = rng.normal(0, 0.2, 2)
        down, across = (np.linspace(-1, 1, side, dtype=np.float32) for side in light.shape[:2])
        light *= (1 + slope[0] * across[None] + slope[1] * down[:, None])[..., None].clip(0.3, 2)
    light *= np.exp(rng.normal(0, 0.12)) * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
    if rng.random() < 0.3:
        light = 255 * (np.clip(light, 0, 255) / 255) ** np.exp(rng.normal(0, 0.25))
    if rng.random() < 0.25:
        light = light * rng.uniform(0.55, 1) + rng.uniform(0, 70)
    if rng.random() < 0.75:
        # Faces of a few pixels are not blurred as much: nobody could read them.
        most = float(np.clip(0.03 * light.shape[0], 0.5, 1.1))
        light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.25, most if most < 1.1 else 0.9))
    if rng.random() < 0.8:
        noise = rng.standard_normal(light.shape, np.float32)
        if rng.random() < 0.5:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.6) * 2
        light = light + noise * rng.exponential(4.0)
    if rng.random() < 0.4:
        soft = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.6, 1.5))
        light = light + rng.uniform(0.2, 1.6) * (light - soft)
    patch = np.clip(light, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(45, 97))
        coded = cv2.imencode(".jpg", patch, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        patch = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    return patch


def cover(rng: Rng, patch: Array, label: int, red: int, none: int) -> tuple[Array, int, int]:
    """Now and then glare or something in front: then there is no readable face."""
    kind, size = rng.random(), patch.shape[0]
    if rng.random() < 0.2:
        patch = _glint(rng, patch)
    if rng.random() < 0.14:
        patch = _blobs(rng, patch)
    if rng.random() < 0.14:
        patch = _veil(rng, patch)
    if kind < 0.05:
        spot = np.zeros((size, size), np.float32)
        place = (int(rng.integers(size)), int(rng.integers(size)))
        cv2.circle(spot, place, max(1, int(size * rng.uniform(0.03, 0.12))), 1.0, -1, cv2.LINE_AA)
        glow = cv2.GaussianBlur(spot, (0, 0), size * 0.06)[..., None] * rng.uniform(40, 160)
        return np.clip(patch + glow, 0, 255).astype(np.uint8), label, red
    if label != none and kind < 0.065:
        white = patch * 0.04 + rng.uniform(225, 252)
        return np.clip(white, 0, 255).astype(np.uint8), none, -1
    if label != none and kind < 0.09:
        tone = tuple(int(v) for v in rng.integers(0, 255, 3))
        across = rng.uniform(-0.08, 0.08) * size
        angle = np.degrees(rng.uniform(0, 6.28))
        middle = (size / 2 + across, size / 2 + rng.uniform(-0.08, 0.08) * size)
        box = cv2.boxPoints((middle, (size * 2.0, size * rng.uniform(0.33, 0.7)), float(angle)))
        patch = patch.copy()
        cv2.fillConvexPoly(patch, box.astype(np.int32), tone, cv2.LINE_AA)
        return patch, none, -1
    return patch, label, red


def _glint(rng: Rng, patch: Array) -> Array:
    """Thin bright arcs, as lamps draw them on rounded edges and in drilled pips."""
    size, glow = patch.shape[0], np.zeros(patch.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at = rng.uniform(0.15, 0.85, 2) * size * 16
        axes = rng.uniform(0.03, 0.4, 2) * size * 16
        start, wide = rng.uniform(0, 360), rng.uniform(60, 300)
        place, reach = (int(at[0]), int(at[1])), (int(axes[0]), int(axes[1]))
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(glow, place, reach, turn, start, start + wide, 1.0, 1, cv2.LINE_AA, 4)
    glow = cv2.GaussianBlur(glow, (0, 0), rng.uniform(0.3, 0.9))[..., None]
    return np.asarray(np.clip(patch + glow * rng.uniform(60, 260), 0, 255).astype(np.uint8))


def _mixed(patch: Array, share: Array, tone: Array) -> Array:
    """The patch with a light of some tone over it; share : (rows, columns) 0..1."""
    mixed = patch + share[..., None] * (tone - patch)
    return np.asarray(np.clip(mixed, 0, 255).astype(np.uint8))


def _blobs(rng: Rng, patch: Array) -> Array:
    """One or two lamps mirrored in the middle of a face, each smaller than a pip."""
    size, share = patch.shape[0], np.zeros(patch.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 3))):
        at = np.clip(rng.normal(0.5, 0.13, 2), 0.1, 0.9) * size * 16
        axes = rng.uniform(0.012, 0.05, 2) * size * 16
        place, reach = (int(at[0]), int(at[1])), (int(axes[0]) + 4, int(axes[1]) + 4)
        cv2.ellipse(share, place, reach, rng.uniform(0, 180), 0, 360, 1.0, -1, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(share, (0, 0), rng.uniform(0.3, 0.02 * size + 0.5))
    return _mixed(patch, share * rng.uniform(0.3, 1.0), rng.uniform(200, 255, 3))


def _veil(rng: Rng, patch: Array) -> Array:
    """A window mirrored in a part of a face: all is paler there, and pips still show."""
    size, share = patch.shape[0], np.zeros(patch.shape[:2], np.float32)
    box = (
        tuple(float(v) for v in rng.uniform(0, 1, 2) * size),
        tuple(float(v) for v in rng.uniform(0.15, 1.0, 2) * size),
        float(rng.uniform(0, 180)),
    )
    corners = (cv2.boxPoints(box) * 16).astype(np.int32)
    cv2.fillConvexPoly(share, corners, 1.0, cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(share, (0, 0), rng.uniform(0.3, 0.06 * size + 0.5))
    return _mixed(patch, share * rng.uniform(0.1, 0.5), rng.uniform(170, 255, 3))


def sized(rng: Rng, patch: Array, side: int) -> Array:
    """The patch at the size that the reader wants, enlarged one way or another."""
    way = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(patch, (side, side), interpolation=way))
