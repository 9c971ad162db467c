"""How large an ace's pip is where the picture's other dice don't tell it, or no ace was shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.faces.test_smear import DICE, at_rest, face, measured
from vision.calibration_values import DiceSet
from vision.judgement.ace_pips import grown_over_others, grown_over_set, grown_over_unlike

ONE_UP = 1.05


def with_pips(spread: float) -> DiceSet:
    return replace(DICE, plain=replace(DICE.plain, pip_spread=spread))


def of_four() -> float:
    return measured([face(3)], [3])[0].spread


def growth(larger: float, dice: DiceSet, *, contrast: float = 1.0) -> float | None:
    ace = measured([face(0, larger=larger)], [0])
    return grown_over_set(ace, [False], [contrast], dice)[0]


def test_an_ace_alone_in_the_tray_is_compared_with_the_calibrated_pips() -> None:
    shown = with_pips(of_four())
    assert growth(1.0, shown) == pytest.approx(1.0, abs=0.02)
    assert growth(ONE_UP, shown) == pytest.approx(ONE_UP, abs=0.02)


def test_calibrated_pips_tell_nothing_in_another_light_or_where_none_were_measured() -> None:
    assert growth(1.0, with_pips(of_four()), contrast=0.6) is None
    assert growth(1.0, with_pips(0.0)) is None


def test_a_calibrated_ace_with_a_larger_pip_makes_the_same_of_a_thrown_one_usual() -> None:
    large = replace(with_pips(of_four()), ace_spread=1.3)
    assert growth(1.3, large) == pytest.approx(1.0, abs=0.03)


@pytest.mark.parametrize("red", [False, True])
def test_an_ace_that_was_not_shown_is_at_most_as_high_as_its_pip_is_larger_than_others(
    red: bool,
) -> None:
    cuts, drawings = at_rest(4)
    faces = measured([*cuts, face(0, larger=ONE_UP)], [*drawings, 0])
    told = faces, [red] * 5, [1.0] * 5, DICE
    assert grown_over_set(*told)[-1] == pytest.approx(ONE_UP, abs=0.02)
    assert grown_over_others(*told)[-1] is None


@pytest.mark.parametrize("red_faces", [2, 3])
def test_of_two_sizes_to_compare_with_the_smaller_one_tells_how_high_it_may_be(
    red_faces: int,
) -> None:
    """Red ones were calibrated smaller than those in the picture, which plain ones scale."""
    cuts, drawings = at_rest(8)
    faces = measured([*cuts, face(0)], [*drawings, 0])
    red = [False] * (8 - red_faces) + [True] * (red_faces + 1)
    small = replace(DICE.plain, pip_spread=of_four() / ONE_UP)
    dice = replace(with_pips(of_four()), red=small)
    assert grown_over_set(faces, red, [1.0] * 9, dice)[-1] == pytest.approx(ONE_UP, abs=0.02)


def test_in_a_picture_that_makes_all_pips_larger_an_ace_s_is_none_larger_for_it() -> None:
    cuts, drawings = at_rest(4)
    faces = measured([*cuts, face(0)], [*drawings, 0])
    small = with_pips(of_four() / ONE_UP)
    dice = replace(small, red=small.plain)
    assert grown_over_set(faces, [False] * 4 + [True], [1.0] * 5, dice)[-1] == pytest.approx(
        1.0, abs=0.02
    )


def test_faces_with_several_pips_are_none_of_the_set_s_aces() -> None:
    cuts, drawings = at_rest(4)
    told = grown_over_set(measured(cuts, drawings), [False] * 4, [1.0] * 4, DICE)
    assert told[1:] == [None] * 3


def unlike(larger: float, of_others: float, dice: DiceSet = DICE) -> float | None:
    """The growth of an ace over four other faces that stand out by this part as much."""
    cuts, drawings = at_rest(4)
    faces = measured([*cuts, face(0, larger=larger)], [*drawings, 0])
    return grown_over_unlike(faces, [False] * 5, [of_others] * 4 + [1.0], dice)[-1]


@pytest.mark.parametrize("larger", [1.0, ONE_UP])
def test_in_other_light_than_all_others_an_ace_is_compared_with_these_nevertheless(
    larger: float,
) -> None:
    assert unlike(larger, of_others=0.7) == pytest.approx(larger, abs=0.02)


def test_beside_others_in_its_own_light_an_ace_is_compared_with_no_other_ones() -> None:
    assert unlike(ONE_UP, of_others=0.9) is None


def test_in_other_light_too_no_ace_has_a_smaller_pip_than_other_faces() -> None:
    small = replace(DICE, ace_spread=0.9)
    assert unlike(1.0, of_others=0.7, dice=small) == pytest.approx(1.0 / 0.99, abs=0.02)
