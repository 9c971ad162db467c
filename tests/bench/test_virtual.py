"""The virtual bench: pictures follow from seed and number, and readings are judged by the truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.bench import virtual_shots
from tests.bench.virtual_shots import Due, Shot, is_right, is_silent, named_throw, room_of, shot
from tests.bench.virtual_tables import Leg, Outcome, load, refused_by_reason, save, table
from tests.bench.virtual_throws import KINDS
from tests.bench.vision_truth import TrueFrame
from vision.types import DieReading, Reading, Status

SEED, INDEX = 2, 6


@pytest.fixture(scope="module")
def one() -> Shot:
    return shot(room_of(SEED, INDEX), SEED, INDEX)


def true_reading(frame: TrueFrame) -> Reading:
    """What a reader that knows the truth would say."""
    dice = tuple(
        DieReading(die.value, die.red, 1.0, die.centre_px, die.corners_px) for die in frame.inside
    )
    return Reading(Status.OK, dice)


def changed(reading: Reading, **fields: object) -> Reading:
    first, *rest = reading.dice
    return replace(reading, dice=(replace(first, **fields), *rest))  # type: ignore[arg-type]


def test_a_picture_follows_from_seed_and_number(one: Shot) -> None:
    virtual_shots._laid.cache_clear()
    again = shot(room_of(SEED, INDEX), SEED, INDEX)
    assert np.array_equal(again.bgr, one.bgr)
    assert again.frame == one.frame


def test_the_kind_of_a_throw_is_known_without_drawing_it(one: Shot) -> None:
    setting, kind = named_throw(room_of(SEED, INDEX), SEED, INDEX)
    assert kind == one.kind
    assert one.condition == setting or setting == "as calibrated"


def test_the_truth_is_right_and_not_silent(one: Shot) -> None:
    assert is_right(true_reading(one.frame), one)
    assert not is_silent(true_reading(one.frame), one)


def test_a_wrong_value_red_or_number_that_is_accepted_is_a_silent_error(one: Shot) -> None:
    right = true_reading(one.frame)
    value = right.dice[0].value or 1
    wrong = [
        changed(right, value=value % 6 + 1),
        changed(right, red=not right.dice[0].red),
        changed(right, centre_px=(1.0, 1.0)),
        replace(right, dice=right.dice[1:]),
        replace(right, dice=(*right.dice, right.dice[0])),
    ]
    assert [is_silent(each, one) for each in wrong] == [True] * len(wrong)
    assert not is_silent(replace(wrong[0], status=Status.UNSURE), one)


@pytest.mark.parametrize("kind", ["stacked", "many"])
@pytest.mark.parametrize("seed", range(5))
def test_throws_that_must_not_be_accepted_are_due_to_be_asked(kind: str, seed: int) -> None:
    scene = room_of(SEED, 0).scene
    thrown = KINDS[kind][0](np.random.default_rng(seed), scene)
    assert virtual_shots._truth(scene, thrown, kind)[1] is Due.ASK


@pytest.mark.parametrize("kind", ["fair", "few", "touching", "outside"])
@pytest.mark.parametrize("seed", range(5))
def test_flat_bare_dice_at_rest_are_fair(kind: str, seed: int) -> None:
    scene = room_of(SEED, 0).scene
    thrown = KINDS[kind][0](np.random.default_rng(seed), scene)
    assert virtual_shots._truth(scene, thrown, kind)[1] is Due.FAIR


def outcome(index: int, said: str, status: str = "unsure") -> Outcome:
    return Outcome(
        index=index, kind="fair", condition="exposure", due=Due.FAIR, status=status,
        silent=False, right=True, mirrored=False, remarked=False, named=False, said=said,
        reds=6, reds_right=6, ms=9.0,
    )  # fmt: skip


def test_legs_add_up_and_a_picture_in_two_of_them_counts_once(tmp_path) -> None:
    one, two = outcome(0, "", "ok"), outcome(1, "A die at the left leans.")
    save(Leg(4, [one, two], [], 1), tmp_path / "a.json")
    save(Leg(4, [two], [7], 1), tmp_path / "b.json")
    whole = load([tmp_path / "a.json", tmp_path / "b.json"])
    assert (whole.outcomes, whole.refused) == ([one, two], [7])
    assert "Fair throws ok and right: 1/2 (50.0%)" in table(whole)


def test_refused_fair_throws_are_together_by_what_was_said_wherever_it_was() -> None:
    left, right = outcome(1, "A die at the left leans."), outcome(2, "A die at the right leans.")
    other, fine = outcome(3, "The dice are still moving."), outcome(4, "", "ok")
    assert refused_by_reason([other, left, fine, right]) == [[left, right], [other]]
