"""What the judge makes of cues: each a fair die but for what a test changes."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.trays import BLACK_DICE, RED_FACES, calibration_of, picture, throws
from vision.faces.measure import Measures, outward_stretch
from vision.judgement.cues import Cues
from vision.judgement.judge import Place, judge_die, place_of
from vision.read import read_tray
from vision.sureness import CHANCES, chance_of
from vision.types import Problem, Status

SET = calibration_of(RED_FACES)
FLAT = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, SET.sharpness, 0.0, np.eye(2))
FAIR = Cues(
    contrast=1.0,
    likeness=1.0,
    weakest_pip=1.0,
    worst_cell=0.0,
    odd_cells=0.0,
    measures=FLAT,
    excess=0.0,
    deficit=1 - SET.fills,
    inside=3.0,
    rival=-9.0,
    hue_apart=0.0,
    alone=False,
    unlike_floor=0.0,
    aside=4.0,
    outward=1.0,
)


def test_a_die_without_any_doubt_is_as_sure_as_dice_can_be() -> None:
    assert judge_die(FAIR, SET).confidence == pytest.approx(CHANCES[0], abs=1e-3)


def test_untouched_floor_where_a_flat_die_has_its_foot_tells_that_it_leans() -> None:
    assert judge_die(replace(FAIR, at_foot=0.04), SET).problem is Problem.COCKED
    assert judge_die(replace(FAIR, at_foot=0.02), SET).problem is None


def test_a_die_that_ends_shorter_of_its_foot_than_flat_ones_may_leans() -> None:
    near_wall = replace(FAIR, inside=0.8)
    assert judge_die(replace(near_wall, short=0.012), SET).problem is Problem.COCKED
    assert judge_die(replace(near_wall, short=0.008), SET).problem is None


def test_farther_from_the_wall_where_fewer_dice_lean_one_that_does_ends_shorter() -> None:
    assert judge_die(replace(FAIR, short=0.022), SET).problem is Problem.COCKED
    assert judge_die(replace(FAIR, short=0.018), SET).problem is None


def test_flat_dice_that_nearly_end_too_short_are_not_doubted_for_that_beside_other_doubts() -> None:
    assert judge_die(replace(FAIR, short=0.018, at_foot=0.0325), SET).problem is None


def test_a_trace_of_a_pip_where_there_is_none_is_called_hidden() -> None:
    ghostly = replace(FAIR, measures=replace(FLAT, ghost=0.5))
    assert judge_die(ghostly, SET).problem is Problem.HIDDEN


@pytest.mark.parametrize(
    ("grain", "ghost", "problem"),
    [(0.0, 0.17, Problem.HIDDEN), (0.05, 0.17, None), (0.3, 0.22, Problem.HIDDEN)],
    ids=["plain body", "grain", "more than any grain"],
)
def test_the_grain_that_a_set_s_bodies_have_hides_no_pip(
    grain: float, ghost: float, problem: Problem | None
) -> None:
    wooden = replace(SET, dice=replace(SET.dice, grain=grain))
    seen = replace(FAIR, measures=replace(FLAT, ghost=ghost))
    assert judge_die(seen, wooden).problem is problem


@pytest.mark.parametrize(("grown", "problem"), [(1.05, None), (1.16, Problem.GLARE)])
def test_light_over_an_ace_s_pip_that_makes_it_another_one_makes_it_larger(
    grown: float, problem: Problem | None
) -> None:
    ace = replace(FAIR, measures=replace(FLAT, drawn=None), grown=grown)
    assert judge_die(ace, SET).problem is problem


def test_confidence_falls_with_doubt() -> None:
    chances = [chance_of(doubt) for doubt in (0.0, 0.4, 0.7, 1.0, 2.0, 9.0)]
    assert chances == sorted(chances, reverse=True)


def test_a_body_of_another_hue_is_no_die_of_the_set() -> None:
    assert judge_die(replace(FAIR, hue_apart=0.17), SET).problem is Problem.STRANGE


def test_a_hue_that_reflected_light_may_have_makes_no_die_less_sure() -> None:
    assert judge_die(replace(FAIR, hue_apart=0.1), SET) == judge_die(FAIR, SET)


def test_a_face_that_may_nearly_as_well_be_another_one_is_asked_about() -> None:
    """As a red five whose hue a poor JPEG took."""
    assert judge_die(replace(FAIR, rival=-0.05), SET).problem is Problem.UNREADABLE
    assert judge_die(replace(FAIR, rival=-0.08), SET).problem is None


@pytest.mark.parametrize(
    ("unlike_floor", "place"), [(3.6, Place.INSIDE), (7.2, Place.EITHER)], ids=["floor", "table"]
)
def test_a_die_within_the_outline_is_asked_about_on_what_no_floor_looks_like(
    unlike_floor: float, place: Place
) -> None:
    """An octagon's outline may have been taken for a wider rectangle's."""
    assert place_of(replace(FAIR, inside=0.55, unlike_floor=unlike_floor), SET) is place


def test_a_die_over_the_outline_on_another_material_lies_outside() -> None:
    assert place_of(replace(FAIR, inside=-0.5, unlike_floor=8.0), SET) is Place.OUTSIDE


def test_a_die_over_the_outline_on_the_floor_lies_inside_where_the_table_is_no_floor() -> None:
    assert place_of(replace(FAIR, inside=-0.4, unlike_floor=0.5), SET) is Place.INSIDE


def test_a_die_over_the_outline_on_who_knows_what_is_asked_about() -> None:
    verdict = judge_die(replace(FAIR, inside=-0.8, unlike_floor=1.6), SET)
    assert (verdict.place, verdict.problem) == (Place.EITHER, Problem.OUTSIDE)


def test_a_seam_that_looks_like_the_empty_tray_is_no_die() -> None:
    assert place_of(replace(FAIR, inside=-0.5, deficit=0.9), SET) is Place.NO_DIE


def test_a_face_that_is_longer_away_from_the_camera_is_stretched_outward() -> None:
    longer = replace(FLAT, drawn=np.diag([1.05, 1.0]))
    assert outward_stretch(longer, np.array([5.0, 0.0, 0.0])) == pytest.approx(1.05)


def test_the_stretch_is_measured_in_the_tray_and_not_in_the_face() -> None:
    longer = replace(FLAT, drawn=np.diag([1.05, 1.0]))
    assert outward_stretch(longer, np.array([0.0, 5.0, 0.0])) == pytest.approx(1.0)


@pytest.mark.parametrize("level", [0, 255])
def test_a_picture_of_one_colour_is_neither_ok_nor_empty(level: int) -> None:
    blank = np.full((SET.size_px[1], SET.size_px[0], 3), level, np.uint8)
    assert read_tray(blank, SET).status is Status.UNSURE


def test_a_hand_over_most_of_what_changed_is_not_taken_for_noise() -> None:
    tray = calibration_of(BLACK_DICE)
    bgr = picture(throws(BLACK_DICE, "natural")[0]).copy()
    cv2.ellipse(bgr, (500, 600), (330, 260), 20, 0, 360, (120, 150, 205), -1)
    assert read_tray(bgr, tray).status is Status.UNSURE


def test_a_die_just_over_the_outline_on_a_floor_in_odd_shadow_is_asked_about() -> None:
    assert place_of(replace(FAIR, inside=-0.35, unlike_floor=2.2), SET) is Place.EITHER


ON_THE_OUTLINE = replace(FAIR, inside=-0.05, unlike_floor=3.6, worst_cell=1.0)


def test_an_unclear_face_on_the_outline_is_asked_about() -> None:
    """As of a die in the wall's shadow, which ends like a wall."""
    assert place_of(ON_THE_OUTLINE, SET) is Place.EITHER


