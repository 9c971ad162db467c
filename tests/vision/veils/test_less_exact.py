"""Pips that were seen under a veil may lie a little otherwise than a flat face's do."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest

from tests.vision.judgement.test_judge import FAIR, FLAT, SET
from tests.vision.trays import RING_LAMP, calibration_of, picture, throws
from vision import read
from vision.judgement.judge import judge_die
from vision.tray.geometry import to_picture
from vision.types import Problem
from vision.veils.bowls import Pips
from vision.veils.clear import Clear, usual_spreads
from vision.veils.less_exact import under_veils_less

POSES = np.array([[0.0, 0.0, 0.3], [3.0, 1.0, 1.0]])
NOWHERE = np.zeros((0, 2))


def veil(on: int, *, reach_px: int) -> Clear:
    """A square veil on the middle of a die, so far to each side."""
    x, y = np.rint(to_picture(SET.camera, POSES[on : on + 1, :2], 1.0)[0]).astype(int).tolist()
    side = 2 * reach_px
    window = slice(y - reach_px, y + reach_px), slice(x - reach_px, x + reach_px)
    colours = np.zeros((side * side, 3), np.uint8)
    return Clear(
        window,
        np.ones((side, side), np.bool_),
        colours,
        Pips(NOWHERE, np.zeros(0), NOWHERE),
        usual_spreads(0),
    )


@pytest.mark.parametrize(
    "off",
    [{"size": 0.978}, {"misfit": 0.012}, {"squeeze": 0.972}, {"askew": 1.2}],
    ids=lambda off: next(iter(off)),
)
def test_pips_under_a_veil_may_lie_a_little_otherwise_and_no_more(off: dict[str, float]) -> None:
    exact = replace(SET, dice=replace(SET.dice, scatter=0.001))
    cues = [replace(FAIR, measures=replace(FLAT, **off))] * 2
    veiled, bare = under_veils_less(cues, POSES, (veil(0, reach_px=12),), exact)
    assert judge_die(veiled, exact).problem is None
    assert judge_die(bare, exact).problem is Problem.COCKED
    (key, by), flat = next(iter(off.items())), getattr(FLAT, next(iter(off)))
    leans = replace(FAIR, measures=replace(FLAT, **{key: flat + 2 * (by - flat)}))
    (far,) = under_veils_less([leans], POSES[:1], (veil(0, reach_px=12),), exact)
    assert judge_die(far, exact).problem is Problem.COCKED


@pytest.mark.parametrize(
    ("stretched", "outshone", "problem"),
    [
        (1.038, False, None),
        (1.06, False, Problem.COCKED),
        (1.06, True, None),
        (1.1, True, Problem.COCKED),
    ],
)
def test_pips_under_a_veil_may_be_stretched_a_little_and_by_their_rims_more(
    stretched: float, outshone: bool, problem: Problem | None
) -> None:
    exact = replace(SET, dice=replace(SET.dice, scatter=0.001))
    die = replace(FAIR, outward=stretched)
    veiled, bare = under_veils_less(
        [die, die], POSES, (replace(veil(0, reach_px=12), outshone=outshone),), exact
    )
    assert judge_die(veiled, exact).problem is problem
    assert judge_die(bare, exact).problem is Problem.COCKED


@pytest.mark.parametrize(("inside", "less"), [(0.7, False), (1.3, True)])
@pytest.mark.parametrize("outshone", [False, True])
def test_pips_under_a_veil_are_no_less_stretched_by_the_wall_where_that_tells_flat_dice(
    inside: float, less: bool, *, outshone: bool
) -> None:
    die = replace(FAIR, inside=inside, outward=1.05)
    (seen,) = under_veils_less(
        [die], POSES[:1], (replace(veil(0, reach_px=12), outshone=outshone),), SET
    )
    assert seen.outward is not None
    assert (seen.outward < 1.05) is less


def test_a_veil_on_little_of_a_face_leaves_its_pips_as_exact_as_others() -> None:
    cues = [replace(FAIR, measures=replace(FLAT, misfit=0.02))] * 2
    assert under_veils_less(cues, POSES, (veil(0, reach_px=2),), SET) == cues


def test_pips_under_a_veil_may_be_a_little_softer() -> None:
    soft = replace(FAIR, measures=replace(FLAT, sharpness=0.5 * SET.sharpness))
    veiled, bare = under_veils_less([soft, soft], POSES, (veil(0, reach_px=12),), SET)

    assert bare.measures.sharpness == soft.measures.sharpness
    assert soft.measures.sharpness < veiled.measures.sharpness < SET.sharpness


def test_pips_under_a_veil_are_taken_for_nearer_to_what_those_of_their_look_are() -> None:
    as_usual = replace(FAIR, measures=replace(FLAT, sharpness=0.8 * SET.sharpness), sharper=0.8)
    (veiled,) = under_veils_less([as_usual], POSES[:1], (veil(0, reach_px=12),), SET)
    assert veiled.measures.sharpness == pytest.approx(0.8 * SET.sharpness)


@pytest.mark.parametrize(("tells", "known"), [(True, True), (False, False)])
def test_pips_that_were_drawn_anew_tell_no_size(tells: bool, known: bool) -> None:
    sized = replace(FAIR, alone=True, grown=1.1, of_set=1.1, of_unlike=1.1)
    part = replace(veil(0, reach_px=12), tells_height=tells)
    drawn, beside = under_veils_less([sized, sized], POSES, (part,), SET)

    sizes = (drawn.grown, drawn.of_set, drawn.of_unlike)
    assert sizes == ((1.1, 1.1, 1.1) if known else (None, None, None))
    assert beside.grown == 1.1


@pytest.mark.parametrize(("alone", "grown"), [(False, 1.1 / 1.4 + 1 - 1 / 1.4), (True, 1.1)])
def test_pips_under_veils_tell_less_of_an_ace_s_size_unless_it_may_lie_on_a_missing_die(
    alone: bool, grown: float
) -> None:
    ace = replace(FAIR, alone=alone, grown=1.1)
    (seen,) = under_veils_less([ace], POSES[1:], (veil(0, reach_px=12),), SET)

    assert seen.grown == pytest.approx(grown)


def test_a_picture_without_veils_counts_as_it_is() -> None:
    assert under_veils_less([FAIR, FAIR], POSES, (), SET) == [FAIR, FAIR]


def test_veils_that_were_taken_off_are_counted_at_the_second_look() -> None:
    calibration = calibration_of(RING_LAMP)
    for throw in throws(RING_LAMP, "natural"):
        with patch.object(read, "under_veils_less", wraps=under_veils_less) as counted:
            read.read_tray(picture(throw), calibration)
        first, second = (call.args[2] for call in counted.call_args_list)
        assert not first
        assert second


@pytest.mark.parametrize(("alone", "outshone", "problem"), [
    (False, True, None), (False, False, Problem.STACKED), (True, True, Problem.STACKED),
])  # fmt: skip
def test_pips_told_by_their_rims_seem_farther_apart_where_no_die_is_missing(
    alone: bool, outshone: bool, problem: Problem | None
) -> None:
    larger = replace(FAIR, alone=alone, measures=replace(FLAT, size=1.065))
    part = replace(veil(0, reach_px=12), outshone=outshone)
    (seen,) = under_veils_less([larger], POSES[:1], (part,), SET)

    assert judge_die(seen, SET).problem is problem


def test_what_is_smaller_by_its_rims_is_no_smaller() -> None:
    smaller = replace(FAIR, measures=replace(FLAT, size=0.978))
    part = replace(veil(0, reach_px=12), outshone=True)
    by_rims, other = (
        under_veils_less([smaller], POSES[:1], (one,), SET)[0].measures.size
        for one in (part, veil(0, reach_px=12))
    )
    assert by_rims == other < 1.0


@pytest.mark.parametrize(("wider", "known"), [(0.0, False), (None, True)])
def test_an_ace_told_by_its_rim_is_told_by_its_sides_where_they_are_seen(
    wider: float | None, known: bool
) -> None:
    ace = replace(FAIR, alone=True, wider=wider, grown=1.05, of_set=1.05, of_unlike=1.05)
    (seen,) = under_veils_less(
        [ace], POSES[:1], (replace(veil(0, reach_px=12), outshone=True),), SET
    )

    sizes = (seen.grown, seen.of_set, seen.of_unlike)
    assert sizes == ((1.05, 1.05, 1.05) if known else (None, None, None))
