"""Sorts what no die explains: dice in motion, faces that mirror a lamp, hands and things.

May import: numpy, vision.blobs, vision.board, vision.calibration_values, vision.find,
vision.foreign, vision.geometry, vision.residue, vision.streaks, vision.types.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blob
from vision.board import Board
from vision.calibration_values import Calibration
from vision.find import Found
from vision.foreign import foreign_blobs
from vision.geometry import to_picture
from vision.residue import Residue
from vision.streaks import moving_blobs, steepness
from vision.types import DieReading, Problem

Doubles = NDArray[np.float64]

NEAR_EDGES = 1.6  # what lies so near a die may be a part of it
_HAND_FACES = 2.5  # unexplained area, in faces, that reaches the wall: more than a die
_MUCH_FACES = 0.8  # unexplained area of dice too blurred to read
_LARGE_FACES, _LOOKED_AT = 0.3, 3  # what is left over of dice, and how many of these tell
_SMEARED = 0.205  # of the calibrated sharpness; drawn dice: 0.22 and more at rest, 0.19 rolling
_DIE_FACES = 1.0  # area of a die's silhouette that is smeared
_TUMBLING_FACES = 7.0  # area of some of them, where their ways meet
_NOT_WHITE = 120.0  # smallest channel of a body that a mirrored lamp can be told from
_MIRROR_FACES = (0.5, 2.6)  # area of faces that mirror a lamp; leaning and stacked dice show less


@dataclass(frozen=True, slots=True, eq=False)
class Leftover:
    """What is left over, by what it is.

    moving : smeared as dice in motion are. foreign : of none of the dice's colours.
    mirrored : faces that are white all over.
    mirrored_px : float64 array (N, 2), where in the picture their middles are.
    """

    moving: tuple[Blob, ...]
    foreign: tuple[Blob, ...]
    mirrored: tuple[Blob, ...]
    mirrored_px: Doubles


def leftover(
    dice: Sequence[DieReading],
    residue: Residue,
    found: Found,
    board: Board,
    calibration: Calibration,
) -> Leftover:
    """Give what is left over, sorted.

    dice : in the order in which they were taken.
    """
    moving = moving_blobs(dice, residue, found, board, calibration)
    unlike = foreign_blobs(residue, found, calibration)
    foreign = tuple(blob for blob in unlike if blob not in moving)
    mirrored = _mirrored(residue, moving, calibration)
    middles = np.reshape([blob.middle_px for blob in mirrored], (-1, 2))
    return Leftover(moving, foreign, mirrored, in_picture(middles, board, calibration))


def _mirrored(
    residue: Residue, moving: tuple[Blob, ...], calibration: Calibration
) -> tuple[Blob, ...]:
    """Give faces that are white all over, though the set's bodies are not.

    Pips cover a quarter of a face at most: where a region is nearer to a pale pip's colour than
    to the body's in the mean, a lamp mirrors. What is much larger than a die is paper.
    """
    look = calibration.dice.plain
    if min(look.body_bgr) > _NOT_WHITE:
        return ()
    white = (min(look.body_bgr) + max(min(look.pip_bgr), _NOT_WHITE)) / 2
    least, most = _MIRROR_FACES
    still = [b for b in residue.blobs if least < b.area < most and b not in moving]
    return tuple(b for b in still if b.whiteness > white)


def beside(die: DieReading, rest: Leftover) -> DieReading:
    """Give a doubted die beside a mirrored face as mirrored: the face is what stands out there."""
    if die.problem is None or apart(die, rest.mirrored_px) > NEAR_EDGES:
        return die
    return replace(die, problem=Problem.GLARE)


def hands(residue: Residue) -> list[Blob]:
    """Give what is as large as a hand, and reaches in over the wall."""
    return [blob for blob in residue.blobs if blob.area > _HAND_FACES and blob.reaches_out]


def all_tumbling(
    dice: tuple[DieReading, ...],
    residue: Residue,
    board_bgr: NDArray[np.uint8],
    calibration: Calibration,
) -> bool:
    """Tell whether what is as large as a hand is dice in motion: several things, all smeared.

    A hand is one thing, and beside it some die lies still.
    """
    large = [blob for blob in residue.blobs if blob.area > _DIE_FACES]
    if len(large) < 2 or large[0].area > _TUMBLING_FACES:
        return False
    if any(die.problem is None for die in dice):
        return False
    most = _SMEARED * calibration.sharpness
    return all(steepness(board_bgr, blob.middle_px) < most for blob in large[:2])


def all_moving(
    dice: tuple[DieReading, ...],
    residue: Residue,
    rest: Leftover,
    board_bgr: NDArray[np.uint8],
    calibration: Calibration,
) -> bool:
    """Tell whether dice are blurred, or hardly one is clear and what is left over is smeared."""
    blobs = [blob for blob in residue.blobs if blob not in rest.foreign]
    total = sum(blob.area for blob in blobs)
    clear = sum(die.problem is None for die in dice)
    if any(die.problem is Problem.MOVING for die in dice):
        return clear < len(dice) - 1
    half = calibration.dice.count // 2
    if total <= _MUCH_FACES or clear > half:
        return False
    if not clear and len(dice) > half:
        return True
    large = [blob for blob in blobs if blob.area > _LARGE_FACES][:_LOOKED_AT]
    least = min((steepness(board_bgr, blob.middle_px) for blob in large), default=0.0)
    return least < _SMEARED * calibration.sharpness


def in_picture(xy_px: Doubles, board: Board, calibration: Calibration) -> Doubles:
    """Give where in the picture points (N, 2) of the board are."""
    return np.asarray(to_picture(calibration.camera, board.to_uv(xy_px), 1.0), dtype=np.float64)


def apart(die: DieReading, at_px: Doubles) -> float:
    """Give the distance of a die's middle from the nearest of points (N, 2), in edges."""
    edge = np.linalg.norm(np.subtract(die.corners_px[0], die.corners_px[1]))
    gaps = np.hypot(*np.subtract(at_px, die.centre_px).reshape(-1, 2).T)
    return float(gaps.min(initial=np.inf) / max(edge, 1.0))


__all__ = [
    "NEAR_EDGES",
    "Leftover",
    "all_moving",
    "all_tumbling",
    "apart",
    "beside",
    "hands",
    "in_picture",
    "leftover",
]
