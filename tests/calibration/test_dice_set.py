"""The size of dice is measured on faces that show where they end."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.dice_set import measured_set
from calibration.faces import Face
from calibration.known import KnownDie
from calibration.pose import PipsOfDie, Pose
from calibration.sized import face_ends
from vision.calibration_values import Camera

EDGE_PX, FLAT, OFFSET = 40, 0.455, 0.25  # pixels; half of a face without bevels, and pips: edges
CAMERA = Camera(1000.0, (199.5, 149.5), 0.0, (0.0, 0.0), 26.0)
FELT, BODY, VEILED, PIP = 120, 40, 170, 235
PLACES = np.array([[-1.0, -1.0], [1.0, 1.0]])


def square(picture: NDArray[np.uint8], middle: tuple[int, int], half: float, colour: int) -> None:
    corners = np.array(middle) + half * EDGE_PX * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    cv2.fillConvexPoly(picture, np.rint(16 * corners).astype(np.int32), (colour,) * 3, 16, 4)


def shown(tops: list[int]) -> tuple[NDArray[np.uint8], list[KnownDie], Pose]:
    """Twos in a row whose flat parts look so, the bevels as the body does.

    Light makes pips look smaller.
    """
    picture = np.full((300, 400, 3), FELT, np.uint8)
    dice = []
    for k, top in enumerate(tops):
        middle = (50 + 60 * k, 150)
        square(picture, middle, 0.5, BODY)
        square(picture, middle, FLAT, top)
        pips = np.array(middle) + OFFSET * EDGE_PX * PLACES
        for at in np.rint(pips).astype(int).tolist():
            cv2.circle(picture, at, 3 if top == BODY else 2, (PIP,) * 3, -1)
        dice.append(KnownDie(0, Face(2, False), PipsOfDie(PLACES, pips), middle, 10.0, 100.0))
    at = (np.array([die.centre_px for die in dice]) - CAMERA.centre_px) / EDGE_PX
    poses = np.column_stack([at, np.zeros(len(dice))])
    return picture, dice, Pose(CAMERA, poses, 0.0, 0.0, np.ones(len(dice)))


def test_faces_that_mirror_a_lamp_up_to_their_bevels_do_not_tell_the_size() -> None:
    picture, dice, pose = shown([BODY, VEILED, BODY, VEILED, BODY, VEILED])
    bare = [k for k in range(6) if k % 2 == 0]
    alone = face_ends(
        [picture], [dice[k] for k in bare], replace(pose, dice=pose.dice[bare])
    ).offset
    assert face_ends([picture], dice, pose).offset == pytest.approx(alone)
    assert alone == pytest.approx(OFFSET, rel=0.05)


def test_faces_that_mirror_a_lamp_do_not_tell_how_large_pips_look() -> None:
    picture, dice, pose = shown([BODY, VEILED, VEILED, VEILED, BODY])
    alone, of_all = (
        measured_set(
            [picture], [dice[k] for k in some], replace(pose, dice=pose.dice[some]), OFFSET, ""
        )
        for some in ([0, 4], [0, 1, 2, 3, 4])
    )
    larger = of_all.dice_set.plain.pip_spread / alone.dice_set.plain.pip_spread
    assert larger * of_all.dice_set.pip_radius == pytest.approx(alone.dice_set.pip_radius, rel=0.02)
