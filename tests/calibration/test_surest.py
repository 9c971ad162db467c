"""Of two calibrations that of faces without veils is taken, if it reads as well."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.faces import Face
from calibration.surest import Found, surest, with_aces_of
from tests.vision.trays import BLACK_DICE, calibration_of
from vision.calibration_values import Calibration
from vision.types import DieReading, Reading, Status

BARE = calibration_of(BLACK_DICE)
FIVE, NAMED = DieReading(5, False, 0.99, (9.0, 9.0), ((0.0, 0.0),) * 4), [(Face(5, False),)]
SURE, UNSURE = (Reading(one, (FIVE,)) for one in (Status.OK, Status.UNSURE))


def whiter(part: float) -> Calibration:
    """A calibration of the same set whose bodies were so far on their way to white pips."""
    look = BARE.dice.plain
    b, g, r = (a + part * (z - a) for a, z in zip(look.body_bgr, look.pip_bgr, strict=True))
    return replace(BARE, dice=replace(BARE.dice, plain=replace(look, body_bgr=(b, g, r))))


def is_bare(made: Calibration, seen: Reading, read_bare: Reading) -> bool:
    found = Found(made, ((1.0, 1.0),), [seen])
    bare = Found(BARE, ((1.0, 1.0),), [read_bare])
    return surest(found, bare, NAMED) is bare


def test_a_set_measured_on_whitened_faces_is_measured_without_veils_if_it_reads_as_surely() -> None:
    assert is_bare(whiter(0.25), SURE, SURE)


def test_a_set_measured_on_faces_hardly_whiter_stays_as_it_was_seen() -> None:
    assert not is_bare(whiter(0.1), SURE, SURE)


def test_a_set_that_reads_fewer_pictures_without_veils_stays_as_it_was_seen() -> None:
    assert not is_bare(whiter(0.25), SURE, UNSURE)


@pytest.mark.parametrize(
    ("made", "fewer", "chance", "taken"),
    [
        (whiter(0.25), 1, 0.99, True),
        (whiter(0.25), 1, 0.6, False),
        (whiter(0.25), 2, 0.99, False),
        (whiter(0.1), 1, 0.99, False),
    ],
)
def test_a_set_of_whitened_faces_that_reads_one_of_several_pictures_more_is_not_taken(
    made: Calibration, fewer: int, chance: float, taken: bool
) -> None:
    doubtful = replace(UNSURE, dice=(replace(FIVE, confidence=chance),))
    found = Found(made, ((1.0, 1.0),), [SURE] * 3)
    bare = Found(BARE, ((1.0, 1.0),), [doubtful] * fewer + [SURE] * (3 - fewer))
    assert (surest(found, bare, NAMED * 3) is bare) is taken


def test_a_set_of_faces_hardly_whiter_that_reads_a_picture_more_is_taken_however_sure() -> None:
    less_sure = replace(SURE, dice=(replace(FIVE, confidence=0.9),))
    found = Found(whiter(0.1), ((1.0, 1.0),), [less_sure] * 3)
    bare = Found(BARE, ((1.0, 1.0),), [UNSURE, SURE, SURE])
    assert surest(found, bare, NAMED * 3) is found


def test_a_set_whose_pips_were_missing_where_they_were_looked_for_is_measured_without_veils() -> (
    None
):
    uneven = replace(BARE, dice=replace(BARE.dice, evenness=-1.9))
    assert is_bare(uneven, SURE, SURE)


@pytest.mark.parametrize(("times", "taken"), [(1.1, False), (1.3, True)])
def test_a_set_whose_pips_were_placed_far_less_exactly_is_measured_without_veils(
    times: float, taken: bool
) -> None:
    """Of equally sure ones; the other is a little surer of its dice."""
    loose = replace(BARE, dice=replace(BARE.dice, scatter=times * BARE.dice.scatter))
    less_sure = replace(SURE, dice=(replace(FIVE, confidence=0.95),))
    assert is_bare(loose, SURE, less_sure) is taken


@pytest.mark.parametrize(("fewer", "taken"), [(1, True), (2, False)])
def test_such_a_set_is_measured_so_even_if_it_then_reads_one_picture_less(
    fewer: int, taken: bool
) -> None:
    loose = replace(BARE, dice=replace(BARE.dice, scatter=1.3 * BARE.dice.scatter))
    found = Found(loose, ((1.0, 1.0),), [SURE] * 3)
    bare = Found(BARE, ((1.0, 1.0),), [UNSURE] * fewer + [SURE] * (3 - fewer))
    assert (surest(found, bare, NAMED * 3) is bare) is taken


def test_a_set_that_surely_reads_other_faces_than_were_named_is_not_taken() -> None:
    wrong = replace(SURE, dice=(replace(FIVE, value=2),))
    assert not is_bare(whiter(0.25), UNSURE, wrong)


def test_a_set_that_reads_dice_less_surely_without_veils_stays_as_it_was_seen() -> None:
    doubtful = replace(SURE, dice=(replace(FIVE, confidence=0.4),))
    assert not is_bare(whiter(0.25), SURE, doubtful)


def test_of_two_that_read_no_picture_surely_that_of_whitened_faces_is_not_taken() -> None:
    doubtful = replace(UNSURE, dice=(replace(FIVE, confidence=0.4),))
    assert is_bare(whiter(0.25), UNSURE, doubtful)


def test_of_two_that_read_no_picture_surely_that_of_faces_hardly_whiter_is_taken_if_surer() -> None:
    doubtful = replace(UNSURE, dice=(replace(FIVE, confidence=0.4),))
    assert not is_bare(whiter(0.1), UNSURE, doubtful)


def test_large_aces_that_all_are_veiled_keep_the_size_they_were_seen_with() -> None:
    def with_aces(radius: float) -> Calibration:
        return replace(BARE, dice=replace(BARE.dice, ace_radius=radius))

    assert with_aces_of(with_aces(0.15), BARE).dice.ace_radius == 0.15
    assert with_aces_of(with_aces(0.15), with_aces(0.16)).dice.ace_radius == 0.16
    assert with_aces_of(BARE, BARE) == BARE
