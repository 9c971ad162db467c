"""Boxes are joined until none overlap, and cover all that they covered."""

from __future__ import annotations

import pytest

from vision.boxes import Box, merged, union

APART = [(0, 0, 4, 4), (4, 0, 3, 4), (0, 5, 9, 2)]


def test_boxes_that_only_touch_stay_as_they_are() -> None:
    assert merged(APART) == APART


@pytest.mark.parametrize("first", range(3))
def test_a_box_across_two_joins_them(first: int) -> None:
    boxes: list[Box] = [(0, 0, 4, 4), (10, 0, 4, 4), (3, 1, 8, 2)]
    assert merged([*boxes[first:], *boxes[:first]]) == [(0, 0, 14, 4)]


def test_a_joined_box_takes_in_what_it_overlaps_now() -> None:
    assert merged([(0, 8, 2, 2), (0, 0, 1, 9), (9, 9, 1, 1), (0, 9, 10, 1)]) == [(0, 0, 10, 10)]


def test_the_box_around_two_holds_both() -> None:
    assert union((2, 3, 4, 5), (0, 7, 3, 9)) == (0, 3, 6, 13)
