"""Aces are turned to their silhouettes, and what their neighbours cover does not mislead."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, RED_FACES, calibration_of
from vision.board import Board, board_of
from vision.calibration_values import Calibration
from vision.silhouette import frame_around, turned_to_silhouettes

STRANGE_LEVEL = 120.0


def standing_out(
    board: Board, calibration: Calibration, poses: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Give how a tray with flat dice at these poses stands out from the empty one."""
    strange = np.zeros(board.floor.shape, np.float32)
    for pose in poses:
        frame = frame_around(calibration.camera, board, pose, 0.0)
        strange[frame.window][frame.mask > 0] = STRANGE_LEVEL
    return strange


def error_deg(found_rad: float, true_rad: float) -> float:
    """Give how far a square is turned from another one."""
    return float(abs((np.degrees(found_rad - true_rad) + 45) % 90 - 45))


CLUSTERS = (
    ((0.0, 0.0, 0.77), (0.96, 0.36, 1.42), (0.16, 1.05, 1.24), (-1.08, 0.08, 0.04)),
    ((0.0, 0.0, 0.81), (1.1, -0.07, 0.09), (0.0, 1.14, 0.31), (-1.02, 0.3, 0.78)),
)
LAST = ((0.22, -1.06, 0.49), (-0.11, -1.07, 1.01))


@pytest.mark.parametrize("tray", [RED_FACES, BLACK_DICE])
@pytest.mark.parametrize("which", [0, 1])
@pytest.mark.parametrize("wrong_deg", [-30.0, -18.0, 24.0])
def test_an_ace_between_touching_dice_is_turned_as_it_lies(
    tray: str, which: int, wrong_deg: float
) -> None:
    calibration = calibration_of(tray)
    board = board_of(calibration)
    true = np.array([*CLUSTERS[which], LAST[which]])
    strange = standing_out(board, calibration, true)
    guess = true.copy()
    guess[0, 2] += np.radians(wrong_deg)
    ace = np.arange(5) == 0
    turned = turned_to_silhouettes(strange, board, calibration, guess, ace)
    assert error_deg(turned[0, 2], true[0, 2]) < 7
    assert np.array_equal(turned[1:], guess[1:])
