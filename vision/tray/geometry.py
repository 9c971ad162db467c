"""Where things on the tray's floor appear in the picture, and back.

Floor points are (u, v) in die edges, measured along the floor from the point straight below the
camera; `height` is above the floor in die edges.
May import: numpy, cv2, vision.calibration_values, vision.tray.lens.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.tray.lens import bent, straightened

Floats = NDArray[np.float64]

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@lru_cache(maxsize=64)
def _axes(camera: Camera) -> Floats:
    """Give the rows u, v and down in the camera's axes; right-handed, u close to picture x."""
    x, y = camera.tilt
    down = np.array([x, y, np.sqrt(max(1e-6, 1.0 - x * x - y * y))])
    u = np.array([1.0, 0.0, 0.0]) - x * down
    u /= np.linalg.norm(u)
    return np.stack([u, np.cross(down, u), down])


def to_picture(camera: Camera, uv: NDArray[Any], height: float | NDArray[Any] = 0.0) -> Floats:
    """Give the pixels of floor points lifted to a height: float array of shape (..., 2)."""
    uv = np.asarray(uv, dtype=np.float64)
    axes = _axes(camera)
    flat = uv.reshape(-1, 2) @ axes[:2]  # as many small products take several times as long
    if isinstance(height, float):  # so nearly always; calling takes most of the time
        flat += (camera.height - height) * axes[2]
        xyz = flat.reshape(*uv.shape[:-1], 3)
    else:
        depth = camera.height - np.asarray(height, dtype=np.float64)
        xyz = flat.reshape(*uv.shape[:-1], 3) + depth[..., None] * axes[2]
    seen = bent(xyz[..., :2] / xyz[..., 2:], camera.k1, camera.k2) * camera.focal_px
    seen += camera.centre_px
    return np.asarray(seen, dtype=np.float64)


def to_floor(camera: Camera, xy_px: NDArray[Any], height: float = 0.0) -> Floats:
    """Give the floor points, lifted to a height, that appear at these pixels."""
    seen = (np.asarray(xy_px, dtype=np.float64) - np.asarray(camera.centre_px)) / camera.focal_px
    xy = straightened(seen, camera.k1, camera.k2)
    ray = np.concatenate([xy, np.ones((*xy.shape[:-1], 1))], axis=-1) @ _axes(camera).T
    return np.asarray(ray[..., :2] / ray[..., 2:] * (camera.height - height), dtype=np.float64)


def warped(matrix: Floats | None, points_px: Floats) -> Floats:
    """Give points, of shape (..., 2), under a perspective map of pictures; the same under None."""
    if matrix is None or not points_px.size:
        return points_px
    flat = cv2.perspectiveTransform(points_px.reshape(1, -1, 2), matrix)
    return np.asarray(flat.reshape(points_px.shape), dtype=np.float64)


def turned(points: NDArray[Any], angle_rad: float) -> Floats:
    """Give the points turned about the origin, u towards v."""
    c, s = np.cos(angle_rad), np.sin(angle_rad)
    both = np.asarray(points, dtype=np.float64) @ np.array([[c, s], [-s, c]])
    return np.asarray(both, dtype=np.float64)


def edge_px(camera: Camera) -> float:
    """Give the length of a die's edge on a top face in the middle of the picture, in pixels."""
    return camera.focal_px / (camera.height - 1.0)
