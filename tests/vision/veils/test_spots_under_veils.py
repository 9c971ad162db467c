"""A light spot that is too wide for a pip is no pip that shows under a veil."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, calibration_of
from tests.vision.veils.test_veil import veiled
from vision.calibration_values import FaceLook
from vision.read import read_tray
from vision.types import Status
from vision.veils import filled, veil
from vision.veils.bowls import Pips
from vision.veils.clear import Clear, usual_spreads
from vision.veils.filled import Sizes, filled_faces
from vision.veils.remains import shows_a_spot

LOOK = FaceLook((20.0, 20.0, 20.0), (240.0, 240.0, 240.0))
SIZE_PX, RADIUS_PX = 60, 6.0
PLACES = np.array([[15.0, 15.0], [30.0, 30.0], [45.0, 45.0]])


def three(widths: tuple[float, float, float], aside_px: float = 0.0, light: float = 1.0) -> Clear:
    """Give a three without its veil, whose pips are so wide, the middle one so far aside."""
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX]
    part = np.zeros((SIZE_PX, SIZE_PX))
    for (px, py), width, aside in zip(PLACES, widths, (0.0, aside_px, 0.0), strict=True):
        part[np.hypot(x - px - aside, y - py) < width * RADIUS_PX] = light
    colours = 20 + 220 * part[..., None] * np.ones(3)
    window = slice(0, SIZE_PX), slice(0, SIZE_PX)
    pips = Pips(PLACES, np.ones(3), np.zeros((0, 2)))
    told = np.ones((SIZE_PX, SIZE_PX), np.bool_)
    flat = np.rint(colours.reshape(-1, 3)).astype(np.uint8)
    return Clear(window, told, flat, pips, usual_spreads(3), look=LOOK)


@pytest.mark.parametrize("aside_px", [0.0, 4.0])
def test_a_spot_twice_as_wide_as_a_pip_is_none(aside_px: float) -> None:
    assert shows_a_spot(three((1.0, 2.0, 1.0), aside_px), RADIUS_PX)


@pytest.mark.parametrize("width", [0.8, 1.0, 1.3])
def test_a_pip_that_is_little_wider_than_usual_is_one(width: float) -> None:
    assert not shows_a_spot(three((1.0, width, 1.0)), RADIUS_PX)


def test_a_pip_with_light_on_one_side_is_one() -> None:
    assert not shows_a_spot(three((1.0, 1.2, 1.0), 5.0), RADIUS_PX)


def test_what_is_rather_as_dark_as_the_body_around_a_pip_is_no_spot() -> None:
    assert not shows_a_spot(three((2.0, 2.0, 2.0), light=0.4), RADIUS_PX)


def test_any_of_a_face_s_pips_may_be_a_spot() -> None:
    assert shows_a_spot(three((1.0, 1.0, 2.0)), RADIUS_PX)


def test_where_a_veil_outshines_pips_their_width_tells_nothing() -> None:
    assert not shows_a_spot(replace(three((1.0, 2.0, 1.0)), outshone=True), RADIUS_PX)


def test_of_a_face_whose_colours_are_not_known_no_spot_is_told() -> None:
    assert not shows_a_spot(replace(three((1.0, 2.0, 1.0)), look=None), RADIUS_PX)


def test_a_face_without_pips_shows_none() -> None:
    none = Pips(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)))
    assert not shows_a_spot(replace(three((1.0, 2.0, 1.0)), pips=none), RADIUS_PX)


def test_no_veil_is_taken_off_a_face_that_shows_a_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _read_under_a_veil() is Status.OK

    monkeypatch.setattr(veil, "shows_a_spot", lambda *_: True)
    assert _read_under_a_veil() is Status.UNSURE


def _read_under_a_veil() -> Status:
    return read_tray(veiled(1, 0.7, 1.0), calibration_of(BLACK_DICE)).status


def test_marks_tell_nothing_of_a_face_that_shows_a_spot(monkeypatch: pytest.MonkeyPatch) -> None:
    bgr: NDArray[np.uint8] = np.full((200, 200, 3), 30, np.uint8)
    bgr[80:120, 80:120] = 230
    outline = np.array([[78.0, 78.0], [122, 78], [122, 122], [78, 122]])
    about = bgr, outline, (LOOK,), np.ones(3) / np.sqrt(3), Sizes(46.0, 4.0, 11.0)
    monkeypatch.setattr(filled, "taken_off", lambda *_: three((1.0, 1.0, 1.0)))
    assert filled_faces(*about)

    monkeypatch.setattr(filled, "taken_off", lambda *_: three((2.0, 2.0, 2.0)))
    assert not filled_faces(*about)
