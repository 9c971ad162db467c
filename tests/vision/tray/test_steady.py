"""A camera that was knocked: how far it is put right, and that more is never read wrongly."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from pi_app.adapters import demo
from tests.bench.virtual_shots import is_right
from tests.vision.drawn import read_drawn
from vision import words
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Reading, Status
from vision.virtual import Hand, Scene, calibration_dice, demo_scene, render

SCENE = demo_scene("red_pips")


def picture(scene: Scene, which: int | None) -> NDArray[np.uint8]:
    dice = () if which is None else calibration_dice(scene, which)
    return np.asarray(render(scene, dice, np.random.default_rng(2)), np.uint8)


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    return demo.calibration_of(SCENE)


def read_after_knock(shift_mm: float, turn_deg: float) -> Reading:
    camera = replace(
        SCENE.camera,
        x_mm=0.8 * shift_mm,
        y_mm=0.6 * shift_mm,
        roll_deg=SCENE.camera.roll_deg + turn_deg,
    )
    moved = replace(SCENE, camera=camera, grown_for=SCENE.camera)
    return read_tray(picture(moved, 1), calibration())


@pytest.mark.parametrize("shift_mm", [1.5, 3.0, 5.0, 10.0, 15.0])
def test_a_small_shift_is_put_right_and_said(shift_mm: float) -> None:
    reading = read_after_knock(shift_mm, 0.0)
    assert sorted(map(str, reading.dice)) == sorted(map(str, calibration_dice(SCENE, 1)))
    assert (reading.status, reading.problems) == (Status.OK, (words.KNOCKED_CAMERA,))


@pytest.mark.parametrize("turn_deg", [-3.5, 1.0, 3.5])
def test_dice_are_read_though_the_camera_was_turned_a_little(turn_deg: float) -> None:
    reading = read_after_knock(0.0, turn_deg)
    assert reading.status is Status.OK
    assert sorted(map(str, reading.dice)) == sorted(map(str, calibration_dice(SCENE, 1)))


@pytest.mark.parametrize("shift_mm", [20.0, 30.0, 60.0])
def test_a_large_shift_is_never_read_as_ok(shift_mm: float) -> None:
    assert read_after_knock(shift_mm, 0.0).status is Status.UNSURE


def test_a_camera_that_was_turned_far_is_said() -> None:
    assert words.MOVED_CAMERA in read_after_knock(0.0, 10.0).problems


def test_a_camera_that_was_moved_and_turned_far_is_said_and_not_a_hand() -> None:
    assert read_after_knock(60.0, 6.0).problems == (words.MOVED_CAMERA,)


def test_a_hand_is_no_knock() -> None:
    hand = Hand(20.0, 30.0, spread=0.6)
    dice = calibration_dice(SCENE, 1)
    bgr = np.asarray(render(SCENE, dice, np.random.default_rng(3), hand), np.uint8)
    problems = read_tray(bgr, calibration()).problems
    assert not {words.MOVED_CAMERA, words.KNOCKED_CAMERA} & set(problems)


def test_a_lamp_that_moved_beside_a_round_tray_is_no_camera_that_was_turned() -> None:
    reading, seen = read_drawn(57, 2508)
    assert words.MOVED_CAMERA not in reading.problems
    assert is_right(reading, seen)
