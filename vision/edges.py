"""Finds how a face is turned from its four edges, where its pips don't tell.

May import: numpy, cv2, vision.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX

Doubles = NDArray[np.float64]

_ANGLES = np.arange(15) * (np.pi / 30)  # a quarter turn in steps of 6 degrees
_ALONG = np.linspace(-0.34, 0.34, 7)
_OUTWARD = np.array([0.38, 0.44, 0.50, 0.56, 0.62])


def edge_angles(board_bgr: NDArray[np.uint8], middles_px: Doubles) -> tuple[Doubles, Doubles]:
    """Give for squares around these board pixels the angle whose edges are clearest, and how clear.

    Returns
    -------
    angles : radians, 0 to a quarter turn.
    clearness : mean change of colour across the four edges, in grey levels.
    """
    if len(middles_px) == 0:
        return np.zeros(0), np.zeros(0)
    sides = _side_points()
    c, s = np.cos(_ANGLES)[:, None], np.sin(_ANGLES)[:, None]
    x = c * sides[:, 0] - s * sides[:, 1]
    y = s * sides[:, 0] + c * sides[:, 1]
    at_x = middles_px[:, :1] + x.ravel() * EDGE_PX
    at_y = middles_px[:, 1:] + y.ravel() * EDGE_PX
    cut = cv2.remap(
        board_bgr, at_x.astype(np.float32), at_y.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    shape = (len(middles_px), len(_ANGLES), 4, len(_OUTWARD), len(_ALONG), 3)
    outward = cut.reshape(shape).astype(np.float32).mean(4)
    change = np.linalg.norm(np.diff(outward, axis=3), axis=4).max(3)
    total = np.minimum(change, 60.0).mean(2)
    best = total.argmax(1)
    rows = np.arange(len(best))
    before, after = total[rows, best - 1], total[rows, (best + 1) % len(_ANGLES)]
    bend = np.maximum(2 * total[rows, best] - before - after, 1e-6)
    shift = np.clip(0.5 * (after - before) / bend, -0.5, 0.5)
    angles = (best + shift) * (_ANGLES[1] - _ANGLES[0])
    return angles.astype(np.float64), total[rows, best].astype(np.float64)


def _side_points() -> Doubles:
    """Give the points sampled around a face, by side, outward step and place along it."""
    points = [
        (a, o) if side == 0 else (-o, a) if side == 1 else (-a, -o) if side == 2 else (o, -a)
        for side in range(4)
        for o in _OUTWARD
        for a in _ALONG
    ]
    return np.array(points, dtype=np.float64)
