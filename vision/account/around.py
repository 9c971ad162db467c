"""What lies around the empty tray, thinned out, and how a picture shows the same.

May import: numpy, cv2, vision.calibration_values, vision.kept, vision.strange, vision.tray (board,
geometry).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.kept import kept
from vision.strange import Ground, ground_of
from vision.tray.board import empty_picture
from vision.tray.geometry import edge_px, warped

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

COARSE_PX = 3  # of the thinned picture, whose mean tells where anything may be new at all
_WALL_EDGES = 0.5  # what is so near to the floor is a die at the wall, not outside
_WIDTH = 240  # pixels that pictures are thinned out to
_BORDER = np.ones((3, 3), np.uint8)  # pixels of a moved picture's border that are made up in part


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """The picture of the empty tray, thinned out.

    bgr, ground : that picture, and the same prepared for comparing.
    around : uint8 mask of what lies around the tray.
    wall : bool mask of the line of pixels around the wall where that begins.
    coarse, coarse_around : the same in the mean of some pixels, for all of them at its borders; the
        picture as float32 array of shape (3, H, W).
    """

    bgr: Picture
    ground: Ground
    around: NDArray[np.uint8]
    wall: NDArray[np.bool_]
    coarse: NDArray[np.float32]
    coarse_around: NDArray[np.bool_]

    def seen_from(self, size_px: tuple[int, int], moved: Doubles | None) -> Around:
        """Give it without what a picture does not show whose camera was moved since.

        size_px : of that picture. moved : the perspective map from pictures as calibrated to it.
        """
        if moved is None:
            return self
        height, width = self.around.shape
        corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64) * size_px
        before = np.asarray(np.linalg.inv(moved), np.float64)
        outline = warped(before, corners) * (width / size_px[0], height / size_px[1])
        seen = np.zeros_like(self.around)
        cv2.fillConvexPoly(seen, np.round(outline).astype(np.int32), 1)
        seen = np.asarray(cv2.erode(seen, _BORDER), np.uint8)
        return replace(self, around=self.around & seen)


@kept
def around_tray(calibration: Calibration) -> Around:
    """Give the picture of the empty tray thinned out."""
    width, height = calibration.size_px
    stride = max(1, width // _WIDTH)
    thin = thinned(empty_picture(calibration), -(-width // stride), -(-height // stride))
    around = np.ones(thin.shape[:2], np.uint8)
    outline = np.round(np.array(calibration.tray_px) / stride).astype(np.int32)
    cv2.fillPoly(around, [outline], 0)
    reach = round(2 * _WALL_EDGES * edge_px(calibration.camera) / stride) | 1
    around = np.asarray(cv2.erode(around, np.ones((reach, reach), np.uint8)), dtype=np.uint8)
    inner = cv2.erode(around, np.ones((3, 3), np.uint8))
    touched = in_means(np.asarray(255 * around, dtype=np.uint8)) > 0
    coarse = np.ascontiguousarray(np.moveaxis(in_means(thin), 2, 0), dtype=np.float32)
    return Around(thin, ground_of(thin), around, around > inner, coarse, touched)


def in_means(thin: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give a picture in the mean of some pixels; the last ones stand for what is left over."""
    height, width = (-(-side // COARSE_PX) * COARSE_PX for side in thin.shape[:2])
    below, right = height - thin.shape[0], width - thin.shape[1]
    whole = cv2.copyMakeBorder(thin, 0, below, 0, right, cv2.BORDER_REPLICATE)
    # to blur, and to take some pixels of that, takes half the time of shrinking
    means = np.asarray(cv2.blur(whole, (COARSE_PX, COARSE_PX)), dtype=np.uint8)
    return means[COARSE_PX // 2 :: COARSE_PX, COARSE_PX // 2 :: COARSE_PX]


def thinned(bgr: Picture, width: int, height: int, moved: Doubles | None = None) -> Picture:
    """Give some pixels of a picture in a grid: cheaper than to average, and sharper.

    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    if moved is None:
        thin = cv2.resize(bgr, (width, height), interpolation=cv2.INTER_NEAREST)
        return np.asarray(thin, dtype=np.uint8)
    to_whole = moved @ np.diag([bgr.shape[1] / width, bgr.shape[0] / height, 1.0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    thin = cv2.warpPerspective(bgr, to_whole, (width, height), None, flags, cv2.BORDER_REPLICATE)
    return np.asarray(thin, dtype=np.uint8)


__all__ = ["COARSE_PX", "Around", "around_tray", "in_means", "thinned"]
