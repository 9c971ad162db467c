"""Where dice end toward the point below the camera: flat ones at their foot, leaning ones short."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import RED_FACES, calibration_of, picture, throws
from vision.account.residue import Residue, find_residue
from vision.account.silhouette import frame_around
from vision.calibration_values import Calibration
from vision.faces.find import Found, find_dice
from vision.faces.measure import Measures
from vision.judgement.cues import Cues
from vision.judgement.gather import gather_cues
from vision.judgement.shortfall import most_shortfall, shortfalls
from vision.sight import Sight, sight_of
from vision.tray.board import board_of

Doubles = NDArray[np.float64]

SET = calibration_of(RED_FACES)
THROW = picture(throws(RED_FACES, "natural")[0])


def seen() -> tuple[Sight, Found, Doubles]:
    whole = board_of(SET)
    sight = sight_of(whole.view(THROW), whole)
    found = find_dice(THROW, sight, SET)
    return sight, found, found.faces.poses[list(found.taken)]


def short_at(poses: Doubles, residue: Residue, sight: Sight) -> Doubles:
    levels = residue.level, residue.restless
    return shortfalls(residue.strange, sight.board, SET, poses, levels)


def shorter_if_moved(out_edges: float) -> Doubles:
    """By how many edges dice end shorter if they are taken to lie so much farther inward.

    Of those that turn a side to the point below the camera: their foot lies beyond it then.
    """
    sight, _, poses = seen()
    residue = find_residue(sight, SET, poses)
    inward = -poses / np.linalg.norm(poses[:, :2], axis=1, keepdims=True)
    inward[:, 2] = 0.0
    by = short_at(poses + out_edges * inward, residue, sight) - short_at(poses, residue, sight)
    return np.asarray(by[np.isfinite(by)])


def test_flat_dice_end_no_shorter_than_calibrated_ones() -> None:
    sight, _, poses = seen()
    short = short_at(poses, find_residue(sight, SET, poses), sight)
    assert np.isfinite(short).sum() >= 3
    assert np.nanmax(short) < SET.shortfall - 0.02


def test_how_short_a_die_ends_is_known_to_a_fraction_of_a_pixel() -> None:
    whole_pixel = shorter_if_moved(1 / 24)
    assert np.all(whole_pixel > 0.02)
    assert np.all(np.abs(shorter_if_moved(0.4 / 24) - 0.4 * whole_pixel) < 0.012)


def short_of_silhouette(
    u: float,
    v: float,
    height: float,
    like_floor: tuple[float, float] = (0.0, 0.0),
    *others: tuple[float, float, float],
) -> float:
    """How short a die ends of which just a flat one's silhouette is seen.

    like_floor : from where to where that looks like the floor, in edges to the right of the middle.
    others : dice that lie there, too.
    """
    made, board = replace(SET, camera=replace(SET.camera, height=height)), board_of(SET)
    pose = np.array([u, v, 0.0])
    frame = frame_around(made.camera, board, pose, 0.0)
    strange = np.zeros(board.floor.shape, np.float32)
    strange[frame.window] = 200.0 * frame.mask
    from_to = np.rint(board.to_px(np.array([(u + x, v) for x in like_floor]))[:, 0]).astype(int)
    strange[:, slice(*from_to)] = 0.0
    poses = np.array([pose, *others])
    return float(shortfalls(strange, board, made, poses, (10.0, 0.0))[0])


def test_a_die_right_below_the_camera_shows_no_side_that_could_tell() -> None:
    assert np.isnan(short_of_silhouette(0.0, 0.0, 28.0))


@pytest.mark.parametrize("v", [0.0, 2.0, -5.0])
def test_sides_are_followed_down_to_a_foot_that_lies_aside(v: float) -> None:
    assert short_of_silhouette(-4.0, v, 8.0) == pytest.approx(0.0, abs=1 / 24)


@pytest.mark.parametrize(
    ("u", "like_floor", "short"),
    [(-4.0, (0.75, 1.0), 0.19), (-4.0, (0.7, 0.8), 0.0), (-2.0, (0.5, 0.8), np.nan)],
    ids=["the foot", "a dim place on the side", "the whole side"],
)
def test_what_looks_like_floor_at_the_foot_tells_and_other_parts_of_the_side_do_not(
    u: float, like_floor: tuple[float, float], short: float
) -> None:
    """A whole side may be as dark as the floor, of dice as dark as the tray."""
    seen_to_end = short_of_silhouette(u, 0.0, 8.0, like_floor)
    assert seen_to_end == pytest.approx(short, abs=1 / 24, nan_ok=True)


def test_a_side_in_the_shade_of_a_near_die_does_not_tell() -> None:
    assert np.isnan(short_of_silhouette(-4.0, 0.0, 8.0, (0.0, 0.0), (-2.0, 0.4, 0.0)))
    assert np.isfinite(short_of_silhouette(-4.0, 0.0, 8.0, (0.0, 0.0), (-1.6, 0.4, 0.0)))
    assert np.isfinite(short_of_silhouette(-4.0, 0.0, 8.0, (0.0, 0.0), (-4.0, 1.0, 0.0)))


@pytest.mark.parametrize("differs", [0.0, 200.0], ids=["nowhere", "everywhere"])
def test_a_side_that_is_not_seen_to_end_does_not_tell(differs: float) -> None:
    sight, _, poses = seen()
    strange = np.full_like(sight.strange, differs)
    assert np.all(np.isnan(shortfalls(strange, sight.board, SET, poses, (10.0, 0.0))))


@pytest.mark.parametrize(
    ("shorts", "most"),
    [
        ([-0.07] * 3, 1.0),
        ([-0.07] * 3 + [np.nan], 1.0),
        ([-0.07] * 4, -0.025),
        ([-0.07] * 5 + [-0.05], -0.005),
        ([-0.02] * 6 + [0.08], 0.18),
    ],
    ids=["too few", "too few that tell", "all alike", "nearly", "some in shade"],
)
def test_flat_dice_may_end_as_short_as_calibrated_ones_and_a_little_more(
    shorts: list[float], most: float
) -> None:
    assert most_shortfall(np.array(shorts)) == pytest.approx(most)


def cues_of_dice_moved_inward(made: Calibration) -> list[Cues]:
    sight, found, poses = seen()
    flat = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, SET.sharpness, 0.0, np.eye(2))
    inward = -0.08 * poses / np.linalg.norm(poses[:, :2], axis=1, keepdims=True)
    inward[:, 2] = 0.0
    residue = find_residue(sight, made, poses + inward)
    measures = [flat] * len(poses)
    return gather_cues(THROW, found, measures, residue, poses + inward, sight.board, made)


@pytest.mark.parametrize(
    ("usual", "told"),
    [
        ({}, True),
        ({"shortfall": 1.0}, False),
        ({"fills": 0.98}, False),
        ({"stands_out": 24.0}, False),
    ],
    ids=["clear", "not calibrated", "sides like the floor", "faint"],
)
def test_dice_that_end_too_short_are_told_where_silhouettes_are_clear(
    usual: dict[str, float], told: bool
) -> None:
    made = replace(SET, **usual)  # type: ignore[arg-type]
    assert (max(one.short for one in cues_of_dice_moved_inward(made)) > 0.0) is told
