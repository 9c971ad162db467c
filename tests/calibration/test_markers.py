"""Printed markers tell how the camera is tilted, wherever they lie, and disturb nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from vision.calibration_values import SeenMarker
from vision.read import read_tray
from vision.tray.markers import MarkerMove, find_markers, move_of, seen_markers
from vision.types import Status
from vision.virtual import (
    CameraPose,
    PrintedMarker,
    Scene,
    TrayShape,
    calibration_dice,
    demo_scene,
    render,
)
from vision.virtual.geometry import camera_rotation, project

Picture = NDArray[np.uint8]


@lru_cache(maxsize=4)
def scene_with(z_mm: float = 0.0, *, k1: float = 0.0) -> Scene:
    """Give an oblique camera over a tray with four markers in its corners, or none of them."""
    scene = demo_scene("red_pips")
    places = ((-118, 92), (118, 92), (118, -92), (-118, -92))
    markers = tuple(
        PrintedMarker(number, x, y, z_mm=z_mm, angle_deg=3.0 * number)
        for number, (x, y) in enumerate(places)
    )
    tray = replace(scene.tray, shape=TrayShape.RECT, width_mm=280, depth_mm=220, markers=markers)
    camera = CameraPose(height_mm=420, tilt_x_deg=7.0, tilt_y_deg=-6.0, k1=k1, k2=-0.3 * k1)
    return replace(scene, tray=tray, camera=camera)


def picture(scene: Scene, which: int | None) -> Picture:
    dice = () if which is None else calibration_dice(scene, which)
    return np.asarray(render(scene, dice, np.random.default_rng(2)), np.uint8)


def test_markers_are_found_to_a_part_of_a_pixel() -> None:
    scene = scene_with()
    found = find_markers(picture(scene, None))
    assert [one.number for one in found] == [0, 1, 2, 3]
    middles = project(
        scene.camera, np.array([[m.x_mm, m.y_mm, m.z_mm] for m in scene.tray.markers])
    )
    for one, middle in zip(found, middles, strict=True):
        assert one.corners_px.mean(0) == pytest.approx(middle, abs=0.4)


def test_a_picture_without_markers_has_none() -> None:
    scene = scene_with()
    assert find_markers(picture(replace(scene, tray=replace(scene.tray, markers=())), None)) == ()


def test_a_marker_alone_is_in_doubt() -> None:
    scene = scene_with()
    alone = replace(scene.tray, markers=scene.tray.markers[:1])
    assert find_markers(picture(replace(scene, tray=alone), None)) == ()


@pytest.mark.parametrize("z_mm", [0.0, 26.0])
def test_markers_tell_the_tilt_whatever_height_they_lie_at(z_mm: float) -> None:
    scene = scene_with(z_mm)
    frames = [
        (picture(scene, k), tuple(Face(d.value, d.red) for d in calibration_dice(scene, k)))
        for k in (0, 1)
    ]
    made = calibrate(picture(scene, None), frames)
    down = camera_rotation(scene.camera) @ np.array([0, 0, -1])
    assert made.camera.tilt == pytest.approx(tuple(down[:2]), abs=0.006)


def test_markers_on_the_floor_are_no_dice_and_nothing_unexplained() -> None:
    scene = scene_with()
    frames = [
        (picture(scene, k), tuple(Face(d.value, d.red) for d in calibration_dice(scene, k)))
        for k in (0, 1)
    ]
    made = calibrate(picture(scene, None), frames)
    assert read_tray(picture(scene, None), made).status is Status.EMPTY
    reading = read_tray(picture(scene, 1), made)
    assert (reading.status, len(reading.dice)) == (Status.OK, 6)


def test_a_calibration_keeps_the_markers_that_it_saw() -> None:
    scene = scene_with()
    frames = [
        (picture(scene, k), tuple(Face(d.value, d.red) for d in calibration_dice(scene, k)))
        for k in (0, 1)
    ]
    made = calibrate(picture(scene, None), frames)
    assert [one.number for one in made.markers] == [0, 1, 2, 3]
    half = made.scaled_to(640, 480)
    assert half.markers[2].corners_px[0][0] == made.markers[2].corners_px[0][0] / 2


def marks(turn_deg: float = 0.0, shift: complex = 0j, scale: float = 1.0) -> tuple[SeenMarker, ...]:
    """Four markers in the corners of a picture of 1280 x 960, turned about its middle."""
    middle = 640 + 480j
    factor = scale * np.exp(1j * np.radians(turn_deg))
    return tuple(
        SeenMarker(number, tuple((p.real, p.imag) for p in there))
        for number, at in enumerate((120 + 90j, 1150 + 100j, 1160 + 860j, 110 + 850j))
        for there in (
            [factor * (at + step - middle) + middle + shift for step in (0, 80, 80 + 80j, 80j)],
        )
    )


def where(move: MarkerMove, x: float, y: float) -> NDArray[np.float64]:
    return np.asarray(move.matrix @ np.array([x, y, 1.0]))


def test_markers_tell_how_a_camera_was_turned_and_shifted() -> None:
    move = move_of(marks(), marks(turn_deg=1.5, shift=12 - 7j))
    assert move is not None
    assert move.turn_deg == pytest.approx(1.5, abs=1e-3)
    assert where(move, 640, 480) == pytest.approx([652, 473], abs=0.01)
    assert move.off_px < 0.01


def test_markers_that_lie_as_they_lay_have_not_moved() -> None:
    move = move_of(marks(), marks())
    assert move is not None
    assert move.matrix == pytest.approx(np.eye(2, 3), abs=1e-4)


def test_a_marker_that_slipped_does_not_move_the_camera() -> None:
    now = marks()
    slipped = (marks(shift=30 + 0j)[0], *now[1:])
    move = move_of(marks(), slipped)
    assert move is not None
    assert move.numbers == (1, 2, 3)
    assert move.matrix == pytest.approx(np.eye(2, 3), abs=1e-4)


def test_a_camera_that_was_lowered_shows_larger_markers() -> None:
    move = move_of(marks(), marks(scale=1.05))
    assert move is not None
    assert move.scale == pytest.approx(1.05, abs=1e-6)


def test_one_marker_alone_tells_nothing() -> None:
    assert move_of(marks(), marks()[:1]) is None
    assert move_of(marks()[:2], marks()[2:]) is None


def test_markers_of_a_knocked_camera_are_seen_where_geometry_puts_them() -> None:
    scene = scene_with()
    knocked = replace(scene, camera=replace(scene.camera, roll_deg=scene.camera.roll_deg + 1.0))
    move = move_of(
        seen_markers(find_markers(picture(scene, None))),
        seen_markers(find_markers(picture(knocked, None))),
    )
    assert move is not None
    assert abs(move.turn_deg) == pytest.approx(1.0, abs=0.05)
    assert move.off_px < 0.5
