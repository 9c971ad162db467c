"""A lamp that hides most of the middle pip of a light three makes no sure two."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, RED_FACES, calibration_of, inside, picture, throws
from vision.calibration_values import ALIKE, DiceSet
from vision.faces.examine import PATCH_PX
from vision.faces.glossed import glossed
from vision.faces.layout import VALUES
from vision.read import read_tray
from vision.types import Problem

WHITE, DARK = (calibration_of(tray).dice for tray in (RED_FACES, BLACK_DICE))
MIDDLE = PATCH_PX // 2


def doubt(
    value: int, brighter: float, darker: float, dice: DiceSet = WHITE, aside_px: int = 0
) -> float:
    """The doubt of a face with a bright spot in its middle, or aside of it, and a dark one."""
    part = np.zeros((1, PATCH_PX, PATCH_PX))
    x = MIDDLE + aside_px
    part[0, MIDDLE - 2 : MIDDLE + 2, x - 3 : x] = -brighter
    part[0, MIDDLE - 2 : MIDDLE + 2, x : x + 3] = darker
    drawing = np.flatnonzero(value == VALUES)[:1]
    return glossed(part, drawing, np.array([dice.plain.body_bgr]), dice)[0]


@pytest.mark.parametrize("value", [2, 4])
def test_a_light_face_both_brighter_and_darker_in_its_middle_is_doubted(value: int) -> None:
    assert doubt(value, 0.1, 0.15) > 1.0


@pytest.mark.parametrize(("brighter", "darker"), [(0.1, 0.05), (0.02, 0.12)])
def test_a_face_that_is_but_lit_or_but_dirty_there_is_not(brighter: float, darker: float) -> None:
    assert doubt(2, brighter, darker) < 1.0


@pytest.mark.parametrize(
    ("grain", "darker", "doubted"),
    [
        (0.04, 0.12, True),
        (0.06, 0.12, False),
        (0.06, 0.2, True),
        (0.2, 0.19, False),
        (0.2, 0.25, True),
    ],
    ids=["even", "grain", "more than that", "coarse", "more than any"],
)
def test_the_grain_that_a_set_s_bodies_have_is_no_rest_of_a_pip(
    grain: float, darker: float, doubted: bool
) -> None:
    wooden = replace(WHITE, grain=grain)
    assert (doubt(2, 0.2, darker, wooden) > 1.0) is doubted


def test_a_set_with_near_twos_is_looked_at_as_far_out_in_its_fours_as_any_other() -> None:
    near_twos = replace(WHITE, spreads=(ALIKE[0], (0.5, 0.5), *ALIKE[2:]))
    aside_px = 2
    assert doubt(4, 0.0, 0.15, near_twos, aside_px) == doubt(4, 0.0, 0.15, WHITE, aside_px) > 0.0
    assert doubt(2, 0.0, 0.15, near_twos, aside_px) < doubt(2, 0.0, 0.15, WHITE, aside_px)


def test_faces_with_a_middle_pip_dark_dice_and_other_places_are_not() -> None:
    assert doubt(3, 0.1, 0.15) == 0.0
    assert doubt(2, 0.1, 0.15, DARK) == 0.0
    assert doubt(2, 0.1, 0.15, aside_px=MIDDLE // 2) == 0.0


def lit_middle(bgr: NDArray[np.uint8], corners_px: tuple[tuple[float, float], ...]) -> None:
    """Mirror a lamp in a face so that it leaves a part of its middle pip."""
    middle, edge = np.mean(corners_px, axis=0), float(np.hypot(*np.subtract(*corners_px[:2])))
    lamp = np.zeros(bgr.shape[:2], np.uint8)
    away = middle - [0.17 * edge, 0.03 * edge]
    cv2.circle(lamp, tuple(np.rint(away).astype(int).tolist()), round(0.23 * edge), 255, -1)
    part = cv2.GaussianBlur(lamp, (0, 0), 1.0)[..., None] / 255.0
    face = inside(bgr, corners_px)
    bgr[face] = np.rint(bgr + part * (250.0 - bgr))[face]


def test_a_three_of_which_a_lamp_hides_most_of_the_middle_pip_is_asked_about() -> None:
    known = calibration_of(RED_FACES)
    bgr = picture(throws(RED_FACES, "natural")[0]).copy()
    three = next(die for die in read_tray(bgr, known).dice if (die.value, die.red) == (3, False))
    lit_middle(bgr, three.corners_px)
    (again,) = (
        die
        for die in read_tray(bgr, known).dice
        if np.hypot(*np.subtract(die.centre_px, three.centre_px)) < 9.0
    )
    assert again.problem in (Problem.GLARE, Problem.HIDDEN)


@pytest.mark.parametrize("darker", [0.0, 0.2])
def test_what_is_far_darker_needs_nothing_brighter_beside_it(darker: float) -> None:
    assert (doubt(4, 0.0, darker) > 1.0) is (darker > 0)
