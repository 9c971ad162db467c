"""Reads one picture of a calibrated tray: `read_tray(bgr, calibration) -> Reading`.

May import: numpy, cv2 and the rest of vision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.board import Board, board_of
from vision.calibration_values import Calibration
from vision.find import Found, find_dice
from vision.geometry import SQUARE, to_picture, turned
from vision.judge import Cues, Verdict, has_clear_silhouettes, judge_die
from vision.layout import VALUES
from vision.measure import Measures, measure
from vision.residue import Residue, find_residue, turned_to_silhouettes
from vision.scene import judge_scene
from vision.types import DieReading, Point, Reading, Status

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]


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
    board = board_of(fitting)
    found = find_dice(bgr, fitting)
    measures = [_measure(found, j, fitting) for j in range(len(found.taken))]
    poses = _refined(found, measures)
    if has_clear_silhouettes(fitting):
        aces = found.faces.drawings[list(found.taken)] == 0
        poses[aces] = turned_to_silhouettes(found.board_bgr, board, fitting, poses[aces])
    residue = find_residue(found.board_bgr, board, fitting, poses)
    verdicts = [
        judge_die(_cues(found, j, measures[j], residue, _inside(board, poses[j])), fitting)
        for j in range(len(poses))
    ]
    dice = [_die(found, j, poses[j], verdicts[j], fitting) for j in range(len(poses))]
    return judge_scene(dice, residue, found, board, fitting)


def _measure(found: Found, j: int, calibration: Calibration) -> Measures:
    k = found.taken[j]
    evidence = found.evidence
    return measure(
        found.cuts[k],
        int(found.faces.drawings[k]),
        evidence.body_bgr[k],
        evidence.pip_bgr[k],
        calibration.dice,
    )


def _refined(found: Found, measures: list[Measures]) -> Doubles:
    """Give the poses moved onto the measured pips."""
    poses = found.faces.poses[list(found.taken)].copy()
    for pose, measured in zip(poses, measures, strict=True):
        pose[:2] += turned(np.array([measured.shift]), pose[2])[0]
        pose[2] += measured.turn_rad
    return poses


def _inside(board: Board, pose: Doubles) -> float:
    """Give how far inside the tray's wall a die's middle is, in edges."""
    x, y = np.round(board.to_px(pose[None, :2])[0]).astype(int)
    height, width = board.inside_edges.shape
    return float(board.inside_edges[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])


def _cues(found: Found, j: int, measures: Measures, residue: Residue, inside: float) -> Cues:
    k, evidence = found.taken[j], found.evidence
    return Cues(
        contrast=float(evidence.contrast[k]),
        likeness=float(evidence.likeness[k]),
        weakest_pip=float(evidence.weakest_pip[k]),
        worst_cell=float(evidence.worst_cell[k]),
        odd_cells=float(evidence.odd_cells[k]),
        measures=measures,
        excess=residue.excess[j],
        deficit=residue.deficit[j],
        inside=inside,
        rival=found.rivals[j],
    )


def _die(
    found: Found, j: int, pose: Doubles, verdict: Verdict, calibration: Calibration
) -> DieReading:
    k = found.taken[j]
    corners = to_picture(calibration.camera, turned(SQUARE, pose[2]) + pose[:2], 1.0)
    centre = to_picture(calibration.camera, pose[None, :2], 1.0)[0]
    return DieReading(
        value=int(VALUES[found.faces.drawings[k]]),
        red=bool(found.faces.looks[k]),
        confidence=verdict.confidence,
        centre_px=_point(centre),
        corners_px=tuple(_point(corner) for corner in corners),
        problem=verdict.problem,
    )


def _point(xy: Doubles) -> Point:
    return (round(float(xy[0]), 2), round(float(xy[1]), 2))
