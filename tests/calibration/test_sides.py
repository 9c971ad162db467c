"""Opposite sides of a tray are parallel: that tells the tilt of the camera and the wall's turn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.plan import plan_of
from calibration.shapes import Kind, turned_along
from calibration.straight import NO_SIDES
from calibration.walls import find_wall
from tests.bench.calibrated import errors_of
from tests.bench.calibrated_truth import of_room
from tests.bench.virtual_rooms import Room
from tests.calibration.test_lens_fit import calibrated, seen_through, sides_of
from tests.calibration.test_tray import _camera as camera_of
from tests.calibration.test_tray import _empty, _scene, _tops_px
from vision.virtual import Scene, TrayShape

SIDED = [TrayShape.RECT, TrayShape.HEXAGON, TrayShape.OCTAGON]


def tilted(shape: TrayShape) -> Scene:
    scene = seen_through(0.0, shape)
    return replace(scene, camera=replace(scene.camera, tilt_x_deg=5.0, tilt_y_deg=-4.0))


@pytest.mark.parametrize("shape", SIDED)
def test_opposite_sides_are_parallel_for_the_true_camera_only(shape: TrayShape) -> None:
    scene = tilted(shape)
    sides, true = sides_of(scene), camera_of(scene)
    assert sides.is_whole
    assert np.abs(sides.unparallel(true)).max() < 1.5
    upright = replace(true, tilt=(0.0, 0.0))
    assert np.abs(sides.unparallel(upright)).max() > 4.0


@pytest.mark.parametrize("shape", SIDED)
def test_sides_place_the_tops_of_dice_at_the_wall_to_a_pixel(shape: TrayShape) -> None:
    scene = tilted(shape)
    found = errors_of(
        calibrated(scene), of_room(Room("tilted", scene, scene, scene, scene.effects))
    )
    assert found.top_px < 1.0
    assert max(found.inward, found.outward) < 0.35


def test_no_sides_say_nothing() -> None:
    assert NO_SIDES.is_whole
    assert len(NO_SIDES.unparallel(camera_of(tilted(TrayShape.RECT)))) == 0


def test_one_side_without_its_opposite_is_not_the_whole() -> None:
    sides = sides_of(tilted(TrayShape.RECT))
    assert not replace(sides, opposite=sides.opposite[:1]).is_whole


@pytest.mark.parametrize("kind", [Kind.RECTANGLE, Kind.HEXAGON, Kind.OCTAGON])
def test_sides_tell_the_turn_of_their_shape(kind: Kind) -> None:
    along = 0.2 + np.pi / 2 + np.arange(kind.value) * (2 * np.pi / kind.value)
    turn = turned_along(kind, along, 0.03)
    assert turn is not None
    assert turn == pytest.approx(0.2)


def test_sides_of_an_octagon_are_not_a_rectangle_s() -> None:
    assert turned_along(Kind.RECTANGLE, np.arange(8) * (np.pi / 4), 0.03) is None


def test_no_sides_leave_every_shape_open() -> None:
    assert turned_along(Kind.OCTAGON, np.zeros(0), 0.03) is None


def test_the_foot_of_the_wall_goes_along_its_sides() -> None:
    scene = _scene(TrayShape.RECT)
    camera = camera_of(scene)
    plan = plan_of(_empty(scene), _tops_px(scene), camera)
    sides = np.radians([5.0, 95.0, 5.0, 95.0]) + np.radians(30.0)
    wall = find_wall(plan, np.array([(60.0, 60.0), (260, 60), (260, 260), (60, 260)]), sides)
    assert wall is not None
    assert wall.kind in (Kind.RECTANGLE, Kind.OCTAGON)
    away = (wall.shape[4] - sides[0] + np.pi / 8) % (np.pi / 4) - np.pi / 8
    assert abs(away) < np.radians(1.5)
