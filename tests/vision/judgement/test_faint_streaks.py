"""Streaks of pips tell of dice in motion that look like the floor, or like their own shadow."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import contrasts
from tests.bench.virtual import calibration_of
from tests.bench.virtual_shots import PER_ROOM, room_of, shot
from tests.vision import trays
from vision.calibration_values import Calibration, FaceLook
from vision.faces.find import Found, find_dice
from vision.judgement.cues import HIDDEN_LEVELS
from vision.judgement.faint_streaks import faint_streaks, shows_dark_streaks
from vision.read import read_tray
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
    _, board = _seen()
    floor = _floor()
    middle = _free_place()
    now = floor.copy()
    for times, wide, long in ((0.3, 2 * EDGE_PX, 2 * EDGE_PX), (light, wide_px, long_px)):
        here = _around(middle, wide, long)
        now[here] = floor[here] * times
    made = trays.calibration_of(trays.BLACK_DICE)
    return middle, faint_streaks(_with_floor(now), board, made)


def _floor() -> NDArray[np.float64]:
    """The empty tray on the throw's board, in the throw's light."""
    found, board = _seen()
    return np.asarray(board.empty_bgr.astype(np.float64) * found.gain)


def _with_floor(bgr: NDArray[np.float64]) -> Found:
    """The throw with another picture of its board."""
    return replace(_seen()[0], board_bgr=np.clip(bgr, 0, 255).astype(np.uint8))


def _free_place() -> tuple[int, int]:
    """Where on the board, well inside the tray, it is farthest to a die."""
    found, board = _seen()
    lit = (_floor()[..., 1] > 40) & (board.inside_edges > 2)
    lit[:EDGE_PX], lit[-EDGE_PX:], lit[:, :EDGE_PX], lit[:, -EDGE_PX:] = (False,) * 4
    dice = board.to_px(found.faces.poses[list(found.taken), :2])
    y, x = np.argwhere(lit).T
    far = np.hypot(x[:, None] - dice[:, 0], y[:, None] - dice[:, 1]).min(axis=1)
    return int(x[far.argmax()]), int(y[far.argmax()])


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


def test_fast_dice_that_look_like_their_shadow_are_said_to_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In this room shadows are a little lighter; where that isn't told they look like the dice.
    monkeypatch.setattr(contrasts, "_with_shade", lambda made, _: made)
    first = 12624 // PER_ROOM * PER_ROOM
    known = calibration_of(room_of(73, first), 73, first)
    assert known.stands_out < HIDDEN_LEVELS
    reading = read_tray(shot(room_of(73, 12624), 73, 12624).bgr, known)
    assert [said.endswith("still moving.") for said in reading.problems] == [True, True]


_WHITE = FaceLook((230.0, 235.0, 238.0), (60.0, 60.0, 62.0))


def _white_on_white(stands_out: float = 3.0, look: FaceLook = _WHITE) -> Calibration:
    """The calibration as of a set that hardly stands out from the tray, and has dark pips."""
    made = trays.calibration_of(trays.BLACK_DICE)
    return replace(made, stands_out=stands_out, dice=replace(made.dice, plain=look, red=None))


def _shaded(light: float, wide_px: int, long_px: int, at: tuple[int, int] | None = None) -> Found:
    """The empty tray's floor around the dice, with less light in a rectangle of it."""
    now = _floor()
    now[_around(at or _free_place(), wide_px, long_px)] *= light
    return _with_floor(now)


@pytest.mark.parametrize(
    ("light", "wide_px", "long_px", "seen"),
    [
        (0.85, 4, 20, True),
        (0.95, 4, 20, False),  # as faint as noise
        (0.85, 12, 20, False),  # wider than a pip
        (0.85, 6, 46, False),  # longer than a pip's streak
        (0.85, 2, 4, False),  # a speck
    ],
)
def test_narrow_shade_on_bare_floor_may_be_the_streak_of_a_dark_pip(
    light: float, wide_px: int, long_px: int, seen: bool
) -> None:
    found = _shaded(light, wide_px, long_px)
    assert shows_dark_streaks(found, _seen()[1], _white_on_white()) is seen


def test_narrow_shade_is_no_streak_where_dice_would_be_seen() -> None:
    assert not shows_dark_streaks(_shaded(0.85, 4, 20), _seen()[1], _white_on_white(8.0))


def test_shade_on_a_black_floor_is_noise() -> None:
    found, board = _shaded(0.85, 4, 20), _seen()[1]
    dark, black = found.board_bgr // 4, board.empty_bgr // 4
    black_board = replace(board, empty_bgr=black)
    assert not shows_dark_streaks(replace(found, board_bgr=dark), black_board, _white_on_white())


def test_narrow_shade_is_no_streak_of_bright_pips() -> None:
    bright = FaceLook(_WHITE.pip_bgr, _WHITE.body_bgr)
    assert not shows_dark_streaks(_shaded(0.85, 4, 20), _seen()[1], _white_on_white(look=bright))


@pytest.mark.parametrize(("edges_below", "seen"), [(0.58, False), (0.9, True)])
def test_narrow_shade_right_beside_a_die_is_a_gap_at_its_shadow(
    edges_below: float, seen: bool
) -> None:
    found, board = _seen()
    x, y = board.to_px(found.faces.poses[found.taken[3], :2]).tolist()  # it lies hardly turned
    below = round(x), round(y + edges_below * EDGE_PX)
    assert shows_dark_streaks(_shaded(0.85, 20, 4, below), board, _white_on_white()) is seen
