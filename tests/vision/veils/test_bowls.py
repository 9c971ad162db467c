"""Drilled pips are found where something looks like them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.veils.bowls import (
    length_of,
    lengths_along,
    lying,
    lying_by_colour,
    pips_in,
    spread_of,
    whole,
)

_RADIUS_PX = 6.0
_SIDE_PX, _EDGE_PX = 100, 80.0
_FACE = np.zeros((_SIDE_PX, _SIDE_PX), np.uint8)
_FACE[10:-10, 10:-10] = 1
_THREE = ((30.4, 31.0), (50.0, 49.7), (69.2, 70.0))
_FOUR = ((31.0, 31.0), (69.0, 69.0), (31.0, 69.0), (69.0, 31.0))
_SIX = tuple((x, y) for x in (31.0, 69.0) for y in (31.0, 50.0, 69.0))


def like(
    *places_px: tuple[float, float], height: float = 1.0, wide: float = 1.2
) -> NDArray[np.float32]:
    """Give how much like pips a face looks that has some there, which look so that much.

    wide : how far off, in pip radii, something still does.
    """
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX]
    part = np.zeros((_SIDE_PX, _SIDE_PX))
    for px, py in places_px:
        far = np.hypot(x - px, y - py) / (wide * _RADIUS_PX)
        part = np.maximum(part, height * np.clip(1.0 - far**2, 0.0, 1.0))
    return part.astype(np.float32)


def found(part: NDArray[np.float32]) -> NDArray[np.float64]:
    pips = pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX)
    assert pips is not None
    return pips.places_px[np.argsort(pips.places_px[:, 0])]


def test_each_pip_is_found_to_a_quarter_of_a_pixel() -> None:
    assert found(like(*_THREE)) == pytest.approx(np.array(_THREE), abs=0.25)


def test_a_bare_face_has_no_pips() -> None:
    assert len(found(like())) == 0


@pytest.mark.parametrize(("height", "count"), [(0.2, 2), (0.55, 3)])
def test_what_is_faint_is_a_pip_or_none(height: float, count: int) -> None:
    part = np.maximum(like(*_THREE[:2]), like(_THREE[2], height=height))
    assert len(found(part)) == count


@pytest.mark.parametrize("height", [0.3, 0.45])
def test_what_is_half_like_a_pip_makes_the_whole_window_unreadable(height: float) -> None:
    part = np.maximum(like(*_THREE[:2]), like((31.0, 69.0), height=height))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


@pytest.mark.parametrize(
    ("clear", "faint"),
    [
        (_THREE[:2], _THREE[2:]),
        (_THREE[1:], _THREE[:1]),
        (_SIX[:4], _SIX[4:]),
    ],
)
@pytest.mark.parametrize("height", [0.3, 0.45])
def test_fainter_pips_are_pips_where_they_make_up_a_value_with_clear_ones(
    clear: tuple[tuple[float, float], ...],
    faint: tuple[tuple[float, float], ...],
    height: float,
) -> None:
    """A veil may leave little of a pip where it is about as bright as that."""
    part = np.maximum(like(*clear), like(*faint, height=height))
    assert len(found(part)) == len(clear) + len(faint)


def test_fainter_pips_amid_which_something_else_is_a_bit_like_one_may_be_none() -> None:
    part = np.maximum(like(*_THREE[:2]), like(_THREE[2], height=0.3))
    beside = like((31.0, 69.0), height=0.14)
    assert pips_in(np.maximum(part, beside), _FACE, _RADIUS_PX, _EDGE_PX) is None


@pytest.mark.parametrize(("height", "are_pips"), [(0.42, True), (0.35, False)])
def test_a_fainter_pip_in_the_middle_is_one_where_it_is_nearly_as_clear_as_the_others(
    height: float, are_pips: bool
) -> None:
    """A trace of dirt in the middle of a two or a four has nothing opposite that tells."""
    part = np.maximum(like(_THREE[0]), like(_THREE[2], height=0.7))
    part = np.maximum(part, like(_THREE[1], height=height))
    assert (pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is not None) is are_pips


def test_a_fainter_pip_opposite_a_clear_one_may_be_one_of_a_four() -> None:
    part = np.maximum(like(_THREE[0]), like(_THREE[2], height=0.45))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


@pytest.mark.parametrize("height", [0.3, 0.45])
@pytest.mark.parametrize(("clear", "faint"), [(_FOUR[:2], _FOUR[2:]), (_FOUR, (_SIX[1], _SIX[4]))])
def test_fainter_pips_may_be_none_where_the_clear_ones_are_a_face_s_already(
    clear: tuple[tuple[float, float], ...], faint: tuple[tuple[float, float], ...], height: float
) -> None:
    """Two bright corners beside a two's pips lie opposite each other, as a four's would."""
    part = np.maximum(like(*clear), like(*faint, height=height))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


def test_fainter_pips_beside_others_of_a_face_are_pips_where_they_are_nearly_as_clear() -> None:
    part = np.maximum(like(*_FOUR[:2], height=0.75), like(*_FOUR[2:], height=0.45))
    assert len(found(part)) == 4


def test_fainter_pips_may_be_none_where_no_pip_is_clear() -> None:
    part = np.maximum(like(*_THREE[:2], height=0.49), like(_THREE[2], height=0.26))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


@pytest.mark.parametrize(("off_px", "are_pips"), [(2.5, True), (4.0, False)])
def test_fainter_pips_lie_about_the_middle_of_a_face(off_px: float, are_pips: bool) -> None:
    """The slope of a pip at the edge looks like one nearer to the middle."""
    aside = [(x - off_px, y - off_px) for x, y in _THREE]
    part = np.maximum(like(*aside[:2]), like(aside[2], height=0.3))
    assert (pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is not None) is are_pips


def test_fainter_pips_that_lie_opposite_none_may_be_none() -> None:
    turned = [(50.0 + 20.0 * np.cos(way), 50.0 + 20.0 * np.sin(way)) for way in (0.5, 2.6, 4.7)]
    part = np.maximum(like(*turned[:2]), like(turned[2], height=0.4))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


def test_no_face_has_seven_pips_though_some_are_fainter() -> None:
    part = np.maximum(like(*_SIX[:4]), like(*_SIX[4:], (50.0, 50.0), height=0.4))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


def test_fainter_pips_of_what_is_more_than_one_face_may_be_none() -> None:
    part = np.maximum(like(*_THREE[:2]), like(_THREE[2], height=0.3))
    assert pips_in(part, np.ones_like(_FACE), _RADIUS_PX, 60.0) is None


def half_like(*pips_px: tuple[float, float]) -> NDArray[np.float32]:
    """Pips with something half like one amid them."""
    return np.maximum(like(*pips_px), like((50.0, 40.0), height=0.35))


def test_what_is_half_like_a_seventh_pip_is_none() -> None:
    assert len(found(half_like(*_SIX))) == 6


@pytest.mark.parametrize("pips", [_SIX[:5], (*_SIX[:5], (50.0, 60.0))])
def test_what_is_half_like_a_pip_is_told_from_six_that_lie_opposite_each_other_only(
    pips: tuple[tuple[float, float], ...],
) -> None:
    assert pips_in(half_like(*pips), _FACE, _RADIUS_PX, _EDGE_PX) is None


def test_what_is_half_like_a_seventh_pip_of_two_faces_may_be_one() -> None:
    two = np.ones_like(_FACE)  # as large as more than one face
    assert pips_in(half_like(*_SIX), two, _RADIUS_PX, 60.0) is None


@pytest.mark.parametrize("height", [0.35, 0.45])
def test_pips_that_all_look_faint_are_pips_where_nothing_else_is_like_them(height: float) -> None:
    assert len(found(like(*_THREE, height=height))) == 3


def test_what_all_looks_too_faint_may_be_pips_or_none() -> None:
    assert pips_in(like(*_THREE, height=0.27), _FACE, _RADIUS_PX, _EDGE_PX) is None


def test_faint_pips_with_something_half_as_like_are_not_believed() -> None:
    part = np.maximum(like(*_THREE[:2], height=0.45), like(_THREE[2], height=0.22))
    assert pips_in(part, _FACE, _RADIUS_PX, _EDGE_PX) is None


def test_no_two_pips_are_nearer_than_pips_can_be() -> None:
    assert len(found(like((50.0, 50.0), (60.0, 50.0), wide=0.5))) == 1


def test_a_pip_near_the_edge_of_what_is_veiled_is_told_apart() -> None:
    pips = pips_in(like(_THREE[1], (16.0, 16.0)), _FACE, _RADIUS_PX, _EDGE_PX)
    assert pips is not None
    assert pips.places_px == pytest.approx(np.array([_THREE[1]]), abs=0.25)
    assert pips.at_edge_px == pytest.approx(np.array([[16.0, 16.0]]), abs=1.0)


@pytest.mark.parametrize(("height", "count"), [(1.0, 3), (0.75, 2), (1.3, 2)])
def test_what_looks_as_the_other_pips_is_one_though_a_bit_nearer_to_the_edge(
    height: float, count: int
) -> None:
    """Where one of a face's bevels mirrors the lamp, too, its other edge lies too far in."""
    part = np.maximum(like(*_THREE[1:]), like((18.5, 18.5), height=height))
    assert len(found(part)) == count


