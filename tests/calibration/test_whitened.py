"""A set in whose faces a lamp mirrored in all pictures is known as it looks where none does."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.whitened import MAYBE_WHITENED, bare_set, is_whitened, with_bare_bodies
from tests.bench.virtual import calibration_of
from tests.bench.virtual_shots import room_of, shot
from vision.calibration_values import Colour, DiceSet, FaceLook
from vision.light import levels_of, light_of
from vision.read import read_tray
from vision.types import Status

Doubles = NDArray[np.float64]

GREEN, RED, WHITE = (30.0, 110.0, 75.0), (30.0, 30.0, 190.0), (252.0, 253.0, 251.0)
LAMP = np.array([0.7, 0.5, 0.45])  # of its light: bluish
VEILS = (0.5, 0.6, 0.75)


def lit(colour: Colour, veil: float, lamp: Doubles = LAMP) -> Colour:
    """A colour under so much of a lamp's light, as a picture shows it."""
    b, g, r = levels_of(light_of(np.array(colour)) + veil * lamp).tolist()
    return (b, g, r)


def look(body: Colour = GREEN, pips: Colour = WHITE, veil: float = VEILS[1]) -> FaceLook:
    return FaceLook(lit(body, veil), lit(pips, veil))


def bodies(body: Colour = GREEN, veils: tuple[float, ...] = VEILS) -> Doubles:
    return np.array([lit(body, veil) for veil in veils])


def bare(looks: list[FaceLook], *faces: Doubles) -> list[Colour | None]:
    return [one.unveiled_bgr for one in with_bare_bodies(looks, list(faces))]


def set_of(plain: FaceLook, red: FaceLook | None = None) -> DiceSet:
    return DiceSet("pearl", 6, 0.09, 0.25, 0.01, 1.0, plain, red)


def known(plain: FaceLook, red: FaceLook) -> DiceSet:
    return set_of(*with_bare_bodies([plain, red], [bodies(), bodies()]))


def test_white_pips_that_hardly_show_tell_of_a_lamp() -> None:
    assert is_whitened(look())
    assert not is_whitened(look(veil=0.02))


def test_white_pips_on_a_body_that_shows_a_little_less_of_a_lamp_may_tell_of_one() -> None:
    black = look((10.0, 10.0, 10.0), veil=0.25)
    assert is_whitened(black, MAYBE_WHITENED)
    assert not is_whitened(black)


def test_a_blue_body_is_not_taken_for_a_whitened_one() -> None:
    assert not is_whitened(FaceLook((150.0, 90.0, 80.0), WHITE), MAYBE_WHITENED)


def test_a_light_body_with_dark_pips_is_no_whitened_one() -> None:
    assert not is_whitened(FaceLook(look().body_bgr, (20.0, 20.0, 20.0)))


def test_a_saturated_body_is_no_whitened_one() -> None:
    assert not is_whitened(FaceLook((40.0, 60.0, 230.0), WHITE))


def test_faces_that_are_more_and_less_whitened_tell_the_body_without_the_lamp() -> None:
    (found,) = bare([look()], bodies())
    assert found == pytest.approx(GREEN, abs=12)


def test_red_faces_tell_the_lamp_of_plain_ones_too() -> None:
    plain, red = bare([look(), look(RED)], bodies(veils=(0.6,)), bodies(RED, (0.5, 0.7)))
    assert plain == pytest.approx(GREEN, abs=12)
    assert red == pytest.approx(RED, abs=12)


def test_a_set_that_is_not_whitened_stays_as_it_is() -> None:
    plain = look(veil=0.02)
    assert with_bare_bodies([plain], [bodies(veils=(0.01, 0.02, 0.03))]) == [plain]


def test_faces_that_are_whitened_alike_do_not_tell_the_lamp() -> None:
    assert bare([look()], bodies(veils=(0.6, 0.601))) == [None]


@pytest.mark.parametrize("by", [[-0.3, 0.4, 0.5], [0.5, -0.2, 0.4]])
def test_what_darkens_a_channel_is_no_lamp(by: list[float]) -> None:
    lamp = np.array(by)
    faces = np.array([lit(look().body_bgr, veil, lamp) for veil in (0.0, 0.2, 0.4)])
    assert bare([look()], faces) == [None]


def test_lamps_of_two_colours_are_not_told_apart() -> None:
    blue, red = np.array([0.15, 0.03, 0.03]), np.array([0.03, 0.03, 0.15])
    lamps = ((-1.0, blue), (1.0, blue), (0.0, blue), (-1.0, red), (1.0, red))
    faces = np.array([lit(look().body_bgr, veil, lamp) for veil, lamp in lamps])
    assert bare([look()], faces) == [None]


def test_without_the_lamp_bodies_are_bare_and_white_pips_stay_white() -> None:
    dice = bare_set(known(look(), look()))
    assert dice is not None
    assert dice.plain.body_bgr == pytest.approx(GREEN, abs=12)
    assert dice.plain.pip_bgr == look().pip_bgr
    assert dice.plain.unveiled_bgr is None


def test_without_the_lamp_red_pips_are_as_red_as_they_are() -> None:
    dice = bare_set(known(look(), look(pips=RED)))
    assert dice is not None
    assert dice.red is not None
    assert dice.red.pip_bgr == pytest.approx(RED, abs=15)


def test_a_set_without_red_faces_stays_one() -> None:
    (plain,) = with_bare_bodies([look()], [bodies()])
    dice = bare_set(set_of(plain))
    assert dice is not None
    assert dice.red is None


def test_what_is_not_known_without_the_lamp_is_left_as_it_is() -> None:
    assert bare_set(set_of(look())) is None


def test_a_set_whose_red_faces_are_not_known_without_the_lamp_is_left_as_it_is() -> None:
    (plain,) = with_bare_bodies([look()], [bodies()])
    assert bare_set(set_of(plain, look(RED))) is None


def test_a_saturated_body_in_which_a_lamp_mirrored_is_left_as_it_is() -> None:
    red = FaceLook((66.0, 66.0, 230.0), (90.0, 90.0, 250.0), unveiled_bgr=(10.0, 10.0, 180.0))
    assert bare_set(set_of(red)) is None


@pytest.mark.parametrize(("veil", "given"), [(0.25, False), (0.6, True), (1.2, False)])
def test_neither_little_of_a_lamp_is_taken_off_nor_one_that_hides_nearly_all(
    veil: float, given: bool
) -> None:
    plain = look(veil=veil)
    (plain,) = with_bare_bodies([plain], [bodies(veils=(veil - 0.1, veil, veil + 0.1))])
    assert plain.unveiled_bgr is not None
    assert (bare_set(set_of(plain)) is not None) == given


def test_dice_are_read_where_no_lamp_mirrors_though_one_did_when_they_were_shown() -> None:
    seed, index = 88, 13044
    room = room_of(seed, index)
    calibration = calibration_of(room, seed, index)
    reading = read_tray(shot(room, seed, index).bgr, calibration)
    assert reading.status is Status.OK, reading.problems
    assert calibration.dice.plain.body_bgr == pytest.approx((78, 102, 35), abs=12)
