"""A round lamp amid a dark four, or a crumb amid a light one, makes no sure five."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, RED_FACES, calibration_of, picture, throws
from vision.faces.feigned import feigned
from vision.faces.layout import VALUES
from vision.read import read_tray
from vision.types import Status


def doubt(
    value: int, pip: int, width: float, usual: float = 0.7, *, painted: bool = False
) -> float:
    """The doubt of a face of which one pip is so wide, over the others, behind another face."""
    drawing = int(np.flatnonzero(value == VALUES)[0])
    spreads = np.full(2 + value, usual)
    spreads[2 + pip] *= width
    two = int(np.flatnonzero(VALUES == 2)[0])
    return feigned(spreads, np.array([two, drawing]), [0, 2], np.array([False, painted]))[1]


@pytest.mark.parametrize("usual", [0.6, 0.8])
@pytest.mark.parametrize("value", [3, 5])
@pytest.mark.parametrize(
    ("width", "doubted"), [(0.8, True), (0.88, True), (0.91, False), (1.1, False), (1.14, True)]
)
def test_a_middle_pip_is_as_wide_as_the_others_of_its_face(
    value: int, width: float, usual: float, *, doubted: bool
) -> None:
    assert (doubt(value, value // 2, width, usual) > 1.0) is doubted


@pytest.mark.parametrize("value", [1, 2, 4, 6])
def test_faces_whose_middle_no_other_face_lacks_are_not_doubted(value: int) -> None:
    assert doubt(value, value // 2, 1.5) == 0.0


def test_one_of_the_other_pips_makes_no_doubt() -> None:
    assert doubt(5, 0, 1.2) < 1.0


@pytest.mark.parametrize(("width", "doubted"), [(0.8, False), (1.1, False), (1.14, True)])
def test_bevels_may_make_the_other_pips_of_a_painted_face_wider(
    width: float, *, doubted: bool
) -> None:
    assert (doubt(3, 1, width, painted=True) > 1.0) is doubted


def test_a_middle_pip_of_which_nothing_is_seen_is_doubted() -> None:
    assert doubt(3, 1, 0.0) > 1.0


def spotted(tray: str, width: float, *, red: bool = False) -> NDArray[np.uint8]:
    """Give a throw amid one of whose twos and fours lies a spot like its pips, but for width."""
    known = calibration_of(tray)
    bgr = picture(throws(tray, "natural")[0])
    dice = read_tray(bgr, known).dice
    corners = np.array(next(d.corners_px for d in dice if d.value in (2, 4) and d.red is red))
    radius = width * known.dice.pip_radius * float(np.linalg.norm(corners[1] - corners[0]))
    look = known.dice.red if red and known.dice.red else known.dice.plain
    part = np.zeros(bgr.shape[:2], np.float32)
    middle = np.rint(16 * corners.mean(0)).astype(int).tolist()
    cv2.circle(part, middle, round(16 * radius), 1.0, -1, cv2.LINE_AA, 4)
    part = cv2.GaussianBlur(part, (0, 0), 0.8)[..., None]
    return np.asarray(np.rint(bgr + part * (np.array(look.pip_bgr) - bgr)), np.uint8)


@pytest.mark.parametrize("tray", [BLACK_DICE, RED_FACES])
@pytest.mark.parametrize("width", [0.7, 1.3, 1.4])
def test_a_two_or_four_with_a_spot_amid_it_is_asked_about(tray: str, width: float) -> None:
    assert read_tray(spotted(tray, width), calibration_of(tray)).status is Status.UNSURE


@pytest.mark.parametrize("width", [0.8, 1.3])
def test_red_pips_on_a_dark_body_are_as_wide_as_each_other_too(width: float) -> None:
    seen = read_tray(spotted(BLACK_DICE, width, red=True), calibration_of(BLACK_DICE))

    assert seen.status is Status.UNSURE
    assert not any(die.value in (3, 5) and die.red and not die.problem for die in seen.dice)
