"""Finds the top faces of dice of unknown size in any picture, by a small convolutional net.

The weights are in finder.onnx, made by tests/training/finder.py; cv2.dnn runs them. One net is
kept for each thread that asks, since cv2.dnn's nets must not be shared.
May import: numpy, cv2 and this package.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learned.network import answer, as_blob, softmax

Array = NDArray[Any]
Window = tuple[float, float, float, float]

STRIDE = 4
AREAS, FINEST = (4_800, 19_200, 76_800), 307_200
"""The sizes in pixels at which a picture is looked at, if it is not smaller than that, and the
one at which only parts of it are."""

SMALL_PX, SURE_HEAT, SMALL_HEAT = 12.0, 0.6, 0.4
"""Dice with sides of less than this are better seen at twice the scale."""

WINDOW_PX = 96
"""Parts of pictures are as large as some of these, since nets are kept for each size."""

MOST_DICE = 48
"""No more candidates than these are given: the hottest."""

OTHER_SIZE, OTHER_HEAT = 1.45, 0.35
"""On one spot another size is kept when it differs by this factor and is this much as hot."""

_FACE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A top face that might be there.

    centre : (2,) its centre in the picture. frame : (2, 2) matrix from the face (sides of length
    one) to the picture; its turn about the face's normal is not known yet.
    heat : 0..1, how surely it is a die. chances : (7,) of the values 1..6 and of none.
    side_px : the side of the square with the face's area.
    """

    centre: Array
    frame: Array
    heat: float
    chances: Array
    side_px: float = field(init=False)

    def __post_init__(self) -> None:
        (a, b), (c, d) = self.frame.tolist()
        object.__setattr__(self, "side_px", float(abs(a * d - b * c) ** 0.5))

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
    The picture is looked at from coarse to fine, and each scale takes four times as long as the
    one before. The finest is used only around what is small, or where nothing at all was found:
    small dice far from anything small that is warm are missed.
    """
    return find_in(halves_of(bgr), least_heat)


def find_in(halves: list[Array], least_heat: float = 0.25) -> tuple[Candidate, ...]:
    """The same, from a picture and its halves."""
    bgr = halves[0]
    found: list[Candidate] = []
    scale = 0.0
    for area in AREAS:
        scale = min(1.0, (area / (bgr.shape[0] * bgr.shape[1])) ** 0.5)
        found += _peaks(_fields(_scaled(halves, scale)), scale, least_heat)
        if scale == 1.0:
            return _each_once(found)[:MOST_DICE]
    finer = min(1.0, (FINEST / (bgr.shape[0] * bgr.shape[1])) ** 0.5)
    window = _window(found, scale, bgr.shape[:2])
    if window is not None:
        found += _in_window(_scaled(halves, finer), finer, window, least_heat)
    return _each_once(found)[:MOST_DICE]


def _window(found: list[Candidate], scale: float, shape: tuple[int, ...]) -> Window | None:
    """Where the finest scale is needed: left, top, right, bottom in the picture; None: nowhere."""
    if not any(one.heat > SURE_HEAT for one in found):
        return 0.0, 0.0, float(shape[1]), float(shape[0])
    small = [one for one in found if one.side_px * scale < SMALL_PX and one.heat > SMALL_HEAT]
    if not small:
        return None
    places = np.array([one.centre for one in small])
    reach = 2.5 * max(one.side_px for one in small)
    left, top = np.maximum(places.min(axis=0) - reach, 0).tolist()
    right, bottom = np.minimum(places.max(axis=0) + reach, shape[1::-1]).tolist()
    return left, top, right, bottom


def _in_window(level: Array, scale: float, window: Window, least_heat: float) -> list[Candidate]:
    """The candidates in a part of a picture of some scale; its size is one of few."""
    left, top, right, bottom = (round(edge * scale) for edge in window)
    width, height = (-(-side // WINDOW_PX) * WINDOW_PX for side in (right - left, bottom - top))
    left, top = max(0, min(left, level.shape[1] - width)), max(0, min(top, level.shape[0] - height))
    part = level[top : top + height, left : left + width]
    shift = np.array([left, top]) / scale
    return [
        replace(one, centre=one.centre + shift) for one in _peaks(_fields(part), scale, least_heat)
    ]


def halves_of(bgr: Array) -> list[Array]:
    """The picture, half of it, a quarter ...: halving is by far the quickest way to shrink."""
    halves = [bgr]
    while halves[-1].shape[0] * halves[-1].shape[1] > 4 * AREAS[0]:
        rows, columns = (side // 2 for side in halves[-1].shape[:2])
        even = halves[-1][: 2 * rows, : 2 * columns]
        halves.append(cv2.resize(even, (columns, rows), interpolation=cv2.INTER_AREA))
    return halves


def _scaled(halves: list[Array], scale: float) -> Array:
    """The picture at a scale, from the smallest half that is no smaller."""
    rows, columns = (max(8, round(side * scale)) for side in halves[0].shape[:2])
    large = [half for half in halves if half.shape[0] >= rows and half.shape[1] >= columns]
    source = (large or halves[:1])[-1]
    return np.asarray(cv2.resize(source, (columns, rows), interpolation=cv2.INTER_AREA))


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
    near = math.dist(one.centre, hotter.centre) < 0.6 * large
    return near and (large < OTHER_SIZE * small or one.heat < OTHER_HEAT * hotter.heat)
