"""A black thing in a tray without dice is no shadow, however dark the floor is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import FOLDER, RED_FACES, calibration_of, picture
from vision.read import read_tray
from vision.types import Status

Picture = NDArray[np.uint8]


def empty_tray() -> Picture:
    return picture(FOLDER / RED_FACES / "empty.jpg").copy()


@pytest.mark.parametrize("size_px", [40, 90, 300])
def test_a_black_thing_alone_in_the_tray_is_asked_about(size_px: int) -> None:
    bgr = empty_tray()
    bgr[400 : 400 + size_px, 560 : 560 + size_px] = 12
    assert read_tray(bgr, calibration_of(RED_FACES)).status is Status.UNSURE


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_a_deep_shadow_over_the_empty_tray_is_an_empty_tray(share: float) -> None:
    bgr = empty_tray()
    bgr[400:600, 560:800] = bgr[400:600, 560:800] * share
    assert read_tray(bgr, calibration_of(RED_FACES)).status is Status.EMPTY


def test_a_picture_too_small_to_show_pips_is_not_called_empty() -> None:
    reading = read_tray(np.full((1, 1, 3), 90, np.uint8), calibration_of(RED_FACES))
    assert reading.status is Status.UNSURE
    assert "too small" in reading.problems[0]
