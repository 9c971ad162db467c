"""Gathers what is known about each die that was taken.

May import: numpy, vision.agree, vision.board, vision.find, vision.measure, vision.residue,
vision.underfoot.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.agree import in_agreement
from vision.board import Board
from vision.calibration_values import Calibration
from vision.find import Found
from vision.measure import Measures, outward_stretch
from vision.residue import Residue
from vision.underfoot import unlike_floor

Doubles = NDArray[np.float64]

AT_WALL = 0.5  # edges inside the outline: nearer than a die lies flat


@dataclass(frozen=True, slots=True)
class Cues:
    """What is known about one die that was taken.

    contrast, likeness, weakest_pip, worst_cell, odd_cells : see `vision.faces.Evidence`.
    measures : see `vision.measure.Measures`.
    excess, deficit : see `vision.residue.Residue`.
    inside : distance of the die's middle to the tray's wall, in edges.
    rival : merit of the best other reading of the same place, less this one's; -9 if none.
    alone : whether dice of the set are missing, so that this one may hide another.
    unlike_floor : how little the empty tray under the die looks like the floor, 1 at most if it is
        the floor; see `vision.underfoot`. Measured near the wall only.
    aside : distance of the die from the point below the camera, in edges.
    outward : see `vision.measure.outward_stretch`.
    """

    contrast: float
    likeness: float
    weakest_pip: float
    worst_cell: float
    odd_cells: float
    measures: Measures
    excess: float
    deficit: float
    inside: float
    rival: float
    alone: bool
    unlike_floor: float
    aside: float
    outward: float | None


def gather_cues(
    found: Found,
    measures: list[Measures],
    residue: Residue,
    poses: Doubles,
    board: Board,
    calibration: Calibration,
) -> list[Cues]:
    """Give the cues of the dice that were taken, which lie at the poses."""
    agreed = in_agreement(measures, poses, calibration)
    return [
        _cues(found, j, agreed[j], residue, pose, _inside(board, pose), calibration)
        for j, pose in enumerate(poses)
    ]


def _cues(
    found: Found,
    j: int,
    measures: Measures,
    residue: Residue,
    pose: Doubles,
    inside: float,
    calibration: Calibration,
) -> Cues:
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
        alone=len(found.taken) < calibration.dice.count,
        unlike_floor=unlike_floor(calibration, pose) if inside < AT_WALL else 0.0,
        aside=float(np.hypot(pose[0], pose[1])),
        outward=outward_stretch(measures, pose),
    )


def _inside(board: Board, pose: Doubles) -> float:
    """Give how far inside the tray's wall a die's middle is, in edges."""
    x, y = np.round(board.to_px(pose[None, :2])[0]).astype(int)
    height, width = board.inside_edges.shape
    return float(board.inside_edges[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])
