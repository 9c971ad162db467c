"""Faint pips: dark ones that a mirrored lamp lifts towards the body, and how they are sought.

Near the corners of a face the dark floor around it takes away what is left of them, so that the
floor is painted in the body's colour; see `vision.veils.faint` for when.
May import: numpy, vision.calibration_values, vision.sight, vision.types, vision.faces.hypotheses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.faces.hypotheses import Faces
from vision.sight import Sight
from vision.types import DieReading

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

_PART = 0.6  # of the calibrated step from body to pip


@dataclass(frozen=True, slots=True, eq=False)
class Again:
    """What is known of a picture in which faint pips are looked for.

    floor : uint8 mask of the board, 1 where it is bare or borders on a thing.
    sure : faces that were read without a doubt. They are supposed again: of their pips, seen with
        the floor painted and as if all were faint, other faces may be made.
    before : the dice as they were read, in doubt or not.
    """

    floor: Mask
    sure: Faces
    before: tuple[DieReading, ...]


def is_dark_on_light(look: FaceLook) -> bool:
    """Tell whether a look's pips are darker than its body."""
    return sum(look.pip_bgr) < sum(look.body_bgr)


def without_floor(colours: list[Floats], sight: Sight, floor: Mask, look: FaceLook) -> list[Floats]:
    """Give a sight's colours in its parts with the floor painted in the body's colour of a look.

    colours : float32 arrays of shape (H, W, 3), blue first. floor : uint8 mask, 1 where it is.
    """
    painted = [bgr.copy() for bgr in colours]
    for bgr, (rows, columns) in zip(painted, sight.parts, strict=True):
        bgr[floor[rows, columns] > 0] = look.body_bgr
    return painted


def fainter(look: FaceLook) -> FaceLook:
    """Give a look with its pips as a lamp makes them that mirrors in them; bright ones as seen."""
    if not is_dark_on_light(look):
        return look
    body, pip = np.array(look.body_bgr), np.array(look.pip_bgr)
    b, g, r = (body + _PART * (pip - body)).tolist()
    return replace(look, pip_bgr=(b, g, r))


__all__ = ["Again", "fainter", "is_dark_on_light", "without_floor"]
