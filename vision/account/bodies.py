"""Tells by how much the set's bodies would stand out from each place of the empty tray.

May import: numpy, vision.calibration_values, vision.kept, vision.strange, vision.faces.pips,
vision.tray.board.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.faces.pips import looks_of
from vision.kept import kept
from vision.strange import strangeness
from vision.tray.board import Board, board_of

Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]

_END = 250.0  # grey levels from which on a camera may show less light than there is
_MOST_BEYOND = 1.6  # times what it shows


@kept
def strange_tops(calibration: Calibration) -> Mask:
    """Give by how much lit bodies would; tops don't stand out from a light marker."""
    return least_strange(calibration, (1.0,))


def least_strange(calibration: Calibration, shades: tuple[float, ...]) -> Mask:
    """Give by how much bodies in some shade would stand out from the whole board, at least.

    shades : parts of a body's light. uint8, in grey levels up to 255.
    """
    board = board_of(calibration)
    body, even = np.empty_like(board.empty_bgr), np.ones(3, np.float32)
    least = np.full(body.shape[:2], 255, np.uint8)
    for look in looks_of(calibration.dice):
        colour = _overexposed(np.array(look.body_bgr, np.float32), board.empty_bgr)
        for shade in shades:
            body[:] = np.clip(np.round(colour * shade), 0, 255)
            apart = np.minimum(strangeness(body, board.ground, even), 255)
            np.minimum(least, apart.astype(np.uint8), out=least)
    return least


def _overexposed(body_bgr: Floats, floor_bgr: NDArray[np.uint8]) -> Floats:
    """Give a body as it may be in shade, if the camera shows no more of its light than it can.

    Of the hue that a channel at its end hides only so much is known; it may be the floor's, which
    is in the same light. Shape (3,) or that of the floor.
    """
    ends = body_bgr >= _END
    if not ends.any():
        return body_bgr
    hue = floor_bgr.astype(np.float32) + np.float32(1.0)
    times = body_bgr / hue
    times = times.max(-1) if ends.all() else times[..., ~ends].mean(-1)
    beyond = np.clip(hue * times[..., None], body_bgr, _MOST_BEYOND * body_bgr)
    return np.asarray(np.where(ends, beyond, body_bgr), np.float32)


def cut(raster: NDArray[Any], board: Board) -> NDArray[Any]:
    """Give the part of a raster of the whole board that a part of the board covers."""
    y, x = board.corner_px
    height, width = board.floor.shape
    return raster[y : y + height, x : x + width]
