"""A die on the table is asked about where the tray's outline wrongly holds some of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.trays import BLACK_DICE, calibration_of, picture, throws
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Point, Problem

TRAY = calibration_of(BLACK_DICE)
(OUT,) = throws(BLACK_DICE, "out")


def with_corner_at(corner_px: Point) -> Calibration:
    """Give the tray with the corner of its outline moved that is nearest to there."""
    x, y = corner_px
    nearest = min(TRAY.tray_px, key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    outline = tuple(corner_px if at == nearest else at for at in TRAY.tray_px)
    return replace(TRAY, tray_px=outline)


@pytest.mark.parametrize("corner_px", [(800.0, 60.0), (850.0, 40.0)])
def test_a_die_on_the_table_within_a_wrong_outline_is_asked_about(corner_px: Point) -> None:
    dice = read_tray(picture(OUT), with_corner_at(corner_px)).dice
    assert [die.problem for die in dice].count(Problem.OUTSIDE) == 1
