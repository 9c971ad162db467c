"""The pose of the camera comes back from the pips it shows, also when a die is spoilt."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pose import PipsOfDie, Pose, fit_pose
from vision.calibration_values import Camera
from vision.faces.layout import PATTERNS, PLACES
from vision.tray.geometry import to_picture, turned

OFFSET = 0.25
CAMERAS = (
    Camera(985.0, (639.5, 479.5), 0.0, (-0.05, 0.02), 24.5),
    Camera(985.0, (639.5, 479.5), 0.0, (0.12, -0.03), 19.0),
    Camera(1970.0, (1151.5, 647.5), 0.0, (0.0, 0.08), 31.0),
)


def shown_by(camera: Camera, seed: int, noise_px: float = 0.2) -> list[PipsOfDie]:
    """Give twelve dice in two rows as a camera shows them, measured with that noise."""
    random = np.random.default_rng(seed)
    dice = []
    for k in range(12):
        places = PLACES[PATTERNS[[0, 1, 3, 5, 6, 7][k % 6]]].astype(np.float64)
        at = np.array([2.2 * (k % 6) - 5.5, 3.0 * (k // 6) - 1.5]) + random.uniform(-0.2, 0.2, 2)
        on_floor = turned(places * OFFSET, float(random.uniform(0, np.pi))) + at
        seen = to_picture(camera, on_floor, 1.0) + random.normal(0, noise_px, on_floor.shape)
        dice.append(PipsOfDie(places, seen))
    return dice


def spoilt(die: PipsOfDie, factor: float) -> PipsOfDie:
    """Give a die whose pips seem nearer together or farther apart, as a mirrored lamp does."""
    middle = die.pips_px.mean(0)
    return PipsOfDie(die.places, middle + factor * (die.pips_px - middle))


def fitted(dice: list[PipsOfDie], camera: Camera) -> Pose:
    """Give the pose found from a camera that looks straight down from another height."""
    start = Camera(camera.focal_px, camera.centre_px, 0.0, (0.0, 0.0), camera.height * 1.08)
    return fit_pose(dice, start, OFFSET)


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_pose_comes_back_from_its_pips(camera: Camera) -> None:
    pose = fitted(shown_by(camera, 5), camera)
    assert pose.camera.height == pytest.approx(camera.height, rel=0.01)
    assert np.subtract(pose.camera.tilt, camera.tilt) == pytest.approx([0, 0], abs=0.02)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize(("which", "factor"), [(1, 1.25), (3, 0.8), (11, 1.3)])
def test_a_spoilt_die_does_not_move_the_pose(camera: Camera, which: int, factor: float) -> None:
    dice = shown_by(camera, 6)
    good = fitted(dice[:which] + dice[which + 1 :], camera).camera
    dice[which] = spoilt(dice[which], factor)
    bad = fitted(dice, camera).camera
    assert bad.height == pytest.approx(good.height, rel=0.002)
    assert np.subtract(bad.tilt, good.tilt) == pytest.approx([0, 0], abs=0.004)


def test_two_spoilt_dice_do_not_move_the_pose() -> None:
    dice = shown_by(CAMERAS[0], 7)
    good = fitted([die for k, die in enumerate(dice) if k not in (4, 8)], CAMERAS[0]).camera
    dice[4], dice[8] = spoilt(dice[4], 1.3), spoilt(dice[8], 1.2)
    bad = fitted(dice, CAMERAS[0]).camera
    assert bad.height == pytest.approx(good.height, rel=0.003)
    assert np.subtract(bad.tilt, good.tilt) == pytest.approx([0, 0], abs=0.006)


def test_a_spoilt_die_stays_where_it_was_seen() -> None:
    dice = shown_by(CAMERAS[0], 8)
    before = fitted(dice, CAMERAS[0]).dice[4]
    dice[4] = spoilt(dice[4], 1.3)
    assert fitted(dice, CAMERAS[0]).dice[4][:2] == pytest.approx(before[:2], abs=0.05)


@pytest.mark.parametrize("seed", range(3))
def test_six_dice_that_are_measured_exactly_tell_a_tilt_that_is_not_usual(seed: int) -> None:
    camera = Camera(985.0, (639.5, 479.5), 0.0, (0.11, -0.08), 30.0)
    shown = shown_by(camera, seed, noise_px=0.03)[::2]
    off = np.subtract(fitted(shown, camera).camera.tilt, camera.tilt)
    assert off == pytest.approx([0, 0], abs=0.02)


def test_few_dice_that_are_measured_badly_leave_the_camera_about_where_it_usually_hangs() -> None:
    shown = [shown_by(CAMERAS[2], seed, noise_px=0.6) for seed in range(4)]
    tilts = [fitted([dice[k] for k in (1, 3, 7, 9)], CAMERAS[2]).camera.tilt for dice in shown]
    assert np.abs(tilts).max() < 0.09
