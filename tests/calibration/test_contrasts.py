"""What calibrated dice throw on the floor is measured beside dice that lie as they were seen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import atan2

import cv2
import numpy as np
import pytest

from calibration.contrasts import with_contrast
from calibration.files import known_faces, load_picture
from calibration.known import CalibrationImpossible, KnownDie, known_dice
from calibration.lit_faces import lit_as_seen
from calibration.placed import with_aces_turned
from calibration.pose import Pose
from tests.vision.trays import FOLDER, RED_FACES, calibration_of, picture
from vision.calibration_values import Calibration
from vision.judgement.bare import bare_level
from vision.read import read_tray
from vision.tray.geometry import SQUARE, to_floor, to_picture, turned

EMPTY = FOLDER / RED_FACES / "empty.jpg"
DICE = FOLDER / RED_FACES / "calib_0.jpg"
EIGHTH_TURN_RAD = np.pi / 4


@lru_cache(maxsize=1)
def known() -> list[KnownDie]:
    """Give the dice of a calibration picture, one of them an ace."""
    return known_dice(load_picture(EMPTY), [(picture(DICE), known_faces(DICE))])


def pose_as_read(dice: list[KnownDie], camera_of: Calibration) -> Pose:
    """Give the pose of dice as they are read."""
    camera, read = camera_of.camera, read_tray(picture(DICE), camera_of).dice
    poses = []
    for die in dice:
        seen = min(read, key=lambda one: np.hypot(*np.subtract(one.centre_px, die.centre_px)))
        corners = to_floor(camera, np.array(seen.corners_px), 1.0)
        (u, v), (du, dv) = corners.mean(0), corners[1] - corners[0]
        poses.append((u, v, atan2(dv, du)))
    return Pose(camera, np.array(poses), 0.1, 0.0, np.ones(len(poses)))


def contrast_with_aces_turned(by_rad: float) -> Calibration:
    """Give the calibration with the contrast of dice, of whose poses the aces' are turned."""
    made, dice = calibration_of(RED_FACES), known()
    pose = pose_as_read(dice, made)
    aces = np.array([die.face.value == 1 for die in dice])
    assert aces.any()
    pose.dice[aces, 2] += by_rad
    lit = lit_as_seen([picture(DICE)], dice)
    return with_contrast(made, lit.pictures, dice, with_aces_turned(lit, pose))


def test_the_corners_of_an_ace_whose_turn_one_pip_does_not_tell_are_no_light_on_the_floor() -> None:
    glow = contrast_with_aces_turned(0.0).glow
    assert contrast_with_aces_turned(EIGHTH_TURN_RAD).glow < 1.1 * glow


def test_floor_beside_such_an_ace_is_no_gap_in_its_silhouette() -> None:
    fills = contrast_with_aces_turned(0.0).fills
    assert contrast_with_aces_turned(EIGHTH_TURN_RAD).fills > fills - 0.01


def like_floor_where_sides_are_painted(share: float, lighter: float = 0.0) -> float:
    """Give how like the floor sides are, if so many dice's look like the empty tray.

    lighter : by how much, times what bare floor may differ by; 0.6 to 0.75 is just too much.
    """
    made, dice = calibration_of(RED_FACES), known()
    pose = pose_as_read(dice, made)
    empty, shown = load_picture(EMPTY), picture(DICE).copy()
    for die in pose.dice[: round(share * len(dice))]:
        tops = np.rint(to_picture(made.camera, die[:2] + turned(SQUARE, die[2]), 1.0))
        foot = to_picture(made.camera, die[:2] + turned(SQUARE, die[2]), 0.0)
        whole = cv2.convexHull(np.concatenate([tops, np.rint(foot)]).astype(np.int32))
        around, top = (np.zeros(shown.shape[:2], np.uint8) for _ in range(2))
        cv2.fillConvexPoly(around, whole, 1)
        cv2.fillConvexPoly(top, tops.astype(np.int32), 1)
        painted = empty + lighter * bare_level(0.0, made)
        shown[around > top] = painted.clip(0, 255).astype(np.uint8)[around > top]
    return with_contrast(made, [shown], dice, pose).like_floor


def test_sides_that_look_like_the_floor_are_counted() -> None:
    assert like_floor_where_sides_are_painted(0.0) == 0.0
    assert like_floor_where_sides_are_painted(0.5) > 0.02


