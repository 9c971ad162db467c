"""What is made of aces that may lie on a die that is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.drawn import read_drawn
from tests.vision.judgement.test_judge import FAIR, FLAT, SET
from tests.vision.trays import RING_LAMP, calibration_of, picture, throws
from vision import read
from vision.calibration_values import Calibration
from vision.judgement.cues import Cues
from vision.judgement.judge import judge_die
from vision.read import read_tray
from vision.types import Problem, Status

ACE = replace(FLAT, drawn=None)


def test_a_lone_ace_that_hardly_stands_out_is_proved_by_the_size_of_its_pip() -> None:
    faint = replace(SET, stands_out=4.0)
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE)
    assert judge_die(ace, faint).problem is Problem.UNPROVED
    assert judge_die(replace(ace, grown=1 + 0.2 * one_up), faint).problem is None
    for higher in (one_up, -one_up):
        assert judge_die(replace(ace, grown=1 + higher), faint).problem is Problem.UNPROVED


@pytest.mark.parametrize(
    ("larger", "problem"),
    [(0.2, None), (0.7, None), (0.76, Problem.STACKED), (1.0, Problem.STACKED)],
)
def test_an_ace_that_others_do_not_tell_is_as_high_as_its_pip_is_over_the_set_s(
    larger: float, problem: Problem | None
) -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, of_set=1.0 + larger * one_up)
    assert judge_die(ace, SET).problem is problem


def test_the_set_s_pips_prove_an_ace_low_that_hardly_stands_out() -> None:
    faint = replace(SET, stands_out=4.0)
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, of_set=1.0 + 0.2 * one_up)
    assert judge_die(ace, faint).problem is None


def test_an_ace_beside_missing_dice_is_read_if_its_pip_is_as_large_as_the_set_s(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(read, "with_floor_around", lambda cues, *_: cues)
    (throw,) = throws(RING_LAMP, "missing")
    reading = read_tray(picture(throw), calibration_of(RING_LAMP))
    assert (reading.status, len(reading.dice)) == (Status.OK, 3)
    (ace,) = (die for die in read_tray(picture(throw), of_unknown_pips()).dice if die.value == 1)
    assert ace.problem is Problem.UNPROVED


def test_an_ace_beside_missing_dice_is_read_if_floor_shows_around_it() -> None:
    (throw,) = throws(RING_LAMP, "missing")
    assert read_tray(picture(throw), of_unknown_pips()).status is Status.OK


def of_unknown_pips() -> Calibration:
    """A set of which no plain pip was measured, so that an ace's tells nothing of its height."""
    calibration = calibration_of(RING_LAMP)
    unknown = replace(calibration.dice.plain, pip_spread=0.0)
    return replace(calibration, dice=replace(calibration.dice, plain=unknown))


def test_what_others_tell_of_an_ace_s_pip_counts_more_than_the_set() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, grown=1.0 + one_up, of_set=1.0)
    assert judge_die(ace, SET).problem is Problem.STACKED


def test_an_ace_wider_than_the_other_faces_lies_on_the_die_that_is_missing() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    wider = replace(FAIR, alone=True, measures=ACE, wider=0.9 * one_up)
    assert judge_die(wider, SET).problem is Problem.STACKED


@pytest.mark.parametrize(
    ("wider", "larger", "problem"),
    [
        (0.75, 0.0, None),
        (0.85, 0.0, Problem.STACKED),
        (0.75, 1.0, Problem.STACKED),
        (1.0, 0.45, Problem.STACKED),
        (0.6, None, None),
        (0.8, None, Problem.STACKED),
        (0.0, 0.85, None),
    ],
)
def test_an_ace_s_pip_that_is_none_larger_speaks_against_a_die_below_it(
    wider: float, larger: float | None, problem: Problem | None
) -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    grown = None if larger is None else 1.0 + larger * one_up
    ace = replace(FAIR, alone=True, measures=ACE, wider=wider * one_up, grown=grown)
    assert judge_die(ace, SET).problem is problem


@pytest.mark.parametrize(
    ("wider", "larger", "problem"),
    [
        (0.2, 0.9, Problem.STACKED),
        (0.2, 0.2, None),
        (1.0, 0.3, Problem.STACKED),
        (1.5, 0.0, None),
        (0.65, None, Problem.STACKED),
        (0.2, None, None),
        (None, 0.9, Problem.STACKED),
    ],
)
def test_of_an_ace_that_hardly_stands_out_the_pip_tells_more_than_the_sides(
    wider: float | None, larger: float | None, problem: Problem | None
) -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(
        FAIR,
        alone=True,
        measures=ACE,
        wider=None if wider is None else wider * one_up,
        grown=None if larger is None else 1.0 + larger * one_up,
    )
    assert judge_die(ace, replace(SET, stands_out=15.0)).problem is problem


@pytest.mark.parametrize("wider", [0.35, 0.0, -0.2, -1.2])
def test_an_ace_with_a_pip_as_large_as_a_die_higher_is_asked_about_however_wide_it_seems(
    wider: float,
) -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, grown=1.0 + one_up, wider=wider * one_up)
    assert judge_die(ace, SET).problem is Problem.STACKED


def test_sides_that_seem_far_off_hardly_tell_whether_an_ace_lies_low() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, grown=1.0 + 0.85 * one_up)
    assert judge_die(replace(ace, wider=-0.3 * one_up), SET).problem is None
    assert judge_die(replace(ace, wider=-1.5 * one_up), SET).problem is Problem.STACKED


