"""Rectified square patches of top faces, cut from the full picture.

May import: numpy, cv2, vision.geometry, vision.calibration_values.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.geometry import to_picture

Floats = NDArray[np.float32]


@lru_cache(maxsize=16)
def _grid(size: int, reach: float) -> NDArray[np.float64]:
    """Give the face coordinates of a patch's pixels, in edges: shape (size * size, 2)."""
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    x, y = np.meshgrid(steps, steps)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def patches(
    bgr: NDArray[np.uint8] | Floats,
    camera: Camera,
    poses: NDArray[np.float64],
    size: int,
    reach: float,
    height: float = 1.0,
) -> Floats:
    """Give one rectified patch a die: float32 array of shape (K, size, size, channels).

    poses : (u, v, angle) a die, in die edges and radians, shape (K, 3).
    reach : half the width of a patch in die edges; 0.5 is just the face.
    height : of the plane that is cut, above the floor, in die edges.
    """
    if len(poses) == 0:
        return np.zeros((0, size, size, 3), np.float32)
    grid = _grid(size, reach)
    c, s = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    u = poses[:, :1] + c * grid[:, 0] - s * grid[:, 1]
    v = poses[:, 1:2] + s * grid[:, 0] + c * grid[:, 1]
    at = to_picture(camera, np.stack([u, v], axis=-1), height).astype(np.float32)
    cut = cv2.remap(
        bgr, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut.reshape(len(poses), size, size, -1), dtype=np.float32)