@pytest.mark.parametrize(("lighter", "counted"), [(0.7, True), (1.5, False)])
def test_sides_that_are_nearly_like_the_floor_are_counted_too(
    lighter: float, counted: bool
) -> None:
    assert (like_floor_where_sides_are_painted(0.5, lighter) > 0.02) is counted


def with_dice_painted(share: float, shadow: float = 1.0) -> Calibration:
    """Give the calibration by dice that leave so much of the floor's light, as black ones do.

    shadow : how much of it is left of the floor around them.
    """
    made, dice = calibration_of(RED_FACES), known()
    pose = pose_as_read(dice, made)
    empty, left = load_picture(EMPTY), np.ones(picture(DICE).shape[:2], np.float32)
    for reach, much in ((1.7, shadow), (1.0, share)):
        for die in pose.dice:
            square = die[:2] + reach * turned(SQUARE, die[2])
            whole = np.concatenate([to_picture(made.camera, square, up) for up in (0.0, 1.0)])
            hull = cv2.convexHull(np.rint(whole).astype(np.int32))
            cv2.fillConvexPoly(left, hull, much)
    painted = np.rint(empty * left[..., None]).astype(np.uint8)
    return with_contrast(replace(made, stands_out=0.0), [painted], dice, pose)


def test_dice_darker_than_their_shadows_stand_out_by_that() -> None:
    by_dark = with_dice_painted(0.2, shadow=0.8)
    assert by_dark.darkest == pytest.approx(0.6, abs=0.05)
    assert by_dark.stands_out > 20


def test_dice_no_darker_than_their_shadows_do_not() -> None:
    assert with_dice_painted(0.2, shadow=0.25).darkest == 0.0
    assert with_dice_painted(0.2, shadow=0.25).stands_out < 8


def test_shadows_are_not_asked_where_dice_would_hardly_stand_out_by_them() -> None:
    assert with_dice_painted(0.55, shadow=0.8).darkest == 0.0


def test_shadows_are_not_asked_where_dice_stand_out_without_them() -> None:
    made, dice = calibration_of(RED_FACES), known()
    pose = pose_as_read(dice, made)
    assert with_contrast(made, [picture(DICE)], dice, pose).darkest == 0.0


def shortfall_as_read(of: int = 6, inward: float = 0.0) -> float:
    """Give how short flat dice may end, by so many dice.

    inward : edges by which they are taken to lie farther inward than they are read.
    """
    made, dice = calibration_of(RED_FACES), known()[:of]
    pose = pose_as_read(dice, made)
    away = pose.dice[:, :2] / np.linalg.norm(pose.dice[:, :2], axis=1, keepdims=True)
    pose.dice[:, :2] -= inward * away
    return with_contrast(made, [picture(DICE)], dice, pose).shortfall


def test_how_short_of_their_feet_dice_end_is_measured_on_calibrated_ones() -> None:
    usual = shortfall_as_read()
    assert 0.0 < usual < 0.1
    assert usual + 0.03 < shortfall_as_read(inward=0.06) < 1.0


def test_too_few_dice_do_not_tell_it() -> None:
    assert shortfall_as_read(of=3) == 1.0


@pytest.mark.parametrize("beside", [(30.0, 0.0), (-30.0, 0.0), (0.0, 30.0)])
def test_faces_that_place_a_die_beside_the_tray_are_refused(
    beside: tuple[float, float],
) -> None:
    made, dice = calibration_of(RED_FACES), known()
    pose = pose_as_read(dice, made)
    pose.dice[0, :2] += beside
    with pytest.raises(
        CalibrationImpossible, match=r"dice do not show .* would lie beside the tray"
    ):
        with_contrast(made, [picture(DICE)], dice, pose)


def test_of_several_pictures_the_one_with_such_faces_is_named_by_its_number() -> None:
    made, dice = calibration_of(RED_FACES), known()
    pose = pose_as_read(dice, made)
    again = [replace(die, frame=1) for die in dice]
    beside = pose.dice + np.array([30.0, 0.0, 0.0])
    both = replace(pose, dice=np.concatenate([pose.dice, beside]))
    with pytest.raises(CalibrationImpossible, match="picture 2 does not show") as refused:
        with_contrast(made, [picture(DICE)] * 2, [*dice, *again], both)
    assert refused.value.frame == 1
