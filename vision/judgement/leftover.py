"""Sorts what no die explains: dice in motion, faces that mirror a lamp, hands, paper and pens.

May import: numpy, vision.calibration_values, vision.types, vision.account (blobs, residue),
vision.faces.find, vision.judgement (foreign, streaks), vision.tray (board, geometry).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.account.blobs import Blob
from vision.account.residue import Residue
from vision.calibration_values import Calibration, Camera
from vision.faces.find import Found
from vision.judgement.foreign import foreign_blobs, part_of_dice, things_among
from vision.judgement.streaks import is_along_one_way, moving_blobs, steepness
from vision.tray.board import Board
from vision.tray.geometry import edge_px, to_picture
from vision.types import DieReading, Problem

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

NEAR_EDGES = 1.6  # what lies so near a die may be a part of it
_TOUCHING_EDGES = 1.0  # a thing's nearest point from the middle of a die that it covers or touches
_STEP_PX = 4  # of the board
_HAND_FACES = 2.5  # unexplained area, in faces, that reaches the wall: more than a die
_MUCH_FACES = 0.8  # unexplained area of dice too blurred to read
_LARGE_FACES, _LOOKED_AT = 0.3, 3  # what is left over of dice, and how many of these tell
_SMEARED = 0.205  # of the calibrated sharpness; drawn dice: 0.22 and more at rest, 0.19 rolling
_TUMBLING_FACES = 7.0  # area of some dice in motion where their ways meet; what is larger is none
_OF_DICE = 0.25  # of their pixels that are of dice's colours; hands: 0.07 at most in eight of ten
_NOT_WHITE = 120.0  # smallest channel of a body that a mirrored lamp can be told from
_MIRROR_FACES = (0.5, 2.6)  # area of faces that mirror a lamp; leaning and stacked dice show less
_PAPER_FACES = 1.5  # area of a thing that is white: mirrored faces have 1.3 at most
SAME_EDGES = 0.3  # no two dice's middles are nearer
_APART_EDGES = 1.0  # no two flat dice's middles are nearer
_BY_A_THING = frozenset({Problem.COCKED, Problem.STACKED, Problem.MOVING})  # what it looks like


@dataclass(frozen=True, slots=True, eq=False)
class Leftover:
    """What is left over, by what it is.

    moving : smeared as dice in motion are.
    foreign : things of none of the dice's colours, and those told by more than that.
    things : the latter; see `vision.judgement.foreign.things_among`.
    mirrored : faces that are white all over.
    smeared_px, things_px, mirrored_px : float64 arrays (N, 2) of points of the picture: in the
        middle of what surely moves along one way, all over the things, and in the middle of faces.
    """

    moving: tuple[Blob, ...]
    foreign: tuple[Blob, ...]
    things: tuple[Blob, ...]
    mirrored: tuple[Blob, ...]
    smeared_px: Doubles
    things_px: Doubles
    mirrored_px: Doubles


_NOWHERE = np.zeros((0, 2))
_NOTHING = Leftover((), (), (), (), _NOWHERE, _NOWHERE, _NOWHERE)


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
    if not residue.blobs:  # so mostly
        return _NOTHING
    things = things_among(residue, found)
    smeared = moving_blobs(dice, residue, found, board, calibration)
    moving = tuple(blob for blob in smeared if blob not in things)
    unlike = foreign_blobs(residue, found, calibration)
    foreign = tuple(b for b in residue.blobs if b in things or (b in unlike and b not in moving))
    mirrored = _mirrored(residue, moving, things, calibration)
    surely = tuple(b for b in moving if is_along_one_way(b, residue, found.board_bgr))
    return Leftover(
        moving,
        foreign,
        things,
        mirrored,
        in_picture(_middles(surely), board, calibration),
        in_picture(_points_of(things, residue), board, calibration),
        in_picture(_middles(mirrored), board, calibration),
    )


def _middles(blobs: tuple[Blob, ...]) -> Doubles:
    return np.reshape([blob.middle_px for blob in blobs], (-1, 2))


def _points_of(things: tuple[Blob, ...], residue: Residue) -> Doubles:
    """Give points of the board (N, 2) all over some things."""
    points = [np.zeros((0, 2))]
    for thing in things:
        rows, columns = thing.window
        y, x = np.nonzero(residue.rest[thing.window][::_STEP_PX, ::_STEP_PX])
        at = x * _STEP_PX + float(columns.start), y * _STEP_PX + float(rows.start)
        points.append(np.stack(at, axis=1))
    return np.concatenate(points)


def _mirrored(
    residue: Residue,
    moving: tuple[Blob, ...],
    things: tuple[Blob, ...],
    calibration: Calibration,
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
    return tuple(
        b for b in still if b.whiteness > white and not (b in things and b.area > _PAPER_FACES)
    )


def beside(die: DieReading, rest: Leftover) -> DieReading:
    """Give a doubted die by what lies beside it, if that is what stands out there.

    It is mirrored beside a mirrored face, and hidden beside paper or a pen.
    """
    if die.problem is None:
        return die
    if apart(die, rest.mirrored_px) <= NEAR_EDGES:
        return replace(die, problem=Problem.GLARE)
    hidden = die.problem in _BY_A_THING and apart(die, rest.things_px) <= _TOUCHING_EDGES
    return replace(die, problem=Problem.HIDDEN) if hidden else die


def mirrored_beside(dice: Sequence[DieReading], rest: Leftover) -> int:
    """Give how many faces that mirror a lamp are of dice that were not read at all."""
    return sum(all(apart(die, at_px) > _APART_EDGES for die in dice) for at_px in rest.mirrored_px)


def hands(residue: Residue) -> list[Blob]:
    """Give what is as large as a hand: it reaches in over the wall, or is larger than dice."""
    return [
        blob
        for blob in residue.blobs
        if blob.area > _TUMBLING_FACES or (blob.area > _HAND_FACES and blob.reaches_out)
    ]


def all_tumbling(
    large: list[Blob], rest: Leftover, residue: Residue, found: Found, calibration: Calibration
) -> bool:
    """Tell whether what is as large as a hand is some dice in motion, whose ways meet.

    A hand is larger, or of another colour, or of one colour all over.
    """
    most = _SMEARED * calibration.sharpness
    return all(
        blob.area < _TUMBLING_FACES
        and blob not in rest.things
        and (blob in rest.moving or steepness(found.board_bgr, blob.middle_px) < most)
        and part_of_dice(blob, residue, found, calibration) > _OF_DICE
        for blob in large
    )


def all_moving(
    dice: tuple[DieReading, ...],
    residue: Residue,
    rest: Leftover,
    board_bgr: NDArray[np.uint8],
    calibration: Calibration,
) -> bool:
    """Tell whether dice are blurred, or hardly one is clear and what is left over is smeared."""
    blobs = [blob for blob in residue.blobs if blob not in rest.things]
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
    if not len(xy_px):
        return _NOWHERE
    return np.asarray(to_picture(calibration.camera, board.to_uv(xy_px), 1.0), dtype=np.float64)


def are_among(dice: Sequence[DieReading], poses: Doubles, camera: Camera) -> Bools:
    """Tell which poses are those of some dice, where these lie in a picture as calibrated: (K,)."""
    at_px = np.reshape([die.centre_px for die in dice], (-1, 2))
    middles_px = to_picture(camera, poses[:, :2], 1.0)
    gaps = np.hypot(*(middles_px[:, None] - at_px[None]).transpose(2, 0, 1))
    return np.asarray((gaps < SAME_EDGES * edge_px(camera)).any(1), np.bool_)


def apart(die: DieReading, at_px: Doubles) -> float:
    """Give the distance of a die's middle from the nearest of points (N, 2), in edges."""
    edge = np.linalg.norm(np.subtract(die.corners_px[0], die.corners_px[1]))
    gaps = np.hypot(*np.subtract(at_px, die.centre_px).reshape(-1, 2).T)
    return float(gaps.min(initial=np.inf) / max(edge, 1.0))


__all__ = [
    "NEAR_EDGES",
    "SAME_EDGES",
    "Leftover",
    "all_moving",
    "all_tumbling",
    "apart",
    "are_among",
    "beside",
    "hands",
    "in_picture",
    "leftover",
    "mirrored_beside",
]
