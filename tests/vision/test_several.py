"""Dice of several sets in one tray: each is read by its own set, and what is in doubt is asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_app.adapters import demo
from vision import words
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.several import read_sets
from vision.types import Status
from vision.virtual import Scene, VirtualDie, demo_scene, render

Picture = NDArray[np.uint8]


def drawn(scene: Scene, dice: tuple[VirtualDie, ...]) -> Picture:
    return np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)


@lru_cache(maxsize=4)
def calibration_of(style: str, size_mm: float = 16.0) -> Calibration:
    """The calibration of a set that was set up on the demo's tray."""
    scene = replace(demo_scene(style), die_size_mm=size_mm)
    return demo.calibration_of(scene)


BLUE, IVORY = "pearl_blue", "ivory"


def both(ivory_mm: float = 16.0) -> tuple[Calibration, Calibration]:
    return calibration_of(BLUE), calibration_of(IVORY, ivory_mm)


def die(value: int, x_mm: float, y_mm: float, of: str = BLUE, **more: object) -> VirtualDie:
    """A die; on each blue one the five is red."""
    scene = demo_scene(of)
    reds = (5,) if of == BLUE else ()
    return VirtualDie(x_mm, y_mm, 20.0, value, reds, style=scene.style, **more)  # type: ignore[arg-type]


MIXED = (
    die(5, -50, 30), die(2, 0, 45), die(6, 55, 20),
    die(3, -45, -40, IVORY), die(6, 5, -30, IVORY), die(5, 50, -45, IVORY),
)  # fmt: skip


def faces_of(reading: object) -> Counter[str]:
    return Counter(map(str, reading.dice))  # type: ignore[attr-defined]


def test_dice_of_two_sets_are_read_each_by_its_own() -> None:
    reading = read_sets(drawn(demo_scene(), MIXED), both())
    assert reading.status is Status.OK
    assert faces_of(reading) == Counter(["5r", "2", "6", "3", "6", "5"])
    assert [one.centre_px for one in reading.dice] == sorted(one.centre_px for one in reading.dice)


def test_neither_set_alone_accepts_the_dice_of_the_other() -> None:
    for one in both():
        assert read_tray(drawn(demo_scene(), MIXED), one).status is Status.UNSURE


def test_a_throw_of_one_set_is_read_as_if_there_were_no_other() -> None:
    for dice in (MIXED[:3], MIXED[3:]):
        reading = read_sets(drawn(demo_scene(), dice), both())
        assert reading.status is Status.OK
        assert faces_of(reading) == Counter(map(str, dice))


def test_an_empty_tray_is_empty_to_all() -> None:
    assert read_sets(drawn(demo_scene(), ()), both()).status is Status.EMPTY


def test_dice_of_two_sets_that_touch_are_read() -> None:
    blue = die(4, 0, 0)
    beside = replace(die(3, 0, 0, IVORY), x_mm=16.2 * 0.9397, y_mm=16.2 * 0.342)
    reading = read_sets(drawn(demo_scene(), (blue, beside)), both())
    assert reading.status is Status.OK
    assert faces_of(reading) == Counter(["4", "3"])


def test_sets_of_different_sizes_lie_side_by_side() -> None:
    small = tuple(replace(one, size_mm=13.0) for one in MIXED[3:])
    reading = read_sets(drawn(demo_scene(), (*MIXED[:3], *small)), both(13.0))
    assert reading.status is Status.OK
    assert faces_of(reading) == Counter(["5r", "2", "6", "3", "6", "5"])


def test_a_die_on_one_of_the_other_set_is_asked_about() -> None:
    above = replace(die(6, -45, -40), lift_mm=16.0)
    reading = read_sets(drawn(demo_scene(), (*MIXED[1:], above)), both())
    assert reading.status is Status.UNSURE


def test_a_leaning_die_among_two_sets_is_asked_about() -> None:
    leaning = replace(MIXED[0], tilt_deg=25.0, tilt_to_deg=40.0)
    reading = read_sets(drawn(demo_scene(), (leaning, *MIXED[1:])), both())
    assert reading.status is Status.UNSURE
    assert reading.problems


def test_a_die_of_a_third_set_is_asked_about() -> None:
    odd = replace(demo_scene().style, body=(0.85, 0.72, 0.10), pip=(0.10, 0.35, 0.75), marble=0.0)
    stranger = replace(die(4, -95, 0), style=odd)
    reading = read_sets(drawn(demo_scene(), (*MIXED, stranger)), both())
    assert reading.status is Status.UNSURE


def test_a_die_that_two_sets_explain_in_different_ways_is_asked_about() -> None:
    blue = calibration_of(BLUE)
    turned_red = replace(blue.dice, plain=blue.dice.plain, red=blue.dice.plain, name="all red")
    impostor = replace(blue, dice=replace(turned_red, plain=blue.dice.red or blue.dice.plain))
    reading = read_sets(drawn(demo_scene(), (die(4, 0, 0), die(2, 60, 0))), (blue, impostor))
    assert reading.status is Status.UNSURE
    assert any("of one set or of another" in problem for problem in reading.problems)


def test_more_dice_than_a_set_has_are_asked_about() -> None:
    few = replace(both()[0], dice=replace(both()[0].dice, count=2))
    reading = read_sets(drawn(demo_scene(), MIXED), (few, both()[1]))
    assert reading.status is Status.UNSURE
    assert any("please take one out" in problem for problem in reading.problems)


def test_pictures_of_another_size_are_read_by_the_same_calibrations() -> None:
    small = cv2.resize(drawn(demo_scene(), MIXED), (960, 720), interpolation=cv2.INTER_AREA)
    reading = read_sets(np.asarray(small, np.uint8), both())
    assert faces_of(reading) == Counter(["5r", "2", "6", "3", "6", "5"])


def test_a_picture_of_another_shape_is_refused_with_both_shapes() -> None:
    reading = read_sets(drawn(demo_scene(), MIXED)[:900], both())
    assert reading.status is Status.UNSURE
    assert "1280 x 900" in reading.problems[0]


def test_after_a_knock_dice_of_two_sets_are_asked_about() -> None:
    scene = demo_scene()
    knocked = replace(scene, camera=replace(scene.camera, x_mm=2.5), grown_for=scene.camera)
    reading = read_sets(drawn(knocked, MIXED), both())
    assert reading.status is Status.UNSURE
    assert reading.problems
    assert words.WHICH_SET not in reading.problems
