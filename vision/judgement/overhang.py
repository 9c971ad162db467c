"""Tells flat dice beside a neighbour from ones that lean on it by the foot that they stand on.

A die that leans on a neighbour has its far side hang over: its foot lies farther in than that of a
flat die whose top face is seen at the same place. Where this side, or one beside it, turns to the
camera, floor shows there that a flat die would hide. And where it lies aside of the neighbour, its
raised side reaches to that beyond a flat die's silhouette.
May import: numpy, cv2, vision.calibration_values, vision.account (residue, silhouette),
vision.judgement.jutting, vision.tray (board, geometry).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.account.silhouette import covered, filled, frame_around, frames_around
from vision.calibration_values import Calibration, Camera
from vision.judgement.jutting import standing_out
from vision.tray.board import Board
from vision.tray.geometry import SQUARE

Doubles = NDArray[np.float64]

_SHRUNK, _GROWN = -0.03, 0.02  # edges: how exactly silhouettes are known
_LEAST_PX = 6  # of the board: less may be a blurred edge
_SPECK = np.ones((2, 2), np.uint8)  # narrower may be how corners are rounded
# Pixels of what would stick out of silhouettes, and what may stand out there: by what part of the
# level from which things count in the median, and which part of the pixels by more than that. Of
# 602 aces drawn leaning so in rooms of seeds 150 and 152 that proves none flat, and 33 of the flat
# ones that else were asked about; with 0.2 and 0.05 48 of these, and three that lean by 6 to 12
# degrees.
_STICKS_OUT_PX, _BARE_LEVEL, _BARE_PART = 16, 0.12, 0.04


@dataclass(frozen=True, slots=True, eq=False)
class Lean:
    """How a die may lean: its index, and where its top would turn, by an angle of that sine.

    away : unit vector on the floor.
    """

    die: int
    away: Doubles
    sine: float

    def outline(self, poses: Doubles, camera: Camera) -> Doubles:
        """Give what it would cover, as `leaning_outline` does."""
        return leaning_outline(poses[self.die], self.away, self.sine, camera)


def covered_part(
    lean: Lean, poses: Doubles, residue: Residue, board: Board, camera: Camera
) -> float | None:
    """Give which part stands out of what a die hides if it lies flat, but not if it leans so.

    None where too little of it is in sight.
    poses : (u, v, angle) of all tops as they are seen, shape (K, 3).
    """
    flat = frame_around(camera, board, poses[lean.die], _SHRUNK)
    others = frames_around(camera, board, np.delete(poses, lean.die, axis=0), _GROWN)
    hidden = filled(lean.outline(poses, camera), board) | covered(others, board)
    left = cv2.erode(flat.mask & (1 - hidden[flat.window]), _SPECK)
    shown = cv2.dilate(left, _SPECK, anchor=(0, 0)) > 0
    if np.count_nonzero(shown) < _LEAST_PX:
        return None
    return float((residue.standing[flat.window][shown] > residue.level).mean())


def shows_floor_where_leaning(
    lean: Lean, poses: Doubles, residue: Residue, board: Board, calibration: Calibration
) -> bool:
    """Tell whether floor is seen where a die would stick out of its silhouette if it leant so.

    Only where enough of that is in sight, and sides in shade don't look like the floor.
    """
    outline = lean.outline(poses, calibration.camera)
    levels = standing_out(outline, poses, residue, board, calibration, _STICKS_OUT_PX)
    if levels is None:
        return False
    return bool(np.median(levels) < _BARE_LEVEL and (levels > 1).mean() < _BARE_PART)


def leaning_outline(pose: Doubles, away: Doubles, sine: float, camera: Camera) -> Doubles:
    """Give the corners of a leaning die's top and foot, as drawn at the tops' height: (8, 2).

    pose : (u, v, angle) of its top as it is seen. It stands on the far edge of its foot.
    """
    cosine, below = np.sqrt(1.0 - sine * sine), camera.height - 1.0
    high = cosine + sine / 2  # of the top's middle
    middle = pose[:2] * (camera.height - high) / below
    out, along = (1 + 2 * _GROWN) * SQUARE.T
    aside = along[:, None] * np.array([-away[1], away[0]])
    outlines = []
    for down in (0.0, 1.0):
        at = middle + (cosine * out - sine * down)[:, None] * away + aside
        up = high - sine * out - cosine * down
        outlines.append(at * (below / (camera.height - up))[:, None])
    return np.concatenate(outlines)
