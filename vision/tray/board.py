"""The tray seen from straight above at the height of the top faces: the board.

On the board every top face that lies flat is a square of the same size, wherever it lies.
May import: numpy, cv2, vision.calibration_values, vision.kept, vision.strange, vision.types,
vision.tray (geometry, mapping).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration, Camera, Tint
from vision.kept import kept
from vision.strange import Ground, ground_of
from vision.tray.geometry import edge_px, to_floor, to_picture
from vision.tray.mapping import Mapping, View, mapping_of
from vision.types import Point

EDGE_PX = 24  # board pixels of a die's edge: pips are 4 pixels wide, enough to place them
_MARGIN = 2.0  # die edges around the tray's floor that belong to the board
_MOST_PX = 900  # width or height of a board at most


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The raster of the board and the empty tray on it.

    origin_uv : floor coordinates (die edges) of pixel (0, 0)'s centre.
    mapping : how pictures are mapped to the whole board.
    empty_bgr : uint8 array of shape (H, W, 3), the empty tray.
    ground : the same, prepared for comparing.
    blocks_bgr : the same, averaged over blocks; of the whole board.
    floor : uint8 mask of shape (H, W), 1 where the tray's floor is seen on the board.
    inside_edges : float32, how far inside the walls a die is whose top is centred there, in die
        edges; negative outside.
    corner_px : row and column of the whole board where this part of it begins.
    """

    origin_uv: tuple[float, float]
    mapping: Mapping
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

    def inside_at(self, uv: NDArray[np.float64]) -> NDArray[np.float32]:
        """Give how far inside the tray's wall dice are that stand there, in edges: shape (K,).

        uv : where on the floor, shape (K, 2).
        """
        height, width = self.inside_edges.shape
        x, y = np.minimum(np.maximum(np.rint(self.to_px(uv)), 0), [width - 1, height - 1]).T
        return np.asarray(self.inside_edges[y.astype(int), x.astype(int)])

    def view(self, bgr: NDArray[np.uint8]) -> View:
        """Give a picture ready to be looked at on the whole board."""
        return self.mapping.view(bgr)

    def look(self, bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Give a picture as it appears on the whole board: uint8 array of shape (H, W, 3)."""
        return self.view(bgr).whole()

    def window(self, rows: slice, columns: slice) -> Board:
        """Give a part of the board, for pictures cut in the same way."""
        u, v = self.origin_uv
        return Board(
            (u + columns.start / EDGE_PX, v + rows.start / EDGE_PX),
            self.mapping,
            self.empty_bgr[rows, columns],
            self.ground.part(rows, columns),
            self.blocks_bgr,
            self.floor[rows, columns],
            self.inside_edges[rows, columns],
            (self.corner_px[0] + rows.start, self.corner_px[1] + columns.start),
        )


def board_of(calibration: Calibration) -> Board:
    """Give the board of a calibration; kept, because making it takes longer than using it."""
    made_of = calibration.camera, calibration.tray_px, calibration.size_px, calibration.empty_jpeg
    return _board(*made_of, calibration.tint, calibration.darkest)


@kept
def _board(
    camera: Camera,
    tray_px: tuple[Point, ...],
    size_px: tuple[int, int],
    empty_jpeg: bytes,
    tint: Tint | None,
    darkest: float,
) -> Board:
    """Give the board of these parts of a calibration: the others don't change it."""
    outline = to_floor(camera, np.array(tray_px), 0.0)
    low, high = outline.min(0) - _MARGIN, outline.max(0) + _MARGIN
    size = np.minimum(np.ceil((high - low) * EDGE_PX).astype(int), _MOST_PX)
    shrink = 2 if edge_px(camera) >= 1.6 * EDGE_PX else 1
    shrink = 4 if edge_px(camera) >= 3.4 * EDGE_PX else shrink
    whole = (int(size[0]), int(size[1]))
    mapping = mapping_of(
        lambda xy_px: to_picture(camera, xy_px / EDGE_PX + low, 1.0), whole, size_px, shrink
    )
    shape = (int(size[1]), int(size[0]))
    floor = _filled((to_floor(camera, np.array(tray_px), 1.0) - low) * EDGE_PX, shape)
    inside = inside_of((outline - low) * EDGE_PX, shape)
    view = mapping.view(_picture(empty_jpeg, size_px))
    origin, empty = (float(low[0]), float(low[1])), view.whole()
    return Board(
        origin, mapping, empty, ground_of(empty, tint, darkest), view.blocks(), floor, inside
    )


def inside_of(outline_px: NDArray[np.float64], shape: tuple[int, int]) -> NDArray[np.float32]:
    """Give how far inside an outline each pixel of a board is, in edges: float32 of that shape.

    Negative outside. outline_px : its points on the board, shape (N, 2).
    """
    mask = _filled(outline_px, shape)
    inner = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    outer = cv2.distanceTransform(1 - mask, cv2.DIST_L2, 3)
    return np.asarray((inner - outer) / EDGE_PX, dtype=np.float32)


def _filled(outline_px: NDArray[np.float64], shape: tuple[int, int]) -> NDArray[np.uint8]:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(outline_px).astype(np.int32)], 1)
    return mask


def window_around(middle_px: Point, reach_px: int) -> tuple[slice, slice]:
    """Give the rows and columns of a board that are no farther from a place than so."""
    x, y = (max(0, round(at) - reach_px) for at in middle_px)
    return slice(y, y + 2 * reach_px), slice(x, x + 2 * reach_px)


def empty_picture(calibration: Calibration) -> NDArray[np.uint8]:
    """Give the picture of the empty tray at the calibration's size."""
    return _picture(calibration.empty_jpeg, calibration.size_px)


def _picture(jpeg: bytes, size_px: tuple[int, int]) -> NDArray[np.uint8]:
    small = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if small is None:
        raise ValueError("the calibration's picture of the empty tray can't be read")
    return np.asarray(cv2.resize(small, size_px, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
