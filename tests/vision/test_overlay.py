"""The overlay draws on a copy, with a colour for plain, red and doubtful dice."""

from __future__ import annotations

import numpy as np

from vision.overlay import draw
from vision.types import DieReading, Problem, Reading, Status

CORNERS = ((40.0, 40.0), (80.0, 40.0), (80.0, 80.0), (40.0, 80.0))
BLANK = np.zeros((120, 160, 3), np.uint8)


def drawn(die: DieReading) -> np.ndarray:
    return draw(BLANK, Reading(Status.OK, (die,)))


def colour_of_outline(die: DieReading) -> tuple[int, ...]:
    return tuple(int(v) for v in drawn(die)[60, 80])


def test_the_picture_itself_stays_as_it_was() -> None:
    drawn(DieReading(5, False, 0.9, (60.0, 60.0), CORNERS))
    assert BLANK.max() == 0


def test_red_and_plain_and_doubtful_dice_differ_in_colour() -> None:
    plain = DieReading(5, False, 0.9, (60.0, 60.0), CORNERS)
    red = DieReading(5, True, 0.9, (60.0, 60.0), CORNERS)
    leaning = DieReading(5, True, 0.1, (60.0, 60.0), CORNERS, Problem.COCKED)
    assert len({colour_of_outline(die) for die in (plain, red, leaning)}) == 3


def test_a_die_without_corners_gets_a_ring() -> None:
    assert drawn(DieReading(None, None, 0.0, (60.0, 60.0), ())).max() > 0
