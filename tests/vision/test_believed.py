"""A second look is believed where it adds dice and changes none that was sure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.trays import GREEN_UNDER_RING, RED_FACES, calibration_of, picture, throws
from vision.believed import keep_their_heights, only_adds
from vision.read import read_tray
from vision.types import Problem, Status

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


@pytest.mark.parametrize(("value", "keep"), [(1, True), (6, False)])
def test_a_face_that_lay_too_high_lies_no_lower_without_veils_unless_it_is_an_ace(
    value: int, keep: bool
) -> None:
    high = replace(SIX, value=value, problem=Problem.STACKED)
    assert keep_their_heights((*REST, high), (*REST, replace(SIX, value=value))) is keep
    assert keep_their_heights((*REST, high), REST)


def test_a_five_exactly_on_a_die_is_asked_about_though_lamps_mirror_in_other_faces() -> None:
    (stacked,) = throws(GREEN_UNDER_RING, "stacked")
    reading = read_tray(picture(stacked), calibration_of(GREEN_UNDER_RING))
    assert reading.status is Status.UNSURE
