"""What a lamp's veil lies on is told from faces that are white by themselves."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.virtual_shots import is_right
from tests.vision.drawn import read_drawn
from vision.calibration_values import FaceLook
from vision.lamplight import lamp_colour
from vision.light import under
from vision.types import Status
from vision.veils.lifted import taken_off

WHITE = FaceLook((203.0, 236.0, 239.0), (90.0, 104.0, 105.0))
RED = FaceLook((93.0, 107.0, 196.0), (208.0, 238.0, 241.0))
SIDE_PX, EDGE_PX, RADIUS_PX = 80, 48.0, 4.6
PLACES = [(-12, -12), (12, -12), (0, 0), (-12, 12), (12, 12)]
OUTLINE = SIDE_PX / 2 + EDGE_PX / 2 * np.array([[-1.0, -1.0], [1, -1], [1, 1], [-1, 1]])


def five(body_bgr: tuple[float, ...], pip_bgr: tuple[float, ...]) -> NDArray[np.uint8]:
    """A face of these colours on blue felt, with some noise."""
    bgr = np.full((SIDE_PX, SIDE_PX, 3), (123.0, 41.0, 23.0))
    half = round(EDGE_PX / 2)
    middle = SIDE_PX // 2
    bgr[middle - half : middle + half, middle - half : middle + half] = body_bgr
    for x, y in PLACES:
        cv2.circle(bgr, (middle + x, middle + y), round(RADIUS_PX), pip_bgr, -1)
    noise = np.random.default_rng(3).normal(0.0, 2.0, bgr.shape)
    return np.clip(cv2.GaussianBlur(bgr, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8)


def is_lifted(bgr: NDArray[np.uint8]) -> bool:
    looks, white = (WHITE, RED), lamp_colour(WHITE)
    return taken_off(bgr, OUTLINE, looks, white, RADIUS_PX, EDGE_PX) is not None


def test_a_white_face_of_a_set_with_red_ones_is_no_red_one_under_a_veil() -> None:
    assert not is_lifted(five(WHITE.body_bgr, WHITE.pip_bgr))


@pytest.mark.parametrize("part", [0.4, 0.6])
def test_a_red_face_under_a_veil_that_leaves_it_some_colour_is_read(part: float) -> None:
    body = np.array(RED.body_bgr)
    veiled = body + part * (np.array(RED.pip_bgr) - body)
    assert is_lifted(five(tuple(veiled.tolist()), RED.pip_bgr))


BLACK = (30.0, 30.0, 30.0)
WHITE_PIPS, RED_PIPS = (
    FaceLook(BLACK, (240.0, 240.0, 240.0)),
    FaceLook(BLACK, (126.0, 126.0, 201.0)),
)


@pytest.mark.parametrize("around", [150.0, 165.0])
def test_pips_under_all_of_a_veil_have_the_look_whose_hue_fades_to_theirs(around: float) -> None:
    veiled = under(np.array(RED_PIPS.pip_bgr), np.array(BLACK), np.full(3, around), 1.0)
    bgr = five((around, around, around), tuple(veiled.tolist()))
    looks, white = (WHITE_PIPS, RED_PIPS), lamp_colour(WHITE_PIPS)
    found = taken_off(bgr, OUTLINE, looks, white, RADIUS_PX, EDGE_PX)

    assert found is not None
    assert found.look is RED_PIPS


def test_a_drawn_red_ace_under_all_of_a_veil_is_read() -> None:
    """Its hue is half of what it is without a veil, so that by that it may be either look's."""
    reading, seen = read_drawn(59, 14910)

    assert reading.status is Status.OK
    assert is_right(reading, seen)


@pytest.mark.parametrize(("part", "lifted"), [(0.14, True), (0.06, False)])
def test_a_veil_on_a_part_of_a_face_is_taken_off_unless_that_is_small(
    part: float, lifted: bool
) -> None:
    bgr = five(BLACK, WHITE_PIPS.pip_bgr)
    left = round(SIDE_PX / 2 - EDGE_PX / 2)
    strip = bgr[left : left + round(EDGE_PX), left : left + round(part * EDGE_PX)]
    strip[:] = np.maximum(strip, 120)
    found = taken_off(bgr, OUTLINE, (WHITE_PIPS,), lamp_colour(WHITE_PIPS), RADIUS_PX, EDGE_PX)

    assert (found is not None) is lifted


@pytest.mark.parametrize(("veiled", "outshone"), [(110.0, False), (215.0, True)])
def test_a_veil_brighter_than_pips_outshines_them(veiled: float, outshone: bool) -> None:
    grey = FaceLook(BLACK, (170.0, 170.0, 170.0))
    bgr = five((veiled,) * 3, grey.pip_bgr)
    found = taken_off(bgr, OUTLINE, (grey,), lamp_colour(grey), RADIUS_PX, EDGE_PX)

    assert found is not None
    assert found.outshone is outshone
