"""How sharp pips are is what their blurriest line shows at its sharper end."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.faces.test_smear import BODY, DICE, OFFSET, PIP, RADIUS, face
from vision.calibration_values import FaceLook
from vision.faces.examine import PATCH_PX, REACH
from vision.faces.layout import PATTERNS, PLACES
from vision.faces.measure import measure

BEVEL = 0.375  # edges from the middle of a face
OTHER = FaceLook((PIP,) * 3, (BODY,) * 3)  # of the set, whose bodies are as its red pips
THIN = (0.37, 0.41)  # such bevels, of flat faces that pips fill
BLUR_PX = 1.0  # of a picture that is a bit soft
SOFT = 0.7  # of the sharpness of pips at rest


def sharpness(cut: NDArray[np.float32], drawing: int, plain: FaceLook | None = None) -> float:
    """Give how sharp a face is, in a set with another plain look if one is given."""
    colours = np.full((1, 3), BODY), np.full((1, 3), PIP)
    dice = DICE if plain is None else replace(DICE, plain=plain, red=DICE.plain)
    red = np.array([dice.red is not None])
    return measure(cut[None], np.array([drawing]), *colours, red, dice)[0].sharpness


def with_bright_bevels(
    drawing: int, smear: float = 0.0, bevels: tuple[float, float] = (BEVEL, REACH)
) -> NDArray[np.float32]:
    """A face whose bevels have the colour of its pips, as red ones of white dice have.

    bevels : where they begin and end, in edges from the middle of the face.
    """
    cut = face(drawing, smear=smear).copy()
    steps = (np.arange(PATCH_PX) + 0.5) / PATCH_PX * 2 * REACH - REACH
    x, y = np.meshgrid(steps, steps)
    outward = np.maximum(np.abs(x), np.abs(y))
    cut[(outward > bevels[0]) & (outward < bevels[1])] = PIP
    return cut


def with_glints(drawing: int) -> NDArray[np.float32]:
    """A face with a white glint at one side of each pip, as a lamp leaves it in drilled bowls."""
    cut = face(drawing).copy()
    steps = (np.arange(PATCH_PX) + 0.5) / PATCH_PX * 2 * REACH - REACH
    x, y = np.meshgrid(steps, steps)
    for px, py in PLACES[PATTERNS[drawing]] * OFFSET:
        cut[np.hypot(x - px - 0.6 * RADIUS, y - py) < 0.3 * RADIUS] = BODY
    return cut


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_glints_at_one_side_of_the_pips_make_a_face_hardly_softer(drawing: int) -> None:
    assert sharpness(with_glints(drawing), drawing) > 0.9 * sharpness(face(drawing), drawing)


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_a_smear_softens_both_sides_of_the_pips(drawing: int) -> None:
    assert sharpness(face(drawing, smear=0.15), drawing) < SOFT * sharpness(face(drawing), drawing)


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_bevels_of_the_pips_colour_make_a_painted_face_hardly_softer(drawing: int) -> None:
    beside = sharpness(with_bright_bevels(drawing), drawing, OTHER)
    assert beside > 0.8 * sharpness(face(drawing), drawing)


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_bevels_whose_blur_begins_amid_the_rims_of_pips_make_a_face_hardly_softer(
    drawing: int,
) -> None:
    beside, plain = (
        np.asarray(cv2.GaussianBlur(one, (0, 0), BLUR_PX), np.float32)
        for one in (with_bright_bevels(drawing), face(drawing))
    )
    assert sharpness(beside, drawing, OTHER) > 0.8 * sharpness(plain, drawing)


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_thin_bevels_amid_the_rims_of_pips_make_a_painted_face_hardly_softer(drawing: int) -> None:
    beside = sharpness(with_bright_bevels(drawing, bevels=THIN), drawing, OTHER)
    assert beside > 0.8 * sharpness(face(drawing), drawing)


@pytest.mark.parametrize("drawing", range(len(PATTERNS)))
def test_a_smear_is_told_within_such_bevels(drawing: int) -> None:
    smeared = sharpness(with_bright_bevels(drawing, smear=0.15), drawing, OTHER)
    assert smeared < SOFT * sharpness(face(drawing), drawing)


@pytest.mark.parametrize("drawing", range(2, len(PATTERNS)))
def test_bodies_have_no_bevels_of_another_colour(drawing: int) -> None:
    plain = sharpness(with_bright_bevels(drawing), drawing)
    assert plain < SOFT * sharpness(face(drawing), drawing)
