"""Where the dice that were taken lie, and how they are read there.

May import: numpy, vision.calibration_values, vision.types, vision.faces (find, layout, measure),
vision.judgement.judge, vision.tray.geometry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, sin

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.faces.find import Found
from vision.faces.layout import VALUES
from vision.faces.measure import Measures
from vision.judgement.judge import Place, Verdict
from vision.tray.geometry import SQUARE, to_picture
from vision.types import DieReading

Doubles = NDArray[np.float64]

_POINTS = np.concatenate([SQUARE, [[0.0, 0.0]]])  # of a top face: its corners and its middle


def refined(found: Found, measures: list[Measures]) -> Doubles:
    """Give the poses of the dice that were taken, moved onto the measured pips: shape (K, 3)."""
    poses = found.faces.poses[list(found.taken)]
    for pose, measured in zip(poses, measures, strict=True):
        x, y = measured.shift
        c, s = cos(pose[2]), sin(pose[2])
        pose += (c * x - s * y, s * x + c * y, measured.turn_rad)
    return poses


def dice_at(found: Found, poses: Doubles, camera: Camera) -> list[DieReading]:
    """Give the dice that were taken as they would be read if none was in doubt.

    poses : of each, shape (K, 3): in edges, and an angle in radians.
    """
    c, s, (x, y) = np.cos(poses[:, 2:]), np.sin(poses[:, 2:]), _POINTS.T
    places = np.array([c * x - s * y, s * x + c * y]).transpose(1, 2, 0) + poses[:, None, :2]
    points = to_picture(camera, places, 1.0).round(2).tolist()
    values = VALUES[found.faces.drawings[list(found.taken)]].tolist()
    reds = found.faces.looks[list(found.taken)].tolist()
    return [_die(value, bool(red), at) for value, red, at in zip(values, reds, points, strict=True)]


def judged(
    dice: Sequence[DieReading], verdicts: Sequence[Verdict]
) -> list[tuple[DieReading, Place]]:
    """Give the dice with what was found about each, and where it counts."""
    return [
        (replace(die, confidence=one.confidence, problem=one.problem), one.place)
        for die, one in zip(dice, verdicts, strict=True)
    ]


def _die(value: int, red: bool, points: list[list[float]]) -> DieReading:
    *corners, centre = ((x, y) for x, y in points)
    return DieReading(value, red, 1.0, centre, tuple(corners), None)
