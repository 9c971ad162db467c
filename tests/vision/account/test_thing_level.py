"""What counts as a thing beside dice that hardly stand out: more than glow and deep shadow do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.trays import RED_FACES, calibration_of
from vision.account.residue import thing_level
from vision.calibration_values import FaceLook

_HARDLY, _CLEARLY = 6.0, 60.0  # grey levels that dice stand out by
_BLACK, _WHITE = (20.0, 20.0, 20.0), (220.0, 220.0, 220.0)


def level(glow: float, stands_out: float, pip: float = _WHITE[0]) -> float:
    """Give the level of things beside black dice whose pips are so bright."""
    made = replace(calibration_of(RED_FACES), glow=glow, stands_out=stands_out)
    look = FaceLook(_BLACK, (pip, pip, pip))
    return thing_level(0.0, replace(made, dice=replace(made.dice, plain=look, red=None)))


def test_deep_shadow_that_calibration_measured_beside_black_dice_is_no_thing() -> None:
    assert level(22.0, _HARDLY) > 22.0


@pytest.mark.parametrize("pip", [60.0, 120.0, 220.0])
def test_however_much_was_measured_pips_stay_things_where_all_else_is_hidden(pip: float) -> None:
    assert level(200.0, _HARDLY, pip) < 0.25 * (pip - _BLACK[0])


def test_where_dice_stand_out_clearly_glow_may_reach_forty_grey_levels() -> None:
    assert level(200.0, _CLEARLY) == pytest.approx(40.0)
