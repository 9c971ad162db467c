"""Pips on bodies that a lamp veils less than those that were calibrated are judged by what they lie
on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, calibration_of, picture, throws
from vision.calibration_values import Calibration, FaceLook
from vision.faces.darker import with_darker_bodies
from vision.faces.examine import Evidence
from vision.read import read_tray
from vision.types import Problem

WHITE, RED = (240.0, 240.0, 240.0), (60.0, 60.0, 220.0)
VEILED = (FaceLook((140.0, 110.0, 100.0), WHITE), FaceLook((140.0, 110.0, 100.0), RED))
GAIN = np.ones(3, np.float32)
RED_FACE = np.array([1])


def shown(body_bgr: tuple[float, ...], pip_bgr: tuple[float, ...], look: FaceLook) -> Evidence:
    """Give what is measured on a face of these colours that is supposed to have a look."""
    step = np.subtract(pip_bgr, body_bgr)
    usual = np.subtract(look.pip_bgr, look.body_bgr)
    size, along = float(np.linalg.norm(usual)), float(step @ usual)
    ones = np.ones(1)
    return Evidence(
        contrast=np.array([along / size**2]),
        likeness=np.array([along / size / np.linalg.norm(step)]),
        weakest_pip=ones,
        worst_cell=0 * ones,
        odd_cells=0 * ones,
        body_bgr=np.array([body_bgr]),
        pip_bgr=np.array([pip_bgr]),
    )


def told(
    looks: tuple[FaceLook, ...], look: int, body_bgr: tuple[float, ...], pip_bgr: tuple[float, ...]
) -> float:
    """Give how like a face of one of a set's looks one of these colours is."""
    evidence = shown(body_bgr, pip_bgr, looks[look])
    return float(with_darker_bodies(evidence, np.array([look]), looks, GAIN).likeness[0])


def likeness(
    body_bgr: tuple[float, ...], pip_bgr: tuple[float, ...], looks: tuple[FaceLook, ...] = VEILED
) -> float:
    """Give how like a red face of the set one of these colours is."""
    return told(looks, 1, body_bgr, pip_bgr)


def test_red_pips_on_a_body_without_the_veil_are_as_they_should_be() -> None:
    assert shown((60.0, 30.0, 20.0), RED, VEILED[1]).likeness < 0.85
    assert likeness((60.0, 30.0, 20.0), RED) > 0.99


def test_the_contrast_is_that_to_the_body_without_the_veil() -> None:
    evidence = shown((60.0, 30.0, 20.0), RED, VEILED[1])

    assert with_darker_bodies(evidence, RED_FACE, VEILED, GAIN).contrast == pytest.approx(1.0)


def test_white_pips_on_such_a_body_are_no_red_ones() -> None:
    assert likeness((60.0, 30.0, 20.0), WHITE) < 0.8


def test_a_body_that_lacks_light_of_another_colour_than_the_lamp_s_is_as_unlike_as_before() -> None:
    body = (140.0, 110.0, 20.0)

    assert likeness(body, RED) == pytest.approx(float(shown(body, RED, VEILED[1]).likeness[0]))


def test_a_body_that_is_brighter_than_the_calibrated_one_is_as_unlike_as_before() -> None:
    body = (200.0, 170.0, 160.0)

    assert likeness(body, RED) == pytest.approx(float(shown(body, RED, VEILED[1]).likeness[0]))


WHITENED = (
    FaceLook((192.0, 181.0, 164.0), (249.0, 249.0, 248.0)),
    FaceLook((192.0, 181.0, 163.0), (94.0, 93.0, 198.0)),
)
TEAL = (112.0, 97.0, 61.0)


def plain_likeness(pip_bgr: tuple[float, ...]) -> float:
    """Give how like a plain face one of the set with whitened bodies is that a teal body has."""
    return told(WHITENED, 0, TEAL, pip_bgr)


def test_pips_that_on_their_body_are_rather_red_are_not_taken_for_plain_ones() -> None:
    """By the calibrated step, which is that to a whitened body, they are plain ones."""
    pip = (141.0, 134.0, 200.0)

    assert shown(TEAL, pip, WHITENED[0]).likeness > 0.85
    assert plain_likeness(pip) == 0.0


def test_plain_pips_on_such_a_body_stay_plain() -> None:
    assert plain_likeness((240.0, 242.0, 240.0)) > 0.95


