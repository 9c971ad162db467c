"""A thing on the wall, which may hide a die in the tray, is asked about where dice are missing."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import FOLDER, RED_FACES, calibration_of, inside, picture, throws
from vision.account.on_wall import things_on_wall
from vision.account.outside import Thing
from vision.account.residue import find_residue
from vision.read import read_tray
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, board_of
from vision.tray.geometry import to_floor, to_picture
from vision.types import Status

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

TRAY = calibration_of(RED_FACES)
BOARD = board_of(TRAY)
EMPTY = picture(FOLDER / RED_FACES / "empty.jpg")
NONE = np.zeros((0, 3))


def middle_of_wall() -> tuple[int, int]:
    """Give a row and a column of the board that the wall's inner side is at, above the floor."""
    column = BOARD.floor.shape[1] // 2
    return int(np.flatnonzero(BOARD.floor[:, column])[0]) - EDGE_PX // 2, column


def with_sheet(bgr: Picture, wide_edges: float = 2.0, gray: int = 235) -> Picture:
    """Give a picture with an even strip along the upper wall, which ends where the floor begins."""
    row, column = middle_of_wall()
    ys, xs = np.nonzero((BOARD.floor == 0) & (BOARD.inside_edges > -0.3))
    near = (abs(xs - column) < wide_edges * EDGE_PX / 2) & (abs(ys - row) < 1.5 * EDGE_PX)
    uv = BOARD.to_uv(np.column_stack([xs, ys])[near].astype(np.float64))
    x, y = np.rint(to_picture(TRAY.camera, uv, 1.0)).astype(int).T
    seen = bgr.copy()
    for dx, dy in np.ndindex(3, 3):
        seen[y + dy - 1, x + dx - 1] = gray
    return seen


def on_wall(bgr: Picture, poses: Doubles, *outside: Thing) -> tuple[tuple[float, float], ...]:
    sight = sight_of(BOARD.view(bgr), BOARD)
    residue = find_residue(sight, TRAY, poses)
    return things_on_wall(sight, residue, TRAY, poses, outside)


def thing_at(at_px: Doubles) -> Thing:
    x, y = at_px.tolist()
    return Thing((x, y), die_sized=True, on_floor=False)


def sheet_px() -> Doubles:
    """Give where the picture shows the middle of the strip."""
    row, column = middle_of_wall()
    uv = BOARD.to_uv(np.array([(column, row)], np.float64))
    return to_picture(TRAY.camera, uv, 1.0)[0]


def pose_there() -> Doubles:
    """Give the pose of a die whose top covers the strip's middle."""
    return np.append(to_floor(TRAY.camera, sheet_px()[None], 1.0)[0], 0.0)[None]


def test_a_strip_of_a_sheet_on_the_wall_is_noticed_where_it_lies() -> None:
    ((x, y),) = on_wall(with_sheet(EMPTY), NONE)
    sight = sight_of(BOARD.view(with_sheet(EMPTY)), BOARD)
    (there,) = to_picture(TRAY.camera, sight.board.to_uv(np.array([(x, y)])), 1.0)
    assert np.hypot(*(there - sheet_px())) < 8


def test_nothing_lies_on_the_wall_of_an_empty_tray() -> None:
    assert not on_wall(EMPTY, NONE)


@pytest.mark.parametrize("share", [0.5, 1.15])
def test_a_wall_in_another_light_is_no_thing(share: float) -> None:
    lit = np.clip(share * EMPTY.astype(np.float64), 0, 255).astype(np.uint8)
    assert not on_wall(lit, NONE)


def test_a_strip_that_differs_as_a_wall_in_a_moved_lamps_light_does_is_no_thing() -> None:
    assert not on_wall(with_sheet(EMPTY, gray=70), NONE)


def test_a_speck_on_the_wall_is_too_small_to_tell_of_a_hidden_die() -> None:
    assert not on_wall(with_sheet(EMPTY, wide_edges=0.25), NONE)


def test_what_a_die_that_was_found_covers_of_the_wall_is_the_dies() -> None:
    assert not on_wall(with_sheet(EMPTY, wide_edges=1.0), pose_there())


def test_what_lies_outside_and_reaches_over_the_wall_is_no_thing_on_it() -> None:
    assert not on_wall(with_sheet(EMPTY, wide_edges=1.0), NONE, thing_at(sheet_px()))


def test_more_of_the_wall_than_that_covers_is_noticed_beside_it_too() -> None:
    assert on_wall(with_sheet(EMPTY), NONE, thing_at(sheet_px()))


def test_a_thing_outside_elsewhere_does_not_explain_it() -> None:
    assert on_wall(
        with_sheet(EMPTY, wide_edges=1.0), NONE, thing_at(sheet_px() + np.array([300.0, 400.0]))
    )


def test_nothing_is_hidden_where_all_dice_were_found() -> None:
    far = np.zeros((TRAY.dice.count, 3)) + pose_there() + (0.0, 4.0, 0.0)
    assert not on_wall(with_sheet(EMPTY), far)


def without_a_die() -> Picture:
    """Give a throw of which one die is hidden by what looks like the floor."""
    seen = picture(throws(RED_FACES, "natural")[0]).copy()
    die = read_tray(seen, TRAY).dice[0]
    middle = np.array(die.centre_px)
    grown = tuple(map(tuple, (middle + 1.8 * (np.array(die.corners_px) - middle)).tolist()))
    hidden = inside(seen, grown)
    seen[hidden] = EMPTY[hidden]
    return seen


def test_a_sheet_of_the_floors_colour_that_hides_a_die_is_asked_about_if_the_wall_shows_it() -> (
    None
):
    assert read_tray(without_a_die(), TRAY).status is Status.OK
    assert read_tray(with_sheet(without_a_die()), TRAY).status is Status.UNSURE
