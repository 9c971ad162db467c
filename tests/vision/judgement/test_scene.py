"""What a reading says of the tray as a whole: what may be unseen, and what is not understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import trays
from vision.calibration_values import Calibration, FaceLook
from vision.judgement.scene import may_be_unseen
from vision.read import read_tray
from vision.tray.geometry import edge_px
from vision.types import Status

ASIDE_PX = (10, 10)  # a place beside the tray
FREE_PX = (420, 620)  # a place of the tray where nothing lies
_WHITE_ON_BLACK = FaceLook((22.0, 20.0, 19.0), (220.0, 225.0, 230.0))
_RED_ON_BLACK = FaceLook((22.0, 20.0, 19.0), (60.0, 55.0, 190.0))
_RED_UNDER_A_LAMP = FaceLook((94.0, 82.0, 76.0), (38.0, 28.0, 103.0))

_RED_ON_PURPLE = FaceLook((70.0, 25.0, 60.0), (55.0, 35.0, 100.0))  # of another hue, hardly lighter


@pytest.mark.parametrize(
    ("red", "unseen"),
    [
        (None, False),
        (_RED_ON_BLACK, False),
        (_RED_UNDER_A_LAMP, True),
        (_RED_ON_PURPLE, True),
    ],
)
def test_a_dark_die_may_be_unseen_where_the_pips_of_one_look_are_no_bright_ones(
    red: FaceLook | None, unseen: bool
) -> None:
    made = trays.calibration_of(trays.BLACK_DICE)
    dice = replace(made.dice, plain=_WHITE_ON_BLACK, red=red)
    assert may_be_unseen(replace(made, dice=dice, stands_out=3.0)) is unseen


@pytest.mark.parametrize(
    ("pip_bgr", "unseen"),
    [((150.0, 179.0, 196.0), False), ((60.0, 70.0, 160.0), True)],
)
def test_a_red_die_on_red_felt_may_be_unseen_unless_its_pips_are_far_brighter(
    pip_bgr: tuple[float, float, float], unseen: bool
) -> None:
    made = trays.calibration_of(trays.BLACK_DICE)
    dice = replace(made.dice, plain=FaceLook((8.0, 8.0, 122.0), pip_bgr), red=None)
    assert may_be_unseen(replace(made, dice=dice, stands_out=3.0)) is unseen


_WHITE = (230.0, 235.0, 238.0)
_DARK_PIPS, _RED_PIPS, _IN_GLARE = (60.0, 60.0, 62.0), (45.0, 42.0, 200.0), (135.0, 138.0, 140.0)


@pytest.mark.parametrize(
    ("look", "unseen"),
    [
        (FaceLook(_WHITE, _DARK_PIPS), False),
        (FaceLook(_WHITE, _RED_PIPS), False),
        (FaceLook(_WHITE, _IN_GLARE), True),
        (FaceLook(_WHITE, _DARK_PIPS, unveiled_bgr=(50.0, 50.0, 52.0)), True),
        (FaceLook((251.0, 252.0, 252.0), _DARK_PIPS), True),  # overexposed
        (FaceLook((20.0, 18.0, 105.0), (8.0, 8.0, 12.0)), True),  # too dark itself
    ],
)
def test_a_bright_die_may_be_unseen_unless_its_pips_are_far_darker(
    look: FaceLook, unseen: bool
) -> None:
    made = trays.calibration_of(trays.BLACK_DICE)
    dice = replace(made.dice, plain=look, red=None)
    assert may_be_unseen(replace(made, dice=dice, stands_out=3.0)) is unseen


def _faint_throw() -> tuple[NDArray[np.uint8], Calibration]:
    """A throw of a few flat dice that, as the calibration has it, hardly differ from the floor.

    It has more light glow on the floor than there is: else what these dice throw on it, which stand
    out in truth, would be more than such a calibration explains, and one would be said to lean.
    """
    made = replace(trays.calibration_of(trays.RED_FACES), stands_out=4.0, glow=16.0)
    return trays.picture(trays.throws(trays.RED_FACES, "missing")[0]).copy(), made


def test_where_dice_may_be_unseen_only_the_number_of_a_few_flat_ones_is_open() -> None:
    reading = read_tray(*_faint_throw())
    assert reading.status is Status.UNSURE
    assert reading.number_open


def _known_by_pips(made: Calibration) -> Calibration:
    """The same calibration of a set whose pips of all looks are far darker than its bodies."""
    red = FaceLook(made.dice.plain.body_bgr, _RED_PIPS)
    return replace(made, dice=replace(made.dice, red=red))


def test_fewer_dice_that_hardly_stand_out_are_all_where_dark_pips_tell_each() -> None:
    bgr, made = _faint_throw()
    assert read_tray(bgr, _known_by_pips(made)).status is Status.OK


def test_where_something_may_be_a_dark_pip_s_streak_the_number_is_open() -> None:
    bgr, made = _faint_throw()
    x, y = FREE_PX
    for row in (y, y + 10, y + 20):
        streak = bgr[row : row + 4, x : x + 28]
        streak[:] = np.round(streak * 0.8)
    assert read_tray(bgr, _known_by_pips(made)).number_open


@pytest.mark.parametrize(("missing", "is_open"), [(1, False), (2, True)])
def test_the_number_is_not_open_where_as_many_dice_as_are_missing_lie_outside_the_tray(
    missing: int, is_open: bool
) -> None:
    bgr, made = _faint_throw()
    seen = len(read_tray(bgr, made).dice)
    edge = round(edge_px(made.camera))
    x, y = ASIDE_PX
    bgr[y : y + edge, x : x + edge] = 235
    reading = read_tray(bgr, replace(made, dice=replace(made.dice, count=seen + missing)))
    assert len(reading.dice) == seen
    assert reading.number_open is is_open
    assert (reading.status is Status.OK) is not is_open


def test_a_number_is_not_the_only_open_thing_where_a_face_is_covered() -> None:
    bgr, made = _faint_throw()
    corners = np.array(read_tray(bgr, made).dice[0].corners_px)
    cv2.fillConvexPoly(bgr, np.round(corners[:3]).astype(np.int32), (200, 80, 30))
    assert not read_tray(bgr, made).number_open


def _throw_with(
    change: Callable[[NDArray[np.uint8], NDArray[np.float64]], None],
) -> tuple[str, ...]:
    """What is said about a fair throw after a change around the corners of one of its dice."""
    calibration = trays.calibration_of(trays.BLACK_DICE)
    bgr = trays.picture(trays.throws(trays.BLACK_DICE, "natural")[0]).copy()
    change(bgr, np.array(read_tray(bgr, calibration).dice[0].corners_px))
    return read_tray(bgr, calibration).problems


def test_a_thing_of_none_of_the_dices_colours_beside_a_die_is_no_leaning_die() -> None:
    def lay(bgr: NDArray[np.uint8], corners: NDArray[np.float64]) -> None:
        slip = corners.mean(0) + 1.1 * (corners - corners[0])
        cv2.fillConvexPoly(bgr, np.round(slip).astype(np.int32), (60, 200, 200))

    assert any("not understood" in one for one in _throw_with(lay))


def test_paper_over_dark_dice_is_no_mirrored_lamp() -> None:
    def cover(bgr: NDArray[np.uint8], corners: NDArray[np.float64]) -> None:
        middle = corners.mean(0)
        paper = middle + 2.4 * (corners - middle)
        cv2.fillConvexPoly(bgr, np.round(paper).astype(np.int32), (225, 228, 230))

    said = _throw_with(cover)

    assert said
    assert not any("lamp mirrors" in one or "moving" in one for one in said)
