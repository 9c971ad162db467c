"""Sets whose faces are not laid out alike are measured so, and read like any other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from calibration.known import KnownDie
from calibration.layouts import as_found, laid_out, spreads_of
from calibration.pose import PipsOfDie
from vision.calibration_values import ALIKE, Camera, Spread
from vision.faces.layout import PATTERNS, VALUES, places_in
from vision.read import read_tray
from vision.types import Status
from vision.virtual import DieStyle, Scene, VirtualDie, calibration_dice, render

Picture = NDArray[np.uint8]

WHITE = DieStyle("white", (0.92, 0.91, 0.88), (0.07, 0.07, 0.08), pip_radius=0.085)
OFFSET = 0.25
STRAIGHT_DOWN = Camera(1000.0, (640.0, 480.0), 0.0, (0.0, 0.0), 26.0)
LONG_SIXES = (*ALIKE[:5], (1.06, 1.21))
WIDE_SIXES = (*ALIKE[:4], (1.17, 1.17), (1.31, 1.31))
NARROW_SIXES = (*ALIKE[:5], (0.9, 1.4))
NEAR_TWOS = (ALIKE[0], (0.62, 0.62), *ALIKE[2:])


def picture(scene: Scene, dice: tuple[VirtualDie, ...]) -> Picture:
    return np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)


def frames_of(scene: Scene, faces: tuple[int, ...] = ()) -> list[tuple[Picture, tuple[Face, ...]]]:
    """Give two pictures of the scene's dice, the second without those of some values."""
    frames = []
    for which, without in ((0, ()), (1, faces)):
        dice = tuple(die for die in calibration_dice(scene, which) if die.value not in without)
        frames.append((picture(scene, dice), tuple(Face(die.value, die.red) for die in dice)))
    return frames


def scene_of(spreads: tuple[Spread, ...]) -> Scene:
    return Scene(replace(WHITE, pip_inset=0.28, spreads=spreads), red_faces=((),) * 6, seed=1)


@pytest.mark.parametrize("spreads", [LONG_SIXES, WIDE_SIXES, NARROW_SIXES, NEAR_TWOS])
def test_faces_that_are_laid_out_otherwise_are_measured_and_read(
    spreads: tuple[Spread, ...],
) -> None:
    scene = scene_of(spreads)
    frames = frames_of(scene)
    made = calibrate(picture(scene, ()), frames)

    assert np.array(made.dice.spreads) == pytest.approx(np.array(spreads), abs=0.03)
    assert [read_tray(bgr, made).status for bgr, _ in frames] == [Status.OK, Status.OK]


@pytest.mark.parametrize("spreads", [LONG_SIXES, NARROW_SIXES])
def test_one_die_tells_how_its_face_is_laid_out_if_all_is_read_so(
    spreads: tuple[Spread, ...],
) -> None:
    scene = scene_of(spreads)
    frames = frames_of(scene, (6,))
    made = calibrate(picture(scene, ()), frames)

    assert np.array(made.dice.spreads) == pytest.approx(np.array(spreads), abs=0.05)
    assert [read_tray(bgr, made).status for bgr, _ in frames] == [Status.OK, Status.OK]


def test_a_lone_six_that_was_named_otherwise_does_not_tell_how_that_is_laid_out() -> None:
    scene = scene_of(LONG_SIXES)
    bgr, faces = frames_of(scene)[0]
    wrong = tuple(Face(4, False) if face.value == 6 else face for face in faces)
    assert calibrate(picture(scene, ()), [(bgr, wrong)]).dice.spreads == ALIKE


def seen(drawing: int, turn_rad: float, by: Spread, value: int) -> KnownDie:
    """Give a die straight below the camera whose pips lie farther out than a four's."""
    spreads = tuple(by if one == value else (1.0, 1.0) for one in range(1, 7))
    at = places_in(spreads)[drawing][PATTERNS[drawing]] @ np.array([1, 1j]) * np.exp(1j * turn_rad)
    px = 640 + 480j + 1000 / 25 * OFFSET * at
    grid = places_in(ALIKE)[drawing][PATTERNS[drawing]]
    pips = PipsOfDie(grid, np.stack([px.real, px.imag], axis=1))
    return KnownDie(0, Face(value, False), pips, (640.0, 480.0), 10.0, 100.0)


