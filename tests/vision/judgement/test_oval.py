"""An oval pip tells that an ace leans where nothing else of it is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.judgement.test_judge import FAIR, SET
from vision.faces.measure import Measures
from vision.judgement.cues import hardly_stands_out
from vision.judgement.judge import judge_die
from vision.judgement.oval import may_be_borne, oval_doubts
from vision.types import Problem

ACE = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, 0.9, 0.0)
TWO, FOUR = replace(ACE, line_rad=0.8), replace(ACE, drawn=np.eye(2))
ON = (1.0, 0.5, 0.2)


def beside(gap: float, aside: float, turn_deg: float = 0.0) -> NDArray[np.float64]:
    """Poses of a die and of one beside it, along its first axis."""
    c, s = np.cos(ON[2]), np.sin(ON[2])
    at = np.array(ON[:2]) + (1 + gap) * np.array([c, s]) + aside * np.array([-s, c])
    return np.array([[*at, ON[2] + np.radians(turn_deg)], ON])


@pytest.mark.parametrize("gap", [0.2, 0.6])
def test_a_die_a_little_off_anothers_side_may_lean_on_it_however_it_is_turned(gap: float) -> None:
    assert may_be_borne(beside(gap, 0.1, turn_deg=30.0))[0]


@pytest.mark.parametrize(("gap", "aside"), [(0.02, 0.1), (0.9, 0.1), (0.3, 0.8)])
def test_touching_dice_and_those_farther_off_or_past_the_side_do_not(
    gap: float, aside: float
) -> None:
    assert not may_be_borne(beside(gap, aside))[0]


def test_an_ace_with_an_oval_pip_is_doubted_more_where_it_may_lean_on_another() -> None:
    near, far = (oval_doubts([ACE, FOUR], [0.9, 0.0], beside(gap, 0.0))[0] for gap in (0.4, 3.0))
    assert near > 1.0 > far == 0.9


@pytest.mark.parametrize("other", [TWO, FOUR])
def test_oval_pips_say_nothing_of_faces_whose_distances_tell_how_they_lie(
    other: Measures,
) -> None:
    assert oval_doubts([other, FOUR], [1.2, 0.0], beside(0.4, 0.0)) == [0.0, 0.0]


def test_a_die_with_oval_pips_leans() -> None:
    assert judge_die(replace(FAIR, oval=1.3), SET).problem is Problem.COCKED


def test_a_die_with_dark_spots_beyond_its_far_side_leans() -> None:
    assert judge_die(replace(FAIR, spots_beyond=0.01), SET).problem is Problem.COCKED
    assert judge_die(replace(FAIR, spots_beyond=0.008), SET).problem is None


@pytest.mark.parametrize(("stands_out", "level"), [(5.0, 3.0), (38.0, 40.0)])
def test_what_counts_from_more_on_than_dice_differ_by_makes_silhouettes_no_proof(
    stands_out: float, level: float
) -> None:
    assert hardly_stands_out(replace(SET, stands_out=stands_out), level)
    assert not hardly_stands_out(replace(SET, stands_out=stands_out + 5.0), level)
