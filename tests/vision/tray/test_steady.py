"""A camera that was knocked: how far it is put right, and that more is never read wrongly."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from pi_app.adapters import demo
from tests.bench.virtual_shots import is_right
from tests.vision.drawn import calibration_drawn, read_drawn
from vision import words
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.tray.geometry import warped
from vision.tray.steady import Knock, measure_knock, sharpened
from vision.types import Reading, Status
from vision.virtual import Hand, Scene, VirtualDie, calibration_dice, demo_scene, render, truth

SCENE = demo_scene("red_pips")


def picture(scene: Scene, which: int | None) -> NDArray[np.uint8]:
    dice = () if which is None else calibration_dice(scene, which)
    return np.asarray(render(scene, dice, np.random.default_rng(2)), np.uint8)


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    return demo.calibration_of(SCENE)


def read_after_knock(shift_mm: float, turn_deg: float) -> Reading:
    return read_tray(picture(after_knock(shift_mm, turn_deg), 1), calibration())


def after_knock(shift_mm: float, turn_deg: float) -> Scene:
    camera = replace(
        SCENE.camera,
        x_mm=0.8 * shift_mm,
        y_mm=0.6 * shift_mm,
        roll_deg=SCENE.camera.roll_deg + turn_deg,
    )
    return replace(SCENE, camera=camera, grown_for=SCENE.camera)


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


def off_px(knock: Knock | None, moved: Scene) -> float:
    """How far a knock takes tops of dice from where a camera that was moved sees them."""
    assert knock is not None
    dice = tuple(VirtualDie(x, y, 0.0, 2, ()) for x in (-40, 0, 40) for y in (-40, 0, 40))
    before, after = (
        np.array([die.centre_px for die in truth(scene, dice)]) for scene in (SCENE, moved)
    )
    return float(np.linalg.norm(warped(knock.matrix, before) - after, axis=1).max())


def test_what_lies_in_the_tray_does_not_hide_how_the_camera_was_moved() -> None:
    moved, known = after_knock(4.0, 1.0), calibration()
    bgr, rng = picture(moved, None), np.random.default_rng(0)
    inside = cv2.fillPoly(
        np.zeros(bgr.shape[:2], np.uint8), [np.array(known.tray_px).astype(np.int32)], 1
    )
    inside = cv2.erode(inside, np.ones((41, 41), np.uint8)) > 0
    tiles = cv2.resize(
        rng.integers(0, 255, (24, 32, 3), np.uint8), (1280, 960), interpolation=cv2.INTER_NEAREST
    )
    bgr[inside] = tiles[inside]
    assert off_px(measure_knock(bgr, known), moved) < 4.0


def test_what_is_left_of_a_tilt_is_measured_to_half_a_pixel() -> None:
    turned, known = after_knock(3.0, 1.0), calibration()
    tilted = replace(turned.camera, tilt_x_deg=turned.camera.tilt_x_deg + 1.1)
    moved = replace(turned, camera=tilted)
    bgr = picture(moved, 1)
    coarse = measure_knock(bgr, known)
    assert coarse is not None
    assert off_px(sharpened(bgr, known, coarse), moved) < 0.5 < off_px(coarse, moved)


def test_a_knock_is_the_same_if_a_single_pixel_is_a_little_brighter() -> None:
    known, seen = calibration_drawn(114, 9558)
    corners = np.array([[0.0, 0.0], [1279.0, 0.0], [1279.0, 959.0], [0.0, 959.0]])
    measured = []
    for k in range(5):
        bgr = seen.bgr.copy()
        bgr[5 + k, 7 * k] = np.minimum(bgr[5 + k, 7 * k].astype(int) + 3 * (k > 0), 255)
        knock = measure_knock(bgr, known)
        assert knock is not None
        measured.append(warped(knock.matrix, corners))
    assert np.ptp(measured, axis=0).max() < 0.1
