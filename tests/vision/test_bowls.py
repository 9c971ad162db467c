"""Drilled pips are found by their middles and rims, whatever lies on the body around them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.bowls import lying, lying_by_colour, pips_in

_RADIUS_PX = 6.0
_SIDE_PX = 100
_FACE = np.zeros((_SIDE_PX, _SIDE_PX), np.uint8)
_FACE[10:-10, 10:-10] = 1
_THREE = ((30.4, 31.0), (50.0, 49.7), (69.2, 70.0))


def seen(*places_px: tuple[float, float], height: float = 1.0) -> NDArray[np.float32]:
    """Give what is seen of a face with pips of that height there, from body, 0, to pip, 1."""
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX]
    part = np.zeros((_SIDE_PX, _SIDE_PX))
    for px, py in places_px:
        part += height * np.clip(_RADIUS_PX + 0.5 - np.hypot(x - px, y - py), 0.0, 1.0)
    return part.astype(np.float32)


def found(part: NDArray[np.float32]) -> NDArray[np.float64]:
    pips = pips_in(part, _FACE, _RADIUS_PX)
    assert pips is not None
    return pips.places_px[np.argsort(pips.places_px[:, 0])]


def test_each_pip_is_found_to_a_quarter_of_a_pixel() -> None:
    assert found(seen(*_THREE)) == pytest.approx(np.array(_THREE), abs=0.25)


def test_pips_are_found_under_a_veil_that_changes_slowly() -> None:
    veil = np.linspace(0.0, 0.5, _SIDE_PX, dtype=np.float32)[None, :]
    assert found(seen(*_THREE) * (1 - veil) + veil) == pytest.approx(np.array(_THREE), abs=0.5)


def test_a_bare_face_has_no_pips() -> None:
    assert len(found(seen())) == 0


def test_what_is_half_like_a_pip_makes_the_whole_window_unreadable() -> None:
    assert pips_in(seen(*_THREE[:2]) + seen(_THREE[2], height=0.33), _FACE, _RADIUS_PX) is None


def rimmed(*places_px: tuple[float, float], rim: float = 1.0) -> NDArray[np.float32]:
    """Give what is seen of pips under a strong veil: as bright as that, with dark rims.

    rim : how far from their middles, in pip radii.
    """
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX]
    part = np.zeros((_SIDE_PX, _SIDE_PX))
    for px, py in places_px:
        far = np.hypot(x - px, y - py) / _RADIUS_PX
        part -= 1.5 * np.clip(1.2 - np.abs(far - rim) / 0.25, 0.0, 1.0)
    return part.astype(np.float32)


def test_body_beside_a_dark_rim_is_no_pip() -> None:
    four = ((37.5, 37.5), (37.5, 62.5), (62.5, 37.5), (62.5, 62.5))
    assert len(found(rimmed(*four))) == len(four)


def test_what_lies_beyond_a_dark_rim_makes_no_pip_longer() -> None:
    pips = pips_in(rimmed(*_THREE, rim=0.9), _FACE, _RADIUS_PX)
    assert pips is not None
    assert pips.lengths.max() < 0.3


def test_what_is_no_pip_in_its_very_middle_is_as_long_as_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.bowls._centred", lambda places, *_: places + 1.2 * _RADIUS_PX)
    pips = pips_in(seen(_THREE[1]), _FACE, _RADIUS_PX)
    assert pips is not None
    assert pips.lengths.min() > 1.0


def test_pips_that_are_faint_all_alike_are_found() -> None:
    assert found(seen(*_THREE, height=0.39)) == pytest.approx(np.array(_THREE), abs=0.25)


def test_a_face_without_anything_like_a_pip_has_no_faint_ones() -> None:
    assert len(found(seen(*_THREE, height=0.24))) == 0


def test_a_pip_half_as_strong_as_faint_others_makes_the_window_unreadable() -> None:
    part = seen(*_THREE[:2], height=0.4) + seen(_THREE[2], height=0.24)
    assert pips_in(part, _FACE, _RADIUS_PX) is None


def test_a_pip_near_the_edge_of_what_is_veiled_is_told_apart() -> None:
    pips = pips_in(seen(_THREE[1], (16.0, 16.0)), _FACE, _RADIUS_PX)
    assert pips is not None
    assert pips.places_px == pytest.approx(np.array([_THREE[1]]), abs=0.25)
    assert pips.at_edge_px == pytest.approx(np.array([[16.0, 16.0]]), abs=1.0)


def test_a_bright_corner_of_a_face_is_no_pip() -> None:
    assert len(found(seen((14.0, 14.0)))) == 0


def test_two_pips_that_run_together_are_longer_than_one() -> None:
    one = pips_in(seen(_THREE[1]), _FACE, _RADIUS_PX)
    two = pips_in(np.minimum(seen(_THREE[1], (56.0, 49.7)), 1.0), _FACE, _RADIUS_PX)
    assert one is not None
    assert two is not None
    assert two.lengths.max() > 1.1 * one.lengths.max()


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
        ((150, 150, 150), (150, 150, 150), 0.13),  # a grey one, which does in part
        ((120, 120, 120), (255, 255, 255), 0.5),  # a dark rim of one that is lighter than the veil
    ],
)
def test_where_a_veil_lies_is_told_by_colour_where_pips_differ_from_it(
    seen_bgr: tuple[int, ...], pip_bgr: tuple[int, ...], lies: float
) -> None:
    seen_all = np.broadcast_to(np.array(seen_bgr, np.uint8), _AROUND.shape)
    there = lying_by_colour(seen_all, _AROUND, np.array(pip_bgr, np.float64), _WHITE, _USUALLY)
    assert there[50, 50] == pytest.approx(lies, abs=0.01)
