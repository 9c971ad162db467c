"""A shadow that no die and no wall throws is asked about where dice are missing."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.fits import shrunken_jpeg
from tests.vision.trays import FOLDER, RED_FACES, calibration_of, picture, throws
from vision.read import read_tray
from vision.types import Status

Picture = NDArray[np.uint8]

SIDE_PX = 60  # of a die and a little


def empty_tray() -> Picture:
    return picture(FOLDER / RED_FACES / "empty.jpg").copy()


def darken(bgr: Picture, x: int, y: int, side_px: int = SIDE_PX, share: float = 0.4) -> None:
    """Lay a shadow on a picture, from its upper left corner on."""
    part = bgr[y : y + side_px, x : x + side_px]
    part[:] = part * share


@pytest.mark.parametrize("share", [0.25, 0.4, 0.7])
def test_a_shadow_of_a_dies_size_amid_the_floor_is_not_overlooked(share: float) -> None:
    bgr = empty_tray()
    darken(bgr, 560, 420, share=share)
    assert read_tray(bgr, calibration_of(RED_FACES)).status is Status.UNSURE


def test_a_shadow_that_begins_at_the_wall_is_the_walls() -> None:
    bgr, calibration = empty_tray(), calibration_of(RED_FACES)
    left = min(calibration.tray_px)
    darken(bgr, round(left[0]) - SIDE_PX // 2, round(left[1]) - SIDE_PX // 2, 2 * SIDE_PX)
    assert read_tray(bgr, calibration).status is Status.EMPTY


def test_a_shadow_beside_what_lay_in_shadow_before_may_be_the_rims() -> None:
    bgr = empty_tray()
    bgr[:, :560] //= 2
    calibration = replace(calibration_of(RED_FACES), empty_jpeg=shrunken_jpeg(bgr))
    darken(bgr, 562, 420)
    assert read_tray(bgr, calibration).status is Status.EMPTY


def test_a_shadow_much_larger_than_a_die_comes_from_without() -> None:
    bgr = empty_tray()
    darken(bgr, 520, 380, 4 * SIDE_PX)
    assert read_tray(bgr, calibration_of(RED_FACES)).status is Status.EMPTY


def test_with_all_dice_found_a_shadow_is_of_none_of_them() -> None:
    bgr = picture(throws(RED_FACES, "natural")[0]).copy()
    calibration = calibration_of(RED_FACES)
    x, y = _free_of(bgr, empty_tray())
    darken(bgr, x, y, share=0.7)
    assert read_tray(bgr, calibration).status is Status.OK


def test_with_a_die_missing_it_is_asked_about() -> None:
    bgr = picture(throws(RED_FACES, "missing")[0]).copy()
    calibration = calibration_of(RED_FACES)
    before = read_tray(bgr, calibration).status
    x, y = _free_of(bgr, empty_tray())
    darken(bgr, x, y, share=0.7)
    assert (before, read_tray(bgr, calibration).status) == (Status.OK, Status.UNSURE)


def _free_of(bgr: Picture, empty: Picture) -> tuple[int, int]:
    """Give where near the tray's middle nothing lies and no shadow falls."""
    apart = cv2.blur(cv2.absdiff(bgr, empty), (9, 9)).max(axis=2) > 12
    room = SIDE_PX + 40
    return next(
        (x + 20, y + 20)
        for y in range(300, 600, 10)
        for x in range(440, 800, 10)
        if apart[y : y + room, x : x + room].mean() < 0.01
    )
