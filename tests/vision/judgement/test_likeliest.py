"""What a die in doubt is said to do, where more than one thing speaks against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.vision.judgement.test_judge import FAIR, FLAT, SET
from vision.calibration_values import Calibration
from vision.judgement.judge import judge_die
from vision.types import Problem

LONG = {"sharpness": 0.6 * SET.sharpness, "length": 0.4 + 0j}


def problem_of(
    calibration: Calibration = SET, *, pips: dict[str, Any], **cues: Any
) -> Problem | None:
    """Give what a die is said to do that is fair but for its pips and some cues."""
    seen = replace(FAIR, measures=replace(FLAT, **pips), sharpness_of_others=SET.sharpness, **cues)
    return judge_die(seen, calibration).problem


@pytest.mark.parametrize(("sharpness", "grown"), [(0.3, None), (0.6, 1.1)])
def test_a_die_with_smeared_pips_moves_whatever_shows_beside_it(
    sharpness: float, grown: float | None
) -> None:
    soft = {"sharpness": sharpness * SET.sharpness}
    assert problem_of(pips=soft, grown=grown, excess=0.03) is Problem.MOVING
    assert problem_of(pips={}, excess=0.03) is Problem.COCKED


@pytest.mark.parametrize(
    ("part", "squeeze", "problem"),
    [
        (0.9, 0.89, Problem.COCKED),
        (0.6, 0.89, Problem.MOVING),
        (0.9, 1.0, Problem.MOVING),
    ],
)
def test_larger_long_pips_are_those_of_a_die_at_the_wall_that_leans_where_they_are_sharp(
    part: float, squeeze: float, problem: Problem
) -> None:
    pips = {"sharpness": part * SET.sharpness, "squeeze": squeeze}
    assert problem_of(pips=pips, grown=1.07, lengthened=1.6, excess=0.2) is problem


@pytest.mark.parametrize(("sharper", "problem"), [(1.25, Problem.MOVING), (1.0, Problem.COCKED)])
def test_a_leaning_die_is_said_to_move_where_its_pips_are_far_softer_than_those_of_its_look(
    sharper: float, problem: Problem
) -> None:
    pips = {"sharpness": 0.56 * SET.sharpness, "squeeze": 0.7}
    cues = {"sharper": sharper, "excess": 0.2}
    seen = replace(FAIR, measures=replace(FLAT, **pips), **cues)
    assert judge_die(seen, SET).problem is problem


@pytest.mark.parametrize(("spread", "problem"), [(0.86, Problem.MOVING), (0.62, Problem.COCKED)])
def test_long_pips_are_smeared_if_they_are_large_and_lean_if_they_are_small(
    spread: float, problem: Problem
) -> None:
    pips = {**LONG, "spread": spread}
    assert problem_of(pips=pips, lengthened=2.0, excess=0.2) is problem


@pytest.mark.parametrize(
    ("ace_spread", "spread", "problem"),
    [
        (1.0, 0.8, Problem.MOVING),
        (1.0, 0.66, Problem.COCKED),
        (1.25, 0.8, Problem.COCKED),
        (0.0, 0.93, Problem.MOVING),
        (0.0, 0.86, Problem.COCKED),
    ],
)
def test_an_ace_with_a_long_pip_moves_if_that_is_larger_than_the_flat_aces_of_the_set(
    ace_spread: float, spread: float, problem: Problem
) -> None:
    known = replace(SET, dice=replace(SET.dice, ace_spread=ace_spread))
    ace = {**LONG, "drawn": None, "spread": spread}
    assert problem_of(known, pips=ace, lengthened=2.0, excess=0.2) is problem


@pytest.mark.parametrize(("spread", "problem"), [(0.62, Problem.COCKED), (0.76, Problem.MOVING)])
def test_a_soft_ace_leans_if_its_pip_is_smaller_than_any_smear_leaves_it(
    spread: float, problem: Problem
) -> None:
    ace = {"drawn": None, "sharpness": 0.2 * SET.sharpness, "spread": spread}
    assert problem_of(pips=ace, excess=0.02) is problem


@pytest.mark.parametrize(
    ("spread", "length", "problem"),
    [(0.79, 0.25, Problem.MOVING), (0.7, 0.25, Problem.COCKED), (0.79, 0.0, Problem.COCKED)],
)
def test_sharp_pips_are_smeared_if_they_are_both_long_and_large(
    spread: float, length: float, problem: Problem
) -> None:
    pips = {"length": length + 0j, "spread": spread}
    assert problem_of(pips=pips, lengthened=6 * length, excess=0.2) is problem


def test_a_larger_face_over_bare_floor_leans_and_lies_on_no_other_die() -> None:
    clear = replace(SET, glow=4.0, stands_out=100.0, fills=0.99)
    one_up = 1.0 / (SET.camera.height - 2.0)
    larger = replace(FAIR, alone=True, excess=0.2, measures=replace(FLAT, size=1.0 + one_up))
    assert judge_die(larger, clear).problem is Problem.STACKED
    assert judge_die(replace(larger, bare=0.1), clear).problem is Problem.COCKED
