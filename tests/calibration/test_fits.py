"""The fits: what the calibration measures is what was rendered, and bad input is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from calibration import sized
from calibration.faces import parse_faces
from calibration.files import known_faces, load_picture
from calibration.fits import CalibrationImpossible, calibrate
from calibration.sized import Ends, pips_apart
from tests.vision.trays import BLACK_DICE, FOLDER, RED_FACES, calibration_of

EMPTY = FOLDER / RED_FACES / "empty.jpg"
DICE = FOLDER / RED_FACES / "calib_0.jpg"
FACES = parse_faces("1r 2r 3r 4r 5r 6r")


def test_the_camera_stands_as_high_as_it_was_rendered() -> None:
    assert calibration_of(RED_FACES).camera.height == pytest.approx(24.5, rel=0.05)
    assert calibration_of(BLACK_DICE).camera.height == pytest.approx(24.3, rel=0.05)


def test_pips_are_where_dice_have_them() -> None:
    for tray in (RED_FACES, BLACK_DICE):
        dice = calibration_of(tray).dice
        assert dice.count == 6
        assert dice.pip_offset == pytest.approx(0.25, abs=0.015)
        assert dice.pip_radius == pytest.approx(0.09, abs=0.015)


def test_how_large_pips_look_is_measured_of_both_looks() -> None:
    dice = calibration_of(RED_FACES).dice
    assert dice.red is not None
    assert 0.6 < dice.plain.pip_spread < 0.8  # of a disc's radius; its mean is two thirds
    assert 0.6 < dice.red.pip_spread < 0.8


def test_red_faces_are_told_from_plain_ones() -> None:
    dice = calibration_of(RED_FACES).dice
    assert dice.red is not None
    assert dice.red.body_bgr[2] - dice.red.body_bgr[0] > 80
    assert abs(dice.plain.body_bgr[2] - dice.plain.body_bgr[0]) < 15


def test_the_outline_is_the_octagon_of_the_floor() -> None:
    outline = np.array(calibration_of(RED_FACES).tray_px, np.float32)
    assert len(outline) == 8
    assert cv2.contourArea(outline) == pytest.approx(328_000, rel=0.08)


def test_a_calibration_reads_its_own_pictures_without_remarks() -> None:
    assert calibration_of(RED_FACES).remarks == ()


def test_one_picture_of_the_dice_is_enough() -> None:
    calibration = calibrate(load_picture(EMPTY), [(load_picture(DICE), FACES)])
    assert calibration.dice.red is not None


def test_wrong_faces_are_noticed() -> None:
    wrong = parse_faces("6r 6r 6r 6r 6r 6r")
    try:
        remarks = calibrate(load_picture(EMPTY), [(load_picture(DICE), wrong)]).remarks
    except CalibrationImpossible as error:
        remarks = (str(error),)
    assert remarks


def test_reds_that_were_exchanged_with_the_others_are_refused() -> None:
    other = FOLDER / RED_FACES / "calib_1.jpg"
    shown = [(load_picture(DICE), FACES), (load_picture(other), known_faces(other))]
    exchanged = [(bgr, tuple(replace(f, red=not f.red) for f in faces)) for bgr, faces in shown]
    with pytest.raises(CalibrationImpossible, match="less red than the others"):
        calibrate(load_picture(EMPTY), exchanged)


def test_dice_that_are_not_there_are_missed_in_words() -> None:
    with pytest.raises(CalibrationImpossible, match="6 dice are named"):
        calibrate(load_picture(EMPTY), [(load_picture(EMPTY), FACES)])


def test_pictures_of_different_size_are_refused() -> None:
    small = cv2.resize(load_picture(DICE), (640, 480))
    with pytest.raises(CalibrationImpossible, match="differ in size"):
        calibrate(load_picture(EMPTY), [(np.asarray(small, dtype=np.uint8), FACES)])


def test_no_picture_of_the_dice_is_refused() -> None:
    with pytest.raises(CalibrationImpossible, match="no picture of the dice"):
        calibrate(load_picture(EMPTY), [])


@pytest.mark.parametrize(
    ("by_silhouettes", "taken"), [(0.245, 0.245), (0.205, 0.25), (0.27, 0.25), (None, 0.25)]
)
def test_silhouettes_with_shadows_or_without_dark_sides_do_not_tell_the_dice_s_size(
    by_silhouettes: float | None, taken: float
) -> None:
    assert pips_apart(by_silhouettes, 0.1, 0.25) == taken


def test_silhouettes_that_fit_no_size_do_not_tell_the_dice_s_size() -> None:
    assert pips_apart(0.235, 0.4, 0.25) == 0.25


@pytest.mark.parametrize(("contrast", "apart"), [(60.0, 0.24), (90.0, 0.25)])
def test_silhouettes_of_dice_that_hardly_stand_out_make_none_smaller_than_faces_do(
    contrast: float, apart: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their sides in shadow may be too like the floor; too small, dice that touch seem apart."""
    seen_silhouettes = sized.seen_silhouettes

    def seen(*shown: Any) -> Any:
        return replace(seen_silhouettes(*shown), contrast=contrast)

    monkeypatch.setattr(sized, "seen_silhouettes", seen)
    monkeypatch.setattr(sized, "face_ends", lambda *_: Ends(0.24))
    made = calibrate(load_picture(EMPTY), [(load_picture(DICE), FACES)])
    assert made.dice.pip_offset == pytest.approx(apart, abs=0.003)
