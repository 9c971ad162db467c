"""Tells aces that lean on a neighbour by the far sides of their faces: one pip tells nothing.

A top that leans away from what bears it is drawn shorter, so that its far side lies nearer to its
pip than the sides across do; no side of the die itself shows beyond it.
May import: numpy, vision.calibration_values, vision.judgement (extent,
propped, props).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.judgement.extent import SHOWS, half_widths, shown_below
from vision.judgement.propped import strain_of_leaning
from vision.judgement.props import Prop

Doubles = NDArray[np.float64]

_SINE = 0.85  # of the tilt, over the gap: less it seldom is, as bevels and size change it
# Of the sides across: by how much far sides of flat faces differ from those and leaning ones from
# what is drawn of them; and where it is no side of this die.
_NOISE, _NO_SIDE = 0.03, 1.07


def likelier_by_far_side(
    bgr: NDArray[np.uint8],
    camera: Camera,
    poses: Doubles,
    prop: Prop,
    moved: Doubles | None = None,
) -> float:
    """Give twice the logarithm of how much likelier a face's far side is if its die leans so.

    bgr : uint8 array of shape (H, W, 3).
    poses : (u, v, angle) of all tops as they are seen, shape (K, 3).
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    0 where the side is not seen, or the die's own side may show beyond it.
    """
    pose = poses[prop.die]
    away = (
        prop.away @ np.array([np.cos(pose[2]), np.sin(pose[2])]),
        prop.away @ np.array([-np.sin(pose[2]), np.cos(pose[2])]),
    )
    along = int(abs(away[1]) > abs(away[0]))
    far = 2 * along + int(away[along] < 0)
    if shown_below(camera, pose[None])[0, far] > SHOWS:
        return 0.0
    sides = half_widths(bgr, camera, pose[None], moved)[0]
    across = sides[2:] if far < 2 else sides[:2]
    seen = float(sides[far] / across.mean())
    if not seen < _NO_SIDE:  # so if one is not seen, too
        return 0.0
    strain = strain_of_leaning(prop, pose, _SINE * prop.gap, camera.height)
    leaning = 1.0 + float(prop.away @ strain @ prop.away)
    return ((seen - 1.0) ** 2 - (seen - leaning) ** 2) / _NOISE**2


__all__ = ["likelier_by_far_side"]