def test_a_bright_corner_of_a_face_is_no_pip() -> None:
    assert len(found(like((14.0, 14.0)))) == 0


def test_pips_of_a_face_with_wide_bevels_may_be_nearer_to_the_edge_of_its_flat_part() -> None:
    """Corner pips lie a quarter of an edge from the middle, wherever the flat part ends."""
    place = (35.0, 50.0)
    flat = np.zeros_like(_FACE)
    flat[28:-28, 28:-28] = 1
    wide = pips_in(like(place), flat, _RADIUS_PX, 56.0)
    narrow = pips_in(like(place), flat, _RADIUS_PX, 44.0)
    assert wide is not None
    assert narrow is not None
    assert (len(wide.places_px), len(narrow.places_px)) == (1, 0)


def test_pips_that_are_missing_from_a_face_belong_to_it() -> None:
    holed = _FACE.copy()
    holed[46:55, 46:55] = 0
    assert (whole(holed, _RADIUS_PX) == _FACE).all()


@pytest.mark.parametrize("far_px", [4.0, 8.0])
def test_two_pips_that_run_together_are_longer_than_one(far_px: float) -> None:
    middle = np.array([50.0, 50.0])
    one = length_of(spread_of(middle, like((50.0, 50.0)), 2 * _RADIUS_PX))
    two = length_of(spread_of(middle, like((50.0, 50.0), (50.0 + far_px, 50.0)), 2 * _RADIUS_PX))
    assert two > 1.1 * one


