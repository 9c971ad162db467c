"""Red faces that contradict the plain ones don't place the camera, nor do pips pulled askew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.dice_set import FIRST_OFFSET
from calibration.files import known_faces, load_picture
from calibration.known import known_dice
from calibration.lit_faces import LitFaces, lit_as_seen
from calibration.placed import Fit, placed
from calibration.pose import PipsOfDie, Pose, fit_pose
from tests.vision.trays import FOLDER, RED_FACES, calibration_of
from vision.calibration_values import Camera

CAMERA = calibration_of(RED_FACES).camera
SHOWN = sorted((FOLDER / RED_FACES).glob("calib_*.jpg"))
PICTURES = [load_picture(path) for path in SHOWN]
EMPTY = load_picture(FOLDER / RED_FACES / "empty.jpg")
DICE = known_dice(EMPTY, list(zip(PICTURES, map(known_faces, SHOWN), strict=True)))
LIT = lit_as_seen(PICTURES, DICE)
RED = np.array([die.face.red for die in DICE])


def fit_that_misses(by_px: float, plain_by_px: float) -> Fit:
    """A fit of which pips miss the pose by so much: those of all dice, and of plain ones alone."""

    def fit(
        pips: list[PipsOfDie], camera: Camera, trust: NDArray[np.float64] | None = None
    ) -> Pose:
        pose = fit_pose(pips, camera, FIRST_OFFSET, trust=trust)
        return replace(pose, residual_px=by_px if trust is None else plain_by_px)

    return fit


def trusted(lit: LitFaces, by_px: float, plain_by_px: float) -> list[bool]:
    """Which dice count."""
    pose, _, _ = placed(lit, CAMERA, fit_that_misses(by_px, plain_by_px))
    return (pose.trust > 0.5).tolist()


def test_all_dice_place_the_camera_where_they_agree() -> None:
    assert all(trusted(LIT, 0.1, 0.02))


def test_plain_dice_place_the_camera_where_red_ones_contradict_them() -> None:
    assert trusted(LIT, 1.0, 0.1) == (~RED).tolist()


@pytest.mark.parametrize("by_px", [1.0, 3.0])
def test_all_dice_count_where_plain_ones_alone_agree_no_better(by_px: float) -> None:
    assert all(trusted(LIT, by_px, 0.8 * by_px))


def test_two_plain_dice_do_not_place_the_camera() -> None:
    plain = [die for die in DICE if not die.face.red and die.face.value > 1]
    few = [die for die in DICE if die.face.red] + plain[:2]
    assert all(trusted(replace(LIT, dice=few), 1.0, 0.1))


def test_the_next_fit_counts_the_same_dice() -> None:
    _, pips, fit = placed(LIT, CAMERA, fit_that_misses(1.0, 0.1))
    assert fit(pips, CAMERA).trust[RED].max() < 0.5


@pytest.mark.parametrize(
    ("missed_px", "kept"),
    [
        pytest.param((1.0, 2.0, 3.0), 0, id="worse at once"),
        pytest.param((1.0, 0.5, 2.0), 1, id="worse at last"),
        pytest.param((1.0, 1.1, 1.15), 2, id="hardly worse"),
        pytest.param((0.02, 0.04, 0.03), 2, id="worse by hardly anything"),
    ],
)
def test_pips_are_measured_again_unless_they_fit_a_poor_pose_worse(
    missed_px: tuple[float, ...], kept: int
) -> None:
    fits = [
        replace(fit_pose([die.pips for die in DICE], CAMERA, FIRST_OFFSET), residual_px=px)
        for px in missed_px
    ]
    plain = [replace(die, face=replace(die.face, red=False)) for die in DICE]
    rest = iter(fits)
    pose, _, _ = placed(replace(LIT, dice=plain), CAMERA, lambda *_, **__: next(rest))
    assert pose is fits[kept]
