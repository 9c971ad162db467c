"""Patches: a face is cut upright, with its margin, wherever and however it lies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.calibration_values import Camera
from vision.faces.patches import face_patches, patches
from vision.tray.geometry import SQUARE, to_picture, turned
from vision.types import DieReading

CAMERA = Camera(990.0, (639.5, 479.5), -0.03, (0.04, 0.1), 24.0)
POSES = np.array([[0.0, 0.0, 0.0], [5.0, -4.0, 0.5], [-6.0, 3.0, 1.2]])


def corners_of(pose: np.ndarray) -> np.ndarray:
    return to_picture(CAMERA, turned(SQUARE, float(pose[2])) + pose[:2], 1.0)


def drawn_faces() -> np.ndarray:
    """Give a picture with a white face at each pose, a dark dot in its first quarter."""
    bgr = np.full((960, 1280, 3), 40, np.uint8)
    for pose in POSES:
        fine = np.round(corners_of(pose) * 16).astype(np.int32)
        cv2.fillConvexPoly(bgr, fine, (255, 255, 255), cv2.LINE_AA, 4)
        dot = to_picture(CAMERA, turned(SQUARE[:1] * 0.5, float(pose[2])) + pose[:2], 1.0)[0]
        cv2.circle(bgr, (round(float(dot[0])), round(float(dot[1]))), 5, (0, 0, 0), -1)
    return bgr


@pytest.mark.parametrize("k", range(len(POSES)))
def test_a_face_fills_its_patch_and_lies_upright(k: int) -> None:
    cut = patches(drawn_faces(), CAMERA, POSES[k : k + 1], 40, 0.5)[0]
    assert cut[:3, 20].mean() > 120
    assert cut[20:38, 20:38].mean() > 240
    assert cut[10, 10].mean() < 60


@pytest.mark.parametrize("k", range(len(POSES)))
def test_a_read_die_is_cut_with_its_margin(k: int) -> None:
    corners = tuple((float(x), float(y)) for x, y in corners_of(POSES[k]))
    cut = face_patches(drawn_faces(), (DieReading(1, False, 1.0, (0.0, 0.0), corners),), 48)[0]
    assert cut[2:4].mean() < 60
    assert cut[24:38, 24:38].mean() > 240


def test_no_dice_give_no_patches() -> None:
    assert face_patches(drawn_faces(), ()).shape == (0, 48, 48, 3)
