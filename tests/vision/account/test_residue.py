"""What is left over and what is missing: sides in shade, and floor between dark dice."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from pi_app.adapters import demo
from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.account.residue import find_residue
from vision.calibration_values import Calibration
from vision.faces.find import find_dice
from vision.read import read_tray
from vision.sight import sight_of
from vision.tray.board import board_of
from vision.tray.geometry import edge_px
from vision.types import Status
from vision.virtual import (
    CameraPose,
    DieStyle,
    FloorKind,
    Light,
    RedKind,
    Scene,
    Tray,
    render,
    throw,
)

CHALK, INK = (0.95, 0.95, 0.93), (0.07, 0.07, 0.08)
BLACK = DieStyle("black", INK, CHALK, RedKind.PIPS, red=(0.66, 0.09, 0.1), vein=(0.02, 0.02, 0.02),
                 marble=0.28, wear=0.3, edge=0.107, ball=0.84, gloss=0.18)  # fmt: skip
RED_FELT = Scene(
    BLACK,
    red_faces=((3,), (2,), (1,)),
    tray=Tray(floor=FloorKind.FELT, floor_colour=(0.52, 0.06, 0.09)),
    light=Light(190.0, 68.0, 2200.0, 120.0, direct=0.3, ambient=0.75),
)
WHITE = DieStyle("white", (0.92, 0.91, 0.88), INK, RedKind.BODY, red=(0.8, 0.077, 0.1))
BROWN_LEATHER = Scene(
    WHITE,
    red_faces=((4,), (1,), (2,), (3,), (6,)),
    tray=Tray(
        width_mm=280.0,
        depth_mm=280.0,
        rim_height_mm=16.5,
        floor=FloorKind.LEATHER,
        floor_colour=(0.3, 0.17, 0.1),
    ),
    light=Light(6.0, 36.0, 1800.0, 200.0, direct=0.55, ambient=0.55),
    camera=CameraPose(height_mm=403.0, tilt_x_deg=-5.0, tilt_y_deg=-7.0, roll_deg=-1.5),
)
ORANGE = DieStyle("orange", (0.95, 0.4, 0.1), INK, RedKind.NONE)
WHITE_FLOOR = Scene(
    ORANGE,
    red_faces=((), (), ()),
    tray=Tray(floor=FloorKind.PLAIN, floor_colour=(0.82, 0.78, 0.72)),
)
RED = DieStyle("red", (0.62, 0.05, 0.07), CHALK, RedKind.NONE)
RED_ON_RED = Scene(
    RED,
    red_faces=((), (), ()),
    tray=Tray(floor=FloorKind.FELT, floor_colour=(0.52, 0.06, 0.09)),
)
FREE_PX = (760, 400)  # of the floor, far from the dice of the throw below


@lru_cache(maxsize=4)
def calibration(scene: Scene) -> Calibration:
    return demo.calibration_of(scene)


def with_a_dot(count: int) -> Status:
    """Read a throw of so many of three dice on a white floor with a dot of a pip's size on it."""
    dice = throw(np.random.default_rng(2), WHITE_FLOOR, 3, lean=0.0, touching=0.0)
    bgr = np.asarray(render(WHITE_FLOOR, dice[:count], np.random.default_rng(5)), np.uint8)
    cv2.circle(bgr, FREE_PX, 4, (40, 40, 40), -1, cv2.LINE_AA)
    return read_tray(bgr, calibration(WHITE_FLOOR)).status


def with_a_strip_at_the_wall(wide_px: int) -> Status:
    """Read a throw with a green strip on the floor that lies along the whole of one wall."""
    tray = calibration(WHITE_FLOOR)
    dice = throw(np.random.default_rng(2), WHITE_FLOOR, 3, lean=0.0, touching=0.0)
    bgr = np.asarray(render(WHITE_FLOOR, dice, np.random.default_rng(5)), np.uint8)
    outline = np.array(tray.tray_px)
    middle = outline.mean(0)
    for depth_px in range(4, 4 + wide_px):
        inner = middle + (outline - middle) * (1 - depth_px / np.abs(outline - middle).max())
        cv2.line(bgr, *np.round(inner[:2]).astype(int).tolist(), (60, 150, 60), 2, cv2.LINE_AA)
    return read_tray(bgr, tray).status


@pytest.mark.parametrize(("wide_px", "status"), [(3, Status.OK), (16, Status.UNSURE)])
def test_a_line_along_the_wall_is_its_foot_and_a_strip_is_not(wide_px: int, status: Status) -> None:
    assert with_a_strip_at_the_wall(wide_px) is status


def with_lit_floor_beside(levels: int) -> Status:
    """Read red dice on red felt; a quarter of an edge of that, beside one, is less red by so much.

    With 8 grey levels it stands out by hardly more than noise and glow, with 14 by half as much
    again. Such dice themselves stand out by 10.
    """
    tray = calibration(RED_ON_RED)
    dice = throw(np.random.default_rng(2), RED_ON_RED, 3, lean=0.0, touching=0.0)
    bgr = np.asarray(render(RED_ON_RED, dice, np.random.default_rng(5)), np.uint8).copy()
    x, y = read_tray(bgr, tray).dice[0].centre_px
    edge = edge_px(tray.camera)
    half = round(0.13 * edge)
    rows, columns = (slice(round(at) - half, round(at) + half + 1) for at in (y, x - 0.75 * edge))
    bgr[rows, columns, :2] += np.uint8(levels)
    return read_tray(bgr, tray).status


def status_of_throw(scene: Scene, seed: int, touching: float) -> Status:
    rng, count = np.random.default_rng(seed), len(scene.red_faces)
    dice = throw(rng, scene, count, lean=0.0, touching=touching)
    bgr = np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)
    return read_tray(bgr, calibration(scene)).status


@pytest.mark.parametrize("seed", [1, 8, 9])
def test_red_floor_between_black_dice_is_no_red_pip(seed: int) -> None:
    assert status_of_throw(RED_FELT, seed, touching=0.9) is Status.OK


def test_a_red_side_in_the_shade_on_brown_leather_is_not_missing() -> None:
    assert status_of_throw(BROWN_LEATHER, 3, touching=0.5) is Status.OK


def test_where_a_die_is_missing_a_lone_dot_on_a_white_floor_may_be_its_pip() -> None:
    assert with_a_dot(2) is Status.UNSURE


def test_a_dot_beside_all_dice_of_the_set_is_a_crumb() -> None:
    assert with_a_dot(3) is Status.OK


def test_a_shadow_s_edge_beside_dice_that_hardly_stand_out_is_no_side_of_theirs() -> None:
    assert with_lit_floor_beside(8) is Status.OK


def test_what_stands_out_more_than_such_dice_do_is_asked_about() -> None:
    assert with_lit_floor_beside(14) is Status.UNSURE


@pytest.mark.parametrize(("scatter", "sticks_out"), [(0.003, True), (0.03, False)])
def test_dice_lie_where_their_pips_tell_as_exactly_as_these_are_placed(
    scatter: float, sticks_out: bool
) -> None:
    bgr, tray = picture(throws(RED_FACES, "natural")[0]), calibration_of(RED_FACES)
    sight = sight_of(board_of(tray).view(bgr), board_of(tray))
    found = find_dice(bgr, sight, tray)
    aside = found.faces.poses[list(found.taken)] + (0.08, 0.0, 0.0)
    placed = replace(tray, dice=replace(tray.dice, scatter=scatter))
    assert (max(find_residue(sight, placed, aside).excess) > 0.005) is sticks_out
