"""Things around the tray that are about as large as a die are noticed."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.files import load_picture
from tests.vision.trays import FOLDER, RED_FACES, calibration_of
from vision.geometry import edge_px
from vision.outside import things_outside

TRAY = calibration_of(RED_FACES)
FAR_ASIDE_PX = (60, 480)


@cache
def empty() -> NDArray[np.uint8]:
    return load_picture(FOLDER / RED_FACES / "empty.jpg")


def with_thing(faces: float) -> NDArray[np.uint8]:
    """Give the empty tray with a white square of so many faces far aside of it."""
    seen = empty().copy()
    x, y = FAR_ASIDE_PX
    reach = round(edge_px(TRAY.camera) * faces**0.5 / 2)
    seen[y - reach : y + reach, x - reach : x + reach] = 235
    return seen


def test_nothing_lies_beside_an_empty_tray() -> None:
    assert things_outside(empty(), TRAY) == ()


@pytest.mark.parametrize(("faces", "die_sized"), [(1.0, True), (1.5, True), (2.3, False)])
def test_a_die_far_aside_shows_half_of_a_side_and_is_still_of_a_die_s_size(
    faces: float, die_sized: bool
) -> None:
    (thing,) = things_outside(with_thing(faces), TRAY)
    assert thing.die_sized is die_sized
    assert thing.at_px == pytest.approx(FAR_ASIDE_PX, abs=6)
