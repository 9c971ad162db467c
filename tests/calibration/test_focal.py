"""A shorter focal length than usual is believed only if silhouettes and pips speak for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import calibration.focal
from calibration.focal import Trial, fit_focal
from calibration.lenses import UNKNOWN
from calibration.pose import Pose, fit_pose
from calibration.silhouettes import Seen
from calibration.straight import NO_SIDES
from tests.calibration.test_pose import OFFSET, shown_by
from vision.calibration_values import Camera

SIZE = (1280, 960)
USUAL_PX = UNKNOWN.focal_px(*SIZE)
WIDE_PX = 0.6 * USUAL_PX
SEEN = Seen([], [], 100.0)


def looking(focal_px: float, tilt: tuple[float, float]) -> Camera:
    """Give a camera that shows dice about as large, whatever its lens."""
    return Camera(focal_px, (639.5, 479.5), 0.0, tilt, 14.0 * focal_px / USUAL_PX)


def fitted(camera: Camera, monkeypatch: pytest.MonkeyPatch) -> Trial:
    """Fit the focal length to a camera's pips and silhouettes that speak for a wide lens."""

    def misfit(_seen: Seen, pose: Pose, _offsets: object) -> tuple[float, float]:
        return 0.25, 0.1 + 0.05 * abs(float(np.log(pose.camera.focal_px / WIDE_PX)))

    monkeypatch.setattr(calibration.focal, "best_offset", misfit)
    dice = shown_by(camera, 3, noise_px=0.05)
    height = 1 + (camera.height - 1) * USUAL_PX / camera.focal_px
    start = replace(camera, focal_px=USUAL_PX, tilt=(0.0, 0.0), height=height)
    pose = fit_pose(dice, start, OFFSET, lens=UNKNOWN)
    return fit_focal(dice, pose, OFFSET, SEEN, UNKNOWN, NO_SIDES, (), SIZE)


def test_silhouettes_alone_do_not_make_the_lens_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fitted(looking(USUAL_PX, (0.02, 0.0)), monkeypatch).longer_by == 0.0


def test_silhouettes_and_pips_of_a_camera_that_is_tilted_much_make_it_wide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = fitted(looking(WIDE_PX, (0.16, -0.12)), monkeypatch).pose.camera
    assert found.focal_px == pytest.approx(WIDE_PX, rel=0.2)


@pytest.mark.parametrize(("likelier", "is_believed"), [(2.5, False), (4.0, True)])
def test_the_shortest_lens_that_is_tried_must_be_clearly_likelier_too(
    monkeypatch: pytest.MonkeyPatch, likelier: float, *, is_believed: bool
) -> None:
    camera = looking(USUAL_PX, (0.02, 0.0))
    dice = shown_by(camera, 3, noise_px=0.05)
    usual = fit_pose(dice, camera, OFFSET, lens=UNKNOWN)

    def of_the_shortest(_dice: object, start: Camera, *_: object, **__: object) -> Pose:
        is_shortest = start.focal_px < 0.5 * USUAL_PX
        return replace(usual, camera=start, unlikeliness=80.0 - likelier * is_shortest)

    monkeypatch.setattr(calibration.focal, "fit_pose", of_the_shortest)
    found = fit_focal(dice, usual, OFFSET, None, UNKNOWN, NO_SIDES, (), SIZE)
    assert (found.longer_by < -0.7) is is_believed
    assert (found.longer_by == 0.0) is not is_believed
