"""A die that was taken for lying elsewhere is seen where it is once the set is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.faces import Face
from calibration.files import known_faces, load_picture
from calibration.known import KnownDie, known_dice
from calibration.pose import PipsOfDie
from calibration.second_look import looked_again
from tests.vision.trays import FOLDER, RED_FACES, calibration_of
from vision.tray.geometry import edge_px

SHOWN = FOLDER / RED_FACES / "calib_0.jpg"
MADE = calibration_of(RED_FACES)
PICTURE = load_picture(SHOWN)
FACES = known_faces(SHOWN)
FRAMES = [(PICTURE, FACES)]


def dice() -> list[KnownDie]:
    empty = load_picture(FOLDER / RED_FACES / "empty.jpg")
    return known_dice(empty, FRAMES)


def aside(die: KnownDie, by_px: float) -> KnownDie:
    x, y = die.centre_px
    pips = PipsOfDie(die.pips.places, die.pips.pips_px + by_px)
    return replace(die, centre_px=(x + by_px, y + by_px), pips=pips)


def test_a_die_that_was_placed_beside_itself_is_put_where_it_lies() -> None:
    right = dice()
    k = next(k for k, die in enumerate(right) if die.face.value == 2)
    wrong = [*right[:k], aside(right[k], 0.2 * edge_px(MADE.camera)), *right[k + 1 :]]
    found = looked_again(wrong, FRAMES, MADE)
    assert found is not None
    away = found[k].pips.pips_px - right[k].pips.pips_px
    assert float(np.abs(away).max()) < 1.0
    assert [a is b for a, b in zip(found, right, strict=True)].count(False) == 1


def test_dice_that_lie_where_they_were_seen_stay_as_they_are() -> None:
    assert looked_again(dice(), FRAMES, MADE) is None


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
    found = looked_again(wrong, FRAMES, BLURRED)
    assert found is not None
    assert float(np.abs(found[k].pips.pips_px - right[k].pips.pips_px).max()) < 1.0


def test_a_die_whose_pips_fit_is_not_moved_to_one_that_is_read_with_doubt() -> None:
    _, _, wrong = two_beside_itself()
    assert looked_again(wrong, FRAMES, BLURRED) is None


def shown(found: list[KnownDie] | None, right: list[KnownDie]) -> list[float]:
    """By how many pixels the middle of each die that was shown is missed."""
    assert found is not None
    assert sorted(map(str, (die.face for die in found))) == sorted(map(str, FACES))
    return [
        min(float(np.hypot(*np.subtract(one.centre_px, die.centre_px))) for one in found)
        for die in right
    ]


def test_a_die_that_was_not_seen_is_found_where_all_are_read_as_they_were_named() -> None:
    right = dice()
    found = looked_again(right[1:], FRAMES, MADE)
    assert max(shown(found, right)) < 1.0


def test_a_die_that_was_taken_for_another_is_put_where_it_lies_and_that_one_is_found() -> None:
    right = dice()
    two, six = (next(die for die in right if die.face.value == value) for value in (2, 6))
    taken = replace(two, centre_px=six.centre_px, pips=aside(six, 3.0).pips)
    others = [die for die in right if die is not two and die is not six]
    found = looked_again([taken, *others], FRAMES, MADE)
    assert max(shown(found, right)) < 1.0


def test_dice_that_are_read_where_they_were_seen_are_measured_as_they_were_seen() -> None:
    right = dice()
    found = looked_again(right[1:], FRAMES, MADE)
    assert found is not None
    assert all(any(one is die for one in found) for die in right[1:])


def test_no_die_is_added_where_not_all_are_read_as_they_were_named() -> None:
    other = (Face(6 if FACES[0].value < 6 else 5, FACES[0].red), *FACES[1:])
    assert looked_again(dice()[1:], [(PICTURE, other)], MADE) is None
