"""What is left over is told apart: things, hands, dice in motion, mirrored faces."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import trays
from vision import words
from vision.account.blobs import Blob
from vision.account.residue import Residue
from vision.judgement.leftover import Leftover, beside, hands
from vision.read import read_tray
from vision.types import DieReading, Problem

Picture = NDArray[np.uint8]
Corners = NDArray[np.float64]

_PAPER, _WHITE, _BLACK = (222, 226, 229), (235, 238, 240), (24, 22, 21)
_WHOLE = (slice(0, 9), slice(0, 9))


def _throw(tray: str) -> tuple[Picture, list[Corners]]:
    """A fair throw and the corners of its dice, those in the middle of the picture first."""
    bgr = trays.picture(trays.throws(tray, "natural")[0]).copy()
    middle = np.array(bgr.shape[1::-1]) / 2
    dice = read_tray(bgr, trays.calibration_of(tray)).dice
    inward = sorted(dice, key=lambda die: float(np.hypot(*(die.centre_px - middle))))
    return bgr, [np.array(die.corners_px) for die in inward]


def _said(bgr: Picture, tray: str) -> str:
    return " ".join(read_tray(bgr, trays.calibration_of(tray)).problems)


def _filled(bgr: Picture, corners: Corners, colour: tuple[int, int, int]) -> None:
    cv2.fillConvexPoly(bgr, np.round(corners).astype(np.int32), colour, cv2.LINE_AA)


def _slip_over(corners: Corners) -> Corners:
    """A slip over a third of a die and the floor beside it."""
    out = corners.mean(0) + 1.2 * (corners[0] - corners.mean(0))
    return np.asarray(out + 1.6 * (corners - corners.mean(0)))


def _pen_across(corners: Corners) -> Corners:
    """A pen over a corner of a die, as thick as half a die and six times as long as one."""
    along, across = corners[1] - corners[0], corners[3] - corners[0]
    return np.asarray(
        corners[0]
        + [a * along + b * across for a, b in ((-3, -0.3), (3, -0.3), (3, 0.2), (-3, 0.2))]
    )


def test_paper_over_a_white_die_is_neither_a_leaning_nor_a_moving_die() -> None:
    bgr, (first, *_) = _throw(trays.RED_FACES)
    _filled(bgr, _slip_over(first), _PAPER)

    said = _said(bgr, trays.RED_FACES)

    assert "not understood" in said
    assert "leans" not in said
    assert "moving" not in said


def test_a_black_pen_over_a_black_die_is_no_die_in_motion() -> None:
    bgr, (first, *_) = _throw(trays.BLACK_DICE)
    _filled(bgr, _pen_across(first), _BLACK)

    said = _said(bgr, trays.BLACK_DICE)

    assert "not understood" in said or "hand" in said
    assert "moving" not in said


def test_a_die_in_motion_is_said_beside_one_that_mirrors_the_lamp() -> None:
    bgr, (first, *_, last) = _throw(trays.BLACK_DICE)
    _filled(bgr, last, _WHITE)
    (left, top), (right, bottom) = first.min(0).astype(int), first.max(0).astype(int)
    edge = int(np.linalg.norm(first[1] - first[0]))
    window = bgr[top - 6 : bottom + 6, left - edge : right + edge]
    window[:] = cv2.blur(window, (round(0.8 * edge), 1))

    said = _said(bgr, trays.BLACK_DICE)

    assert "lamp mirrors" in said
    assert "moving" in said


def test_of_a_place_where_a_lamp_mirrors_that_is_said_once() -> None:
    bgr, (*_, mirrored, _) = _throw(trays.BLACK_DICE)
    _filled(bgr, mirrored[0] + 0.8 * (mirrored - mirrored[0]), _WHITE)

    said = _said(bgr, trays.BLACK_DICE)

    assert said.count("in the middle; please shade the lamp") == 1


def test_a_die_too_many_is_said_if_a_lamp_mirrors_in_one_of_them() -> None:
    bgr, corners = _throw(trays.BLACK_DICE)
    _filled(bgr, corners[-1], _WHITE)
    made = trays.calibration_of(trays.BLACK_DICE)
    fewer = replace(made, dice=replace(made.dice, count=len(corners) - 1))

    said = read_tray(bgr, fewer).problems

    assert said[0] == words.too_many(len(corners), len(corners) - 1)


def test_dice_in_motion_at_the_wall_are_no_hand() -> None:
    bgr, (_, die, *_) = _throw(trays.RED_FACES)
    edge = int(np.linalg.norm(die[1] - die[0]))
    x, y = die.mean(0).astype(int)
    half, wide, at_x, at_y = round(0.55 * edge), round(1.2 * edge), 890, 430
    patch = bgr[y - half : y + half, x - half : x + half].copy()
    for down in (0, 2 * half):
        bgr[at_y + down : at_y + down + 2 * half, at_x - half : at_x + half] = patch
    way = bgr[at_y : at_y + 4 * half, at_x - wide : at_x + wide]
    way[:] = cv2.blur(way, (round(0.8 * edge), 9))

    assert _said(bgr, trays.RED_FACES).startswith("The dice are still moving.")


def _residue(*blobs: Blob) -> Residue:
    nothing = np.zeros((9, 9), np.uint8)
    light = np.zeros((9, 9), np.float32)
    return Residue(blobs, (), (), nothing, light, light, 9.0, 1.0)


@pytest.mark.parametrize(
    ("area", "reaches_out", "is_one"), [(3.0, True, True), (3.0, False, False), (9.0, False, True)]
)
def test_a_hand_reaches_in_or_is_larger_than_dice(
    area: float, reaches_out: bool, is_one: bool
) -> None:
    blob = Blob(area, (4.0, 4.0), 90.0, reaches_out, _WHOLE)
    assert hands(_residue(blob)) == ([blob] if is_one else [])


_SQUARE = ((0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0))
_LEANS = DieReading(3, False, 0.4, (15.0, 15.0), _SQUARE, Problem.COCKED)


def _with_a_thing_at(x_px: float) -> Leftover:
    nowhere = np.zeros((0, 2))
    things_px = np.array([[x_px, 15.0], [x_px + 40.0, 15.0]])
    return Leftover((), (), (), (), nowhere, things_px, nowhere)


def test_what_seems_to_lean_is_hidden_where_a_thing_touches_it() -> None:
    assert beside(_LEANS, _with_a_thing_at(40.0)).problem is Problem.HIDDEN
    assert beside(_LEANS, _with_a_thing_at(60.0)).problem is Problem.COCKED


def test_a_die_that_is_sure_stays_so_beside_a_thing() -> None:
    sure = replace(_LEANS, problem=None)
    assert beside(sure, _with_a_thing_at(40.0)) is sure
