"""Finds the dice: the faces that explain the picture best.

May import: numpy and the rest of vision below `read`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.board import Board, board_of
from vision.calibration_values import Calibration
from vision.choose import choose, merit, passable, rivals
from vision.edges import edge_angles
from vision.faces import PATCH_PX, REACH, Evidence, examine
from vision.hypotheses import Faces, suppose
from vision.patches import patches
from vision.pips import Spots, find_spots, looks_of, response

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The dice that were found and everything that was supposed on the way.

    board_bgr : the tray from above.
    spots : the pip-like spots, by look.
    faces, evidence, cuts : everything that was supposed, what speaks for it, and its patches.
    taken : which of the faces are dice, by index.
    rivals : per die taken, merit of the best other reading of its place less its own.
    """

    board_bgr: Picture
    spots: tuple[Spots, ...]
    faces: Faces
    evidence: Evidence
    cuts: NDArray[np.float32]
    taken: tuple[int, ...]
    rivals: tuple[float, ...]


def find_dice(bgr: Picture, seen: Picture, board: Board, calibration: Calibration) -> Found:
    """Give the faces that explain the picture best.

    seen : the picture on the board, or on a window of it; `board` is cut in the same way.
    """
    looks = looks_of(calibration.dice)
    seen_float = seen.astype(np.float32)
    near = (board.inside_edges > -1.2).astype(np.uint8)
    spots = [
        find_spots(seen_float, empty, look, calibration.dice, near)
        for look, empty in zip(looks, _empty_responses(calibration, board), strict=True)
    ]
    faces = _with_ace_angles(suppose(spots, calibration.dice, board.origin_uv), bgr, calibration)
    cuts = patches(bgr, calibration.camera, faces.poses, PATCH_PX, REACH)
    evidence = examine(cuts, faces.drawings, [looks[k] for k in faces.looks], calibration.dice)
    merits, able = merit(faces, evidence), passable(evidence)
    taken = choose(faces, merits, able)
    against = rivals(faces, merits, able, taken)
    return Found(seen, tuple(spots), faces, evidence, cuts, tuple(taken), tuple(against))


def _empty_responses(calibration: Calibration, board: Board) -> list[NDArray[np.float32]]:
    """Give per look where the empty tray has spots like pips, on this part of the board."""
    y, x = board.corner_px
    height, width = board.floor.shape
    return [part[y : y + height, x : x + width] for part in _whole_responses(calibration)]


@lru_cache(maxsize=8)
def _whole_responses(calibration: Calibration) -> tuple[NDArray[np.float32], ...]:
    """Give per look where the empty tray has spots like pips: seams, studs, markers."""
    empty = board_of(calibration).ground.bgr
    return tuple(response(empty, look, calibration.dice) for look in looks_of(calibration.dice))


def _with_ace_angles(faces: Faces, bgr: Picture, calibration: Calibration) -> Faces:
    aces = faces.drawings == 0
    poses = faces.poses.copy()
    poses[aces, 2], _ = edge_angles(bgr, calibration.camera, poses[aces, :2])
    return replace(faces, poses=poses)
