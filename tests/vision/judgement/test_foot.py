"""Floor where a flat die's foot would be: none beside flat dice, some beside those that lean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, ROUND_CLOTH_WALL, calibration_of, picture, throws
from vision.account.silhouette import frame_around
from vision.calibration_values import Calibration, FaceLook
from vision.judgement.foot import floor_at_feet
from vision.read import read_tray
from vision.tray.board import Board, board_of
from vision.tray.geometry import to_picture
from vision.types import Problem

SET = calibration_of(RED_FACES)
EVEN = np.ones(3, np.float32)
POSE = np.array([5.0, 1.0, 0.3])  # so far aside that a side is a fifth of an edge wide
CORNER = np.array([5.0, 3.0, 0.0])  # where two sides are turned to the camera
RIGHT, BELOW = np.array([1.0, 0.0]), np.array([0.0, 1.0])
NOTHING = np.zeros((0, 3))


def tray(wall: NDArray[np.float64] = RIGHT, inside: float = 0.8) -> Board:
    """The board of a tray whose wall is near everywhere, the nearer the farther that way."""
    whole = board_of(SET)
    rows, columns = np.indices(whole.floor.shape)
    nearer = columns * wall[0] + rows * wall[1]
    return replace(whole, inside_edges=(inside - 1e-4 * nearer).astype(np.float32))


def seen(board: Board, hidden: NDArray[np.bool_], share: float = 0.5) -> NDArray[np.uint8]:
    """The empty tray with what is hidden darker than it was."""
    shown = board.empty_bgr.astype(np.float32)
    shown[hidden] *= share
    return shown.round().astype(np.uint8)


def flat(board: Board, pose: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where a flat die hides the tray."""
    frame = frame_around(SET.camera, board, pose, 0.0)
    hidden = np.zeros(board.floor.shape, np.bool_)
    hidden[frame.window] = frame.mask > 0
    return hidden


def leaning(
    board: Board, edges: float, pose: NDArray[np.float64] = POSE, quarters: int = 0
) -> NDArray[np.bool_]:
    """What a die hides of which one side ends so many edges farther out than that of a flat one."""
    hidden = flat(board, pose)
    y, x = np.nonzero(hidden)
    turn = pose[2] + quarters * np.pi / 2
    outward = np.array([np.cos(turn), np.sin(turn)])
    foot = (pose[:2] @ outward - 0.5) * (1 - 1 / SET.camera.height)
    hidden[y, x] = board.to_uv(np.stack([x, y], -1).astype(np.float64)) @ outward > foot + edges
    return hidden


def width(
    board: Board,
    bgr: NDArray[np.uint8],
    gain: NDArray[np.float32] = EVEN,
    pose: NDArray[np.float64] = POSE,
    made: Calibration = SET,
) -> float:
    return floor_at_feet(bgr, gain, board, made, pose[None], 0.5)[0]


def test_a_flat_die_hides_the_floor_at_its_foot() -> None:
    board = tray()
    assert width(board, seen(board, flat(board, POSE))) < 0.02


def test_floor_at_the_foot_of_a_leaning_die_is_as_wide_as_it_shows() -> None:
    board = tray()
    assert width(board, seen(board, leaning(board, 0.1))) == pytest.approx(0.1, abs=0.03)


def test_floor_is_told_in_a_picture_of_another_exposure() -> None:
    board = tray()
    gain = np.array([0.8, 0.7, 0.6], np.float32)
    darker = (seen(board, leaning(board, 0.1)) * gain).round().astype(np.uint8)
    assert width(board, darker, gain) > 0.05


def test_floor_in_shadow_is_not_told_from_a_side() -> None:
    board = tray()
    everywhere = np.ones(board.floor.shape, np.bool_)
    assert width(board, seen(board, everywhere, 0.8)) == 0.0


@pytest.mark.parametrize(("like_floor", "told"), [(0.2, False), (0.0, True)])
def test_floor_at_a_foot_counts_less_where_sides_of_flat_dice_looked_like_it(
    like_floor: float, told: bool
) -> None:
    board = tray()
    made = replace(SET, like_floor=like_floor)
    assert (width(board, seen(board, leaning(board, 0.1)), made=made) > 0.05) is told