PEARL = (
    FaceLook((231.0, 185.0, 186.0), (248.0, 248.0, 249.0)),
    FaceLook((231.0, 187.0, 188.0), (119.0, 107.0, 220.0)),
)


BARE_PEARL = (172.0, 85.0, 82.0)


def pearl_likeness(
    look: int, pip_bgr: tuple[float, ...], body_bgr: tuple[float, ...] = BARE_PEARL
) -> float:
    """Give how like a look's face one of a pearl set with whitened bodies is, on some body."""
    return told(PEARL, look, body_bgr, pip_bgr)


def test_pips_of_a_hue_between_red_and_plain_ones_are_not_taken_for_plain() -> None:
    pip = (180.0, 141.0, 208.0)  # a red one in which a lamp glints

    assert shown((172.0, 85.0, 82.0), pip, PEARL[0]).likeness > 0.9
    assert pearl_likeness(0, pip) == 0.0


def test_pips_of_a_hue_that_red_ones_have_not_are_not_taken_for_red() -> None:
    assert pearl_likeness(1, (129.0, 199.0, 190.0), (203.0, 151.0, 120.0)) == 0.0


def test_pips_that_are_rather_like_the_other_look_s_are_not_taken_for_plain() -> None:
    assert pearl_likeness(0, (200.0, 160.0, 212.0), (215.0, 160.0, 160.0)) == 0.0


def test_on_a_body_that_lacks_little_light_a_hue_between_the_two_is_as_like_as_before() -> None:
    body, pip = (212.0, 169.0, 181.0), (208.0, 167.0, 235.0)
    before = float(shown(body, pip, PEARL[0]).likeness[0])

    assert before > 0.5
    assert pearl_likeness(0, pip, body) == pytest.approx(before)


@pytest.mark.parametrize("look", [0, 1])
def test_pips_of_their_own_hue_are_told(look: int) -> None:
    assert pearl_likeness(look, PEARL[look].pip_bgr) > 0.95


def test_white_bodies_in_the_shade_lack_no_veil() -> None:
    white = tuple(replace(look, body_bgr=(235.0, 235.0, 235.0)) for look in VEILED)
    body = (110.0, 110.0, 110.0)

    assert likeness(body, RED, white) == pytest.approx(
        float(shown(body, RED, white[1]).likeness[0])
    )


def test_a_darker_exposure_alone_takes_no_veil_away() -> None:
    gain = np.full(3, 0.5, np.float32)
    body, pip = (70.0, 55.0, 50.0), (65.0, 60.0, 140.0)  # redder than the set's
    evidence = shown(body, pip, VEILED[1])

    after = with_darker_bodies(evidence, RED_FACE, VEILED, gain)

    assert after.likeness == pytest.approx(evidence.likeness)


PINK_FACES = (
    FaceLook((250.0, 252.0, 252.0), (93.0, 92.0, 92.0)),
    FaceLook((180.0, 180.0, 235.0), (243.0, 244.0, 245.0)),
)


def contrast(body_bgr: tuple[float, ...], pip_bgr: tuple[float, ...]) -> float:
    """Give the contrast of a red face of a white set whose red faces were shown pink."""
    evidence = shown(body_bgr, pip_bgr, PINK_FACES[1])
    return float(with_darker_bodies(evidence, RED_FACE, PINK_FACES, GAIN).contrast[0])


def test_red_faces_that_a_lamp_made_pink_in_calibration_are_known_where_they_are_red() -> None:
    assert contrast((50.0, 50.0, 180.0), (240.0, 241.0, 245.0)) == pytest.approx(1.0, abs=0.05)


def test_a_grey_body_is_no_red_one_without_a_veil() -> None:
    body, pip = (110.0, 110.0, 110.0), (240.0, 241.0, 245.0)
    before = float(shown(body, pip, PINK_FACES[1]).contrast[0])
    assert contrast(body, pip) == pytest.approx(before)


def whitened(calibration: Calibration, part: float) -> Calibration:
    """Give the calibration as if a lamp had mirrored in all bodies that were shown."""
    dice, white = calibration.dice, np.array(calibration.dice.plain.pip_bgr)

    def lit(look: FaceLook) -> FaceLook:
        body: NDArray[np.float64] = np.array(look.body_bgr)
        b, g, r = (body + part * (white - body)).tolist()
        return replace(look, body_bgr=(b, g, r))

    assert dice.red is not None
    return replace(calibration, dice=replace(dice, plain=lit(dice.plain), red=lit(dice.red)))


