"""Deep shadow behind a die is floor, unless the set's dice could look like that."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.trays import FOLDER, RED_FACES, calibration_of, picture
from vision.account.umbra import shadow_on
from vision.calibration_values import Calibration, Colour, FaceLook
from vision.tray.board import board_of

PURPLE, BLACK, WHITE = (110.0, 25.0, 50.0), (25.0, 24.0, 23.0), (225.0, 226.0, 224.0)
BRIGHT_RED, RED = (32.0, 45.0, 235.0), (25.0, 30.0, 180.0)
BLUE = (205.0, 101.0, 65.0)
DULL = (40.0, 25.0, 30.0)  # its side in deep shade departs from the floor's hue by 11 levels


def with_bodies(body_bgr: Colour) -> Calibration:
    calibration = calibration_of(RED_FACES)
    look = FaceLook(body_bgr, (200.0, 200.0, 200.0))
    return replace(calibration, dice=replace(calibration.dice, plain=look, red=None))


def part_called_shadow(
    body_bgr: Colour,
    left: float,
    tint: Colour = (1.0, 1.0, 1.0),
    size_px: int = 9,
    floor_bgr: Colour | None = None,
) -> float:
    """Give which part of a darkened patch of the floor is called shadow."""
    calibration = with_bodies(body_bgr)
    board = board_of(calibration)
    seen = board.look(picture(FOLDER / RED_FACES / "empty.jpg"))
    if floor_bgr is not None:
        seen = np.full_like(seen, floor_bgr)
        board = replace(board, empty_bgr=seen)
    rest = np.zeros(seen.shape[:2], np.uint8)
    rest[200 : 200 + size_px, 200 : 200 + size_px] = 1
    seen = np.clip(seen * left * np.array(tint), 0, 255).astype(np.uint8)
    shadow = shadow_on(rest, seen, np.ones(3, np.float32), board, calibration)
    return float(shadow.sum() / rest.sum())


@pytest.mark.parametrize("body_bgr", [PURPLE, WHITE])
def test_deep_shadow_beside_coloured_and_white_dice_is_floor(body_bgr: Colour) -> None:
    assert part_called_shadow(body_bgr, 0.2) > 0.95


def test_what_may_be_a_black_dies_side_is_no_shadow() -> None:
    assert part_called_shadow(BLACK, 0.2) == 0.0


def test_deep_shadow_beside_black_dice_is_floor_where_its_hue_can_be_none_of_theirs() -> None:
    room = (0.85, 0.75, 1.05)  # hue of what light is left there, over the floor's
    assert part_called_shadow(BLACK, 0.25, room, floor_bgr=BRIGHT_RED) == 1.0


def test_deep_shadow_between_dice_is_of_a_deeper_hue_than_the_floor() -> None:
    deeper = (58.0 / BLUE[0], 21.0 / BLUE[1], 9.0 / BLUE[2])  # light that was on the floor before
    assert part_called_shadow(BLACK, 1.0, deeper, floor_bgr=BLUE) == 1.0


def test_dark_blue_dice_may_look_like_such_a_shadow_on_blue() -> None:
    deeper = (58.0 / BLUE[0], 21.0 / BLUE[1], 9.0 / BLUE[2])
    assert part_called_shadow((200.0, 50.0, 15.0), 1.0, deeper, floor_bgr=BLUE) == 0.0


@pytest.mark.parametrize("body_bgr", [PURPLE, WHITE])
def test_shadow_on_blue_may_be_just_as_blue(body_bgr: Colour) -> None:
    assert part_called_shadow(body_bgr, 0.3, floor_bgr=BLUE) == 1.0


def test_what_is_less_coloured_than_the_floor_is_no_shadow() -> None:
    paler = (50.0 / BLUE[0], 38.0 / BLUE[1], 32.0 / BLUE[2])
    assert part_called_shadow(PURPLE, 1.0, paler, floor_bgr=BLUE) == 0.0


def test_a_black_side_on_such_a_floor_is_no_shadow() -> None:
    black = (20.0 / BRIGHT_RED[0], 20.0 / BRIGHT_RED[1], 40.0 / BRIGHT_RED[2])
    assert part_called_shadow(BLACK, 1.0, black, floor_bgr=BRIGHT_RED) == 0.0


@pytest.mark.parametrize(("tint", "part"), [((1.0, 1.0, 1.0), 1.0), ((1.5, 0.8, 1.0), 0.0)])
def test_beside_dull_dice_what_has_the_floor_s_hue_is_floor_and_what_turns_to_theirs_is_not(
    tint: Colour, part: float
) -> None:
    assert part_called_shadow(DULL, 0.2, tint) == part


@pytest.mark.parametrize(("left", "part"), [(0.15, 1.0), (0.3, 0.0)])
def test_beside_red_dice_on_red_what_is_darker_than_their_sides_is_floor(
    left: float, part: float
) -> None:
    assert part_called_shadow(RED, left, floor_bgr=BRIGHT_RED) == part


def test_what_is_black_is_no_shadow() -> None:
    assert part_called_shadow(PURPLE, 0.03) == 0.0


def test_what_is_of_another_hue_is_no_shadow() -> None:
    assert part_called_shadow(PURPLE, 0.35, (2.5, 0.4, 1.0)) < 0.05


def test_what_is_as_large_as_a_die_is_no_shadow() -> None:
    assert part_called_shadow(PURPLE, 0.2, size_px=24) == 0.0
