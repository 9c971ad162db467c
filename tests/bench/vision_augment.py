"""Spoils pictures as cameras and lamps do, to count silent errors on many more pictures."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


def spoiled(bgr: Picture, random: np.random.Generator) -> Picture:
    """Give the picture with another exposure, white point, sharpness, noise, place and JPEG."""
    gain = random.uniform(0.7, 1.2) * random.uniform(0.94, 1.06, 3)
    picture = bgr.astype(np.float32) * gain.astype(np.float32)
    if random.random() < 0.5:
        picture *= _falling_light(bgr.shape, random)[..., None]
    if random.random() < 0.4:
        picture = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.4, 1.3)).astype(np.float32)
    if random.random() < 0.4:
        picture = _shifted(picture, random)
    picture = picture + random.normal(0, random.uniform(0, 5), picture.shape).astype(np.float32)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    quality = int(random.integers(45, 96))
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def _falling_light(shape: tuple[int, ...], random: np.random.Generator) -> NDArray[np.float32]:
    """Give a light that falls off to one side, by up to a quarter."""
    angle, depth = random.uniform(0, 2 * np.pi), random.uniform(0.0, 0.25)
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    return np.asarray(1 - depth * (1 + x * np.cos(angle) + y * np.sin(angle)) / 2, np.float32)


def _shifted(picture: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.float32]:
    """Give the picture as after a small knock of the camera."""
    size = (picture.shape[1], picture.shape[0])
    matrix = np.asarray(
        cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), random.uniform(-0.5, 0.5), 1.0),
        np.float64,
    )
    matrix[:, 2] += random.uniform(-5, 5, 2)
    moved = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, dtype=np.float32)