@pytest.mark.parametrize("drawing", np.flatnonzero(VALUES == 6).tolist())
@pytest.mark.parametrize("turn_rad", [0.0, 0.7, 2.0])
def test_along_are_the_rows_of_three_of_a_six_however_it_lies(
    drawing: int, turn_rad: float
) -> None:
    dice = [*(seen(drawing, turn_rad, (0.9, 1.3), 6),) * 2, seen(5, 0.2, (1.0, 1.0), 4)]
    dice += [seen(3, 0.5, (1.0, 1.0), 3), seen(6, 0.1, (1.0, 1.0), 5)]
    told = spreads_of(dice, STRAIGHT_DOWN, OFFSET, [die.pips for die in dice])
    assert np.array(told) == pytest.approx(np.array([*ALIKE[:5], (0.9, 1.3)]), abs=1e-6)


def test_what_differs_by_less_than_measuring_does_is_laid_out_alike() -> None:
    dice = [seen(5, 0.2, (1.0, 1.0), 4), seen(3, 0.5, (1.03, 1.03), 3), seen(6, 0.1, (1, 1), 5)]
    assert spreads_of(dice, STRAIGHT_DOWN, OFFSET, [die.pips for die in dice]) == ALIKE


@pytest.mark.parametrize(("fives_red", "told"), [(True, False), (False, True)])
def test_a_value_that_is_shown_in_another_colour_than_all_others_does_not_tell(
    fives_red: bool, told: bool
) -> None:
    dice = [seen(5, 0.2, (0.95, 0.95), 4)] * 2 + [seen(1, 0.3, (1, 1), 2)] * 2
    dice += [seen(6, 0.1, (1.0, 1.0), 5)] * 2 + [seen(0, 0.0, (1.0, 1.0), 1)]
    red = {1: False, 2: True, 4: False, 5: fives_red}
    dice = [replace(die, face=Face(die.face.value, red[die.face.value])) for die in dice]
    spreads = spreads_of(dice, STRAIGHT_DOWN, OFFSET, [die.pips for die in dice])
    assert (spreads != ALIKE) is told


def test_one_die_alone_does_not_tell_as_it_may_be_another_face_than_was_named() -> None:
    dice = [seen(5, 0.2, (1.0, 1.0), 4), seen(3, 0.5, (1.2, 1.2), 3), seen(6, 0.1, (1, 1), 5)]
    assert spreads_of(dice, STRAIGHT_DOWN, OFFSET, [die.pips for die in dice]) == ALIKE


def test_dice_of_a_value_that_contradict_each_other_do_not_tell() -> None:
    dice = [seen(5, 0.2, (1.0, 1.0), 4), seen(3, 0.5, (1.2, 1.2), 3), seen(6, 0.1, (1, 1), 5)]
    dice += [seen(3, 0.5, (0.9, 0.9), 3)]
    assert spreads_of(dice, STRAIGHT_DOWN, OFFSET, [die.pips for die in dice]) == ALIKE


def test_pips_that_a_lamp_draws_aside_on_square_faces_are_taken_as_they_were_found() -> None:
    dice = [seen(5, 0.2, (1.0, 1.0), 4), seen(6, 0.1, (1, 1), 5)]
    dice += [seen(3, 0.5, (1.2, 1.2), 3)] * 2
    square = [die.pips for die in dice]
    middle = square[2].pips_px.mean(0)
    square[2:] = [replace(square[2], pips_px=middle + 0.95 * (square[2].pips_px - middle))] * 2
    told = spreads_of(dice, STRAIGHT_DOWN, OFFSET, square)
    assert told[2] == pytest.approx((1.2, 1.2))


def test_dice_are_laid_out_as_they_were_found() -> None:
    (die,) = laid_out([seen(7, 0.0, (1.0, 1.0), 6)], NARROW_SIXES)
    (again,) = as_found([replace(die, pips=replace(die.pips, spreads=ALIKE))])
    assert np.array(again.pips.spreads) == pytest.approx(np.array(NARROW_SIXES))


def test_dice_that_were_found_as_usual_stay_as_they_are() -> None:
    dice = [seen(7, 0.0, (1.0, 1.0), 6)]
    assert as_found(dice) is dice
