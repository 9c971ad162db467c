"""Combinations that several games share, at their edges."""

from __future__ import annotations

import pytest

from pi_app.rules.combos import number_of_all
from pi_app.rules.dice import parse_dice


@pytest.mark.parametrize(
    ("dice", "number"), [("", None), ("4", 4), ("4 4r 4", 4), ("4 4 5", None), ("1 2 3", None)]
)
def test_the_number_of_all_is_theirs_alone(dice: str, number: int | None) -> None:
    assert number_of_all(parse_dice(dice)) == number
