"""Reads one picture of a calibrated tray: `read_tray(bgr, calibration) -> Reading`.

May import: numpy, cv2 and the rest of vision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board import Board, board_of
from vision.calibration_values import Calibration
from vision.choose import choose, merit, passable
from vision.edges import edge_angles
from vision.faces import PATCH_PX, REACH, Evidence, examine
from vision.geometry import SQUARE, to_picture, turned
from vision.hypotheses import Faces, suppose
from vision.layout import VALUES
from vision.patches import patches
from vision.pips import find_spots, looks_of
from vision.types import DieReading, Point, Reading, Status

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The dice that were found and everything that was supposed on the way."""

    board_bgr: Picture
    faces: Faces
    evidence: Evidence
    merits: Doubles
    taken: tuple[int, ...]


def read_tray(bgr: Picture, calibration: Calibration) -> Reading:
    """Give what the tray shows: every die with its value, red, place and confidence.

    Parameters
    ----------
    bgr : uint8 array of shape (M, N, 3), blue first.
    calibration : of this camera and this dice set; scaled to the picture if the aspect fits.

    Notes
    -----
    Never raises for a hard picture: what can't be read is a problem of the reading.
    """
    try:
        fitting = calibration.scaled_to(bgr.shape[1], bgr.shape[0])
    except ValueError as error:
        return Reading(Status.UNSURE, (), (str(error),))
    found = find_dice(bgr, fitting)
    dice = tuple(_die(found, k, fitting) for k in found.taken)
    dice = tuple(sorted(dice, key=lambda die: die.centre_px))
    return Reading(Status.OK if dice else Status.EMPTY, dice)


def find_dice(bgr: Picture, calibration: Calibration) -> Found:
    """Give the faces that explain the picture best."""
    board = board_of(calibration)
    looks = looks_of(calibration.dice)
    seen = board.look(bgr)
    seen_float = seen.astype(np.float32)
    near = (board.inside_edges > -1.0).astype(np.uint8)
    spots = [find_spots(seen_float, look, calibration.dice, near) for look in looks]
    faces = _with_ace_angles(suppose(spots, calibration.dice, board.origin_uv), seen, board)
    cuts = patches(bgr, calibration.camera, faces.poses, PATCH_PX, REACH)
    evidence = examine(cuts, faces.drawings, [looks[k] for k in faces.looks], calibration.dice)
    merits = merit(faces, evidence)
    taken = choose(faces, merits, passable(evidence))
    return Found(seen, faces, evidence, merits, tuple(taken))


def _with_ace_angles(faces: Faces, seen: Picture, board: Board) -> Faces:
    aces = faces.drawings == 0
    poses = faces.poses.copy()
    angles, _ = edge_angles(seen, board.to_px(poses[aces, :2]))
    poses[aces, 2] = angles
    return replace(faces, poses=poses)


def _die(found: Found, k: int, calibration: Calibration) -> DieReading:
    pose = found.faces.poses[k]
    corners = to_picture(calibration.camera, turned(SQUARE, pose[2]) + pose[:2], 1.0)
    centre = to_picture(calibration.camera, pose[None, :2], 1.0)[0]
    return DieReading(
        value=int(VALUES[found.faces.drawings[k]]),
        red=bool(found.faces.looks[k]),
        confidence=0.5,
        centre_px=_point(centre),
        corners_px=tuple(_point(corner) for corner in corners),
    )


def _point(xy: Doubles) -> Point:
    return (round(float(xy[0]), 2), round(float(xy[1]), 2))
