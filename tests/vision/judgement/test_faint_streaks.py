"""Streaks of bright pips tell of dark dice in motion that look like their own shadow."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from tests.vision import trays
from tests.vision.drawn import read_drawn
from vision.faces.find import Found, find_dice
from vision.judgement.faint_streaks import faint_streaks
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, Board, board_of

_THROW = trays.throws(trays.BLACK_DICE, "natural")[0]


@lru_cache(maxsize=1)
def _seen() -> tuple[Found, Board]:
    """A throw on its board."""
    made = trays.calibration_of(trays.BLACK_DICE)
    sight = sight_of(board_of(made).view(trays.picture(_THROW)), board_of(made))
    return find_dice(trays.picture(_THROW), sight, made), sight.board


def _streaks_at(
    light: float, wide_px: int, long_px: int
) -> tuple[tuple[float, float], tuple[tuple[float, float], ...]]:
    """Draw bright pixels in deep shade on bare floor; give where, and the streaks found.

    light : over that of the lit floor.
    """
    found, board = _seen()
    floor = board.empty_bgr.astype(np.float64) * found.gain
    lit = (floor[..., 1] > 40) & (board.inside_edges > 2)
    lit[:EDGE_PX], lit[-EDGE_PX:], lit[:, :EDGE_PX], lit[:, -EDGE_PX:] = (False,) * 4
    dice = board.to_px(found.faces.poses[list(found.taken), :2])
    y, x = np.argwhere(lit).T
    far = np.hypot(x[:, None] - dice[:, 0], y[:, None] - dice[:, 1]).min(axis=1)
    middle = int(x[far.argmax()]), int(y[far.argmax()])
    now = floor.copy()
    for times, wide, long in ((0.3, 2 * EDGE_PX, 2 * EDGE_PX), (light, wide_px, long_px)):
        here = _around(middle, wide, long)
        now[here] = floor[here] * times
    bgr = np.clip(now, 0, 255).astype(np.uint8)
    made = trays.calibration_of(trays.BLACK_DICE)
    return middle, faint_streaks(replace(found, board_bgr=bgr), board, made)


def _around(middle: tuple[int, int], wide: int, long: int) -> tuple[slice, slice]:
    x, y = middle
    return slice(y - long // 2, y + long // 2), slice(x - wide // 2, x + wide // 2)


def test_a_narrow_streak_that_is_brighter_than_lit_floor_in_deep_shade_is_found() -> None:
    middle, streaks = _streaks_at(1.3, 4, 20)
    assert [streak == pytest.approx(middle, abs=1.5) for streak in streaks] == [True]


def test_light_through_a_gap_between_shadows_is_no_brighter_than_elsewhere() -> None:
    assert _streaks_at(1.0, 4, 20)[1] == ()


def test_a_spot_of_light_that_is_wider_than_a_pip_is_no_streak() -> None:
    assert _streaks_at(1.3, 12, 12)[1] == ()


def test_a_strip_that_is_longer_than_any_pip_s_streak_is_none() -> None:
    assert _streaks_at(1.3, 6, 46)[1] == ()


def test_a_speck_is_no_streak() -> None:
    assert _streaks_at(1.3, 4, 4)[1] == ()


def test_fast_dice_that_look_like_their_shadow_are_said_to_move() -> None:
    reading, _ = read_drawn(73, 12624)
    assert [said.endswith("still moving.") for said in reading.problems] == [True, True]
