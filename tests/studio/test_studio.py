"""The studio's plain parts: what a seed draws, where things are, and what the truth says."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.bench.vision_truth import TrueFrame, frames
from tests.studio import truth
from tests.studio.catalogue import TRAYS
from tests.studio.die_mesh import body, paint
from tests.studio.draw import installations
from tests.studio.geometry import (
    depth_inside,
    project,
    quaternion,
    tilt_deg,
    turn,
    upright,
    value_up,
)
from tests.studio.lamps import kelvin_rgb, room_light
from tests.studio.physics import Pose, flat_overlap
from tests.studio.sensor import developed, pinhole_size, without_fireflies
from tests.studio.throws import Throw, calib, kinds, lying, touching
from tests.studio.tray_mesh import floor, rim, walls

ROOMS = installations(4, 8)
ROOM = ROOMS[0]


def test_a_seed_draws_the_same_installations_again() -> None:
    assert installations(4, 8) == ROOMS
    assert installations(4, 3) == ROOMS[:3]


def test_another_seed_draws_others() -> None:
    assert installations(6, 8) != ROOMS


def test_the_camera_sees_the_whole_floor() -> None:
    for room in ROOMS:
        points = np.concatenate([floor(room.tray).vertices, walls(room.tray).vertices])
        at = project(room.camera, points[np.abs(points[:, 2]) < 0.1])
        assert (at > -25).all()
        assert (at < [room.camera.width + 25, room.camera.height + 25]).all()


@pytest.mark.parametrize("handed", ["right", "left"])
def test_a_die_shows_the_value_it_was_turned_to(handed: str) -> None:
    for value in range(1, 7):
        rotation = upright(value, 33.0, handed)
        assert value_up(rotation, handed) == value
        assert np.linalg.det(rotation) == pytest.approx(1.0)


def test_a_tilt_is_measured_from_the_nearest_face() -> None:
    assert tilt_deg(turn(0, 7.0) @ upright(2, 50.0, "right")) == pytest.approx(7.0)


def test_a_quaternion_turns_as_its_matrix_does() -> None:
    x, y, z, w = quaternion(turn(2, 90.0))
    assert np.abs([x, y, z, w]) == pytest.approx([0, 0, np.sqrt(0.5), np.sqrt(0.5)])


def test_dice_that_touch_do_not_overlap_and_stay_in_the_tray() -> None:
    poses = touching(np.random.default_rng(8), ROOM).middle
    for k, pose in enumerate(poses):
        assert depth_inside(ROOM.tray, pose.at[:2]) > 0
        assert not any(flat_overlap(pose, other, 13.9) for other in poses[:k])


def test_every_kind_of_throw_comes_in_a_round() -> None:
    assert {"natural", "touching", "cocked", "hand", "stacked", "missing", "moving"} <= set(
        kinds(0, 13)
    )
    assert {kinds(0, 13)[-1], kinds(1, 13)[-1]} == {"seven", "out"}


def test_pips_are_drilled_into_the_body() -> None:
    mesh = body(ROOM.style, ROOM.dice[0])
    near = np.abs(mesh.vertices).max(axis=1)
    assert near.max() == pytest.approx(1.0, abs=0.01)
    assert near.min() < 0.97


def test_a_six_carries_six_times_the_paint_of_a_one() -> None:
    room = next(room for room in ROOMS if room.style.reds == "none" and not room.style.wear)
    atlas = paint(room.style, room.dice[0], 1)
    n = atlas.shape[0] // 2
    away = np.abs(atlas - np.array(room.style.body)).max(axis=2) > 0.15
    assert away[n:, 2 * n :].sum() == pytest.approx(6 * away[:n, :n].sum(), rel=0.03)


def test_every_tray_has_walls_under_its_rim() -> None:
    for tray in TRAYS.values():
        assert walls(tray).vertices[:, 2].max() <= rim(tray).vertices[:, 2].max() == tray.rim_h_mm


def test_warm_light_is_redder() -> None:
    assert kelvin_rgb(2800)[0] > 1.3 > kelvin_rgb(6500)[0]


def test_the_rooms_light_is_as_strong_as_asked() -> None:
    room = room_light(0.4, 5000, 3)
    theta = (np.arange(128) + 0.5) / 128 * np.pi
    weight = np.clip(np.cos(theta), 0, None) * np.sin(theta) * np.pi / 128 * 2 * np.pi / 256
    luminance = room @ np.array([0.2126, 0.7152, 0.0722])
    assert (luminance * weight[:, None]).sum() / np.pi == pytest.approx(0.4, rel=0.1)


def test_more_gain_makes_a_brighter_picture() -> None:
    w, h = pinhole_size(ROOM.camera)
    light = np.full((h, w, 3), 0.2, np.float32)
    dark, bright = (developed(light, ROOM.camera, ROOM.sensor, gain, 1) for gain in (0.3, 1.2))
    assert dark.shape == (ROOM.camera.height, ROOM.camera.width, 3)
    assert bright.mean() > dark.mean() + 30


def test_a_single_wild_pixel_is_calmed_and_a_line_of_light_stays() -> None:
    light = np.full((20, 20, 3), 0.1, np.float32)
    light[5, 5] = 9.0
    light[12, 4:16] = 3.0
    calm = without_fireflies(light)
    assert calm[5, 5] == pytest.approx(0.1)
    assert (calm[12, 5:15] == 3.0).all()


def _written(folder: Path, lean_deg: float) -> TrueFrame:
    """A throw with a five that lies flat and a three that leans, as the bench reads it."""
    leaning = turn(0, lean_deg) @ upright(3, 10.0, ROOM.dice[1].handed)
    poses = (
        lying(ROOM.dice[0], 5, (0.0, 0.0), 30.0),
        Pose(np.array([40.0, 0.0, 9.0]), leaning),
    )
    frame = truth.frame("roll_00", Throw("cocked", (poses,)), ROOM, ROOM.camera, [(1.0, 1.0)] * 2)
    (folder / "truth.json").write_text(json.dumps(truth.whole(ROOM, {"roll_00": frame}, 1.0)))
    (read,) = frames(folder)
    return read


def test_the_bench_reads_the_truth_that_is_written(tmp_path: Path) -> None:
    read = _written(tmp_path, lean_deg=8.5)
    assert [die.value for die in read.dice] == [5, None]
    assert [die.trouble for die in read.dice] == [False, True]
    assert read.label == "cocked"


def test_a_die_that_leans_by_less_than_the_renders_call_leaning_keeps_its_value(
    tmp_path: Path,
) -> None:
    read = _written(tmp_path, lean_deg=7.5)
    assert [die.value for die in read.dice] == [5, 3]
    assert [die.trouble for die in read.dice] == [False, False]
    assert (read.label, read.fair) == ("slight", False)


def test_a_die_on_another_one_is_told_with_the_one_below() -> None:
    size = ROOM.dice[0].size_mm
    low = lying(ROOM.dice[0], 5, (0.0, 0.0), 30.0)
    high = Pose(low.at + np.array([3.0, 2.0, size]), upright(2, 0.0, ROOM.dice[1].handed))
    frame = truth.frame(
        "roll_00", Throw("stacked", ((low, high),)), ROOM, ROOM.camera, [(1, 1)] * 2
    )
    below, above = frame["dice"]
    assert below["under_another"]
    assert above["stacked"]
    assert below["touching"] == [1]


@pytest.mark.parametrize(("moved_mm", "moving"), [(0.5, False), (3.0, True)])
def test_a_die_moves_if_the_picture_can_show_it(moved_mm: float, moving: bool) -> None:
    still = lying(ROOM.dice[0], 5, (0.0, 0.0), 30.0)
    later = Pose(still.at + np.array([moved_mm, 0.0, 0.0]), still.rotation)
    throw = Throw("moving", ((still,), (later,)), exposure_ms=10.0)
    (die,) = truth.frame("roll_00", throw, ROOM, ROOM.camera, [(1.0, 1.0)])["dice"]
    assert die["moving"] is moving
    assert (die["value"] is None) is moving


def test_the_calibration_throws_show_every_value() -> None:
    throw = calib(np.random.default_rng(1), ROOM, turned=False)
    values = [value_up(p.rotation, d.handed) for p, d in zip(throw.middle, ROOM.dice, strict=False)]
    assert values == [1, 2, 3, 4, 5, 6]
