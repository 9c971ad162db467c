"""What the bench of traced throws counts as found, right and silent."""

import numpy as np

from tests.bench.wild_traced import Traced, score
from vision.types import DieReading, Reading, Status


def lying(x: float, value: int | None = 4, *, red: bool = False, state: str = "fair") -> Traced:
    return Traced(value, red, np.array([x, 50.0]), 30.0, state, near=False)


def read(x: float, value: int = 4, *, red: bool = False) -> DieReading:
    return DieReading(value, red, 0.99, (x, 50.0), ())


def ok(*dice: DieReading) -> Reading:
    return Reading(Status.OK, dice)


def test_a_die_that_is_read_as_it_lies_is_right() -> None:
    counts = score([lying(50)], ok(read(52)), 1.0)
    assert (counts.dice, counts.found, counts.right, counts.silent, counts.fair_ok) == (
        1,
        1,
        1,
        0,
        1,
    )


def test_a_wrong_red_is_a_silent_error_and_its_value_counts() -> None:
    counts = score([lying(50)], ok(read(50, red=True)), 1.0)
    assert (counts.values, counts.right, counts.reds_right, counts.silent) == (1, 0, 0, 1)


def test_ok_beside_a_leaning_die_is_a_silent_error() -> None:
    counts = score([lying(50), lying(150, None, state="trouble")], ok(read(50), read(150)), 1.0)
    assert (counts.dice, counts.right, counts.silent, counts.fair) == (1, 1, 1, 0)


def test_what_is_no_die_is_too_many_and_a_cut_die_may_be_read_or_not() -> None:
    assert score([lying(50)], ok(read(50), read(300)), 1.0).extra == 1
    both = [lying(50), lying(150, state="cut")]
    assert score(both, ok(read(50)), 1.0).silent == 0
    assert score(both, ok(read(50), read(150)), 1.0).silent == 0


def test_of_two_dice_side_by_side_a_single_reading_is_that_of_one() -> None:
    counts = score([lying(50), lying(62)], ok(read(56)), 1.0)
    assert (counts.found, counts.extra, counts.silent) == (1, 0, 1)
