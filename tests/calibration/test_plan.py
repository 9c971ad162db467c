"""What on the plan of an empty tray counts as its floor, and what does not."""

from __future__ import annotations

import numpy as np

from calibration.plan import like_floor, plan_of
from vision.calibration_values import Camera
from vision.tray.geometry import to_picture

_CAMERA = Camera(1000.0, (639.5, 479.5), 0.0, (0.03, -0.02), 26.0)
_HALF = np.array([8.0, 6.0])  # edges of a die, of the felt
_DICE = np.array([(x, y) for x in (-3.0, 0.0, 3.0) for y in (-1.5, 1.5)])


def test_a_white_table_around_grainy_black_felt_is_no_floor() -> None:
    random = np.random.default_rng(7)
    bgr = np.full((960, 1280, 3), 235, np.uint8)
    corners = to_picture(_CAMERA, np.array([-_HALF, _HALF]), 0.0)
    (left, top), (right, bottom) = np.sort(corners, axis=0).round().astype(int)
    coarse = random.normal(0.0, 14.0, ((bottom - top) // 24 + 1, (right - left) // 24 + 1, 3))
    grain = coarse.repeat(24, axis=0).repeat(24, axis=1)[: bottom - top, : right - left]
    bgr[top:bottom, left:right] = np.clip(26 + grain, 0, 255)
    plan = plan_of(bgr, to_picture(_CAMERA, _DICE, 1.0), _CAMERA)
    reach = np.abs(plan.to_uv(like_floor(plan))).max(axis=0)
    assert (reach < _HALF + 0.5).all()