@pytest.mark.parametrize(
    "seam",
    [
        replace(ON_THE_OUTLINE, inside=-0.5),
        replace(ON_THE_OUTLINE, unlike_floor=8.0),
        replace(ON_THE_OUTLINE, deficit=0.9),
    ],
    ids=["farther out", "on another material", "as in the empty tray"],
)
def test_an_unclear_face_is_a_seam(seam: Cues) -> None:
    assert place_of(seam, SET) is Place.NO_DIE


def test_a_die_far_over_the_outline_is_asked_about_even_on_the_floor() -> None:
    assert place_of(replace(FAIR, inside=-0.6, unlike_floor=0.3), SET) is Place.EITHER


FAINT = replace(SET, stands_out=20.0)
EXACT = replace(FAINT, dice=replace(SET.dice, scatter=0.001))


def test_exact_pips_that_are_not_stretched_prove_a_die_at_the_wall_flat() -> None:
    near = replace(FAIR, inside=0.1, aside=6.0, deficit=0.0)
    assert judge_die(replace(near, outward=1.003), EXACT).problem is None
    assert judge_die(replace(near, outward=1.03), EXACT).problem is Problem.COCKED
    assert judge_die(replace(near, outward=None), EXACT).problem is Problem.COCKED


def test_pips_that_fit_no_flat_face_prove_none_at_the_wall() -> None:
    near = replace(FAIR, inside=0.1, aside=6.0, deficit=0.0, outward=1.003)
    askew = replace(near, measures=replace(FLAT, misfit=0.0055))
    assert judge_die(askew, EXACT).problem is Problem.COCKED
    assert judge_die(replace(askew, inside=3.0), EXACT).problem is None


