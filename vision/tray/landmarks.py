"""Points around the tray that don't move unless the camera does, and how far they seem to.

Where a picture's brightness slopes, a small shift changes it by the slope times the shift. A few
hundred such points give shift, turn and even tilt in one small least-squares fit (Lucas and
Kanade 1981), which costs far less than comparing pictures and is exact to a tenth of a pixel.

May import: numpy, cv2, vision.middle, vision.tray (board, mapping).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.middle import middle
from vision.tray.board import Board
from vision.tray.mapping import Maps

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

_CELL_PX = 8  # of the board; each cell gives its steepest point
_MOST = 800  # points
_LEAST = 40  # of them; fewer say nothing
_LEAST_SLOPE = 0.01  # of the logarithm of the brightness, a pixel
_BESIDE_EDGES = -0.2  # how far inside the walls: on them dice may lean
_DARK_LEVELS = 12.0  # added before the logarithm, so that noise in the dark counts little
_UNIT_PX = 100.0  # of the board; what turns, stretches and tilts are measured by
_ROUNDS = 4
_HUBER = 1.5  # spreads beyond which a point counts less: something lies there, or light fell
_RIDGES = 1e-4 * np.eye(9)  # keep tilts at zero that the points say nothing about


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """Where the empty tray's surroundings have slopes.

    flat : int64 array of shape (N, 9), the points and their neighbours on the flattened board.
    places : where these are in pictures.
    before : float64 array of shape (N,), the logarithm of the brightness there.
    slopes : float64 array of shape (2, N), of it, along x and y.
    at : float64 array of shape (2, N), the points' x and y from `middle_px`, in `_UNIT_PX`.
    effects : float64 array of shape (4, N), what a shift along x and y, a turn and light do.
    middle_px : the board's middle, x and y.
    """

    flat: Ints
    places: Maps
    before: Doubles
    slopes: Doubles
    at: Doubles
    effects: Doubles
    middle_px: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Drift:
    """How the surroundings moved on the board.

    far_px : how far its middle, and by the turn its sides, have moved.
    changed : the middle change of the points' logarithmic brightness, the lamp's own left out.
    """

    far_px: float
    changed: float


def landmarks_of(board: Board) -> Landmarks:
    """Give the points around a tray: the steepest of each small cell, the best of all cells."""
    smooth = cv2.blur(board.empty_bgr, (3, 3)).mean(axis=2)
    levels = np.log(smooth + _DARK_LEVELS)
    ways = ((1, 0), (0, 1))
    slopes = np.stack([cv2.Sobel(levels, cv2.CV_64F, *way, scale=1 / 8) for way in ways])
    steep = np.hypot(*slopes)
    steep[(board.floor > 0) | (board.inside_edges > _BESIDE_EDGES)] = 0
    steep[[0, -1]], steep[:, [0, -1]] = 0, 0  # without all neighbours
    rows, columns = _steepest(steep)
    height, width = levels.shape
    beside = np.array([row * width + column for row in (-1, 0, 1) for column in (-1, 0, 1)])
    flat = (rows * width + columns)[:, None] + beside
    at = np.stack([columns - width / 2, rows - height / 2]) / _UNIT_PX
    before = _levels(board.empty_bgr.reshape(-1, 3)[flat])
    places = board.mapping.places(flat)
    (dx, dy), (x, y) = slopes[:, rows, columns], at
    effects = np.stack([-dx, -dy, y * dx - x * dy, np.ones_like(dx)])
    middle_px = (width / 2, height / 2)
    return Landmarks(flat, places, before, np.stack([dx, dy]), at, effects, middle_px)


def _steepest(steep: Doubles) -> tuple[Ints, Ints]:
    """Give rows and columns of the steepest point of each cell, the steepest cells first."""
    rows, columns = (size // _CELL_PX for size in steep.shape)
    cells = steep[: rows * _CELL_PX, : columns * _CELL_PX]
    cells = cells.reshape(rows, _CELL_PX, columns, _CELL_PX).swapaxes(1, 2)
    flat = cells.reshape(rows * columns, -1)
    best, inner = flat.max(axis=1), flat.argmax(axis=1)
    order = np.argsort(-best)[:_MOST]
    order = order[best[order] > _LEAST_SLOPE]
    row, column = np.divmod(order, columns)
    down, along = np.divmod(inner[order], _CELL_PX)
    return row * _CELL_PX + down, column * _CELL_PX + along


def drift_of(seen_bgr: NDArray[np.uint8], landmarks: Landmarks) -> Drift | None:
    """Give how the surroundings moved on a board's picture, or None where there is little to see.

    seen_bgr : uint8 array of shape (N, 9, 3), what the board shows at the landmarks' `places`.
    Right for shifts up to about three pixels; larger ones are felt, but given too small.
    """
    if len(landmarks.before) < _LEAST:
        return None
    change = _levels(seen_bgr) - landmarks.before
    cause = _fit(landmarks.effects, change)
    aside_px = min(landmarks.middle_px) * abs(cause[2]) / _UNIT_PX
    changed = middle(np.abs(change - middle(change)))
    return Drift(float(np.hypot(cause[0], cause[1]) + aside_px), changed)


def warp_of(seen_bgr: NDArray[np.uint8], landmarks: Landmarks) -> Doubles | None:
    """Give the map from the calibrated board to where it is seen: float64 of shape (3, 3).

    seen_bgr : uint8 array of shape (N, 9, 3), what the board shows at the landmarks' `places`.
    For boards that are right to two pixels or so; None where there is too little to see. It is
    the map that a small movement of the camera makes of a plane.
    """
    if len(landmarks.before) < _LEAST:
        return None
    (dx, dy), (x, y) = landmarks.slopes, landmarks.at
    along, tilt = -np.stack([dx, dy]), -(x * dx + y * dy)
    effects = [*along, *(along * x), *(along * y), tilt * x, tilt * y, np.ones_like(dx)]
    change = _levels(seen_bgr) - landmarks.before
    a, b, ax, bx, ay, by, p, q, _ = _fit(np.stack(effects), change) / _UNIT_PX
    inner = np.array([[1 + ax, ay, a], [bx, 1 + by, b], [-p, -q, 1.0]])
    to_unit = np.diag([1 / _UNIT_PX, 1 / _UNIT_PX, 1.0])
    to_unit[:2, 2] = -np.array(landmarks.middle_px) / _UNIT_PX
    return np.asarray(np.linalg.inv(to_unit) @ inner @ to_unit, dtype=np.float64)


def _fit(effects: Doubles, change: Doubles) -> Doubles:
    """Give the causes whose effects (C, N) explain most points' changes (Huber's weights)."""
    ridge = _RIDGES[: len(effects), : len(effects)]
    half, weighed = len(change) // 2, effects
    for left in reversed(range(_ROUNDS)):
        # of so few unknowns numpy's own takes four times as long
        cause = cv2.solve(weighed @ effects.T + ridge, weighed @ change[:, None])[1][:, 0]
        if left:
            off = np.abs(change - cause @ effects)
            limit = _HUBER * float(np.partition(off, half)[half]) + 1e-3
            weighed = effects * (limit / np.maximum(limit, off))
    return np.asarray(cause, dtype=np.float64)


def _levels(bgr: NDArray[np.uint8]) -> Doubles:
    """Give the logarithm of the brightness at points, over their neighbours: shape (N,)."""
    flat = bgr.reshape(len(bgr), bgr.shape[1] * bgr.shape[2]).astype(np.float32)
    sums = flat @ np.ones(flat.shape[1], np.float32)  # exact, and faster than a mean
    return np.asarray(np.log(sums.astype(np.float64) / flat.shape[1] + _DARK_LEVELS))
