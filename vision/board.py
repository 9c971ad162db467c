"""The tray seen from straight above at the height of the top faces: the board.

On the board every top face that lies flat is a square of the same size, wherever it lies.
May import: numpy, cv2, vision.geometry, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration, Camera
from vision.geometry import edge_px, to_floor, to_picture
from vision.strange import Ground, ground_of
from vision.types import Point

EDGE_PX = 24  # board pixels of a die's edge: pips are 4 pixels wide, enough to place them
_MARGIN = 2.0  # die edges around the tray's floor that belong to the board
BLOCK_PX = 8  # blocks that are compared to find where anything changed; a power of two
_BAND_PX = 64  # rows of the board that are mapped at once
_MOST_PX = 900  # width or height of a board at most


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The raster of the board and the empty tray on it.

    origin_uv : floor coordinates (die edges) of pixel (0, 0)'s centre.
    shrink : by how much a picture is shrunk before it is mapped (1 or a power of two).
    maps : the fixed-point maps for cv2.remap on the shrunken picture.
    empty_bgr : uint8 array of shape (H, W, 3), the empty tray.
    ground : the same, prepared for comparing.
    blocks_bgr : the same, averaged over blocks; of the whole board.
    floor : uint8 mask of shape (H, W), 1 where the tray's floor is seen on the board.
    inside_edges : float32, how far inside the walls a die is whose top is centred there, in die
        edges; negative outside.
    corner_px : row and column of the whole board where this part of it begins.
    """

    origin_uv: tuple[float, float]
    shrink: int
    maps: tuple[NDArray[Any], NDArray[Any]]
    empty_bgr: NDArray[np.uint8]
    ground: Ground
    blocks_bgr: NDArray[np.uint8]
    floor: NDArray[np.uint8]
    inside_edges: NDArray[np.float32]
    corner_px: tuple[int, int] = (0, 0)

    def to_uv(self, xy_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the floor coordinates of board pixels."""
        return np.asarray(xy_px / EDGE_PX + np.asarray(self.origin_uv), dtype=np.float64)

    def to_px(self, uv: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give the board pixels of floor coordinates."""
        return np.asarray((uv - np.asarray(self.origin_uv)) * EDGE_PX, dtype=np.float64)

    def look(self, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Give a picture as it appears on the board: uint8 array of shape (H, W, 3)."""
        return _look(bgr, self.shrink, self.maps)

    def window(self, rows: slice, columns: slice) -> Board:
        """Give a part of the board, for pictures cut in the same way."""
        u, v = self.origin_uv
        return Board(
            (u + columns.start / EDGE_PX, v + rows.start / EDGE_PX),
            self.shrink,
            self.maps,
            self.empty_bgr[rows, columns],
            self.ground.part(rows, columns),
            self.blocks_bgr,
            self.floor[rows, columns],
            self.inside_edges[rows, columns],
            (self.corner_px[0] + rows.start, self.corner_px[1] + columns.start),
        )


def _look(
    bgr: NDArray[np.uint8], shrink: int, maps: tuple[NDArray[Any], NDArray[Any]]
) -> NDArray[np.uint8]:
    small = bgr
    for _ in range(shrink.bit_length() - 1):
        small = _halved(small)
    seen = cv2.remap(small, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def board_of(calibration: Calibration) -> Board:
    """Give the board of a calibration; kept, because making it takes longer than using it."""
    return _board(
        calibration.camera, calibration.tray_px, calibration.size_px, calibration.empty_jpeg
    )


@lru_cache(maxsize=2)
def _board(
    camera: Camera, tray_px: tuple[Point, ...], size_px: tuple[int, int], empty_jpeg: bytes
) -> Board:
    """Give the board of these parts of a calibration: the others don't change it."""
    outline = to_floor(camera, np.array(tray_px), 0.0)
    low, high = outline.min(0) - _MARGIN, outline.max(0) + _MARGIN
    size = np.minimum(np.ceil((high - low) * EDGE_PX).astype(int), _MOST_PX)
    shrink = 2 if edge_px(camera) >= 1.6 * EDGE_PX else 1
    shrink = 4 if edge_px(camera) >= 3.4 * EDGE_PX else shrink
    maps = _maps(camera, low, (int(size[0]), int(size[1])), shrink)
    lying = _filled(outline - low, size)
    floor = _filled(to_floor(camera, np.array(tray_px), 1.0) - low, size)
    inside = _distance(lying)
    empty = _look(_picture(empty_jpeg, size_px), shrink, maps)
    origin = (float(low[0]), float(low[1]))
    blocks = blocks_of(empty)
    return Board(origin, shrink, maps, empty, ground_of(empty), blocks, floor, inside)


def _maps(
    camera: Camera, low: NDArray[np.float64], size: tuple[int, int], shrink: int
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give the fixed-point maps from the board to the shrunken picture; low is its corner."""
    whole, part = np.empty((size[1], size[0], 2), np.int16), np.empty((size[1], size[0]), np.uint16)
    for top in range(0, size[1], _BAND_PX):  # of the whole board the floats take much memory
        rows = slice(top, min(size[1], top + _BAND_PX))
        x, y = np.meshgrid(np.arange(size[0]), np.arange(rows.start, rows.stop))
        uv = np.stack([x, y], axis=-1) / EDGE_PX + low
        at = ((to_picture(camera, uv, 1.0) + 0.5) / shrink - 0.5).astype(np.float32)
        whole[rows], part[rows] = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
    return whole, part


def blocks_of(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give a picture averaged over blocks; what is left over at the right and below is left out."""
    rows, columns = bgr.shape[0] // BLOCK_PX, bgr.shape[1] // BLOCK_PX
    blocks = bgr[: rows * BLOCK_PX, : columns * BLOCK_PX]
    for _ in range(BLOCK_PX.bit_length() - 1):  # three times as fast as at once
        blocks = _halved(blocks)
    return blocks


def _halved(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    size = (bgr.shape[1] // 2, bgr.shape[0] // 2)
    return np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _filled(outline: NDArray[np.float64], size: NDArray[np.int64]) -> NDArray[np.uint8]:
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    cv2.fillPoly(mask, [np.round(outline * EDGE_PX).astype(np.int32)], 1)
    return mask


def _distance(mask: NDArray[np.uint8]) -> NDArray[np.float32]:
    inner = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    outer = cv2.distanceTransform(1 - mask, cv2.DIST_L2, 3)
    return np.asarray((inner - outer) / EDGE_PX, dtype=np.float32)


def empty_picture(calibration: Calibration) -> NDArray[np.uint8]:
    """Give the picture of the empty tray at the calibration's size."""
    return _picture(calibration.empty_jpeg, calibration.size_px)


def _picture(jpeg: bytes, size_px: tuple[int, int]) -> NDArray[np.uint8]:
    small = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if small is None:
        raise ValueError("the calibration's picture of the empty tray can't be read")
    return np.asarray(cv2.resize(small, size_px, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
