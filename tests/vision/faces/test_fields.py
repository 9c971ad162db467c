"""Painted faces are found by their fields where their pips run together with their bevels."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.bench.virtual_shots import is_right
from tests.vision.drawn import calibration_drawn, read_drawn
from vision.faces import find
from vision.faces.fields import Fields, painted_fields
from vision.faces.find import find_dice
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, board_of
from vision.types import Status

SEED, SMALL_DICE = 124, 1134  # white dice with red faces, 36 pixels wide, on black felt
MIDDLE_PX = (70.0, 60.0)
RED, WHITE = (25, 20, 190), (226, 227, 228)


@pytest.mark.parametrize("index", [SMALL_DICE, 1218, 1410])
def test_a_painted_face_whose_pips_touch_its_bevels_is_read(index: int) -> None:
    reading, seen = read_drawn(SEED, index)
    assert reading.status is Status.OK
    assert is_right(reading, seen)


def fields_of(
    wide: float,
    long: float,
    *,
    standing: float = 99.0,
    body: bool = True,
    turned_deg: float = 20.0,
) -> Fields:
    """Give the fields of a picture with one rectangle of the red faces' colour, sides in edges.

    standing : by how much all of it differs from the empty tray. body : or it is of plain white.
    """
    known, seen = calibration_drawn(SEED, SMALL_DICE)
    sight = sight_of(board_of(known).view(seen.bgr), board_of(known))
    bgr = np.zeros_like(sight.bgr)
    sides = (wide * EDGE_PX - 1, long * EDGE_PX - 1)  # outlines run along pixels' middles
    corners = cv2.boxPoints((MIDDLE_PX, sides, turned_deg))
    cv2.fillConvexPoly(bgr, np.round(corners).astype(np.int32), RED if body else WHITE)
    drawn = replace(sight, bgr=bgr, standing=np.full_like(sight.standing, standing))
    assert known.dice.red is not None
    return painted_fields(seen.bgr, drawn, known.dice.red, known.camera)


def test_a_square_of_the_painted_colour_may_be_a_face_and_looks_like_no_pip() -> None:
    found = fields_of(0.75, 0.75)
    assert np.abs(found.middles_px - MIDDLE_PX).max() < 0.7
    x, y = np.round(MIDDLE_PX).astype(int)
    assert found.like_pips[y, x] == pytest.approx(0.0, abs=0.1)


def test_an_upright_square_of_which_four_corners_are_known_is_a_field() -> None:
    assert len(fields_of(0.75, 0.75, turned_deg=0.0).middles_px) == 1


@pytest.mark.parametrize(("wide", "long"), [(0.4, 0.4), (1.2, 1.2), (0.5, 0.9)])
def test_what_is_smaller_or_larger_or_longer_than_a_field_is_none(wide: float, long: float) -> None:
    assert len(fields_of(wide, long).middles_px) == 0


def test_floor_of_the_painted_colour_is_no_field() -> None:
    assert len(fields_of(0.75, 0.75, standing=4.0).middles_px) == 0


def test_a_square_of_another_colour_is_no_field() -> None:
    assert len(fields_of(0.75, 0.75, body=False).middles_px) == 0


def test_a_face_is_turned_as_its_edges_are_though_pips_take_its_corners() -> None:
    known, seen = calibration_drawn(SEED, SMALL_DICE)
    sight = sight_of(board_of(known).view(seen.bgr), board_of(known))
    assert known.dice.red is not None
    found = painted_fields(seen.bgr, sight, known.dice.red, known.camera)
    five = np.array(next(die for die in seen.frame.dice if die.value == 5 and die.red).corners_px)
    along = five[1] - five[0]
    turns = np.degrees(found.angles - np.arctan2(along[1], along[0]))
    assert np.abs((turns + 45) % 90 - 45).min() < 6


def test_a_knocked_camera_s_picture_shows_the_same_painted_faces() -> None:
    known, seen = calibration_drawn(SEED, SMALL_DICE)
    sight = sight_of(board_of(known).view(seen.bgr), board_of(known))
    height, width = seen.bgr.shape[:2]
    knock = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), 40.0, 1.0), [0, 0, 1]])
    after = np.asarray(cv2.warpPerspective(seen.bgr, knock, (width, height)), np.uint8)

    found = find_dice(after, sight, known, knock)

    assert len(found.taken) == len(seen.frame.dice)


def test_no_paint_is_sought_for_red_pips_on_the_plain_body(monkeypatch: pytest.MonkeyPatch) -> None:
    known, seen = calibration_drawn(SEED, SMALL_DICE)
    assert known.dice.red is not None
    sight = sight_of(board_of(known).view(seen.bgr), board_of(known))
    red = replace(known.dice.red, body_bgr=known.dice.plain.body_bgr, pip_bgr=(20.0, 20.0, 190.0))
    pips_only = replace(known, dice=replace(known.dice, red=red))
    sought: list[object] = []
    monkeypatch.setattr(find, "painted_fields", lambda *args: sought.append(args))

    find_dice(seen.bgr, sight, pips_only)

    assert not sought