def test_no_less_than_no_floor_shows_where_sides_of_flat_dice_looked_like_it() -> None:
    board = tray()
    made = replace(SET, like_floor=0.2)
    assert width(board, seen(board, flat(board, POSE)), made=made) == 0.0


def test_pips_on_a_side_that_are_as_bright_as_floor_in_the_mean_are_no_floor() -> None:
    board = tray()
    rows, columns = np.indices(board.floor.shape)
    spotted = board.empty_bgr.astype(np.float32)
    spotted += np.where((rows // 2 + columns // 2) % 2, 45.0, -45.0)[..., None]
    assert width(board, spotted.clip(0, 255).round().astype(np.uint8)) == 0.0


@pytest.mark.parametrize(
    ("grey", "share", "told"),
    [(110, 0.5, False), (170, 1.0, True), (40, 0.16, True), (60, 0.5, True)],
)
def test_floor_that_looks_like_sides_of_white_dice_in_shade_is_not_told(
    grey: int, share: float, told: bool
) -> None:
    """White dice on grey felt; but dark dice show no such sides."""
    board = tray()
    empty = (board.empty_bgr * (grey / np.median(board.empty_bgr[board.floor > 0], axis=0))).clip(
        0, 255
    )
    board = replace(board, empty_bgr=empty.astype(board.empty_bgr.dtype))
    b, g, r = (grey / share,) * 3
    made = replace(
        SET, dice=replace(SET.dice, plain=FaceLook((b, g, r), SET.dice.plain.pip_bgr), red=None)
    )
    assert (width(board, seen(board, leaning(board, 0.1)), made=made) > 0.05) is told


def test_dice_away_from_the_wall_are_not_looked_at() -> None:
    away = tray(inside=2.0)
    assert width(away, seen(away, leaning(away, 0.1))) == 0.0


@pytest.mark.parametrize(("outlines", "told"), [(1, False), (2, True)])
def test_dice_near_the_surer_outline_of_a_tray_are_looked_at_too(outlines: int, told: bool) -> None:
    """A wall of the floor's own cloth may stand well inside of where that ends."""
    away = tray(inside=2.0)
    x, y = to_picture(SET.camera, np.array([[0.0, -5.0], [6.0, 6.0]]), 0.0).T.tolist()
    square = ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))
    made = replace(SET, sure_px=square if outlines == 2 else ())
    assert (width(away, seen(away, leaning(away, 0.1)), made=made) > 0.05) is told


@pytest.mark.parametrize(("quarters", "shows"), [(1, True), (0, False)])
def test_floor_is_looked_for_at_the_side_turned_from_the_wall(quarters: int, shows: bool) -> None:
    board = tray(wall=BELOW)
    bgr = seen(board, leaning(board, 0.1, CORNER, quarters))
    assert (width(board, bgr, pose=CORNER) > 0.05) is shows


def test_a_die_below_the_camera_shows_too_little_of_its_sides() -> None:
    board = tray()
    assert width(board, board.empty_bgr, pose=np.array([0.2, 0.1, 0.3])) == 0.0


def test_without_dice_there_is_nothing_to_tell() -> None:
    board = tray()
    assert floor_at_feet(board.empty_bgr, EVEN, board, SET, NOTHING, 0.5) == []


@pytest.mark.parametrize(("stands_out", "told"), [(100.0, True), (30.0, False)])
def test_floor_lit_by_dice_that_differ_far_more_from_it_is_told(
    stands_out: float, told: bool
) -> None:
    board = tray()
    bgr = seen(board, leaning(board, 0.1))
    shows = ~leaning(board, 0.1)
    bgr[shows] = np.clip(bgr[shows] * 1.17, 0, 255).round()
    made = replace(SET, glow=12.0, stands_out=stands_out)
    assert (width(board, bgr, made=made) > 0.05) is told


def test_a_die_that_leans_on_a_wall_of_the_floor_s_cloth_is_asked_about() -> None:
    (path,) = throws(ROUND_CLOTH_WALL, "cocked")
    reading = read_tray(picture(path), calibration_of(ROUND_CLOTH_WALL))
    assert [die.problem for die in reading.dice if die.problem] == [Problem.COCKED]
