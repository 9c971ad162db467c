"""Points around the tray: how far they moved, and that what lies in the tray moves none."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.files import load_picture
from tests.vision.trays import RED_FACES, calibration_of, throws
from vision.calibration_values import Calibration
from vision.tray.board import Board, board_of, empty_picture
from vision.tray.landmarks import Landmarks, drift_of, landmarks_of, warp_of

Picture = NDArray[np.uint8]


@lru_cache(maxsize=1)
def around() -> tuple[Calibration, Board, Landmarks]:
    calibration = calibration_of(RED_FACES)
    board = board_of(calibration)
    return calibration, board, landmarks_of(board)


def seen_through(matrix: NDArray[np.float64]) -> Picture:
    """The board of the empty tray, its content moved by a map of the board."""
    empty = around()[1].empty_bgr
    size = (empty.shape[1], empty.shape[0])
    moved = cv2.warpPerspective(empty, matrix, size, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE)
    return at_landmarks(np.asarray(moved, np.uint8))


def at_landmarks(bgr: Picture) -> Picture:
    return bgr.reshape(-1, 3)[around()[2].flat]


def shift(x_px: float, y_px: float) -> NDArray[np.float64]:
    return np.array([[1, 0, x_px], [0, 1, y_px], [0, 0, 1.0]])


def test_an_unmoved_camera_drifts_by_nothing() -> None:
    calibration, board, landmarks = around()
    drift = drift_of(at_landmarks(board.look(empty_picture(calibration))), landmarks)
    assert drift is not None
    assert drift.far_px == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("path", throws(RED_FACES, "natural", "touching", "hand"), ids=str)
def test_dice_and_hands_in_the_tray_move_no_landmark(path: Path) -> None:
    _, board, landmarks = around()
    drift = drift_of(board.view(load_picture(path)).at(landmarks.places), landmarks)
    assert drift is not None
    assert drift.far_px < 0.2


@pytest.mark.parametrize(("x_px", "y_px"), [(1.0, 0.0), (0.0, -1.0), (0.8, 0.6), (-1.2, 1.6)])
def test_a_small_shift_is_felt(x_px: float, y_px: float) -> None:
    drift = drift_of(seen_through(shift(x_px, y_px)), around()[2])
    assert drift is not None
    assert drift.far_px > 0.5 * np.hypot(x_px, y_px)


def test_a_brighter_lamp_is_no_drift() -> None:
    brighter = np.clip(around()[1].empty_bgr * 1.25, 0, 255).astype(np.uint8)
    drift = drift_of(at_landmarks(brighter), around()[2])
    assert drift is not None
    assert drift.far_px < 0.2


@pytest.mark.parametrize(
    "matrix",
    [
        shift(1.0, -0.7),
        np.array([[1, -0.003, 1.0], [0.003, 1, -0.5], [0, 0, 1]]),
        np.array([[1.002, 0, 0], [0, 1.002, 0], [0, 0, 1]]),
        np.array([[1, 0, 0], [0, 1, 0], [6e-6, -4e-6, 1]]),
    ],
    ids=["shift", "turn", "nearer", "tilt"],
)
def test_the_map_of_a_small_movement_is_found_to_a_third_of_a_pixel(
    matrix: NDArray[np.float64],
) -> None:
    found = warp_of(seen_through(matrix), around()[2])
    assert found is not None
    height, width = around()[1].floor.shape
    corners = np.array([[[0, 0], [width, 0], [0, height], [width, height]]], np.float64)
    apart = cv2.perspectiveTransform(corners, found) - cv2.perspectiveTransform(corners, matrix)
    assert np.abs(apart).max() < 0.34


def test_where_nothing_is_seen_around_the_tray_nothing_is_said() -> None:
    board = around()[1]
    blank = replace(board, empty_bgr=np.full_like(board.empty_bgr, 90))
    landmarks = landmarks_of(blank)
    seen = blank.empty_bgr.reshape(-1, 3)[landmarks.flat]
    assert drift_of(seen, landmarks) is None
    assert warp_of(seen, landmarks) is None
