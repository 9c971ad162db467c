"""A large ace is placed on the middle of its pip, whatever mirrors in it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.faces.test_smear import BODY, DICE, PIP, RADIUS, face
from tests.vision.trays import RED_FACES, calibration_of
from vision.calibration_values import DiceSet
from vision.faces.examine import Evidence, examine, inner
from vision.faces.large_aces import onto_pips
from vision.faces.measure import Measures, measure
from vision.tray.geometry import edge_px, to_picture

USUAL = calibration_of(RED_FACES)
LARGE = replace(USUAL, dice=replace(USUAL.dice, ace_radius=0.16))
AT = np.array([[0.3, -0.4, 0.0], [3.0, 2.0, 0.0]])
TIMES = 16  # parts of a pixel that are drawn


def disc(bgr: NDArray[np.uint8], uv: NDArray[np.float64], radius: float, colour: object) -> None:
    radius_px = round(radius * edge_px(LARGE.camera) * TIMES)
    for at in np.rint(to_picture(LARGE.camera, uv, 1.0) * TIMES).astype(int).tolist():
        cv2.circle(bgr, at, radius_px, np.array(colour).tolist(), -1, cv2.LINE_AA, 4)


def aces(glint: tuple[float, float]) -> NDArray[np.uint8]:
    """Bodies with a large pip each, and in it a lamp's image, so far from its middle in edges."""
    look = LARGE.dice.plain
    bgr = np.full((LARGE.size_px[1], LARGE.size_px[0], 3), look.body_bgr, np.uint8)
    disc(bgr, AT[:, :2], LARGE.dice.ace_radius, look.pip_bgr)
    disc(bgr, AT[:, :2] + glint, 0.05, look.body_bgr)
    return bgr


@pytest.mark.parametrize("glint", [(0.0, 0.0), (0.05, 0.0), (-0.03, 0.04)])
def test_an_ace_off_its_pip_is_moved_onto_it(glint: tuple[float, float]) -> None:
    off = AT + np.array([0.06, -0.03, 0.7])
    onto = onto_pips(aces(glint), off, np.array([0, 0]), LARGE)
    assert onto[:, :2] == pytest.approx(AT[:, :2], abs=0.02)


def test_no_aces_stay_none() -> None:
    none = onto_pips(aces((0.0, 0.0)), np.zeros((0, 3)), np.zeros(0, np.int64), LARGE)
    assert none.shape == (0, 3)


LARGER = 2.3
USUAL_SET, LARGE_SET = DICE, replace(DICE, ace_radius=LARGER * RADIUS)
ACE = face(0, larger=LARGER)[None]


def measures(dice: DiceSet) -> Measures:
    colours = np.full((1, 3), BODY), np.full((1, 3), PIP)
    return measure(ACE, np.array([0]), *colours, np.zeros(1, np.bool_), dice)[0]


def evidence(dice: DiceSet) -> Evidence:
    first = np.zeros(1, np.int64)
    return examine(inner(ACE), first, first, (dice.plain,), dice)


def test_the_rim_of_a_large_ace_is_no_pip_beside_it() -> None:
    assert measures(USUAL_SET).ghost > 0.15
    assert measures(LARGE_SET).ghost < 0.05


def test_the_rim_of_a_large_ace_is_no_stain_on_the_body() -> None:
    assert evidence(USUAL_SET).worst_cell[0] > 0.35
    assert evidence(LARGE_SET).worst_cell[0] < 0.1


def test_how_large_an_ace_looks_is_told_by_the_radius_of_the_sets_aces() -> None:
    usual = measure(
        face(0)[None], np.array([0]), *(np.full((1, 3), one) for one in (BODY, PIP)),
        np.zeros(1, np.bool_), DICE,
    )[0]  # fmt: skip
    assert measures(LARGE_SET).spread == pytest.approx(usual.spread, rel=0.05)
