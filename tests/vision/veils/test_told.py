"""What is wrong with a throw is said, too, where only the picture without its veils shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.trays import BLACK_DICE, calibration_of, picture, throws
from vision import words
from vision.read import read_tray
from vision.types import DieReading, Point, Problem, Reading, Status
from vision.veils.told import with_told

SET = calibration_of(BLACK_DICE)
TWO = replace(SET, dice=replace(SET.dice, count=2))
LEFT, RIGHT = (200.0, 480.0), (1100.0, 480.0)
MIRRORED = words.GLARE.format(where="in the middle")


def die(at_px: Point, problem: Problem | None = None) -> DieReading:
    """A five of 40 pixels."""
    x, y = at_px
    corners = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
    return DieReading(5, False, 0.5, at_px, corners, problem=problem)


def unsure(*dice: DieReading, problem: str = MIRRORED) -> Reading:
    """A reading in doubt."""
    return Reading(Status.UNSURE, dice, (problem,))


def told(reading: Reading, *bare: DieReading) -> tuple[str, ...]:
    """What is said of a set of two dice."""
    return with_told(reading, unsure(*bare), TWO).problems


@pytest.mark.parametrize(
    ("problem", "word"),
    [(Problem.COCKED, "leans"), (Problem.STACKED, "on another one"), (Problem.MOVING, "moving")],
)
def test_trouble_that_a_veil_hid_is_said_after_the_veil(problem: Problem, word: str) -> None:
    first, second = told(unsure(die(RIGHT)), die(LEFT, problem), die(RIGHT))
    assert first == MIRRORED
    assert word in second
    assert "at the left" in second


@pytest.mark.parametrize("problem", [Problem.GLARE, Problem.HIDDEN, Problem.UNREADABLE, None])
def test_what_is_not_seen_surely_without_veils_either_is_not_said(problem: Problem | None) -> None:
    assert told(unsure(), die(LEFT, problem)) == (MIRRORED,)


def test_a_die_too_many_that_a_veil_hid_is_said() -> None:
    middle = (640.0, 480.0)
    said = told(unsure(die(LEFT)), die(LEFT), die(middle), die(RIGHT))
    assert said == (MIRRORED, words.too_many(3, 2))


def test_one_number_of_dice_is_said_only() -> None:
    many = unsure(*[die(LEFT)] * 3, problem=words.too_many(3, 2))
    assert told(many, *[die(LEFT)] * 4) == many.problems


def test_of_a_die_that_is_known_to_be_wrong_no_other_name_is_said() -> None:
    known = die(LEFT, Problem.STACKED)
    assert told(unsure(known), die((203.0, 478.0), Problem.COCKED)) == (MIRRORED,)


def test_a_die_that_is_said_to_lean_may_be_told_to_move() -> None:
    said = told(unsure(die(LEFT, Problem.COCKED)), die(LEFT, Problem.MOVING))
    assert said == (MIRRORED, "The die at the left is still moving.")


def test_beside_a_hand_or_dice_in_motion_no_single_die_is_named() -> None:
    for problem in (words.HAND, words.MOVING):
        assert told(unsure(problem=problem), die(LEFT, Problem.COCKED)) == (problem,)


def test_where_only_the_number_is_open_it_stays_the_only_question() -> None:
    few = Reading(Status.UNSURE, (die(LEFT),), (words.too_few(1, 2),), number_open=True)
    assert with_told(few, unsure(die(LEFT, Problem.MOVING)), TWO) == few


def test_a_leaning_die_that_mirrors_a_lamp_is_said_to_lean() -> None:
    (path,) = throws(BLACK_DICE, "cocked")
    reading = read_tray(picture(path), SET)
    assert reading.problems[0].startswith("The lamp mirrors")
    assert "The die in the middle leans; please straighten it." in reading.problems
