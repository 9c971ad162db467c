"""The outline of the tray's floor: the wall's foot, whatever the light."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import tray
from calibration.plan import plan_of
from calibration.shapes import Kind, corners, hold, placed
from calibration.tray import outlines_through_lens
from vision.calibration_values import Camera
from vision.virtual import (
    CameraPose,
    DieStyle,
    Effects,
    FloorKind,
    Light,
    Scene,
    Tray,
    TrayShape,
    render,
)
from vision.virtual.geometry import camera_position, project, rays
from vision.virtual.tray import outline_mm

_GREEN = (0.10, 0.40, 0.22)
_BROWN = (0.24, 0.16, 0.12)
_WINDOW = Light(elevation_deg=30.0, distance_mm=1500.0, radius_mm=40.0, direct=0.7, ambient=0.35)
_CAMERA = CameraPose(height_mm=420.0, tilt_x_deg=4.0, tilt_y_deg=-3.0, roll_deg=5.0)
_DICE_MM = np.array([(-50, -30), (50, -30), (-50, 30), (50, 30)], dtype=np.float64)


def _scene(shape: TrayShape, light: Light = _WINDOW, floor: FloorKind = FloorKind.FELT) -> Scene:
    tray = Tray(
        shape=shape, width_mm=230.0, depth_mm=230.0, rim_height_mm=26.0, rim_width_mm=12.0,
        floor=floor, floor_colour=_GREEN, rim_colour=_BROWN,
    )  # fmt: skip
    return Scene(
        DieStyle("white", (0.9, 0.9, 0.9), (0.1, 0.1, 0.1)),
        camera=_CAMERA,
        tray=tray,
        light=light,
        effects=Effects(noise=1.5),
        seed=5,
    )


def _camera(scene: Scene) -> Camera:
    """The camera of a scene as a calibration would have it."""
    pose = scene.camera
    x, y = (pose.width_px - 1) / 2, (pose.height_px - 1) / 2
    at = np.array([(x, y), (x + 200, y), (x, y + 200)], np.float32)
    ways = rays(pose, at[:, 0], at[:, 1]).reshape(3, 3).astype(np.float64)
    seen = np.column_stack([(at - (x, y)) / pose.focal_px, np.ones(3)])
    ways, seen = (way / np.linalg.norm(way, axis=1, keepdims=True) for way in (ways, seen))
    down = np.linalg.solve(np.linalg.solve(seen, ways).T, np.array([0.0, 0.0, -1.0]))
    height = float(camera_position(pose)[2]) / scene.die_size_mm
    tilt = (float(down[0]), float(down[1]))
    return Camera(pose.focal_px, (x, y), 0.0, tilt, height)


def _tops_px(scene: Scene) -> NDArray[np.float64]:
    tops = np.column_stack([_DICE_MM, np.full(len(_DICE_MM), scene.die_size_mm)])
    return np.asarray(project(scene.camera, tops.astype(np.float32)), dtype=np.float64)


def _empty(scene: Scene) -> NDArray[np.uint8]:
    return np.asarray(render(scene, (), np.random.default_rng(1)), dtype=np.uint8)


def _worst_edges(scene: Scene, empty_bgr: NDArray[np.uint8]) -> float:
    """How far the outline is from the true one anywhere, in edges of a die."""
    outline = outlines_through_lens(empty_bgr, _tops_px(scene), _camera(scene)).floor_px
    foot = outline_mm(scene.tray)
    true = project(scene.camera, np.column_stack([foot, np.zeros(len(foot))]).astype(np.float32))
    edge = scene.camera.focal_px * scene.die_size_mm / scene.camera.height_mm
    found = np.array(outline, np.float32)
    apart = [
        abs(cv2.pointPolygonTest(polygon, (float(x), float(y)), measureDist=True))
        for polygon, points in ((true.astype(np.float32), found), (found, true))
        for x, y in points
    ]
    return max(apart) / edge


@pytest.mark.parametrize("shape", list(TrayShape))
def test_the_shadow_of_the_rim_is_no_wall(shape: TrayShape) -> None:
    scene = _scene(shape)
    assert _worst_edges(scene, _empty(scene)) < 0.35


def test_an_oblong_tray_is_measured_as_it_is() -> None:
    scene = _scene(TrayShape.ROUND)
    scene = replace(scene, tray=replace(scene.tray, depth_mm=180.0))
    assert _worst_edges(scene, _empty(scene)) < 0.35


def test_a_table_without_a_tray_is_floor_as_far_as_it_is_seen() -> None:
    scene = _scene(TrayShape.RECT)
    table = np.full((960, 1280, 3), 90, np.uint8)
    noise = np.random.default_rng(3).integers(-3, 4, table.shape)
    found = outlines_through_lens((table + noise).astype(np.uint8), _tops_px(scene), _camera(scene))
    assert sorted(found.floor_px) == [(0.0, 0.0), (0.0, 959.0), (1279.0, 0.0), (1279.0, 959.0)]
    assert found.sure_px == ()


def test_a_tray_out_of_which_every_flood_runs_is_found_around_the_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = _scene(TrayShape.RECT)
    monkeypatch.setattr(tray, "_flooded", lambda *_: None)
    assert _worst_edges(scene, _empty(scene)) < 0.35


def _of_the_tables_colour(scene: Scene) -> NDArray[np.uint8]:
    """A tray whose floor looks as the table does, so that only its dark rim shows."""
    foot = outline_mm(scene.tray)
    table = np.full((960, 1280, 3), 110, np.uint8)
    for part, grey in ((1.05, 60), (1.0, 110)):
        outline = np.column_stack([foot * part, np.zeros(len(foot))]).astype(np.float32)
        seen = np.round(project(scene.camera, outline)).astype(np.int32)
        cv2.fillPoly(table, [seen], (grey, grey, grey))
    noise = np.random.default_rng(3).integers(-3, 4, table.shape)
    return (table + noise).astype(np.uint8)


@pytest.mark.parametrize("shape", list(TrayShape))
def test_a_tray_of_the_tables_colour_is_found_though_every_flood_runs_out(
    shape: TrayShape, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = _scene(shape)
    monkeypatch.setattr(tray, "_flooded", lambda *_: None)
    assert _worst_edges(scene, _of_the_tables_colour(scene)) < 0.35


def test_floor_in_shadow_looks_like_floor_and_the_rim_does_not() -> None:
    scene = _scene(TrayShape.RECT)
    camera = _camera(scene)
    plan = plan_of(_empty(scene), _tops_px(scene), camera)
    known = plan.unlike[plan.known > 0]
    assert np.percentile(known, 90) < 2.0 < np.percentile(plan.unlike, 60)


@pytest.mark.parametrize("kind", list(Kind))
def test_a_shape_holds_what_lies_within_its_points(kind: Kind) -> None:
    shape = np.array([[30.0, -10.0, 20.0, 14.0, 0.4]])
    points, normals = placed(kind, shape, 40)
    assert hold(kind, shape, points[0] - 0.2 * normals[0], 0.0).all()
    assert not any(hold(kind, shape, one[None], 0.0).any() for one in points[0] + 0.2 * normals[0])


@pytest.mark.parametrize("kind", list(Kind))
def test_the_corners_of_a_shape_run_clockwise_around_its_points(kind: Kind) -> None:
    shape = np.array([30.0, -10.0, 20.0, 14.0, 0.4])
    polygon = corners(kind, shape).astype(np.float32)
    points, _ = placed(kind, shape[None], 40)
    away = [
        abs(cv2.pointPolygonTest(polygon, (float(x), float(y)), measureDist=True))
        for x, y in points[0]
    ]
    assert max(away) < 0.2
    assert cv2.contourArea(polygon, oriented=True) > 0
