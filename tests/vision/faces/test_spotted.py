"""A bright spot over the whole middle pip of a light face is told from an evenly lit face."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of, inside, picture, throws
from vision.calibration_values import ALIKE
from vision.faces.glossed import glossed
from vision.faces.layout import VALUES
from vision.faces.spotted import spotted
from vision.faces.windows import patch_grid
from vision.read import read_tray
from vision.types import DieReading, Problem, Status

RADIUS, OFFSET = 0.09, 0.25
X, Y = patch_grid()
AWAY = np.hypot(X, Y)
TWO, FOUR = (int(np.flatnonzero(value == VALUES)[0]) for value in (2, 4))


def doubt(seen: NDArray[np.float64], drawing: int = TWO) -> float:
    return spotted(seen, drawing, RADIUS, OFFSET, ALIKE)


def spot(radius: float, brighter: float = 0.05) -> NDArray[np.float64]:
    """A face that is as bright as its body but for a spot in its middle."""
    return np.where(radius > AWAY, -brighter, 0.0)


@pytest.mark.parametrize("drawing", [TWO, FOUR])
@pytest.mark.parametrize("radius", [1.1 * RADIUS, 2 * RADIUS, 0.35])
def test_a_spot_that_covers_a_middle_pip_is_doubted(drawing: int, radius: float) -> None:
    assert doubt(spot(radius), drawing) > 1.0


def test_a_small_spot_is_doubted_on_a_face_that_is_lit_unevenly_far_from_it() -> None:
    lit = np.where(AWAY > 0.3, 0.1 * np.sign(X), 0.0)
    assert doubt(spot(1.1 * RADIUS) + lit) > 1.0


def test_a_spot_that_is_longer_than_the_body_near_it_is_doubted() -> None:
    long = np.where(np.hypot(X / 0.45, Y / 0.3) < 1.0, -0.03, 0.06)
    assert doubt(long) > 1.0


def test_the_brighter_the_spot_the_more_it_is_doubted() -> None:
    doubts = [doubt(spot(1.5 * RADIUS, by)) for by in (0.0, 0.01, 0.02, 0.04)]
    assert doubts[0] == 0.0
    assert all(less < more for less, more in pairwise(doubts))


@pytest.mark.parametrize("brighter", [-0.05, 0.01])
def test_a_middle_darker_or_hardly_brighter_than_its_body_is_not(brighter: float) -> None:
    assert doubt(spot(1.5 * RADIUS, brighter)) < 1.0


def test_a_face_that_grows_brighter_to_one_side_is_not() -> None:
    assert doubt(-0.4 * X) < 1.0


def test_a_face_whose_whole_body_is_as_uneven_as_the_spot_is_not() -> None:
    grain = 0.06 * np.sign(np.sin(60 * X) * np.sin(60 * Y))
    assert doubt(spot(1.5 * RADIUS) + grain) < 1.0


def test_a_spot_beside_which_a_part_of_the_place_is_darker_is_not() -> None:
    assert doubt(np.where(X < 0.03, spot(1.5 * RADIUS), 0.01)) == 0.0


@pytest.mark.parametrize("begin", [0.395, 0.45])
def test_bevels_of_another_brightness_make_no_spot_of_the_face(begin: float) -> None:
    assert doubt(np.where(np.maximum(abs(X), abs(Y)) > begin, 0.5, 0.0)) == 0.0


def test_pips_around_the_middle_are_no_body() -> None:
    pips = np.minimum(np.hypot(X - OFFSET, Y - OFFSET), np.hypot(X + OFFSET, Y + OFFSET))
    assert doubt(np.where(pips < 1.2 * RADIUS, 1.0, 0.0)) == 0.0


@pytest.mark.parametrize(("value", "asked"), [(2, True), (3, False), (4, True), (6, False)])
def test_only_faces_that_may_hide_a_middle_pip_are_looked_at(value: int, *, asked: bool) -> None:
    dice = calibration_of(RED_FACES).dice
    drawing = np.flatnonzero(value == VALUES)[:1]
    (found,) = glossed(spot(0.15)[None], drawing, np.array([dice.plain.body_bgr]), dice)
    assert (found > 1.0) is asked


def spot_over(bgr: NDArray[np.uint8], die: DieReading, brighter: float) -> None:
    """Mirror a lamp in the middle of a face, somewhat brighter than its body, over a middle pip."""
    edge = math.dist(die.corners_px[0], die.corners_px[1])
    body = np.percentile(bgr[inside(bgr, die.corners_px)], 60, axis=0)
    lamp = np.zeros(bgr.shape[:2], np.uint8)
    middle = tuple(np.rint(die.centre_px).astype(int).tolist())
    cv2.circle(lamp, middle, round(0.2 * edge), 255, -1)
    part = cv2.GaussianBlur(lamp, (0, 0), 1.0)[..., None] / 255.0
    bgr[:] = np.rint(bgr + part * (body + brighter - bgr))


def test_a_three_whose_middle_pip_a_lamp_hides_wholly_is_asked_about() -> None:
    known = calibration_of(RED_FACES)
    dimmer = np.rint(0.9 * picture(throws(RED_FACES, "natural")[0])).astype(np.uint8)
    dice = read_tray(dimmer, known).dice
    three = next(die for die in dice if (die.value, die.red) == (3, False))
    spot_over(dimmer, three, brighter=14.0)
    again = read_tray(dimmer, known)
    near = [math.dist(die.centre_px, three.centre_px) < 9.0 for die in again.dice]
    two = again.dice[near.index(True)]
    assert (two.value, two.problem) == (2, Problem.GLARE)
    assert again.status is Status.UNSURE
