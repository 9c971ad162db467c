"""Looks again for pips that a mirrored lamp made faint: dark glossy ones on bodies that stay white.

A lamp that mirrors in dark pips lifts them halfway to a white body, which hardly grows whiter. Near
the corners of a face the dark floor around it takes away what is left of them: what a pip's middle
is darker than lies beside it. So the floor is painted in the body's colour, and pips are looked for
that are a part as dark, besides the faces that were read without a doubt. What was found so is
judged as everything else is. Of 78 fair throws in two drawn rooms of such dice on purple felt 47
were read without this and 69 are with it: 66 with the floor painted only.
May import: numpy, cv2, vision.calibration_values, vision.sight, vision.sureness, vision.types,
vision.account.residue, vision.faces (find, painted, pips), vision.judgement.leftover,
vision.tray.board.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.calibration_values import Calibration, Camera
from vision.faces.find import Found
from vision.faces.painted import Again, is_dark_on_light
from vision.faces.pips import looks_of
from vision.judgement.leftover import are_among
from vision.sureness import chance_of
from vision.tray.board import EDGE_PX
from vision.types import DieReading, Problem

Mask = NDArray[np.uint8]

_LEAST_FACES, _MOST_FACES = 0.3, 2.5  # area of what is left over of a die
_FAR_OFF = 4.0  # doubt about a face, in limits
_LEAST_FLOOR = 0.15  # faces: pips are smaller
OF_FAINT = frozenset({Problem.HIDDEN, Problem.GLARE, Problem.UNREADABLE, Problem.MOVING})
_RIM = np.ones((3, 3), np.uint8)  # where a body's colour runs into the floor's


def may_hold_faint_pips(
    dice: Sequence[DieReading], residue: Residue, calibration: Calibration
) -> bool:
    """Tell whether a picture may show pips of the set that a lamp made faint.

    A face that is misread without them seems to lean by far: its silhouette lies elsewhere. Where
    all dice of the set are sure, or more is left over than the others cover, as by a hand, none
    that is found can explain the picture.
    """
    if not any(map(is_dark_on_light, looks_of(calibration.dice))):
        return False
    not_sure = calibration.dice.count - sum(die.problem is None for die in dice)
    if sum(blob.area for blob in residue.blobs) > _MOST_FACES * not_sure:
        return False
    left_over = any(blob.area > _LEAST_FACES for blob in residue.blobs)
    far_off = chance_of(_FAR_OFF)
    return left_over or any(
        die.problem in OF_FAINT or (die.problem is not None and die.confidence <= far_off)
        for die in dice
    )


def looked_for_again(
    dice: Sequence[DieReading], residue: Residue, found: Found, camera: Camera
) -> Again:
    """Give what is known of a picture that is to be looked at again for faint pips.

    dice : as they were read, where they lie in a picture as calibrated.
    """
    taken = np.array(found.taken, np.int64)
    not_doubted = [die for die in dice if die.problem is None]
    sure = taken[are_among(not_doubted, found.faces.poses[taken], camera)].tolist()
    return Again(floor_beside(residue), found.faces.some(sure), tuple(dice))


def floor_beside(residue: Residue) -> Mask:
    """Give where the board shows floor or its border with a thing: uint8 mask, 1 there.

    Dark pips look like floor in deep shadow, but are smaller than any floor that is seen.
    """
    floor = np.asarray(residue.standing <= residue.level, np.uint8)
    _, which, stats, _ = cv2.connectedComponentsWithStats(floor, connectivity=4)
    large = stats[:, cv2.CC_STAT_AREA] > _LEAST_FLOOR * EDGE_PX * EDGE_PX
    floor &= np.asarray(large, np.uint8)[which]
    return np.asarray(cv2.dilate(floor, _RIM), np.uint8)


__all__ = [
    "OF_FAINT",
    "floor_beside",
    "looked_for_again",
    "may_hold_faint_pips",
]
