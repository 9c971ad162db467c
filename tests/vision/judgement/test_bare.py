"""Bare floor in the silhouettes of dice: none under flat ones, some where they are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.account.residue import find_residue
from vision.faces.find import find_dice
from vision.faces.measure import Measures
from vision.judgement.bare import bare_level, bare_parts, untouched_parts
from vision.judgement.gather import gather_cues
from vision.read import read_tray
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, board_of
from vision.tray.geometry import SQUARE, to_floor

SET = calibration_of(RED_FACES)
THROW = picture(throws(RED_FACES, "natural")[0])


def bare_at(poses: NDArray[np.float64]) -> float:
    """The largest part of a silhouette at the poses that shows bare floor."""
    whole = board_of(SET)
    sight = sight_of(whole.view(THROW), whole)
    rest = find_residue(sight, SET, poses)
    levels = rest.level, rest.restless
    return max(bare_parts(sight.strange, sight.board, SET, poses, levels))


def read_poses() -> NDArray[np.float64]:
    poses = []
    for die in read_tray(THROW, SET).dice:
        corners = to_floor(SET.camera, np.array(die.corners_px), 1.0)
        way = corners[1] - corners[0]
        poses.append([*corners.mean(0), np.arctan2(way[1], way[0])])
    return np.array(poses)


def test_flat_dice_leave_no_floor_bare_in_their_silhouettes() -> None:
    assert bare_at(read_poses()) < 0.005


@pytest.mark.parametrize("way_deg", [0.0, 90.0, 180.0, 270.0])
def test_silhouettes_a_fifth_of_an_edge_aside_hold_bare_floor(way_deg: float) -> None:
    aside = 0.2 * np.array([np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg)), 0.0])
    assert bare_at(read_poses() + aside) > 0.03


@pytest.mark.parametrize(("at", "bare"), [(0.0, False), (0.45, True)])
def test_what_looks_like_floor_between_pips_is_the_face_that_they_lie_on(
    at: float, bare: bool
) -> None:
    """Red faces on red felt."""
    whole = board_of(SET)
    strange = np.full(whole.floor.shape, 200.0, np.float32)
    poses = read_poses()[:1]
    (x, y), *_ = np.rint(whole.to_px(poses[:, :2] + at / np.sqrt(2))).astype(int)
    strange[y - 2 : y + 3, x - 2 : x + 3] = 0.0
    assert (bare_parts(strange, whole, SET, poses, (10.0, 5.0))[0] > 0) is bare


@pytest.mark.parametrize("glow", [SET.glow, 60.0])
def test_floor_as_if_nothing_lay_there_is_told_however_much_light_dice_throw(glow: float) -> None:
    whole = board_of(SET)
    sight, lit = sight_of(whole.view(THROW), whole), replace(SET, glow=glow)
    aside = np.array([0.2, 0.0, 0.0])
    parts = [
        max(untouched_parts(sight.strange, sight.board, lit, poses, 0.5))
        for poses in (read_poses(), read_poses() + aside)
    ]
    assert parts[0] < 0.01 < 0.02 < parts[1]


@pytest.mark.parametrize(
    ("inside", "stands_out", "asked"),
    [(1.0, 40.0, True), (2.0, 40.0, False), (1.0, 20.0, False), (1.0, 80.0, True)],
)
@pytest.mark.parametrize("much_light", [False, True])
def test_such_floor_counts_near_the_wall_of_dice_whose_sides_are_seen(
    inside: float, stands_out: float, asked: bool, much_light: bool
) -> None:
    made = replace(SET, stands_out=stands_out)
    whole = board_of(made)
    sight = sight_of(whole.view(THROW), whole)
    near = replace(sight.board, inside_edges=np.full_like(sight.board.inside_edges, inside))
    found = find_dice(THROW, sight, made)
    poses = found.faces.poses[list(found.taken)] + np.array([0.2, 0.0, 0.0])
    flat = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, SET.sharpness, 0.0, np.eye(2))
    residue = find_residue(sight, made, poses)
    if much_light:  # so that what is missing is taken for sides in it
        residue = replace(residue, deficit=(0.0,) * len(poses))
    cues = gather_cues(THROW, found, [flat] * len(poses), residue, poses, near, made)
    assert (max(one.untouched for one in cues) > 0.02) is asked


def test_what_shows_at_their_feet_is_known_of_dice_near_the_wall() -> None:
    whole = board_of(SET)
    sight = sight_of(whole.view(THROW), whole)
    near = replace(sight.board, inside_edges=np.full_like(sight.board.inside_edges, 0.8))
    found = find_dice(THROW, sight, SET)
    flat_poses = found.faces.poses[list(found.taken)]
    flat = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, SET.sharpness, 0.0, np.eye(2))
    inward = -0.3 * flat_poses / np.linalg.norm(flat_poses[:, :2], axis=1, keepdims=True)
    inward[:, 2] = 0.0
    shown = []
    for poses in (flat_poses, flat_poses + inward):
        residue = find_residue(sight, SET, poses)
        cues = gather_cues(THROW, found, [flat] * len(poses), residue, poses, near, SET)
        shown.append(max(one.at_foot for one in cues))
    assert shown[0] < 0.02 < 0.035 < shown[1]


def test_bare_floor_may_differ_by_noise_and_by_what_dice_throw_on_it() -> None:
    assert bare_level(3.0, SET) >= bare_level(0.0, SET) >= SET.glow


def shown_without_sides(like_floor: float, aside: float = 0.0, away: float = 5.0) -> float:
    """How much bare floor shows of a die whose sides look like it, and which lies aside.

    away : edges from the point below the camera.
    """
    whole = board_of(SET)
    strange = np.zeros(whole.floor.shape, np.float32)
    pose = np.array([[away, 0.0, 0.0]])
    top = np.rint(whole.to_px(pose[:, :2] + 0.5 * SQUARE[[0, 2]] / SQUARE.max())).astype(int)
    (left, above), (right, below) = np.sort(top, axis=0) + round(aside)
    strange[above:below, left:right] = 200.0
    made = replace(SET, like_floor=like_floor)
    return bare_parts(strange, whole, made, pose, (10.0, 5.0))[0]


def test_sides_that_look_like_the_floor_are_none_where_calibrated_ones_did() -> None:
    assert shown_without_sides(0.0) > 0.05
    assert shown_without_sides(0.3) == 0.0


def test_below_the_camera_where_no_side_is_seen_floor_is_bare_also_of_such_a_set() -> None:
    bare = [shown_without_sides(like, aside=EDGE_PX / 3, away=0.2) for like in (0.0, 0.05)]
    assert bare[1] > bare[0] - 0.02 > 0.05


@pytest.mark.parametrize(("fills", "stands_out"), [(0.95, 40.0), (0.975, 40.0), (1.0, 1.0)])
def test_sides_that_may_look_like_the_floor_in_shadow_are_no_bare_floor(
    fills: float, stands_out: float
) -> None:
    """White dice on grey: calibrated ones stood out not all over, or hardly at all."""
    whole = board_of(SET)
    floor = np.median(whole.empty_bgr[whole.floor > 0], axis=0)
    pale = replace(SET.dice.plain, body_bgr=tuple(np.minimum(floor * 1.8, 255).tolist()))
    grey = replace(
        SET, stands_out=stands_out, fills=fills, dice=replace(SET.dice, plain=pale, red=None)
    )
    strange = np.zeros(whole.floor.shape, np.float32)
    poses = np.array([[0.0, 0.0, 0.3]])
    assert bare_parts(strange, whole, grey, poses, (5.0, 0.5))[0] == 0.0
