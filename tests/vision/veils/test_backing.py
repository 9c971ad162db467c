"""What lies under a face's pips is told by what lies around them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.veils.backing import flat_part, without_pips

_RADIUS_PX = 6.0
_SIDE_PX = 80
_BODY_BGR, _PIP_BGR = np.array([30.0, 28.0, 26.0]), np.array([225.0, 228.0, 230.0])
_FIVE = ((24, 24), (56, 24), (40, 40), (24, 56), (56, 56))
_INSIDE = np.zeros((_SIDE_PX, _SIDE_PX), np.uint8)
_INSIDE[8:-8, 8:-8] = 1
_WELL_INSIDE = (slice(16, -16), slice(16, -16))


def veil(at_most: float) -> NDArray[np.float64]:
    """Give bodies under a veil that grows from left to right: shape (H, W, 3)."""
    part = np.linspace(0.0, at_most, _SIDE_PX)[None, :, None]
    return np.broadcast_to(_BODY_BGR + part * (_PIP_BGR - _BODY_BGR), (_SIDE_PX, _SIDE_PX, 3))


def five(body: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Give a five on that body."""
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX]
    seen = body.copy()
    for px, py in _FIVE:
        is_pip = np.clip(_RADIUS_PX + 0.5 - np.hypot(x - px, y - py), 0.0, 1.0)[..., None]
        seen += is_pip * (_PIP_BGR - seen)
    return np.rint(seen).astype(np.uint8)


@pytest.mark.parametrize("at_most", [0.0, 0.3, 0.5])
def test_bodies_are_as_they_would_be_without_pips(at_most: float) -> None:
    body = veil(at_most)
    off = np.abs(without_pips(five(body), _INSIDE, _PIP_BGR, _RADIUS_PX) - body)
    assert off[_WELL_INSIDE].max() < 8.0


def test_what_lies_beside_the_face_does_not_change_its_body() -> None:
    body = veil(0.0)
    beside = five(body)
    beside[_INSIDE == 0] = 200
    off = np.abs(without_pips(beside, _INSIDE, _PIP_BGR, _RADIUS_PX) - body)
    assert off[_WELL_INSIDE].max() < 8.0


def test_the_veils_own_edge_is_kept() -> None:
    body = veil(0.0).copy()
    body[:, _SIDE_PX // 2 :] += 80.0
    without = without_pips(five(body), _INSIDE, _PIP_BGR, _RADIUS_PX)
    assert np.abs(without - body)[32, [24, 50]].max() < 12.0


def test_a_dark_bevel_is_no_part_of_a_strongly_veiled_face() -> None:
    seen = np.full((_SIDE_PX, _SIDE_PX, 3), 60, np.uint8)
    seen[14:-14, 14:-14] = 200
    flat = flat_part(seen, _INSIDE, _RADIUS_PX)
    assert flat[40, 10] == 0
    assert flat[14:-14, 14:-14].all()


def test_where_a_veil_ends_the_dark_half_is_part_of_the_face() -> None:
    seen = np.full((_SIDE_PX, _SIDE_PX, 3), 200, np.uint8)
    seen[:, :32] = 60
    assert (flat_part(seen, _INSIDE, _RADIUS_PX) == _INSIDE).all()