def test_pips_that_are_askew_are_doubted_only_where_no_flat_die_s_are() -> None:
    assert judge_die(replace(FAIR, measures=replace(FLAT, askew=1.01)), SET).problem is not None
    nearly = replace(FLAT, askew=0.99, size=1 + 0.02)
    assert judge_die(replace(FAIR, measures=nearly), SET).problem is None


@pytest.mark.parametrize("askew", [{"squeeze": 0.965}, {"misfit": 0.013}, {"size": 0.975}])
def test_where_pips_are_exact_less_of_a_slant_is_doubted(askew: dict[str, float]) -> None:
    slanting = replace(FAIR, measures=replace(FLAT, **askew))
    assert judge_die(slanting, EXACT).problem is Problem.COCKED
    assert judge_die(slanting, SET).problem is None


def test_a_larger_face_is_doubted_sooner_where_a_die_is_missing() -> None:
    one_up = 1.0 / (SET.camera.height - 2.0)
    larger = replace(FAIR, measures=replace(FLAT, size=1.0 + 0.75 * one_up))
    assert judge_die(larger, SET).problem is None
    assert judge_die(replace(larger, alone=True), SET).problem is Problem.STACKED


def test_a_mirrored_lamp_may_change_colours_more_where_no_face_is_red() -> None:
    whitened = replace(FAIR, likeness=0.93)
    alike = replace(SET, dice=replace(SET.dice, red=SET.dice.plain))
    assert judge_die(whitened, alike).problem is Problem.UNREADABLE
    assert judge_die(whitened, replace(SET, dice=replace(SET.dice, red=None))).problem is None


def test_a_line_of_pips_outward_tells_a_stretch_and_one_across_does_not() -> None:
    two = replace(FLAT, drawn=None, size=1.04, line_rad=0.0)
    assert outward_stretch(two, np.array([5.0, 0.0, 0.0])) == pytest.approx(1.04)
    assert outward_stretch(two, np.array([0.0, 5.0, 0.0])) is None


def test_a_die_over_the_outline_is_asked_about_where_others_may_lie_beyond_it() -> None:
    over = replace(FAIR, inside=-0.25, unlike_floor=0.3)
    assert place_of(over, SET) is Place.INSIDE
    assert place_of(replace(over, alone=True), SET) is Place.EITHER


def test_a_trace_beside_an_ace_is_doubted_where_it_may_lie_on_the_die_that_is_missing() -> None:
    clear = replace(SET, fills=0.99, stands_out=150.0)
    traced = replace(FAIR, excess=0.003, deficit=0.01, measures=replace(FLAT, drawn=None))
    assert judge_die(traced, clear).problem is None
    assert judge_die(replace(traced, alone=True), clear).problem is Problem.COCKED


def test_twice_the_calibrated_contrast_is_less_strange_than_half_of_it() -> None:
    assert judge_die(replace(FAIR, contrast=0.4), SET).problem is Problem.GLARE
    assert judge_die(replace(FAIR, contrast=2.1), SET).problem is None
    assert judge_die(replace(FAIR, contrast=2.6), SET).problem is Problem.GLARE


def test_untouched_floor_in_a_silhouette_is_that_of_a_die_that_leans() -> None:
    assert judge_die(replace(FAIR, untouched=0.03), SET).problem is Problem.COCKED
    assert judge_die(replace(FAIR, untouched=0.009), SET).problem is None


def test_what_shows_beyond_a_far_side_is_the_side_of_a_die_that_leans() -> None:
    assert judge_die(replace(FAIR, beyond=0.04), SET).problem is Problem.COCKED
    assert judge_die(replace(FAIR, beyond=0.01), SET).problem is None


