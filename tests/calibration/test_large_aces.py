"""Sets whose ace has a larger pip than their other faces, as many from Asia, are read as others."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Problem, Reading, Status
from vision.virtual import DieStyle, Scene, VirtualDie, calibration_dice, render

Picture = NDArray[np.uint8]

LARGER = 1.6
WHITE = DieStyle("white", (0.92, 0.91, 0.88), (0.07, 0.07, 0.08))
ACES = [(-38.0, -20.0, 20.0), (2.0, -31.0, 65.0), (36.0, 5.0, 41.0), (-20.0, 28.0, 8.0)]


def scene_of(larger: float) -> Scene:
    return Scene(replace(WHITE, one_scale=larger), red_faces=((),) * 6, seed=1)


def picture(scene: Scene, dice: tuple[VirtualDie, ...]) -> Picture:
    return np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)


@cache
def calibrated(larger: float) -> Calibration:
    scene = scene_of(larger)
    frames = []
    for which in (0, 1):
        dice = calibration_dice(scene, which)
        frames.append((picture(scene, dice), tuple(Face(die.value, die.red) for die in dice)))
    return calibrate(picture(scene, ()), frames)


def read(dice: list[VirtualDie]) -> Reading:
    return read_tray(picture(scene_of(LARGER), tuple(dice)), calibrated(LARGER))


def thrown(values: list[int]) -> list[VirtualDie]:
    places = zip([*ACES, (12.0, 40.0, 77.0), (-48.0, 8.0, 30.0)], values, strict=False)
    return [VirtualDie(*at, value, seed=k) for k, (at, value) in enumerate(places)]


def test_a_large_ace_is_measured_apart_from_the_other_pips() -> None:
    dice = calibrated(LARGER).dice
    assert dice.ace_radius == pytest.approx(LARGER * dice.pip_radius, rel=0.05)
    assert dice.pip_radius == pytest.approx(calibrated(1.0).dice.pip_radius, rel=0.03)


def test_an_ace_as_large_as_other_pips_has_no_size_of_its_own() -> None:
    assert calibrated(1.0).dice.ace_radius == 0.0


def test_what_fills_the_face_of_an_ace_is_a_lamp_and_no_pip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("calibration.dice_set._ace_over_others", lambda *_: 2.0)
    assert calibrated.__wrapped__(LARGER).dice.ace_radius == 0.0


@pytest.mark.parametrize("values", [[1, 1, 1, 1, 1, 1], [1, 2, 3, 4, 5, 6], [6, 1, 3, 1, 2, 5]])
def test_throws_with_large_aces_are_read_for_certain(values: list[int]) -> None:
    reading = read(thrown(values))
    assert reading.status is Status.OK, reading.problems
    assert sorted(die.value for die in reading.dice) == sorted(values)


@pytest.mark.parametrize("under", range(5))
def test_a_large_ace_that_hides_the_die_it_lies_on_is_asked_about(under: int) -> None:
    dice = thrown([2, 3, 4, 5, 6])
    high = replace(dice[under], value=1, lift_mm=scene_of(LARGER).die_size_mm)
    reading = read([*dice, high])
    assert reading.status is not Status.OK
    (ace,) = [die for die in reading.dice if die.value == 1]
    assert ace.problem in (Problem.STACKED, Problem.COCKED)
