"""A throw counts as mirrored only if a lamp hides pips from everybody."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.bench.vision_truth import TrueDie, TrueFrame, is_mirrored
from vision.faces.layout import PLACES, patterns_of

_EDGE_PX, _CORNER_PX = 40, 20
_ENDS = (_CORNER_PX, _CORNER_PX + _EDGE_PX)
_CORNERS = tuple((float(x), float(y)) for x, y in zip(
    (_ENDS[0], _ENDS[1], _ENDS[1], _ENDS[0]), (_ENDS[0], _ENDS[0], _ENDS[1], _ENDS[1]),
    strict=True,
))  # fmt: skip


def thrown(value: int) -> TrueFrame:
    """Give a throw of one die."""
    middle = (_ENDS[0] + _ENDS[1]) / 2
    die = TrueDie(value, False, (middle, middle), _CORNERS, float(_EDGE_PX), False, False)
    return TrueFrame("roll_00", "natural", (die,), False)


def face(
    value: int, body: int, pips: int, *, turned: int = -1, last: int | None = None
) -> NDArray[np.uint8]:
    """Give a picture of that die. last : the level of its last pip, if it is another."""
    bgr = np.full((80, 80, 3), 30, np.uint8)
    cv2.rectangle(bgr, (_ENDS[0],) * 2, (_ENDS[1] - 1,) * 2, (body,) * 3, -1)
    places = PLACES[patterns_of(value)[turned]] * 0.25
    levels = [pips] * (len(places) - 1) + [pips if last is None else last]
    for (x, y), level in zip(places, levels, strict=True):
        at = tuple(round(_ENDS[0] + (by + 0.5) * _EDGE_PX) for by in (x, y))
        cv2.circle(bgr, at, 4, (level,) * 3, -1)
    return bgr


@pytest.mark.parametrize("value", range(1, 7))
def test_a_face_white_all_over_is_mirrored(value: int) -> None:
    assert is_mirrored(thrown(value), face(value, 255, 255))


@pytest.mark.parametrize("turned", [0, -1])
@pytest.mark.parametrize("value", range(1, 7))
def test_a_white_face_whose_pips_show_is_fair_however_it_is_turned(value: int, turned: int) -> None:
    assert not is_mirrored(thrown(value), face(value, 255, 230, turned=turned))


def test_a_face_is_mirrored_if_one_of_its_pips_is_hidden() -> None:
    assert is_mirrored(thrown(5), face(5, 255, 120, last=250))


def test_pips_that_hardly_show_on_a_dark_face_are_not_hidden_by_a_lamp() -> None:
    assert not is_mirrored(thrown(5), face(5, 40, 50))
