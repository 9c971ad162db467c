"""Bodies of another hue than the set's are told; light, veils and white balance make none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of, inside, picture, throws
from vision.calibration_values import FaceLook
from vision.faces.dyed import hues_across, hues_apart
from vision.faces.examine import PATCH_PX
from vision.read import read_tray
from vision.types import DieReading, Problem, Status
from vision.words import of_die

BLUE = FaceLook((160.0, 80.0, 40.0), (240.0, 240.0, 240.0))
SET = calibration_of(RED_FACES)


def apart(
    body_bgr: NDArray[np.float64] | tuple[float, ...], gain: tuple[float, ...] = (1.0, 1.0, 1.0)
) -> float:
    """Give how far a body is of another hue than the blue set's."""
    return float(hues_apart(np.array([body_bgr]), [BLUE], np.array(gain, np.float32))[0])


@pytest.mark.parametrize("light", [0.4, 1.0, 1.3])
@pytest.mark.parametrize("veil", [-20.0, 0.0, 60.0])
def test_neither_light_nor_a_grey_veil_turns_a_hue(light: float, veil: float) -> None:
    assert apart(light * np.array(BLUE.body_bgr) + veil) == pytest.approx(0.0, abs=1e-6)


def test_another_white_balance_turns_no_hue() -> None:
    gain = (1.2, 0.8, 1.0)
    seen = 0.7 * np.array(BLUE.body_bgr) * gain + 60.0 * np.array(gain)
    assert apart(seen, gain) == pytest.approx(0.0, abs=1e-6)
    assert apart(seen) > 0.05


@pytest.mark.parametrize("body_bgr", [(60.0, 140.0, 60.0), (40.0, 80.0, 160.0)])
def test_green_and_orange_bodies_are_of_another_hue_than_blue_ones(
    body_bgr: tuple[float, ...],
) -> None:
    assert apart(body_bgr) > 0.2


VEILED = FaceLook((170.0, 126.0, 232.0), (252.0, 246.0, 240.0))
UNVEILED = replace(VEILED, unveiled_bgr=(4.0, 0.0, 200.0))


def from_veiled(body_bgr: tuple[float, ...], look: FaceLook = UNVEILED) -> float:
    """Give how far a body is of another hue than red faces that were shown under a lamp."""
    return float(hues_apart(np.array([body_bgr]), [look], np.ones(3, np.float32))[0])


@pytest.mark.parametrize("body_bgr", [(44.0, 33.0, 198.0), (90.0, 66.0, 214.0), VEILED.body_bgr])
def test_a_body_less_veiled_than_all_that_were_shown_is_of_the_same_hue(
    body_bgr: tuple[float, ...],
) -> None:
    assert from_veiled(body_bgr) == pytest.approx(0.0, abs=1e-6)


def test_without_the_unveiled_body_it_is_of_another() -> None:
    assert from_veiled((44.0, 33.0, 198.0), VEILED) > 0.2


@pytest.mark.parametrize("body_bgr", [(60.0, 140.0, 60.0), (20.0, 110.0, 220.0), (200.0, 60.0, 60)])
def test_green_orange_and_blue_bodies_are_of_another_hue_than_veiled_red_ones(
    body_bgr: tuple[float, ...],
) -> None:
    assert from_veiled(body_bgr) > 0.2


def test_beside_a_veiled_set_others_are_as_far_apart_as_alone() -> None:
    purple, red, one = (160.0, 60.0, 120.0), (44.0, 33.0, 198.0), np.ones(3, np.float32)
    assert apart(purple) > 0.2
    assert hues_apart(np.array([purple, red]), [BLUE, UNVEILED], one)[0] == apart(purple)


def test_a_body_a_little_beyond_the_unveiled_one_is_of_nearly_the_same_hue() -> None:
    assert 0.0 < from_veiled((0.0, 12.0, 200.0)) < 0.1


def test_no_faces_have_no_hues() -> None:
    assert hues_apart(np.zeros((0, 3)), [], np.ones(3, np.float32)).shape == (0,)


def ace(*halves_bgr: tuple[float, ...]) -> NDArray[np.float32]:
    """Give the patch of an ace whose upper and lower half have these bodies."""
    rows = np.repeat(np.array(halves_bgr), PATCH_PX // 2, axis=0)
    patch = np.repeat(rows[:, None], PATCH_PX, axis=1)
    middle = slice(PATCH_PX // 2 - 3, PATCH_PX // 2 + 3)
    patch[middle, middle] = BLUE.pip_bgr
    return np.asarray(patch[None], dtype=np.float32)


def across(patch: NDArray[np.float32], gain: tuple[float, ...] = (1.0, 1.0, 1.0)) -> float:
    return float(hues_across(patch, [BLUE], np.array(gain, np.float32))[0])


@pytest.mark.parametrize("gain", [(1.0, 1.0, 1.0), (1.2, 0.8, 1.0)])
def test_an_ace_half_in_a_veil_and_half_in_shade_is_of_one_hue(gain: tuple[float, ...]) -> None:
    body = np.array(BLUE.body_bgr)
    upper, lower = ((part * body + veil) * gain for part, veil in ((1.0, 60.0), (0.5, 0.0)))
    assert across(ace(upper, lower), gain) == pytest.approx(0.0, abs=1e-6)


def test_an_ace_half_on_something_else_is_of_two_hues() -> None:
    assert across(ace(BLUE.body_bgr, (60.0, 140.0, 60.0))) > 0.2


def test_that_all_of_an_ace_is_of_another_hue_is_told_by_the_set_alone() -> None:
    green = (60.0, 140.0, 60.0)
    assert across(ace(green, green)) == pytest.approx(0.0, abs=1e-6)
    assert apart(green) > 0.2


def dyed(bgr: NDArray[np.uint8], die: DieReading, left: float = 0.65) -> NDArray[np.uint8]:
    """Give the picture with a die's face a part of whose blue and red light is missing."""
    seen = bgr.copy()
    face = inside(bgr, die.corners_px)
    seen[face] = (seen[face] * np.array([left, 1.0, left])).astype(np.uint8)
    return seen


def test_a_die_of_another_colour_is_asked_about() -> None:
    bgr = picture(throws(RED_FACES, "natural")[0])
    fair = read_tray(bgr, SET)
    white = next(die for die in fair.dice if not die.red)
    asked = read_tray(dyed(bgr, white), SET)
    assert (fair.status, asked.status) == (Status.OK, Status.UNSURE)
    (green,) = [die for die in asked.dice if die.problem is Problem.STRANGE]
    assert green.value == white.value
    assert "of another colour" in of_die(green, SET.size_px)


def test_an_ace_a_quarter_of_which_is_of_another_colour_is_asked_about() -> None:
    bgr, one = next(
        (bgr, die)
        for bgr in map(picture, throws(RED_FACES, "natural"))
        for die in read_tray(bgr, SET).dice
        if die.value == 1 and not die.red
    )
    (x, y), seen = one.centre_px, dyed(bgr, one, 0.7)
    seen[:, : round(x)] = bgr[:, : round(x)]
    seen[round(y) :] = bgr[round(y) :]  # so that a quarter is left
    asked = read_tray(seen, SET)
    (strange,) = [die for die in asked.dice if die.problem is Problem.STRANGE]
    assert (strange.value, asked.status) == (1, Status.UNSURE)
    assert abs(strange.centre_px[1] - y) < 2.0
