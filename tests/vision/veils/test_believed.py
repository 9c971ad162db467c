"""A second look is believed where it adds dice and changes none that was sure."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.strange import setup, strange
from tests.vision.drawn import read_drawn
from tests.vision.trays import (
    GREEN_UNDER_RING,
    RED_FACES,
    RED_PIPS_UNDER_RING,
    RED_UNDER_CEILING,
    calibration_of,
    picture,
    throws,
)
from vision.read import read_tray
from vision.tray.geometry import SQUARE, to_floor, to_picture
from vision.types import DieReading, Problem, Status
from vision.veils import bowls, remains
from vision.veils.believed import (
    aces_keep_still,
    aces_lie_amid,
    aces_stay_high,
    all_on_dice,
    keep_their_heights,
    movers_keep_moving,
    only_adds,
    streaks_stay_unread,
)
from vision.veils.bowls import Pips
from vision.veils.clear import Clear, usual_spreads
from vision.veils.veil import Unveiled

Keeps = Callable[[tuple[DieReading, ...], tuple[DieReading, ...]], bool]

DICE = read_tray(picture(throws(RED_FACES, "natural")[0]), calibration_of(RED_FACES)).dice
SIX = next(die for die in DICE if die.value == 6)
REST = tuple(die for die in DICE if die != SIX)


def test_a_face_that_was_missed_or_misread_is_added() -> None:
    misread = replace(SIX, value=2, problem=Problem.MOVING)

    assert only_adds(REST, DICE[::-1])
    assert only_adds((*REST, misread), DICE)


def test_a_die_that_was_sure_must_be_read_the_same() -> None:
    assert not only_adds((*REST, replace(SIX, value=4)), DICE)
    assert not only_adds(DICE, REST)


@pytest.mark.parametrize(("problem", "may"), [(Problem.MOVING, False), (Problem.COCKED, True)])
def test_only_what_lies_around_a_face_may_be_explained_by_another(
    problem: Problem, may: bool
) -> None:
    first, *others = REST
    assert only_adds((replace(first, problem=problem), *others), DICE) is may


def test_a_face_in_doubt_is_not_sure_the_second_time() -> None:
    assert not only_adds((*REST, replace(SIX, problem=Problem.COCKED)), DICE)


@pytest.mark.parametrize(
    ("keeps", "problem", "others_may"),
    [
        pytest.param(keep_their_heights, Problem.STACKED, {1}, id="too high, but for aces"),
        pytest.param(aces_keep_still, Problem.MOVING, {6}, id="aces that seemed to move"),
    ],
)
@pytest.mark.parametrize("value", [1, 6])
def test_a_doubted_face_is_no_surer_without_veils(
    keeps: Keeps, problem: Problem, others_may: set[int], value: int
) -> None:
    doubted = replace(SIX, value=value, problem=problem)
    assert keeps((*REST, doubted), (*REST, replace(SIX, value=value))) is (value in others_may)
    assert keeps((*REST, doubted), REST)


@pytest.mark.parametrize(("aside_edges", "may"), [(0.1, False), (0.4, True)])
@pytest.mark.parametrize("problem", [Problem.STACKED, Problem.MOVING])
@pytest.mark.parametrize("value", [1, 6])
def test_a_pip_alone_does_not_tell_that_an_ace_which_seemed_high_lies_low(
    value: int, problem: Problem, aside_edges: float, may: bool
) -> None:
    doubted = replace(SIX, value=value, problem=problem)
    corners = np.array(SIX.corners_px)
    at_px = np.array([SIX.centre_px]) + aside_edges * (corners[1] - corners[0])
    others_may = value != 1 or problem is not Problem.STACKED

    assert aces_stay_high((*REST, doubted), at_px) is (may or others_may)
    assert aces_stay_high((*REST, doubted), at_px[:0])


def test_an_ace_on_a_six_whose_pip_a_veil_made_small_is_asked_about() -> None:
    reading, _ = read_drawn(126, 12918)
    assert reading.status is Status.UNSURE


@pytest.mark.parametrize(("confidence", "may"), [(0.4, False), (0.6, True)])
def test_a_face_that_likely_moved_is_not_at_rest_without_veils(
    confidence: float, may: bool
) -> None:
    moved = replace(SIX, problem=Problem.MOVING, confidence=confidence)
    assert movers_keep_moving((*REST, moved), DICE) is may
    assert movers_keep_moving((*REST, moved), REST)


@pytest.mark.parametrize(("aside_edges", "may"), [(0.4, False), (0.6, True)])
def test_no_die_is_read_where_something_was_smeared(aside_edges: float, may: bool) -> None:
    corners = np.array(SIX.corners_px)
    at_px = np.array([SIX.centre_px]) + aside_edges * (corners[1] - corners[0])

    assert streaks_stay_unread(at_px, (SIX,)) is may


def test_a_smeared_three_under_a_lamp_s_veil_is_asked_about() -> None:
    (moving,) = throws(RED_UNDER_CEILING, "moving")
    reading = read_tray(picture(moving), calibration_of(RED_UNDER_CEILING))
    assert reading.status is Status.UNSURE


SIDE_PX = 36.0  # of the square that a veil makes of a face
EDGE_PX = 1.15 * SIDE_PX  # of its die, bevels included
PIP_OFFSET = 0.24  # of a face's pips, in edges


def veiled_face() -> tuple[NDArray[np.uint8], tuple[Clear, ...]]:
    """Give a black picture with a bright square around (60, 50), and that as a part of it."""
    bgr = np.zeros((100, 120, 3), np.uint8)
    bgr[32:68, 42:78] = 200
    told = np.zeros((50, 50), np.bool_)
    none = Pips(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2)))
    window = (slice(25, 75), slice(35, 85))
    return bgr, (Clear(window, told, np.zeros((0, 3), np.uint8), none, usual_spreads(0)),)


def lies_amid(value: int, right_px: float, moved_px: float = 0.0) -> bool:
    """Tell whether a die whose middle lies so far right of the square's one is taken as amid it."""
    bgr, parts = veiled_face()
    middle = np.array([59.5 + right_px - moved_px, 49.5])
    corners = tuple(map(tuple, (middle + EDGE_PX * SQUARE).tolist()))
    die = replace(SIX, value=value, corners_px=corners)
    moved = np.array([[1.0, 0.0, moved_px], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    return aces_lie_amid(bgr, parts, (die,), PIP_OFFSET, moved)


@pytest.mark.parametrize(("off", "amid"), [(0.0, True), (0.1, True), (0.3, False), (0.8, True)])
def test_an_ace_lies_amid_the_bright_square_of_its_face_or_on_another(
    off: float, amid: bool
) -> None:
    assert lies_amid(1, off * SIDE_PX) is amid


def test_where_other_faces_lie_their_pips_tell() -> None:
    assert lies_amid(2, 0.3 * SIDE_PX)


def test_an_ace_lies_amid_its_square_as_the_camera_sees_it_since_it_was_moved() -> None:
    assert lies_amid(1, 0.0, moved_px=0.3 * SIDE_PX)


def test_one_pip_of_a_two_under_a_veil_that_hides_the_other_is_no_ace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(remains, "is_lopsided", lambda *_: False)  # or the other is looked for
    monkeypatch.setattr(bowls, "_make_up_a_face", lambda *_: False)  # or it is found as it is
    (path,) = throws(RED_PIPS_UNDER_RING, "natural")
    reading = read_tray(picture(path), calibration_of(RED_PIPS_UNDER_RING))
    assert reading.status is Status.UNSURE


def test_a_blurred_white_crumb_is_no_ace_of_dice_that_look_like_the_floor() -> None:
    crumb = strange(49, 3649)
    assert crumb.bgr is not None
    assert crumb.calibrated is not None
    calibration, _ = setup(crumb.calibrated)
    assert read_tray(crumb.bgr, calibration).status is Status.UNSURE


def test_a_five_exactly_on_a_die_is_asked_about_though_lamps_mirror_in_other_faces() -> None:
    (stacked,) = throws(GREEN_UNDER_RING, "stacked")
    reading = read_tray(picture(stacked), calibration_of(GREEN_UNDER_RING))
    assert reading.status is Status.UNSURE


def unveiled_at(outline_px: NDArray[np.float64]) -> Unveiled:
    """Give a picture of which a veil without pips was taken off there."""
    bgr = picture(throws(RED_FACES, "natural")[0])
    told = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillConvexPoly(told, np.round(outline_px).astype(np.int32), 1)
    none, whole = np.zeros((0, 2)), (slice(0, bgr.shape[0]), slice(0, bgr.shape[1]))
    pips = Pips(none, none[:, 0], none)
    return Unveiled(bgr, (Clear(whole, told > 0, bgr[told > 0], pips, usual_spreads(0)),))


@pytest.mark.parametrize(("farther", "on_dice"), [(0.0, True), (1.0, False)])
def test_a_veil_on_a_die_s_side_lies_on_that_die_and_one_beyond_it_does_not(
    farther: float, on_dice: bool
) -> None:
    tray = calibration_of(RED_FACES)
    camera = tray.camera
    far = max(DICE, key=lambda die: math.dist(die.centre_px, camera.centre_px))
    top = np.array(far.corners_px)
    foot = to_floor(camera, top, 1.0)
    foot -= farther * foot.mean(0) / np.hypot(*foot.mean(0))
    assert all_on_dice(unveiled_at(to_picture(camera, foot)), DICE, tray) is on_dice
