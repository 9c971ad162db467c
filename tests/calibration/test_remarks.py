"""Each remark about a calibration is provoked by a drawn installation or an altered picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import remarks
from calibration.faces import Face
from calibration.fits import CalibrationImpossible, calibrate
from tests.vision import trays
from vision.virtual import (
    Scene,
    VirtualDie,
    calibration_dice,
    demo_scene,
    render,
    truth,
)

Picture = NDArray[np.uint8]
Alter = Callable[[Picture], Picture]
Frames = list[tuple[Picture, tuple[Face, ...]]]


def as_is(bgr: Picture) -> Picture:
    return bgr


def pictures(scene: Scene, alter: Alter = as_is) -> tuple[Picture, Frames]:
    """The empty tray and two throws of an installation, each altered."""

    def drawn(dice: tuple[VirtualDie, ...]) -> Picture:
        bgr = np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)
        return np.ascontiguousarray(alter(bgr), dtype=np.uint8)

    layouts = [calibration_dice(scene, which) for which in (0, 1)]
    return drawn(()), [(drawn(dice), tuple(Face(d.value, d.red) for d in dice)) for dice in layouts]


def said(scene: Scene, alter: Alter = as_is) -> tuple[str, ...]:
    empty, frames = pictures(scene, alter)
    return calibrate(empty, frames).remarks


def first_dice(scene: Scene, count: int) -> list[tuple[float, float]]:
    """Where the first dice of the second throw are seen."""
    return [die.centre_px for die in truth(scene, calibration_dice(scene, 1))[:count]]


def test_a_good_installation_has_no_remarks() -> None:
    assert said(demo_scene()) == ()


def test_small_dice_ask_for_a_lower_camera() -> None:
    def halved(bgr: Picture) -> Picture:
        return np.asarray(cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))

    assert remarks.SMALL_DIE.format(size=21) in said(demo_scene(), halved)


def test_dark_pictures_ask_for_light() -> None:
    assert said(demo_scene(), lambda bgr: np.asarray(bgr * 0.25, np.uint8)) == (remarks.DARK,)


def test_white_dice_burnt_out_ask_for_a_dimmer_lamp() -> None:
    scene = demo_scene("red_pips")
    brighter = replace(scene, effects=replace(scene.effects, exposure=2.5))
    assert remarks.BRIGHT in said(brighter)


def test_soft_pictures_ask_for_focus_and_not_for_dice_at_rest() -> None:
    soft = said(demo_scene(), lambda bgr: np.asarray(cv2.GaussianBlur(bgr, (0, 0), 3.0)))
    assert soft[0] == remarks.BLURRED
    assert "moving" not in soft[0]


def test_a_lamp_that_mirrors_in_some_dice_is_to_be_moved() -> None:
    scene = demo_scene("pearl_black")
    empty, frames = pictures(scene)
    bgr, faces = frames[1]
    for x, y in first_dice(scene, 2):
        around = np.s_[round(y) - 18 : round(y) + 18, round(x) - 18 : round(x) + 18]
        bgr[around] = np.maximum(bgr[around], 200)
    said = calibrate(empty, [frames[0], (bgr, faces)]).remarks
    assert said[0].startswith("The lamp mirrors in dice")


def test_dice_of_the_tray_s_own_colour_are_remarked_on() -> None:
    scene = demo_scene("black")
    tray = replace(scene.tray, floor_colour=(0.08, 0.08, 0.084))
    matt = replace(scene.style, gloss=0.1)
    assert remarks.FAINT in said(replace(scene, tray=tray, style=matt))


@pytest.mark.parametrize(("glow", "told"), [(60.0, True), (10.0, False)])
def test_dice_that_stand_out_by_less_than_they_light_up_the_floor_are_remarked_on(
    glow: float, told: bool
) -> None:
    calibration = replace(trays.calibration_of(trays.RED_FACES), stands_out=30.0, glow=glow)
    assert (remarks.FAINT in remarks.remarks_on(calibration, [], ())) == told


def test_pictures_of_red_faces_only_ask_for_plain_ones_and_not_for_another_lamp() -> None:
    made = trays.calibration_of(trays.RED_FACES)
    assert made.dice.red is not None
    unseen = replace(made.dice.red, pip_spread=0.0)  # as no pip of a plain face was measured
    red_only = replace(made, dice=replace(made.dice, plain=unseen))
    assert remarks.remarks_on(red_only, [], ()) == (remarks.ONLY_RED,)
    assert remarks.ONLY_RED not in remarks.remarks_on(made, [], ())


@pytest.mark.parametrize(("part", "told"), [(1.0, True), (0.9, False)])
def test_a_tray_that_fills_the_picture_is_none(part: float, told: bool) -> None:
    made = replace(calibrate(*pictures(demo_scene())), tray_px=_middle_part(part))
    assert (remarks.NO_TRAY in remarks.remarks_on(made, [], ())) is told


def _middle_part(part: float) -> tuple[tuple[float, float], ...]:
    """The corners of so much of a picture's width and height."""
    width, height = demo_scene().camera.width_px - 1, demo_scene().camera.height_px - 1
    low, high = (1 - part) / 2, (1 + part) / 2
    return tuple(
        (x * width, y * height) for x, y in ((low, low), (high, low), (high, high), (low, high))
    )