@pytest.mark.parametrize("cue", ["excess", "bare"])
def test_clear_silhouettes_tell_of_a_lean_by_half_as_much(cue: str) -> None:
    clear = replace(SET, fills=1.0, stands_out=120.0, glow=0.0)
    shown = replace(FAIR, **{cue: 0.006})
    assert judge_die(shown, clear).problem is Problem.COCKED
    assert judge_die(shown, replace(clear, stands_out=60.0)).problem is None


def test_a_little_bare_floor_tells_of_a_lean_where_a_wall_is_near() -> None:
    clear = replace(SET, fills=1.0, stands_out=120.0, glow=0.0)
    shown = replace(FAIR, bare=0.003)
    assert judge_die(replace(shown, inside=0.6), clear).problem is Problem.COCKED
    assert judge_die(replace(shown, inside=2.0), clear).problem is None


def test_bare_floor_in_a_silhouette_is_doubted_where_the_dice_throw_little_on_the_floor() -> None:
    clear = replace(SET, glow=4.0, stands_out=100.0, fills=0.99)
    assert judge_die(replace(FAIR, bare=0.03), clear).problem is Problem.COCKED
    assert judge_die(replace(FAIR, bare=0.03), replace(clear, glow=40.0)).problem is None


@pytest.mark.parametrize(("bare", "problem"), [(0.045, None), (0.06, Problem.COCKED)])
def test_bare_floor_counts_from_a_part_of_what_calibrated_dice_left_unfilled(
    bare: float, problem: Problem | None
) -> None:
    shaded = replace(SET, glow=4.0, stands_out=60.0, fills=0.93)
    assert judge_die(replace(FAIR, bare=bare), shaded).problem is problem


@pytest.mark.parametrize(("deficit", "problem"), [(0.42, None), (0.5, Problem.COCKED)])
def test_sides_that_do_not_stand_out_are_no_bare_floor_unless_half_a_die_does_not(
    deficit: float, problem: Problem | None
) -> None:
    shaded = replace(SET, glow=4.0, stands_out=100.0, fills=0.98)
    assert judge_die(replace(FAIR, deficit=deficit), shaded).problem is problem


def test_the_stretch_of_pips_in_a_line_counts_once() -> None:
    line = replace(FLAT, drawn=None, line_rad=0.0, size=1.019)
    assert judge_die(replace(FAIR, measures=line, outward=1.019), EXACT).problem is None


def test_a_smeared_face_whose_pips_are_faint_is_called_moving() -> None:
    smeared = replace(FAIR, worst_cell=0.6, measures=replace(FLAT, sharpness=0.3 * SET.sharpness))
    assert judge_die(smeared, SET).problem is Problem.MOVING
    assert judge_die(replace(smeared, measures=FLAT), SET).problem is Problem.HIDDEN
    leaning = replace(smeared, measures=FLAT, excess=0.3)
    assert judge_die(leaning, SET).problem is Problem.COCKED


def test_a_face_whose_pips_are_a_little_soft_and_a_little_long_does_not_move() -> None:
    usual = SET.sharpness
    soft = replace(FAIR, measures=replace(FLAT, sharpness=0.8 * usual), sharpness_of_others=usual)
    assert judge_die(replace(soft, lengthened=0.85), SET).problem is None
    assert judge_die(replace(soft, lengthened=1.2), SET).problem is Problem.MOVING


@pytest.mark.parametrize(("sharper", "problem"), [(0.8, None), (1.0, Problem.MOVING)])
def test_soft_pips_are_a_smear_unless_those_of_its_look_are_as_soft_at_rest(
    sharper: float, problem: Problem | None
) -> None:
    soft = replace(FAIR, measures=replace(FLAT, sharpness=0.55 * SET.sharpness), sharper=sharper)
    assert judge_die(soft, SET).problem is problem


@pytest.mark.parametrize(("others", "problem"), [(0.95, None), (1.15, Problem.MOVING)])
def test_long_pips_are_a_smear_where_they_are_softer_than_those_of_the_other_dice(
    others: float, problem: Problem | None
) -> None:
    long = replace(FAIR, lengthened=2.0, sharpness_of_others=others * SET.sharpness)
    assert judge_die(long, SET).problem is problem