def test_what_looks_like_a_pip_beside_another_makes_that_no_longer() -> None:
    middle = np.array([50.0, 50.0])
    one = length_of(spread_of(middle, like((50.0, 50.0)), 2 * _RADIUS_PX))
    two = length_of(spread_of(middle, like((50.0, 50.0), (64.0, 50.0)), 2 * _RADIUS_PX))
    assert two == pytest.approx(one)


@pytest.mark.parametrize(("far_px", "lies"), [(0.0, 0.0), (5.0, 0.0), (6.75, 0.5), (9.0, 1.0)])
def test_a_veil_lies_beside_pips_and_not_in_them(far_px: float, lies: float) -> None:
    there = lying(np.array([[50.0 - far_px, 50.0]]), (_SIDE_PX, _SIDE_PX), _RADIUS_PX)
    assert there[50, 50] == pytest.approx(lies, abs=0.01)


_AROUND = np.full((_SIDE_PX, _SIDE_PX, 3), 200.0, np.float32)
_WHITE = np.ones(3) / np.sqrt(3)
_USUALLY = np.full((_SIDE_PX, _SIDE_PX), 0.5)


@pytest.mark.parametrize(
    ("seen_bgr", "pip_bgr", "lies"),
    [
        ((30, 30, 200), (30, 30, 200), 0.0),  # a red pip, which differs from the veil
        ((200, 200, 200), (30, 30, 200), 1.0),  # the veil right beside it
        ((205, 205, 205), (210, 210, 210), 0.5),  # a white one, which hardly does
        ((150, 150, 30), (150, 150, 30), 0.0),  # a yellow one, which does
        ((100, 100, 100), (100, 100, 100), 0.5),  # a dark one: so are bevels beside it
        ((120, 120, 120), (255, 255, 255), 0.5),  # a dark rim of one that is lighter than the veil
    ],
)
def test_where_a_veil_lies_is_told_by_colour_where_pips_differ_from_it(
    seen_bgr: tuple[int, ...], pip_bgr: tuple[int, ...], lies: float
) -> None:
    seen_all = np.broadcast_to(np.array(seen_bgr, np.uint8), _AROUND.shape)
    there = lying_by_colour(seen_all, _AROUND, np.array(pip_bgr, np.float64), _WHITE, _USUALLY)
    assert there[50, 50] == pytest.approx(lies, abs=0.01)


_AT_EDGE = (22.5, 22.5)  # two radii from the face's edge, as a pip whose bevel is dark


@pytest.mark.parametrize(
    ("others", "count"),
    [
        (((50.0, 50.0), (79.0, 79.0)), 3),
        (((50.0, 50.0), (77.5, 27.0)), 2),
        (((50.0, 50.0),), 1),
    ],
)
def test_a_pip_at_the_edge_is_one_where_its_opposite_lacks_it(
    others: tuple[tuple[float, float], ...], count: int
) -> None:
    """What is there looks far more like a pip than the others do, as beside a dark bevel."""
    narrow = _FACE.copy()
    narrow[:15] = narrow[:, :15] = 0
    part = np.maximum(like(*others, height=0.7), like(_AT_EDGE))
    pips = pips_in(part, narrow, _RADIUS_PX, _EDGE_PX)

    assert pips is not None
    assert len(pips.places_px) == count


def long(way_deg: float, length: float = 1.7) -> NDArray[np.float64]:
    """Give how a pip spreads that is so long along a way and as usual across it."""
    way = np.array([np.cos(np.radians(way_deg)), np.sin(np.radians(way_deg))])
    return np.eye(2) + (length**2 - 1) * np.outer(way, way)


def test_pips_that_are_long_along_one_way_are_so_along_it() -> None:
    spreads = np.array([long(30.0), long(30.0, 1.5), long(30.0, 1.0)])
    assert lengths_along(spreads) == pytest.approx([1.7, 1.5, 1.0])


def test_pips_that_are_long_along_different_ways_are_not_all_long_along_the_longest() -> None:
    first, *others = lengths_along(np.array([long(45.0, 1.8), long(135.0), long(135.0, 1.6)]))
    assert first == pytest.approx(1.0)
    assert others == pytest.approx([1.7, 1.6])
