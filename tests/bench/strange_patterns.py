"""Pictures of patterns and print: noise, gradients, stripes, text, codes, dotted cloth."""

from __future__ import annotations

import cv2
import numpy as np

from tests.bench.strange_paint import Picture, Rng, Size, colour, discs, paste, plain, turned


def noise(rng: Rng, size: Size) -> Picture:
    """Noise, coarse or fine, in colour or grey."""
    cell = int(rng.choice([1, 1, 2, 5, 12, 40]))
    channels = int(rng.choice([1, 3]))
    shape = (max(2, size[0] // cell), max(2, size[1] // cell), channels)
    rough = rng.integers(0, 256, shape).astype(np.uint8)
    large = cv2.resize(rough, size[::-1], interpolation=int(rng.choice([0, 1, 2])))
    return np.array(np.broadcast_to(np.atleast_3d(large), (*size, 3)), np.uint8)


def gradient(rng: Rng, size: Size) -> Picture:
    """A colour that runs into another one."""
    y, x = np.mgrid[-1 : 1 : size[0] * 1j, -1 : 1 : size[1] * 1j]
    turn = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(turn) + y * np.sin(turn) if rng.random() < 0.6 else np.hypot(x, y)
    share = ((along - along.min()) / max(float(np.ptp(along)), 1e-6))[..., None]
    one, two = np.array(colour(rng)), np.array(colour(rng))
    return np.asarray(one + share * (two - one), np.uint8)


def stripes(rng: Rng, size: Size) -> Picture:
    """Stripes or checks of any width and direction."""
    y, x = np.mgrid[: size[0], : size[1]]
    turn, wide = rng.uniform(0, np.pi), float(rng.uniform(3, 80))
    along = (x * np.cos(turn) + y * np.sin(turn)) // wide
    across = (y * np.cos(turn) - x * np.sin(turn)) // wide
    odd = (along + (across if rng.random() < 0.5 else 0)) % 2
    return np.where(odd[..., None] > 0, colour(rng), colour(rng)).astype(np.uint8)


def text(rng: Rng, size: Size) -> Picture:
    """Lines of letters, digits, points and circles."""
    page, ink = plain(rng, size), colour(rng)
    high = float(rng.uniform(0.4, 2.5))
    letters = "0123456789oO.:;•%&8BQ*'\"" if rng.random() < 0.5 else "abcdefgijmopqs, ."
    for y in range(20, size[0] + 40, max(8, int(34 * high))):
        line = "".join(letters[int(k)] for k in rng.integers(0, len(letters), 60))
        cv2.putText(page, line, (4, y), int(rng.integers(0, 7)), high, ink, int(rng.integers(1, 5)))
    return page


def code(rng: Rng, size: Size) -> Picture:
    """QR-like codes and markers."""
    page = plain(rng, size)
    for _ in range(int(rng.integers(1, 9))):
        cells, px = int(rng.integers(5, 26)), int(rng.integers(2, 10))
        bits = rng.integers(0, 2, (cells, cells), np.uint8)
        bits[0], bits[-1], bits[:, 0], bits[:, -1] = 0, 0, 0, 0
        square = np.kron(bits, np.ones((px, px), np.uint8)) * 255
        paste(rng, page, np.repeat(square[..., None], 3, axis=2))
    return page


def dotted(rng: Rng, size: Size) -> Picture:
    """Dotted cloth: dots in a lattice, straight or in quincunx, or strewn."""
    page, ink = plain(rng, size), colour(rng)
    pitch = float(rng.uniform(8, 60))
    radius = pitch * float(rng.uniform(0.12, 0.4))
    y, x = np.mgrid[0 : size[0] / pitch, 0 : size[1] / pitch]
    x = x + (y % 2) * float(rng.choice([0, 0.5]))
    at = np.stack([x.ravel(), y.ravel()], axis=1)
    at += rng.normal(0, float(rng.choice([0, 0, 0.1, 0.5])), at.shape)
    discs(page, turned(at * pitch, np.zeros(2), float(rng.uniform(-0.1, 0.8))), radius, ink)
    return page


def photograph(rng: Rng, size: Size) -> Picture:
    """Soft clouds of colour with edges: something out of focus."""
    page = noise(rng, size)
    for _ in range(int(rng.integers(2, 9))):
        hull = cv2.convexHull(np.asarray(rng.uniform(0, 1, (6, 2)) * size[::-1], np.float32))
        cv2.fillConvexPoly(page, hull.astype(np.int32), colour(rng))
    return np.asarray(cv2.GaussianBlur(page, (0, 0), float(rng.uniform(1, 12))), np.uint8)