def test_red_faces_are_known_by_a_set_that_was_calibrated_in_a_mirrored_lamp() -> None:
    throw = throws(BLACK_DICE, "touching")[0]

    reading = read_tray(picture(throw), whitened(calibration_of(BLACK_DICE), 0.3))

    assert sum(bool(die.red) for die in reading.dice) == 3
    assert Problem.UNREADABLE not in {die.problem for die in reading.dice}


WHITE_DICE = (
    FaceLook((246.0, 251.0, 252.0), (87.0, 87.0, 88.0)),
    FaceLook((246.0, 250.0, 252.0), (88.0, 86.0, 221.0)),
)


@pytest.mark.parametrize(("red_of_pips", "plain", "red"), [(143, 0, 0), (90, 1, 0), (198, 0, 1)])
def test_pips_between_two_colours_of_a_set_are_told_by_neither(
    red_of_pips: float, plain: float, red: float
) -> None:
    body, pips = (222.0, 231.0, 236.0), (64.0, 67.0, red_of_pips)
    both = [told(WHITE_DICE, look, body, pips) for look in (0, 1)]
    assert both == pytest.approx([plain, red], abs=0.02)


def test_pips_whose_red_a_poor_jpeg_took_are_not_taken_for_plain_on_a_body_of_either_look() -> None:
    looks = (
        FaceLook((218.0, 248.0, 252.0), (102.0, 123.0, 126.0)),
        FaceLook((214.0, 246.0, 251.0), (93.0, 112.0, 233.0)),
    )
    body, pip = (191.0, 233.0, 241.0), (52.0, 79.0, 154.0)

    assert shown(body, pip, looks[0]).likeness[0] > 0.9
    assert told(looks, 0, body, pip) == 0.0


LIFTED = (
    FaceLook((164.0, 127.0, 140.0), (251.0, 252.0, 251.0)),
    FaceLook((156.0, 112.0, 136.0), (178.0, 173.0, 233.0)),
)
BARE_PURPLE = (121.0, 61.0, 91.0)


def test_white_pips_on_a_bare_body_are_plain_though_lifted_red_ones_look_nearly_alike() -> None:
    assert told(LIFTED, 0, BARE_PURPLE, (236.0, 239.0, 237.0)) > 0.99


@pytest.mark.parametrize("body", [BARE_PURPLE, (140.0, 95.0, 118.0)])
def test_white_pips_on_a_darker_body_are_not_taken_for_lifted_red_ones(
    body: tuple[float, ...],
) -> None:
    assert told(LIFTED, 1, body, (240.0, 240.0, 240.0)) == 0.0


def test_red_pips_on_a_bare_body_are_redder_than_those_that_a_lamp_lifted() -> None:
    pip = (93.0, 85.0, 199.0)

    assert shown(BARE_PURPLE, pip, LIFTED[1]).likeness < 0.9
    assert told(LIFTED, 1, BARE_PURPLE, pip) > 0.99


def test_pips_as_far_from_white_in_another_hue_are_as_unlike_red_ones_as_before() -> None:
    assert told(LIFTED, 1, BARE_PURPLE, (199.0, 85.0, 233.0)) < 0.9


def test_red_pips_that_glint_on_a_bare_body_are_not_taken_for_plain_ones() -> None:
    assert told(LIFTED, 0, BARE_PURPLE, (201.0, 200.0, 236.0)) == 0.0


def test_a_redder_pip_on_a_body_that_lacks_no_light_is_as_unlike_as_before() -> None:
    body, pip = LIFTED[1].body_bgr, (93.0, 85.0, 199.0)

    assert told(LIFTED, 1, body, pip) == pytest.approx(shown(body, pip, LIFTED[1]).likeness[0])


def test_dark_pips_between_two_dark_colours_are_not_told_by_their_hue() -> None:
    looks = (
        FaceLook((250.0, 250.0, 250.0), (60.0, 60.0, 60.0)),
        FaceLook((250.0, 250.0, 250.0), (40.0, 40.0, 100.0)),
    )
    assert told(looks, 0, (200.0, 200.0, 200.0), (90.0, 90.0, 93.0)) == 0.0
