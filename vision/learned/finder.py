"""Finds the top faces of dice of unknown size in any picture, by a small convolutional net.

The weights are in finder.onnx, made by tests/training/finder.py; cv2.dnn runs them. One net is
kept for each thread that asks, since cv2.dnn's nets must not be shared.
May import: numpy, cv2 and this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learned.network import answer, as_blob, softmax

Array = NDArray[Any]

STRIDE = 4
MOST_PIXELS = 560_000
"""Larger pictures are scaled down to this area first (1080p: dice of 16 px and more are seen)."""

MOST_DICE = 48
"""No more candidates than these are given: the hottest."""

OTHER_SIZE, OTHER_HEAT = 1.45, 0.35
"""On one spot another size is kept when it differs by this factor and is this much as hot."""

LARGE_PX, SURE_HEAT, SMALL_HEAT = 28.0, 0.6, 0.45
"""Dice with sides of more than this are better seen at half the scale."""

_LEAST_SIDE = 56
_FACE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A top face that might be there.

    centre : (2,) its centre in the picture. frame : (2, 2) matrix from the face (sides of length
    one) to the picture; its turn about the face's normal is not known yet.
    heat : 0..1, how surely it is a die. chances : (7,) of the values 1..6 and of none.
    """

    centre: Array
    frame: Array
    heat: float
    chances: Array

    @property
    def side_px(self) -> float:
        """The side of the square with the face's area."""
        return float(np.sqrt(abs(np.linalg.det(self.frame))))

    @property
    def squeeze(self) -> float:
        """Its short over its long extent: 1 seen from straight above."""
        stretch = np.linalg.svd(self.frame, compute_uv=False)
        return float(stretch[1] / stretch[0])

    def corners(self) -> Array:
        """The (4, 2) corners of the face in the picture."""
        return np.asarray(self.centre + _FACE @ self.frame.T)


def find(bgr: Array, least_heat: float = 0.25) -> tuple[Candidate, ...]:
    """The candidates in a picture, the hottest first; of a place perhaps several sizes.

    bgr : uint8 array of shape (rows, columns, 3). least_heat : 0..1, below which nothing is said.

    Notes
    -----
    The largest scale takes most of the time. It is left out where the smaller ones show dice that
    are large for it and none that are small: then dice of less than half the usual size are missed.
    """
    (finest, scale), *smaller = _levels(bgr)
    found: list[Candidate] = []
    for level, level_scale in smaller:
        found += _peaks(_fields(level), level_scale, least_heat)
    if not _enough(found, scale):
        found += _peaks(_fields(finest), scale, least_heat)
    return _each_once(found)[:MOST_DICE]


def _enough(found: list[Candidate], finest: float) -> bool:
    """Whether the finest scale has nothing to add to what the others found."""
    sides = [one.side_px * finest for one in found if one.heat > SURE_HEAT]
    small = [one for one in found if one.side_px * finest < LARGE_PX and one.heat > SMALL_HEAT]
    return bool(sides) and float(np.median(sides)) > LARGE_PX and not small


def _levels(bgr: Array) -> Iterator[tuple[Array, float]]:
    """The picture at smaller and smaller scales, and each scale."""
    rows, columns = bgr.shape[:2]
    scale = min(1.0, (MOST_PIXELS / (rows * columns)) ** 0.5)
    level = bgr
    while min(rows, columns) * scale >= _LEAST_SIDE or level is bgr:
        size = (max(8, round(columns * scale)), max(8, round(rows * scale)))
        level = cv2.resize(level, size, interpolation=cv2.INTER_AREA)
        yield level, scale
        scale /= 2


def _fields(level: Array) -> Array:
    """The net's (13, rows / 4, columns / 4) answer."""
    rows, columns = level.shape[:2]
    padded = cv2.copyMakeBorder(level, 0, -rows % 16, 0, -columns % 16, cv2.BORDER_REFLECT_101)
    return np.asarray(answer("finder.onnx", as_blob(padded))[0])


def _peaks(fields: Array, scale: float, least_heat: float) -> list[Candidate]:
    """The local maxima of the heat as candidates in the whole picture's coordinates."""
    heat = 1 / (1 + np.exp(-fields[0]))
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat >= least_heat)
    return [_candidate(fields[:, y, x], heat[y, x], x, y, scale) for y, x in np.argwhere(top)]


def _candidate(fields: Array, heat: float, x: int, y: int, scale: float) -> Candidate:
    at = np.array([x, y]) * STRIDE + 1.5 + fields[1:3] * 16
    half = 16 * float(np.exp(np.clip(fields[3], -1.5, 1.5)))
    stretch, shear = np.clip(fields[4:6], -0.5, 0.5)
    frame = half * np.array([[1 + stretch, shear], [shear, 1 - stretch]])
    centre = (at + 0.5) / scale - 0.5
    return Candidate(centre, frame / scale, float(heat), softmax(fields[6:]))


def _each_once(found: list[Candidate]) -> tuple[Candidate, ...]:
    """Of candidates on the same spot and of about the same size only the hottest.

    The pip of an ace can be hotter than its die: only a reader of faces can choose.
    """
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda c: -c.heat)[: 4 * MOST_DICE]:
        if not any(_rivals(one, other) for other in kept):
            kept.append(one)
    return tuple(kept)


def _rivals(one: Candidate, hotter: Candidate) -> bool:
    """Whether the first need not be looked at beside the hotter one."""
    small, large = sorted((one.side_px, hotter.side_px))
    near = float(np.linalg.norm(one.centre - hotter.centre)) < 0.6 * large
    return near and (large < OTHER_SIZE * small or one.heat < OTHER_HEAT * hotter.heat)
