"""Floor in its own light is told from sides of dice, which never look like it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, calibration_of
from vision.judgement.litfloor import Light, like_empty, sides_may_be_as
from vision.tray.board import board_of

Rows = tuple[NDArray[np.int64], NDArray[np.int64]]

_TRAY = calibration_of(BLACK_DICE)
_GREY = (130.0, 130.0, 130.0)
_LINES: Rows = (np.repeat(np.arange(50, 59)[:, None], 8, axis=1), np.full((9, 8), 60))


def _is_lit(
    body_bgr: tuple[float, float, float],
    floor_bgr: tuple[float, float, float] = _GREY,
    shade: float = 1.0,
    lines_in_light: int = 9,
) -> bool:
    dice = replace(_TRAY.dice, plain=replace(_TRAY.dice.plain, body_bgr=body_bgr), red=None)
    board = board_of(_TRAY)
    empty = np.full_like(board.empty_bgr, floor_bgr)
    seen = (empty * shade).astype(np.uint8)
    seen[50 + lines_in_light :] //= 2
    light = Light(seen, np.ones(3, np.float32))
    set_here = replace(_TRAY, dice=dice)
    grey = replace(board, empty_bgr=empty)
    return light.is_lit(_LINES, np.array(floor_bgr), grey, set_here, restless=1.0)


@pytest.mark.parametrize("body_bgr", [(30.0, 30.0, 30.0), (200.0, 90.0, 60.0)])
def test_lit_floor_is_told_from_dark_dice_and_from_ones_of_another_hue(
    body_bgr: tuple[float, float, float],
) -> None:
    assert _is_lit(body_bgr)


def test_floor_in_a_shadow_is_not_lit() -> None:
    assert not _is_lit((30.0, 30.0, 30.0), shade=0.7)


@pytest.mark.parametrize("body_bgr", [(220.0, 220.0, 220.0), (115.0, 120.0, 125.0)])
def test_floor_proves_nothing_that_brighter_dice_look_like_in_shade(
    body_bgr: tuple[float, float, float],
) -> None:
    assert not _is_lit(body_bgr)


@pytest.mark.parametrize(("lines", "told"), [(1, False), (2, True)])
def test_a_single_line_may_be_a_blurred_edge(lines: int, told: bool) -> None:
    assert _is_lit((30.0, 30.0, 30.0), lines_in_light=lines) is told


@pytest.mark.parametrize(("grey", "apart", "alike"), [
    (20.0, 4.9, True), (20.0, 5.5, False), (130.0, 20.0, True), (130.0, 25.0, False),
])  # fmt: skip
def test_floor_may_differ_from_itself_by_a_share_of_its_light(
    grey: float, apart: float, alike: bool
) -> None:
    before = np.full((1, 3), grey)
    assert like_empty(before + np.array([apart, 0.0, 0.0]), before, 1.0)[0] == alike


@pytest.mark.parametrize(("levels", "alike"), [(8.0, True), (-8.0, False)])
def test_dice_may_throw_light_on_floor_that_is_as_it_was_but_take_none_away(
    levels: float, alike: bool
) -> None:
    before = np.full((1, 3), 40.0)
    assert not like_empty(before + levels, before, 1.0).any()
    assert like_empty(before + levels, before, 1.0, thrown=5.0).all() is np.bool_(alike)


@pytest.mark.parametrize(
    ("floor_bgr", "alike"),
    [
        ((100.0, 101.0, 103.0), True),  # as the white bodies in shade
        ((60.0, 40.0, 110.0), False),
        ((20.0, 20.0, 100.0), True),  # as the red ones
        ((90.0, 20.0, 20.0), False),
        ((10.0, 10.0, 10.0), False),  # darker than any side of a white body
    ],
)
def test_sides_may_look_like_floors_of_the_hue_of_any_of_the_set_s_bodies(
    floor_bgr: tuple[float, float, float], alike: bool
) -> None:
    plain = replace(_TRAY.dice.plain, body_bgr=(240.0, 240.0, 240.0))
    red = replace(plain, body_bgr=(40.0, 40.0, 200.0))
    both = replace(_TRAY, dice=replace(_TRAY.dice, plain=plain, red=red), stands_out=20.0)
    assert sides_may_be_as(np.array(floor_bgr), both) is alike
