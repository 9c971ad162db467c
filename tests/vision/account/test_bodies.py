"""By how much bodies would stand out from the floor, also where a camera shows too little light."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.trays import RED_FACES, calibration_of
from vision.account.bodies import least_strange
from vision.calibration_values import Colour, FaceLook

_LAMPLIT, _GREEN = (130.0, 179.0, 207.0), (60.0, 200.0, 60.0)  # floors: leather, felt
_FULL = (244.0, 254.0, 254.0)  # a white body in warm light, whose green and red are at their end
_IN_SHADE, _LIT = 0.35, 1.0


def strange(body_bgr: Colour, floor_bgr: Colour, shade: float = _IN_SHADE) -> float:
    """Give by how many grey levels such a body in some shade would stand out from such a floor."""
    made = calibration_of(RED_FACES)
    width, height = made.size_px
    empty = np.full((height // 2, width // 2, 3), floor_bgr, np.uint8)
    jpeg = cv2.imencode(".jpg", empty, [cv2.IMWRITE_JPEG_QUALITY, 100])[1].tobytes()
    dice = replace(made.dice, plain=FaceLook(body_bgr, (20.0, 20.0, 20.0)), red=None)
    return float(np.median(least_strange(replace(made, dice=dice, empty_jpeg=jpeg), (shade,))))


def test_a_body_brighter_than_the_camera_shows_may_have_the_floors_hue_in_shade() -> None:
    assert strange(_FULL, _LAMPLIT) < 3.0


def test_a_body_whose_colour_the_camera_shows_keeps_its_hue_in_shade() -> None:
    assert strange((234.0, 244.0, 244.0), _LAMPLIT) > 15.0


@pytest.mark.parametrize("body_bgr", [_FULL, (254.0, 254.0, 254.0)])
def test_no_body_is_so_much_brighter_that_it_may_have_any_hue(body_bgr: Colour) -> None:
    assert strange(body_bgr, _GREEN) > 15.0


def test_a_body_all_of_whose_channels_are_at_their_end_may_have_the_floors_hue_too() -> None:
    assert strange((254.0, 254.0, 254.0), _LAMPLIT) < 3.0


def test_only_channels_at_their_end_may_hide_light() -> None:
    grey, yellow = (180.0, 180.0, 180.0), (80.0, 200.0, 254.0)
    assert strange(yellow, grey) == pytest.approx(strange((80.0, 200.0, 249.0), grey), abs=2.0)


def test_a_lit_body_is_as_the_camera_shows_it() -> None:
    assert strange(_FULL, _LAMPLIT, _LIT) > 60.0
