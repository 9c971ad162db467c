"""How far dice are from the wall if it stands where only the surer outline of the floor ends.

May import: numpy, vision.calibration_values, vision.kept, vision.account.bodies, vision.tray
(board, geometry).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.account.bodies import cut
from vision.calibration_values import Calibration
from vision.kept import kept
from vision.tray.board import Board, board_of, inside_of
from vision.tray.geometry import to_floor

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


def sure_inside_edges(board: Board, calibration: Calibration) -> Floats | None:
    """Give how far inside the surer outline dice are whose tops are centred there, in edges.

    Of the shape of the board; negative outside. None where the tray has but one outline.
    """
    if not calibration.sure_px:
        return None
    return np.asarray(cut(_of_whole_board(calibration), board), dtype=np.float32)


def surely_inside_at(uv: Doubles, board: Board, calibration: Calibration) -> Floats:
    """Give how far inside both outlines dice are that stand there, in edges: shape (K,).

    uv : where on the floor, shape (K, 2). See `vision.tray.board.Board.inside_at`.
    """
    inside, sure = board.inside_at(uv), sure_inside_edges(board, calibration)
    if sure is None:
        return inside
    return np.minimum(inside, replace(board, inside_edges=sure).inside_at(uv))


@kept
def _of_whole_board(calibration: Calibration) -> Floats:
    board = board_of(calibration)
    outline = board.to_px(to_floor(calibration.camera, np.array(calibration.sure_px)))
    return inside_of(outline, board.floor.shape)
