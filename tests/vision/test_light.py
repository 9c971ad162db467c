"""Light adds up, grey levels don't."""

from __future__ import annotations

import numpy as np
import pytest

from vision.light import levels_of, light_of, under, without

BODY, RED = np.array([20.0, 20.0, 20.0]), np.array([60.0, 50.0, 180.0])
VEILED = np.array([150.0, 150.0, 150.0])


def test_levels_show_the_light_that_they_were_made_of() -> None:
    levels = np.arange(256.0)
    assert levels_of(light_of(levels)) == pytest.approx(levels)


def test_half_of_full_light_is_shown_by_far_more_than_half_of_the_levels() -> None:
    assert levels_of(np.array(0.5)) == pytest.approx(186.0, abs=1.0)


@pytest.mark.parametrize("part", [0.3, 1.0])
def test_a_veil_that_was_added_can_be_taken_off(part: float) -> None:
    veiled = under(RED, BODY, VEILED, part)
    assert without(veiled, BODY, VEILED, part) == pytest.approx(RED)


def test_a_pip_without_a_veil_over_it_looks_as_it_is() -> None:
    assert under(RED, BODY, VEILED, 0.0) == pytest.approx(RED)


def test_a_veil_makes_a_body_look_as_what_is_around() -> None:
    assert under(BODY, BODY, VEILED, 1.0) == pytest.approx(VEILED)


def test_a_red_pip_fades_under_a_veil_and_keeps_all_of_its_hue_as_light() -> None:
    veiled = under(RED, BODY, VEILED, 1.0)

    assert np.ptp(veiled) < 0.6 * np.ptp(RED)
    assert np.ptp(light_of(veiled)) == pytest.approx(np.ptp(light_of(RED)))


def test_no_more_light_is_taken_away_than_there_is() -> None:
    assert without(np.zeros(3), BODY, VEILED, 1.0) == pytest.approx(np.zeros(3))