def test_a_trace_beside_an_ace_passes_where_its_sides_show_that_it_lies_on_the_floor() -> None:
    clear = replace(SET, fills=0.99, stands_out=150.0, glow=4.0)
    traced = replace(FAIR, alone=True, excess=0.003, measures=ACE)
    assert judge_die(traced, clear).problem is Problem.COCKED
    assert judge_die(replace(traced, excess=0.001), clear).problem is None
    assert judge_die(replace(traced, wider=0.0), clear).problem is None
    one_up = 1.0 / (SET.camera.height - 2.0)
    large = replace(traced, wider=0.0, grown=1.0 + 0.7 * one_up)
    assert judge_die(large, clear).problem is Problem.COCKED


@pytest.mark.parametrize(("below", "problem"), [(0.0, None), (0.1, Problem.COCKED)])
def test_no_trace_passes_where_something_stands_out_as_a_die_below_an_ace_would(
    below: float, problem: Problem | None
) -> None:
    clear = replace(SET, fills=0.99, stands_out=150.0, glow=4.0)
    traced = replace(FAIR, alone=True, excess=0.003, measures=ACE, wider=0.0, below=below)
    assert judge_die(traced, clear).problem is problem


def test_an_ace_is_less_likely_to_hide_a_die_that_may_be_seen_outside() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, grown=1.0 + 0.7 * one_up, wider=0.6 * one_up)
    assert judge_die(ace, SET).problem is Problem.STACKED
    assert judge_die(replace(ace, seen_outside=True), SET).problem is None
    high = replace(ace, grown=1.0 + one_up, wider=one_up, seen_outside=True)
    assert judge_die(high, SET).problem is Problem.STACKED


def test_an_ace_that_hardly_stands_out_hides_no_die_that_is_seen_outside() -> None:
    faint, ace = replace(SET, stands_out=4.0), replace(FAIR, alone=True, measures=ACE)
    assert judge_die(ace, faint).problem is Problem.UNPROVED
    assert judge_die(replace(ace, seen_outside=True), faint).problem is None


def test_an_ace_in_other_light_than_all_others_lies_as_high_as_its_pip_is_large() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    flat = replace(FAIR, alone=True, measures=ACE, of_set=1.0, of_unlike=1.0 + 0.3 * one_up)
    assert judge_die(flat, SET).problem is None
    high = replace(flat, of_unlike=1.0 + one_up)
    assert judge_die(high, SET).problem is Problem.STACKED
    assert judge_die(replace(high, of_set=None), SET).problem is Problem.STACKED


def test_an_ace_that_hardly_stands_out_is_not_proved_by_faces_in_other_light() -> None:
    faint = replace(SET, stands_out=4.0)
    ace = replace(FAIR, alone=True, measures=ACE, of_unlike=1.0)
    assert judge_die(ace, faint).problem is Problem.UNPROVED


@pytest.mark.parametrize("index", [19872, 19873, 19876])
def test_an_ace_exactly_on_a_die_is_asked_about_though_a_lamp_mirrors_in_its_face_only(
    index: int,
) -> None:
    reading, _ = read_drawn(57, index)  # red dice on leather
    (ace,) = (die for die in reading.dice if die.value == 1)
    assert ace.problem is Problem.STACKED


@pytest.mark.parametrize(
    ("stands_out", "wider", "below", "problem"),
    [
        (120.0, 0.2, 0.0, None),
        (120.0, 0.2, 0.1, Problem.STACKED),
        (120.0, 0.2, None, Problem.STACKED),
        (15.0, 0.2, 0.0, None),
        (15.0, 0.5, 0.0, Problem.STACKED),
    ],
)
def test_an_ace_with_a_large_pip_lies_low_if_no_side_of_a_die_shows_below_it(
    stands_out: float, wider: float, below: float | None, problem: Problem | None
) -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    ace = replace(FAIR, alone=True, measures=ACE, wider=wider * one_up, below=below)
    large = replace(ace, grown=1.0 + one_up)
    assert judge_die(large, replace(SET, stands_out=stands_out)).problem is problem


def test_an_ace_whose_pip_and_sides_are_a_die_higher_is_asked_about_if_none_shows_below() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    high = replace(FAIR, alone=True, measures=ACE, wider=one_up, grown=1.0 + one_up, below=0.0)
    assert judge_die(high, SET).problem is Problem.STACKED


@pytest.mark.parametrize(("below", "problem"), [(0.8, None), (0.9, Problem.STACKED)])
def test_an_ace_below_which_a_die_s_side_shows_lies_on_it_however_small_its_pip_seems(
    below: float, problem: Problem | None
) -> None:
    small = replace(FAIR, alone=True, measures=ACE, grown=0.94, below=below)
    assert judge_die(small, SET).problem is problem


@pytest.mark.parametrize(
    ("cues", "alone"),
    [
        pytest.param(replace(FAIR, alone=True, measures=ACE), True, id="no side is seen"),
        pytest.param(replace(FAIR, alone=True, measures=ACE, wider=0.0), False, id="sides tell"),
        pytest.param(replace(FAIR, alone=False, measures=ACE), False, id="no die is missing"),
        pytest.param(replace(FAIR, alone=True), False, id="no ace"),
    ],
)
def test_only_the_pip_of_a_lone_ace_tells_its_height_where_no_side_is_seen(
    cues: Cues, alone: bool
) -> None:
    assert cues.by_pip_alone is alone
