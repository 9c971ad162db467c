"""Red pips in which a lamp mirrors are not taken for plain ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import read_drawn
from tests.vision.trays import BLACK_DICE, calibration_of, picture, throws
from vision.read import read_tray
from vision.types import Status
from vision.veils.own_hue import have_their_own_hue

THROW = throws(BLACK_DICE, "natural")[0]
KNOWN = calibration_of(BLACK_DICE)


def test_dice_have_the_hue_that_is_read() -> None:
    dice = read_tray(picture(THROW), KNOWN).dice

    assert any(die.red for die in dice)
    assert have_their_own_hue(picture(THROW), dice, KNOWN)


def test_red_pips_are_no_plain_ones() -> None:
    dice = [replace(die, red=False) for die in read_tray(picture(THROW), KNOWN).dice if die.red]

    assert not have_their_own_hue(picture(THROW), dice, KNOWN)


def test_dice_are_looked_for_where_the_camera_was_moved() -> None:
    aside = np.array([[1.0, 0.0, 60.0], [0.0, 1.0, 60.0], [0.0, 0.0, 1.0]])
    dice = [replace(die, red=False) for die in read_tray(picture(THROW), KNOWN).dice if die.red]

    assert have_their_own_hue(picture(THROW), dice, KNOWN, aside)


def test_a_set_without_red_faces_shows_none() -> None:
    dice = [replace(die, red=False) for die in read_tray(picture(THROW), KNOWN).dice]
    plain = replace(KNOWN, dice=replace(KNOWN.dice, red=None))

    assert have_their_own_hue(picture(THROW), dice, plain)


def test_a_face_outside_the_picture_shows_nothing() -> None:
    die = replace(read_tray(picture(THROW), KNOWN).dice[0], red=False)
    beyond = replace(die, corners_px=tuple((x + 5000.0, y) for x, y in die.corners_px))

    assert have_their_own_hue(picture(THROW), [beyond], KNOWN)


@pytest.mark.parametrize("index", [18744, 18749])
def test_the_glints_in_a_drawn_red_five_are_no_plain_five(index: int) -> None:
    reading, _ = read_drawn(61, index)

    assert reading.status is Status.UNSURE
