"""What tells dice that still roll from dice that lie there and are not understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import trays
from vision.board import EDGE_PX
from vision.calibration_values import Calibration, FaceLook
from vision.read import read_tray
from vision.scene import may_be_unseen, steepness
from vision.types import Status
from vision.virtual import DieStyle, Effects, Scene, VirtualDie, render, truth

_STYLE = DieStyle("red", (0.72, 0.06, 0.08), (0.95, 0.95, 0.93))
_SCENE = Scene(_STYLE, effects=Effects(noise=1.5), seed=4)
_AT_REST = VirtualDie(10.0, -15.0, value=5, angle_deg=25.0)


def _seen(die: VirtualDie) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """The picture of a die, as large as on the board, and where the die is in it."""
    bgr = np.asarray(render(_SCENE, (die,), np.random.default_rng(2)), np.uint8)
    (true,) = truth(_SCENE, (_AT_REST,))
    corners = np.array(true.corners_px)
    scale = EDGE_PX / float(np.linalg.norm(corners[1] - corners[0]))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x, y = true.centre_px
    return np.asarray(small, np.uint8), (x * scale, y * scale)


@pytest.mark.parametrize("way_deg", [0.0, 40.0, 90.0, 155.0])
def test_a_die_that_slides_is_smeared_in_one_way(way_deg: float) -> None:
    turn = np.radians(way_deg)
    smear_mm = (float(5 * np.cos(turn)), float(5 * np.sin(turn)))
    sliding = steepness(*_seen(replace(_AT_REST, smear_mm=smear_mm)))
    assert sliding < 0.7 * steepness(*_seen(_AT_REST))


def test_brightness_does_not_change_how_steep_a_die_looks() -> None:
    bgr, at = _seen(_AT_REST)
    dim = np.asarray(bgr * 0.6, np.uint8)
    assert steepness(dim, at) == pytest.approx(steepness(bgr, at), rel=0.1)


def test_a_place_at_the_border_of_the_board_can_be_looked_at() -> None:
    assert steepness(np.full((60, 60, 3), 90, np.uint8), (59.0, 0.0)) == 0.0


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


def _faint_throw() -> tuple[NDArray[np.uint8], Calibration]:
    """A throw of a few flat dice that, as the calibration has it, hardly differ from the floor."""
    made = replace(trays.calibration_of(trays.RED_FACES), stands_out=4.0)
    return trays.picture(trays.throws(trays.RED_FACES, "missing")[0]).copy(), made


def test_where_dice_may_be_unseen_only_the_number_of_a_few_flat_ones_is_open() -> None:
    reading = read_tray(*_faint_throw())
    assert reading.status is Status.UNSURE
    assert reading.number_open


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


@pytest.mark.parametrize("way_edges", [0.5, 0.8])
def test_a_die_that_is_smeared_among_others_at_rest_is_said_to_move(way_edges: float) -> None:
    def smear(bgr: NDArray[np.uint8], corners: NDArray[np.float64]) -> None:
        (left, top), (right, bottom) = corners.min(0).astype(int), corners.max(0).astype(int)
        edge = int(np.linalg.norm(corners[1] - corners[0]))
        window = bgr[top - 6 : bottom + 6, left - edge : right + edge]
        window[:] = cv2.blur(window, (round(way_edges * edge), 1))

    assert any("moving" in said for said in _throw_with(smear))


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