def test_a_worn_pip_is_remarked_on() -> None:
    scene = demo_scene("red_pips")
    empty, frames = pictures(scene)
    worn = _without_a_pip(scene, frames[1][0])
    assert remarks.UNEVEN in calibrate(empty, [frames[0], (worn, frames[1][1])]).remarks


def _without_a_pip(scene: Scene, bgr: Picture) -> Picture:
    """The picture with half the colour gone from the darkest pip of the first die with many."""
    dice = calibration_dice(scene, 1)
    k = next(k for k, die in enumerate(dice) if die.value >= 4 and not die.red)
    x, y = (round(value) for value in truth(scene, dice)[k].centre_px)
    face = bgr[y - 20 : y + 20, x - 20 : x + 20]
    dark = (face.max(axis=2) < 120).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark)
    pip = 1 + int(np.argmin(np.abs(stats[1:, cv2.CC_STAT_AREA] - 40)))
    mask = cv2.dilate((labels == pip).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    body = np.median(face[dark == 0], axis=0)
    face[mask] = np.asarray(0.35 * face[mask] + 0.65 * body, np.uint8)
    return bgr


def test_faces_that_a_picture_surely_does_not_show_are_refused() -> None:
    empty, frames = pictures(demo_scene())
    bgr, faces = frames[1]
    wrong = (replace(faces[0], red=not faces[0].red), *faces[1:])
    with pytest.raises(CalibrationImpossible, match=r"picture 2 shows .* check the faces"):
        calibrate(empty, [frames[0], (bgr, wrong)])


def test_a_picture_that_is_read_otherwise_but_not_surely_is_shown_against_what_was_named() -> None:
    empty, frames = pictures(demo_scene())
    bgr, faces = frames[1]
    for x, y in first_dice(demo_scene(), 1):  # a card over half a die
        bgr[round(y) - 30 : round(y) + 2, round(x) - 30 : round(x) + 30] = (90, 200, 230)
    made = calibrate(empty, [frames[0]])
    found = remarks.remarks_on(made, [(bgr, faces)], ())
    assert any(one.startswith("Read again, picture 1") for one in found)


@pytest.mark.parametrize(("hidden", "hardly"), [(1, False), (2, True)])
def test_dice_that_fewer_than_half_of_the_pictures_show_surely_can_hardly_be_read(
    hidden: int, hardly: bool
) -> None:
    empty, frames = pictures(demo_scene())
    made = calibrate(empty, frames)
    covered = [(bgr.copy(), faces) for bgr, faces in frames]
    for (bgr, _), which in zip(covered[:hidden], (0, 1), strict=False):
        x, y = truth(demo_scene(), calibration_dice(demo_scene(), which))[0].centre_px
        bgr[round(y) - 30 : round(y) + 2, round(x) - 30 : round(x) + 30] = (90, 200, 230)
    found = remarks.remarks_on(made, covered, ())
    told = remarks.HARDLY.format(sure="none", count=2)
    assert (told in found) is hardly


@pytest.mark.parametrize("sentence", [
    remarks.SMALL_DIE, remarks.DARK, remarks.BRIGHT, remarks.BLURRED, remarks.MIRRORS,
    remarks.HARDLY, remarks.ONLY_RED, remarks.NO_TRAY,
])  # fmt: skip
def test_a_remark_that_can_be_mended_says_how(sentence: str) -> None:
    trouble, _, mend = sentence.partition(": ")
    assert trouble
    assert mend.split()[0] in ("lower", "add", "shorten", "focus", "move", "throw")
