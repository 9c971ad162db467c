"""The glow of dice of one hue on a floor of which they hardly stand out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of
from vision.account.glow import glow_on
from vision.calibration_values import Colour
from vision.tray.board import EDGE_PX, board_of

TRAY = calibration_of(RED_FACES)
RED = replace(TRAY.dice.plain, body_bgr=(2.0, 4.0, 250.0), pip_bgr=(240.0, 245.0, 250.0))
SET = replace(TRAY, stands_out=15.0, dice=replace(TRAY.dice, plain=RED, red=None))
FLOOR = np.array([46, 55, 250], np.uint8)
WOOD_BGR, GREY_BGR = (130.0, 161.0, 195.0), (170.0, 180.0, 195.0)
WOODEN_FLOOR = np.array([132, 150, 178], np.uint8)
DARK_FLOOR = np.array([17, 27, 182], np.uint8)
BOARD = board_of(SET)
POSE = np.array([[0.0, 0.0, 0.0]])
LEVEL, FAINT = 20.0, 25.0  # grey levels


def part_of_glow(
    shares: tuple[float, float, float],
    aside_edges: float,
    level: float,
    floor: NDArray[np.uint8] = FLOOR,
    body_bgr: Colour = RED.body_bgr,
) -> float:
    """Which part of a spot beside a die is glow that keeps such shares of the floor's light."""
    x, y = np.rint(BOARD.to_px(POSE[:, :2])[0]).astype(int)
    x += round(aside_edges * EDGE_PX)
    spot = slice(y - 2, y + 3), slice(x - 2, x + 3)
    rest = np.zeros(BOARD.floor.shape, np.uint8)
    rest[spot] = 1
    board = replace(BOARD, empty_bgr=np.full_like(BOARD.empty_bgr, floor))
    seen = board.empty_bgr.copy()
    seen[y - 5 : y + 6, x - 5 : x + 6] = np.round(floor * shares)
    gain = np.ones(3, np.float32)
    strange = np.where(rest > 0, np.float32(FAINT), np.float32(0))
    of_body = replace(SET, dice=replace(SET.dice, plain=replace(RED, body_bgr=body_bgr)))
    return float(glow_on(rest, seen, strange, level, gain, board, of_body, POSE)[spot].mean())


def test_floor_in_shadow_and_in_the_dice_s_own_light_is_no_thing() -> None:
    assert part_of_glow((0.32, 0.31, 0.7), 0.8, LEVEL) == 1.0


def test_the_deepest_shadow_between_such_dice_is_no_thing() -> None:
    assert part_of_glow((0.11, 0.11, 0.2), 0.8, LEVEL) == 1.0


def test_a_few_grey_levels_of_a_dark_hue_are_no_thing_in_deep_shadow() -> None:
    assert part_of_glow((0.36, 0.21, 0.24), 0.8, LEVEL, DARK_FLOOR) == 1.0


@pytest.mark.parametrize("shares", [(0.5, 0.3, 0.2), (0.2, 0.4, 0.2)])
def test_a_few_levels_of_noise_in_dark_channels_are_no_thing_in_shadow(
    shares: tuple[float, float, float],
) -> None:
    assert part_of_glow(shares, 0.8, LEVEL, DARK_FLOOR) == 1.0


def test_deep_shadow_may_be_without_any_of_the_dice_s_own_light() -> None:
    assert part_of_glow((0.26, 0.24, 0.22), 0.8, LEVEL) == 1.0


@pytest.mark.parametrize(
    ("what", "shares"),
    [
        ("the side of a die in shadow", (0.03, 0.04, 0.45)),
        ("another hue", (0.7, 0.31, 0.32)),
        ("light of three hues", (0.6, 0.3, 0.8)),
    ],
)
def test_what_is_no_sum_of_both_lights_is_a_thing(
    what: str, shares: tuple[float, float, float]
) -> None:
    assert part_of_glow(shares, 0.8, LEVEL) == 0.0, what


@pytest.mark.parametrize(("body_bgr", "part"), [(WOOD_BGR, 1.0), (GREY_BGR, 0.0)])
def test_wood_is_of_one_hue_and_grey_is_not(body_bgr: Colour, part: float) -> None:
    shares = (0.46, 0.475, 0.5)
    assert part_of_glow(shares, 0.8, LEVEL, WOODEN_FLOOR, body_bgr) == part


def test_far_from_dice_nothing_is_their_glow() -> None:
    assert part_of_glow((0.32, 0.31, 0.7), 2.0, LEVEL) == 0.0


def test_dice_that_stand_out_throw_no_glow_of_their_own_hue() -> None:
    assert part_of_glow((0.32, 0.31, 0.7), 0.8, SET.stands_out - 1.0) == 0.0
