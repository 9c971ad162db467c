"""Rectified square patches of top faces, cut from the full picture.

May import: numpy, cv2, vision.calibration_values, vision.types, vision.tray.geometry.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.tray.geometry import to_picture, warped
from vision.types import DieReading

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# A face's middle and a step along each of its axes and back, from the cosine and sine of its turn.
_CROSS = np.array([
    [0, 0, 1, 0, -1, 0, 0, 1, 0, -1],
    [0, 0, 0, 1, 0, -1, -1, 0, 1, 0],
], np.float64)  # fmt: skip
# And what makes an affine map of where these five lie: half of the way from back to ahead.
_TO_MAP = np.array([
    [0, 0, 1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0],
], np.float64)  # fmt: skip


def local_maps(
    camera: Camera,
    poses: Doubles,
    reach: float,
    height: float = 1.0,
    moved: Doubles | None = None,
) -> Doubles:
    """Give per face the affine map from its axes (edges) to the picture: shape (K, 2, 3).

    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    Over one face perspective bends lines by less than a tenth of a pixel, so a map that is right
    in the middle and on two axes is right enough.
    """
    axes = np.array([np.cos(poses[:, 2]), np.sin(poses[:, 2])]).T * reach
    uv = poses[:, None, :2] + (axes @ _CROSS).reshape(-1, 5, 2)
    at = warped(moved, to_picture(camera, uv, height)).swapaxes(1, 2)
    maps = at.reshape(-1, 5) @ (_TO_MAP / (2 * reach, 2 * reach, 1.0))
    return np.asarray(maps.reshape(-1, 2, 3), dtype=np.float64)


def places(maps: Doubles, points: Floats) -> tuple[Floats, Floats]:
    """Give where points of faces lie in the picture, x and y: float32 arrays of shape (K, N).

    maps : of the faces, from `local_maps`. points : homogeneous, of all of them, shape
    (3, N). Right to a ten-thousandth of a pixel.
    """
    rows = maps.transpose(1, 0, 2).reshape(-1, 3).astype(np.float32)
    x, y = (rows @ points).reshape(2, len(maps), -1)  # in one go: many take thrice the time
    return x, y


def patches(
    bgr: NDArray[np.uint8],
    camera: Camera,
    poses: Doubles,
    size: int,
    reach: float,
    height: float = 1.0,
    moved: Doubles | None = None,
    *,
    quick: bool = False,
) -> Floats:
    """Give one rectified patch a die: float32 array of shape (K, size, size, 3).

    poses : (u, v, angle) a die, in die edges and radians, shape (K, 3).
    reach : half the width of a patch in die edges; 0.5 is just the face.
    height : of the plane that is cut, above the floor, in die edges.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    quick : whether places may be off by a sixtieth of a pixel, in two thirds of the time.
    """
    if len(poses) == 0:
        return np.zeros((0, size, size, 3), np.float32)
    maps = local_maps(camera, poses, reach, height, moved)
    x, y = places(maps, _raster(size, reach))
    # one call for all: calling costs as much as cutting
    if quick:
        cuts = sampled(bgr, x, y)
    else:
        exactly = cv2.remap(bgr, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cuts = np.asarray(exactly, dtype=np.uint8)
    return cuts.reshape(-1, size, size, 3).astype(np.float32)


def sampled(bgr: Picture, x_px: Floats, y_px: Floats) -> Picture:
    """Give a picture's colours at places (N, M), between its pixels: uint8 of shape (N, M, 3)."""
    maps = cv2.convertMaps(x_px, y_px, cv2.CV_16SC2)  # which takes less time than it saves
    seen = cv2.remap(bgr, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


@lru_cache(maxsize=8)
def _raster(size: int, reach: float) -> Floats:
    """Give the pixels of a patch in its face's axes, row by row: shape (3, size squared)."""
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    x, y = np.meshgrid(steps, steps)
    return np.stack([x.ravel(), y.ravel(), np.ones(size * size)]).astype(np.float32)


def face_patches(
    bgr: NDArray[np.uint8], dice: tuple[DieReading, ...], size: int = 48, margin: float = 0.15
) -> NDArray[np.uint8]:
    """Give the top faces of dice that were read, upright: uint8 array of shape (K, size, size, 3).

    margin : what is shown around a face, as a part of its edge.
    """
    low = size * margin / (1 + 2 * margin) - 0.5
    high = size - 1 - low
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    cuts = np.zeros((len(dice), size, size, 3), np.uint8)
    for cut, die in zip(cuts, dice, strict=True):
        to_patch = cv2.getPerspectiveTransform(np.array(die.corners_px, np.float32), square)
        cut[:] = cv2.warpPerspective(bgr, to_patch, (size, size), borderMode=cv2.BORDER_REPLICATE)
    return cuts
