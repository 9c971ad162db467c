"""Maps pictures to a board: as a whole, in parts, or coarsely where that is enough.

Mapping a pixel costs more than most of what is done with it afterwards, so only those parts of a
board are mapped that anybody looks at. May import: numpy, cv2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Place = Callable[[Doubles], Doubles]  # of board pixels (x, y), shape (..., 2), in the picture

BLOCK_PX = 8  # blocks that are compared to find where anything changed; a power of two
LINE_PX = 64  # from line to line on which the floor's noise is measured
_SAMPLE_PX = BLOCK_PX // 2  # from sample to sample of a block
_FINEST = 2.0  # pixels of a shrunken picture between samples: each pixel still counts
_BAND_PX = 64  # rows of the board that are mapped at once
_ROOM_PX = 8  # around what a board shows of the picture
_NOTHING = np.empty(0, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Maps:
    """Fixed-point maps for cv2.remap: where each pixel of a raster lies in a shrunken picture.

    whole : int16 array of shape (H, W, 2). part : uint16 array of shape (H, W), what is over.
    """

    whole: NDArray[np.int16]
    part: NDArray[np.uint16]

    def __getitem__(self, window: Any) -> Maps:
        return Maps(self.whole[window], self.part[window])

    def look(self, small: Picture) -> Picture:
        """Give what the picture shows there: uint8 array of shape (H, W, 3)."""
        border = cv2.BORDER_REPLICATE
        seen = cv2.remap(small, self.whole, self.part, cv2.INTER_LINEAR, borderMode=border)
        return np.asarray(seen, dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Mapping:
    """How pictures of one size are mapped to one board.

    picture_px : width and height of the pictures.
    grid : float32 array of shape (R, C, 2), where the middles of the board's blocks lie in the
        picture; also those of the blocks around it.
    cut : rows and columns of the picture that the board shows.
    shrink : by how much these are shrunk before they are mapped (1 or a power of two).
    coarse_shrink : the same for the blocks.
    whole : the maps of the whole board.
    lines : those of `lines_of` the board.
    samples : those of four places in each block.
    """

    picture_px: tuple[int, int]
    grid: Floats
    cut: tuple[slice, slice]
    shrink: int
    coarse_shrink: int
    whole: Maps
    lines: Maps
    samples: Maps

    def places(self, flat: NDArray[np.int64]) -> Maps:
        """Give the maps of single places of the flattened board, of any shape (N, M)."""
        return Maps(self.whole.whole.reshape(-1, 2)[flat], self.whole.part.ravel()[flat])

    def view(self, bgr: Picture) -> View:
        """Give a picture ready to be looked at on the board."""
        return View(self, _shrunk(bgr[self.cut], self.shrink))

    def moved(self, matrix: Doubles) -> Mapping:
        """Give the mapping of a camera that was moved: right to a few hundredths of a pixel.

        matrix : the perspective map from pictures as they were to those of the moved camera.
        Several times as fast as to map the picture back, and not blurred by it.
        """
        flat = cv2.perspectiveTransform(self.grid.reshape(1, -1, 2), matrix)
        grid = np.asarray(flat.reshape(self.grid.shape), dtype=np.float32)
        cut = _cut(grid.reshape(-1, 2), self.picture_px, self.coarse_shrink)
        whole = _between(grid, BLOCK_PX, self.whole.part.shape, cut, self.shrink)
        finer = BLOCK_PX // _SAMPLE_PX
        samples = _between(grid, finer, self.samples.part.shape, cut, self.coarse_shrink)
        lines = Maps(lines_of(whole.whole), lines_of(whole.part))
        return replace(self, grid=grid, cut=cut, whole=whole, lines=lines, samples=samples)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture, ready to be looked at on the board; what is not asked for costs nothing."""

    mapping: Mapping
    small: Picture

    def whole(self) -> Picture:
        """Give it on the whole board: uint8 array of shape (H, W, 3)."""
        return self.mapping.whole.look(self.small)

    def part(self, rows: slice, columns: slice) -> Picture:
        """Give it on a part of the board."""
        return self.mapping.whole[rows, columns].look(self.small)

    def at(self, places: Maps) -> Picture:
        """Give it at places from `Mapping.places`: uint8 array of their shape and 3."""
        return places.look(self.small)

    def lines(self) -> Picture:
        """Give it on `lines_of` the board."""
        return self.mapping.lines.look(self.small)

    def blocks(self) -> Picture:
        """Give it averaged over blocks; what is left over at the right and below is left out."""
        coarse = _shrunk(self.small, self.mapping.coarse_shrink // self.mapping.shrink)
        return _shrunk(self.mapping.samples.look(coarse), 2)


def mapping_of(
    place: Place, size: tuple[int, int], picture_px: tuple[int, int], shrink: int
) -> Mapping:
    """Give the mapping of pictures to a board.

    place : where board pixels (x, y), shape (..., 2), lie in the picture, in its pixels.
    size : width and height of the board. picture_px : those of the pictures.
    shrink : by how much pictures are shrunk before they are mapped; 1 or a power of two.
    """
    coarse = shrink
    while _SAMPLE_PX * _pitch(place, size) > _FINEST * coarse:
        coarse *= 2
    cut = _cut(_border(place, size), picture_px, coarse)
    whole = _maps(place, size, cut, shrink)
    counts = size[0] // BLOCK_PX * 2, size[1] // BLOCK_PX * 2
    middle = (_SAMPLE_PX - 1) / 2
    samples = _maps(lambda xy: place(xy * _SAMPLE_PX + middle), counts, cut, coarse)
    lines = Maps(lines_of(whole.whole), lines_of(whole.part))
    return Mapping(picture_px, _grid(place, size), cut, shrink, coarse, whole, lines, samples)


def lines_of(raster: NDArray[Any]) -> NDArray[Any]:
    """Give three neighbouring rows out of every so many: a line and what it is blurred with."""
    height = raster.shape[0] // LINE_PX * LINE_PX
    bands = raster[:height].reshape(-1, LINE_PX, *raster.shape[1:])[:, :3]
    return bands.reshape(-1, *raster.shape[1:])


def _pitch(place: Place, size: tuple[int, int]) -> float:
    """Give the distance of neighbouring board pixels in the picture, in the board's middle."""
    x, y = size[0] / 2, size[1] / 2
    at = place(np.array([[x, y], [x + 1, y]]))
    return float(np.hypot(*(at[1] - at[0])))


def _border(place: Place, size: tuple[int, int]) -> Doubles:
    """Give where the board's border lies in the picture: shape (N, 2)."""
    x, y = (np.linspace(0, length - 1, 65) for length in size)
    sides = [(x, 0 * x), (x, 0 * x + size[1] - 1), (0 * y, y), (0 * y + size[0] - 1, y)]
    return place(np.concatenate([np.stack(side, axis=1) for side in sides]))


def _cut(at: NDArray[Any], picture_px: tuple[int, int], step: int) -> tuple[slice, slice]:
    """Give the rows and columns of the picture that hold these points, in whole steps."""
    spans = []
    for low, high, length in zip(at.min(0), at.max(0), picture_px, strict=True):
        most = length // step * step
        start = min(max(0, int(low) - _ROOM_PX) // step * step, most - step)
        stop = min(most, -(-(int(high) + _ROOM_PX) // step) * step)
        spans.append(slice(start, max(stop, start + step)))
    return spans[1], spans[0]


def _grid(place: Place, size: tuple[int, int]) -> Floats:
    """Give the places of the blocks' middles, and of those around the board: shape (R, C, 2)."""
    x, y = (np.arange(-1, -(-length // BLOCK_PX) + 1) * BLOCK_PX for length in size)
    middles = np.stack(np.meshgrid(x, y), axis=-1).astype(np.float64)
    return np.asarray(place(middles + np.float64((BLOCK_PX - 1) / 2)), np.float32)


def _between(
    grid: Floats, times: int, shape: tuple[int, ...], cut: tuple[slice, slice], shrink: int
) -> Maps:
    """Give the maps of a raster, so many times as fine as the grid, from the grid's places."""
    first = np.array([cut[1].start, cut[0].start], np.float32)
    coarse = (grid - first + np.float32(0.5)) / np.float32(shrink) - np.float32(0.5)
    fine = cv2.resize(coarse, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR)
    at = fine[times : times + shape[0], times : times + shape[1]]
    whole, part = cv2.convertMaps(at, _NOTHING, cv2.CV_16SC2)  # to split it takes longer
    return Maps(np.asarray(whole, np.int16), np.asarray(part, np.uint16))


def _maps(place: Place, size: tuple[int, int], cut: tuple[slice, slice], shrink: int) -> Maps:
    """Give the maps of a raster to the part of a picture that is cut out and shrunk."""
    whole, part = np.empty((size[1], size[0], 2), np.int16), np.empty((size[1], size[0]), np.uint16)
    first = np.array([cut[1].start, cut[0].start])
    for top in range(0, size[1], _BAND_PX):  # of the whole board the floats take much memory
        rows = slice(top, min(size[1], top + _BAND_PX))
        x, y = np.meshgrid(np.arange(size[0]), np.arange(rows.start, rows.stop))
        at = (place(np.stack([x, y], axis=-1).astype(np.float64)) - first + 0.5) / shrink - 0.5
        at = at.astype(np.float32)
        whole[rows], part[rows] = cv2.convertMaps(at[..., 0], at[..., 1], cv2.CV_16SC2)
    return Maps(whole, part)


def _shrunk(bgr: Picture, times: int) -> Picture:
    """Give a picture shrunk by a power of two; by halves, which is faster than at once."""
    for _ in range(times.bit_length() - 1):
        size = (bgr.shape[1] // 2, bgr.shape[0] // 2)
        bgr = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return bgr
