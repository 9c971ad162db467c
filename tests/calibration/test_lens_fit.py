"""The lens comes out of the pictures where they tell it, and from its name where they don't."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.faces import Face
from calibration.fits import calibrate
from calibration.lenses import LENSES, UNKNOWN, Lens, LensError, lens_named, lens_of_model
from calibration.pose import fit_pose
from calibration.straight import NO_SIDES, Sides, straight_sides
from tests.calibration.test_pose import CAMERAS, OFFSET, shown_by
from vision.calibration_values import Calibration
from vision.types import Point
from vision.virtual import (
    CameraPose,
    Scene,
    TrayShape,
    calibration_dice,
    demo_scene,
    render,
)
from vision.virtual.geometry import project
from vision.virtual.tray import outline_mm

SIZE = (1280, 960)


def seen_through(
    k1: float, shape: TrayShape, focal_px: float = 990.0, height_mm: float = 390.0
) -> Scene:
    """Give the demo's scene in another tray, seen through a lens that bends."""
    scene = demo_scene("pearl_blue")
    camera = CameraPose(height_mm=height_mm, focal_px=focal_px, k1=k1, k2=-0.3 * k1)
    return replace(scene, camera=camera, tray=replace(scene.tray, shape=shape))


def picture(scene: Scene, which: int | None) -> np.ndarray:
    dice = () if which is None else calibration_dice(scene, which)
    return np.asarray(render(scene, dice, np.random.default_rng(3)), np.uint8)


def sides_of(scene: Scene) -> Sides:
    """Give the straight sides from an outline whose corners are right."""
    floor = outline_mm(scene.tray)[:: 8 if scene.tray.shape is TrayShape.ROUND else 1]
    corners = project(scene.camera, np.column_stack([floor, np.zeros(len(floor))]))
    outline: tuple[Point, ...] = tuple((float(x), float(y)) for x, y in corners)
    return straight_sides(picture(scene, None), outline, (scene.camera.focal_px,))


def calibrated(scene: Scene, lens: Lens = UNKNOWN) -> Calibration:
    frames = [
        (picture(scene, k), tuple(Face(d.value, d.red) for d in calibration_dice(scene, k)))
        for k in (0, 1)
    ]
    return calibrate(picture(scene, None), frames, lens=lens)


@pytest.mark.parametrize("k1", [-0.3, -0.1, 0.0, 0.05])
def test_the_sides_of_a_tray_tell_how_the_lens_bends(k1: float) -> None:
    assert sides_of(seen_through(k1, TrayShape.RECT)).k1 == pytest.approx(k1, abs=0.03)


def test_a_round_tray_has_no_straight_sides() -> None:
    assert sides_of(seen_through(-0.3, TrayShape.ROUND)) is NO_SIDES


def test_dice_all_over_the_tray_tell_how_the_lens_bends() -> None:
    camera = replace(CAMERAS[0], k1=-0.2, k2=0.06)
    start = replace(camera, k1=UNKNOWN.k1, k2=UNKNOWN.k2, tilt=(0.0, 0.0))
    wide = [die for seed in range(4) for die in shown_by(camera, seed)]
    found = fit_pose(wide, start, OFFSET, lens=UNKNOWN).camera
    assert found.k1 == pytest.approx(-0.2, abs=0.05)


def test_without_a_lens_to_look_for_the_bending_is_kept() -> None:
    camera = replace(CAMERAS[0], k1=-0.2, k2=0.06)
    found = fit_pose(shown_by(camera, 1), camera, OFFSET).camera
    assert (found.k1, found.k2) == (-0.2, 0.06)


def test_a_wide_lens_that_is_named_is_believed_and_its_bending_measured() -> None:
    wide = Lens("wide", 102.0, None, 0.0, 0.0, k1_spread=0.08)
    made = calibrated(seen_through(-0.1, TrayShape.RECT, 518.0, 250.0), wide)
    assert made.camera.focal_px == pytest.approx(518.0, rel=0.05)
    assert made.camera.k1 == pytest.approx(-0.1, abs=0.03)
    assert made.remarks == ()


def test_the_usual_lens_is_taken_where_nothing_speaks_clearly_against_it() -> None:
    made = calibrated(seen_through(0.0, TrayShape.OCTAGON))
    assert made.camera.focal_px == UNKNOWN.focal_px(*SIZE)


def test_a_crop_of_the_sensor_sees_less() -> None:
    module3 = LENSES["module3"]
    assert module3.focal_px(1280, 720) == pytest.approx(1280 / 2 / np.tan(np.radians(33)))
    assert module3.focal_px(1280, 960) == pytest.approx(module3.focal_px(1280, 720) * 4 / 3)


@pytest.mark.parametrize("name", ["module3wide", "Module 3 Wide", "imx708_wide", "module3-wide"])
def test_a_lens_is_found_by_its_name_or_its_camera(name: str) -> None:
    assert lens_named(name) is LENSES["module3wide"]


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LensError, match=r'"fisheye": use one of module1, .*, unknown'):
        lens_named("fisheye")


def test_a_camera_that_is_no_pi_camera_tells_nothing_of_its_lens() -> None:
    assert lens_of_model("SPCA2630 PC Camera") is None
