"""Pips that lie otherwise than those of the picture's other dice tell of one that leans."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.faces.measure import Measures
from vision.judgement.askew import marked_askew

FLAT = Measures((0.0, 0.0), 0.0, 1.0, 0.002, 0.995, 0.8, 0.0, np.eye(2))
TWO = replace(FLAT, squeeze=1.0, misfit=0.0, drawn=None, line_rad=0.0)
LEANS = replace(FLAT, size=0.99, squeeze=0.975, misfit=0.007)


def test_pips_that_are_too_near_and_fit_no_flat_face_are_askew() -> None:
    assert marked_askew([FLAT, FLAT, FLAT, LEANS])[-1].askew > 1


@pytest.mark.parametrize("usual", [{"size": 1.0, "squeeze": 0.995}, {"misfit": 0.002}])
def test_either_alone_is_so_on_some_flat_face(usual: dict[str, float]) -> None:
    assert marked_askew([FLAT, FLAT, FLAT, replace(LEANS, **usual)])[-1].askew < 1


@pytest.mark.parametrize("rough", [{"size": 1.008}, {"misfit": 0.007}])
def test_what_the_other_dice_show_as_well_is_the_set_s(rough: dict[str, float]) -> None:
    other = replace(FLAT, **rough)
    assert marked_askew([other, other, other, LEANS])[-1].askew < 1


@pytest.mark.parametrize("others", [[FLAT, FLAT], [FLAT, TWO, TWO]])
def test_too_few_others_tell_nothing(others: list[Measures]) -> None:
    assert marked_askew([*others, LEANS])[-1].askew == 0


def test_a_line_of_pips_which_fits_anyhow_is_never_askew() -> None:
    assert marked_askew([FLAT, FLAT, FLAT, replace(TWO, size=0.97)])[-1].askew == 0
