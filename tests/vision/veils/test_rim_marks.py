"""Faint marks alone tell a value where every pip that it lacks would be seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.trays import (
    RED_UNDER_RING,
    calibration_of,
    picture,
    read_faces,
    throws,
    truth,
)
from vision.faces.layout import PATTERNS, VALUES
from vision.read import read_tray
from vision.types import Status
from vision.veils.rim_marks import Marks, faint_pips

MIDDLE, CORNER, SIDE = 4, 2, 3  # of the nine places, in rows
THROWS = throws(RED_UNDER_RING, "natural", "touching")


def marks(value: int, strong: float = 6.0, rest: float = 1.0, shows: float = 0.6) -> Marks:
    """Give the marks of a value of which all pips are as faint, and all places as light."""
    (drawn, *_) = PATTERNS[value == VALUES]
    return Marks(np.where(drawn, strong, rest), np.full(9, 250.0), np.full(9, shows))


def value_of(faint: Marks) -> int | None:
    drawn = faint_pips(faint)
    return None if drawn is None else int(VALUES[(drawn == PATTERNS).all(1)][0])


@pytest.mark.parametrize("path", THROWS, ids=lambda path: path.stem)
def test_throws_are_read_of_which_a_ring_lamp_leaves_the_rims_of_some_pips(path: Path) -> None:
    reading = read_tray(picture(path), calibration_of(RED_UNDER_RING))

    assert reading.status is Status.OK
    assert read_faces(reading) == truth(path)


@pytest.mark.parametrize("value", range(1, 7))
def test_each_value_is_told(value: int) -> None:
    assert value_of(marks(value)) == value


def test_marks_where_no_value_has_its_pips_tell_none() -> None:
    odd = marks(1)
    odd.strong[SIDE] = 6.0

    assert value_of(odd) is None


@pytest.mark.parametrize(
    ("strong", "rest"),
    [(3.0, 0.5), (6.0, 2.5), (14.0, 1.0)],
    ids=["as noise", "hardly more than elsewhere", "so strong that the learned reader sees them"],
)
def test_marks_tell_none_that_are_as_strong(strong: float, rest: float) -> None:
    assert value_of(marks(4, strong, rest)) is None


@pytest.mark.parametrize(
    ("value", "place", "told"),
    [(4, MIDDLE, False), (4, SIDE, False), (5, SIDE, True), (1, CORNER, False), (6, MIDDLE, True)],
)
def test_a_pip_may_be_outshone_where_a_higher_value_has_one(
    value: int, place: int, told: bool
) -> None:
    bright = marks(value)
    bright.shows[place] = 0.2

    assert (value_of(bright) == value) is told


@pytest.mark.parametrize(("places", "told"), [([CORNER], True), ([CORNER, 8 - CORNER], False)])
def test_opposite_pips_may_be_outshone_in_brighter_light(places: list[int], told: bool) -> None:
    bright = marks(1)
    bright.light[places] += 12.0

    assert (value_of(bright) == 1) is told
