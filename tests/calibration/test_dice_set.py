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
from calibration.shades import drawing_of
from calibration.shown import FIRST_OFFSET, FIRST_RADIUS, cut_of, shown_faces
from calibration.sized import face_ends
from vision.calibration_values import Camera, DiceSet, Radii
from vision.faces.examine import PATCH_PX, REACH, examine, inner
from vision.faces.pips import looks_of

EDGE_PX, FLAT, OFFSET = 40, 0.455, 0.25  # pixels; half of a face without bevels, and pips: edges
CAMERA = Camera(1000.0, (199.5, 149.5), 0.0, (0.0, 0.0), 26.0)
FELT, BODY, VEILED, PIP = 120, 40, 170, 235
PLACES = np.array([[-1.0, -1.0], [1.0, 1.0]])


def square(picture: NDArray[np.uint8], middle: tuple[int, int], half: float, colour: int) -> None:
    corners = np.array(middle) + half * EDGE_PX * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    cv2.fillConvexPoly(picture, np.rint(16 * corners).astype(np.int32), (colour,) * 3, 16, 4)


def shown(
    tops: list[int], reds: tuple[int, ...] = (), red_px: int = 3
) -> tuple[NDArray[np.uint8], list[KnownDie], Pose]:
    """Twos in a row whose flat parts look so, the bevels as the body does.

    Light makes pips look smaller. reds : which are red ones; red_px : how large their pips look.
    """
    picture = np.full((300, 400, 3), FELT, np.uint8)
    dice = []
    for k, top in enumerate(tops):
        middle = (50 + 60 * k, 150)
        square(picture, middle, 0.5, BODY)
        square(picture, middle, FLAT, top)
        pips = np.array(middle) + OFFSET * EDGE_PX * PLACES
        for at in np.rint(pips).astype(int).tolist():
            radius_px = red_px if k in reds else 3 if top == BODY else 2
            cv2.circle(picture, at, radius_px, (PIP,) * 3, -1)
        dice.append(KnownDie(0, Face(2, k in reds), PipsOfDie(PLACES, pips), middle, 10.0, 100.0))
    at = (np.array([die.centre_px for die in dice]) - CAMERA.centre_px) / EDGE_PX
    poses = np.column_stack([at, np.zeros(len(dice))])
    return picture, dice, Pose(CAMERA, poses, 0.0, 0.0, np.ones(len(dice)))


def offset_by_ends(picture: NDArray[np.uint8], dice: list[KnownDie], pose: Pose) -> float:
    placed = list(zip(dice, pose.dice, strict=True))
    faces = shown_faces([picture], placed, pose, Radii(FIRST_RADIUS), FIRST_OFFSET)
    return face_ends([picture], placed, faces, pose).offset


def test_faces_that_mirror_a_lamp_up_to_their_bevels_do_not_tell_the_size() -> None:
    picture, dice, pose = shown([BODY, VEILED, BODY, VEILED, BODY, VEILED])
    bare = [k for k in range(6) if k % 2 == 0]
    alone = offset_by_ends(picture, [dice[k] for k in bare], replace(pose, dice=pose.dice[bare]))
    assert offset_by_ends(picture, dice, pose) == pytest.approx(alone)
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


def measured(reds: tuple[int, ...], red_px: int) -> DiceSet:
    picture, dice, pose = shown([BODY] * 6, reds, red_px)
    return measured_set([picture], dice, pose, OFFSET, "").dice_set


@pytest.mark.parametrize(("red_px", "larger"), [(3, False), (5, True)])
def test_pips_of_one_look_that_are_clearly_larger_have_a_radius_of_their_own(
    red_px: int, larger: bool
) -> None:
    dice = measured((4, 5), red_px)
    radius = measured((0, 1, 2, 3, 4, 5), red_px).pip_radius if larger else 0.0
    assert dice.widest_pip == pytest.approx(radius)
    assert dice.pip_radius < 0.11


def of_softer(soft: tuple[int, ...], reds: tuple[int, ...], blur_px: float = 1.5) -> DiceSet:
    """Give the set whose faces look so: some are blurred, and some are red ones."""
    picture, dice, pose = shown([BODY] * 6, reds)
    blurred = cv2.GaussianBlur(picture, (0, 0), blur_px)
    for x, y in (dice[k].centre_px for k in soft):
        at = slice(int(y) - 25, int(y) + 26), slice(int(x) - 25, int(x) + 26)
        picture[at] = blurred[at]
    return measured_set([picture], dice, pose, OFFSET, "").dice_set


def test_how_sharp_pips_are_at_rest_is_measured_of_each_look_apart() -> None:
    softer, alike = of_softer((3, 4, 5), (3, 4, 5)), of_softer((), (3, 4, 5))
    assert softer.red is not None
    assert alike.red is not None
    assert 0.7 <= softer.red.sharper / softer.plain.sharper < 0.95
    assert softer.plain.sharper > 1.05
    assert alike.red.sharper / alike.plain.sharper == pytest.approx(1.0, abs=0.03)


@pytest.mark.parametrize("soft", [(0, 1, 2), (3, 4, 5)])
def test_pips_that_are_hardly_seen_are_taken_for_no_softer_than_files_hold(
    soft: tuple[int, ...],
) -> None:
    dice = of_softer(soft, (3, 4, 5), blur_px=12.0)
    assert dice.red is not None
    assert all(0.3 < one.sharper <= 2.0 for one in (dice.plain, dice.red))


def test_one_red_face_does_not_tell_how_sharp_red_ones_are() -> None:
    dice = of_softer((5,), (5,))
    assert dice.red is not None
    assert (dice.plain.sharper, dice.red.sharper) == (0.0, 0.0)


def test_stains_on_most_of_the_faces_are_the_grain_of_a_set_and_those_on_some_are_not() -> None:
    stained = []
    for some in (2, 4):
        picture, dice, pose = shown([BODY] * 6)
        for die in dice[:some]:
            x, y = map(round, die.centre_px)
            cv2.circle(picture, (x, y), 5, (60,) * 3, -1)
        stained.append(measured_set([picture], dice, pose, OFFSET, "").dice_set.grain)
    assert stained[0] < 0.02
    assert stained[1] == pytest.approx((60 - BODY) / (PIP - BODY), rel=0.2)


def test_the_rims_of_larger_pips_are_no_stains_on_the_bodies_around_them() -> None:
    picture, dice, pose = shown([BODY] * 6, (4, 5), 5)
    known = measured((4, 5), 5)
    cuts = np.array([cut_of([picture], dice[4], pose.dice[4], pose, PATCH_PX, REACH)])
    which = np.array([drawing_of(PLACES)]), np.array([1])
    looks = looks_of(known)
    worst, without = (
        examine(inner(cuts), *which, looks, some).worst_cell[0]
        for some in (known, replace(known, widest_pip=0.0))
    )
    assert worst < 0.05 < 0.2 < without
