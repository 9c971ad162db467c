"""A die that was taken for lying elsewhere is seen where it is once the set is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.files import known_faces, load_picture
from calibration.known import KnownDie, known_dice
from calibration.pose import PipsOfDie
from calibration.second_look import looked_again
from tests.vision.trays import FOLDER, RED_FACES, calibration_of
from vision.tray.geometry import edge_px

SHOWN = FOLDER / RED_FACES / "calib_0.jpg"
MADE = calibration_of(RED_FACES)
PICTURE = load_picture(SHOWN)


def dice() -> list[KnownDie]:
    empty = load_picture(FOLDER / RED_FACES / "empty.jpg")
    return known_dice(empty, [(PICTURE, known_faces(SHOWN))])


def aside(die: KnownDie, by_px: float) -> KnownDie:
    x, y = die.centre_px
    pips = PipsOfDie(die.pips.places, die.pips.pips_px + by_px)
    return replace(die, centre_px=(x + by_px, y + by_px), pips=pips)


def test_a_die_that_was_placed_beside_itself_is_put_where_it_lies() -> None:
    right = dice()
    k = next(k for k, die in enumerate(right) if die.face.value == 2)
    wrong = [*right[:k], aside(right[k], 0.2 * edge_px(MADE.camera)), *right[k + 1 :]]
    found = looked_again(wrong, [PICTURE], MADE)
    assert found is not None
    away = found[k].pips.pips_px - right[k].pips.pips_px
    assert float(np.abs(away).max()) < 1.0
    assert [a is b for a, b in zip(found, right, strict=True)].count(False) == 1


def test_dice_that_lie_where_they_were_seen_stay_as_they_are() -> None:
    assert looked_again(dice(), [PICTURE], MADE) is None


def stretched(die: KnownDie, by: float) -> KnownDie:
    pips_px = die.pips.pips_px
    at = pips_px.mean(0) + by * (pips_px - pips_px.mean(0))
    return replace(die, pips=PipsOfDie(die.pips.places, at))


def two_beside_itself() -> tuple[int, list[KnownDie], list[KnownDie]]:
    right = dice()
    k = next(k for k, die in enumerate(right) if die.face.value == 2)
    return k, right, [*right[:k], aside(right[k], 0.2 * edge_px(MADE.camera)), *right[k + 1 :]]


BLURRED = replace(MADE, sharpness=3 * MADE.sharpness)
"""By which all dice seem to move, so that no reading is sure."""


def test_a_die_whose_pips_are_too_far_apart_is_put_where_it_is_read_with_doubt() -> None:
    k, right, wrong = two_beside_itself()
    wrong[k] = stretched(wrong[k], 1.15)
    found = looked_again(wrong, [PICTURE], BLURRED)
    assert found is not None
    assert float(np.abs(found[k].pips.pips_px - right[k].pips.pips_px).max()) < 1.0


def test_a_die_whose_pips_fit_is_not_moved_to_one_that_is_read_with_doubt() -> None:
    _, _, wrong = two_beside_itself()
    assert looked_again(wrong, [PICTURE], BLURRED) is None
