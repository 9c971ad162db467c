"""Silhouettes of calibrated dice are dice without their shadows, of whatever colour these are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.pose import Pose
from calibration.silhouettes import seen_silhouettes
from vision.calibration_values import Camera

EDGE_PX, STEP_PX = 40, 140
FLOOR_BGR, BODY_BGR = np.array([90.0, 100.0, 115.0]), np.array([50.0, 150.0, 60.0])
COLD, WARM = np.array([0.95, 0.72, 0.56]), np.array([0.55, 0.78, 0.92])  # shares of its light


def tray_with_shadows(
    shares: tuple[NDArray[np.float64], NDArray[np.float64]],
    body_bgr: NDArray[np.float64] = BODY_BGR,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], Pose]:
    """Give an empty tray, a picture of six dice with a shadow on either side, and their pose."""
    camera = Camera(EDGE_PX * 1000.0, (320.0, 240.0), 0.0, (0.0, 0.0), 1001.0)
    empty = np.full((480, 640, 3), FLOOR_BGR, np.uint8)
    seen, poses = empty.astype(np.float64), []
    for k in range(6):
        x, y = 180 + STEP_PX * (k % 3), 170 + STEP_PX * (k // 3)
        half = EDGE_PX // 2
        for share, way in zip(shares, (-1, 1), strict=True):
            at = x + way * EDGE_PX * 3 // 4
            seen[y - half : y + half, at - half // 2 - 5 : at + half // 2 + 5] = FLOOR_BGR * share
        seen[y - half : y + half, x - half : x + half] = body_bgr
        poses.append(((x - 320) / EDGE_PX, (y - 240) / EDGE_PX, 0.0))
    picture = cv2.GaussianBlur(seen.clip(0, 255).astype(np.uint8), (5, 5), 1.0)
    return empty, np.asarray(picture, np.uint8), Pose(camera, np.array(poses), 0.1, 0.0, np.ones(6))


@pytest.mark.parametrize("shares", [(COLD, WARM), (np.full(3, 0.6), np.full(3, 0.8))])
def test_shadows_are_no_part_of_silhouettes(
    shares: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> None:
    empty, picture, pose = tray_with_shadows(shares)
    seen = seen_silhouettes([picture], empty, [0] * 6, pose)
    assert seen is not None
    face_px = (EDGE_PX / 2) ** 2
    assert max(mask.sum() for mask in seen.masks) == pytest.approx(face_px, rel=0.25)


def test_dice_that_are_twice_as_unlike_the_floor_have_twice_the_contrast() -> None:
    contrasts = []
    for body_bgr in (BODY_BGR, 2 * BODY_BGR - FLOOR_BGR):
        empty, picture, pose = tray_with_shadows((np.full(3, 0.6), np.full(3, 0.8)), body_bgr)
        seen = seen_silhouettes([picture], empty, [0] * 6, pose)
        assert seen is not None
        contrasts.append(seen.contrast)
    assert contrasts[1] == pytest.approx(2 * contrasts[0], rel=0.15)


def contrast_of(*squares: tuple[int, NDArray[np.float64]]) -> float:
    """The contrast of six dice without shadows, painted with squares so many pixels to each side.

    Windows are as large as dice of 20 pixels to each side make them.
    """
    empty, _, pose = tray_with_shadows((np.ones(3), np.ones(3)))
    picture = empty.copy()
    for u, v, _angle in pose.dice.tolist():
        x, y = round(320 + EDGE_PX * u), round(240 + EDGE_PX * v)
        for half, bgr in squares:
            picture[y - half : y + half, x - half : x + half] = bgr
    seen = seen_silhouettes([picture], empty, [0] * 6, pose)
    assert seen is not None
    return seen.contrast


def test_dice_that_are_smaller_than_their_pips_tell_stand_out_as_much() -> None:
    usual, smaller = contrast_of((20, BODY_BGR)), contrast_of((17, BODY_BGR))
    assert smaller == pytest.approx(usual, rel=0.1)


def test_what_is_bright_on_usual_dice_does_not_make_them_stand_out_more() -> None:
    bright = contrast_of((20, BODY_BGR), (14, 2 * BODY_BGR - FLOOR_BGR))
    assert bright == pytest.approx(contrast_of((20, BODY_BGR)), rel=0.1)
