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


def sure_inside_edges(board: Board, calibration: Calibration) -> Floats | None:
    """Give how far inside the surer outline dice are whose tops are centred there, in edges.

    Of the shape of the board; negative outside. None where the tray has but one outline.
    """
    if not calibration.sure_px:
        return None
    return np.asarray(cut(_of_whole_board(calibration), board), dtype=np.float32)


def with_sure_walls(board: Board, calibration: Calibration) -> Board:
    """Give the board with a wall along the surer outline, too, if the tray has one."""
    sure = sure_inside_edges(board, calibration)
    if sure is None:
        return board
    return replace(board, inside_edges=np.minimum(board.inside_edges, sure))


@kept
def _of_whole_board(calibration: Calibration) -> Floats:
    board = board_of(calibration)
    outline = board.to_px(to_floor(calibration.camera, np.array(calibration.sure_px)))
    return inside_of(outline, board.floor.shape)
