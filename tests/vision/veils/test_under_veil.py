"""Where pips would be seen if there were any, under veils of any strength."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.veils import under_veil
from vision.veils.bowls import lengths_along
from vision.veils.under_veil import Bowls, Veil, bowls

_SIDE_PX, _RADIUS_PX, _EDGE_PX = 61, 4.0, 48.0
_BODY, _PIP = (30.0, 30.0, 30.0), (230.0, 230.0, 230.0)
_STEP = 200.0
_WHITE = np.ones(3) / np.sqrt(3)


def seen(
    strong: float,
    *,
    pip: bool,
    elsewhere: float | None = None,
    full_from: int = _SIDE_PX,
    aside_px: int = 0,
) -> Bowls | None:
    """Give what is told of a face under a veil so many steps to pips strong.

    elsewhere : how strong it is far from the middle, where a pip may lie.
    full_from : column from which on the light fills all channels. aside_px : where the pip is,
        right of the middle.
    """
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX] - _SIDE_PX // 2
    far = np.hypot(x - aside_px, y) / _RADIUS_PX
    stands_out = np.clip((1.2 - far) / 0.5, 0, 1) - strong * np.clip((1.3 - far) / 0.4, 0, 1)
    apart = (pip * _STEP * stands_out)[..., None] * np.ones(3)
    around = np.full((_SIDE_PX, _SIDE_PX, 3), _BODY[0] + strong * _STEP, np.float32)
    face = np.zeros((_SIDE_PX, _SIDE_PX), np.uint8)
    face[6:-6, 6:-6] = 1
    amount = np.full(face.shape, strong * _STEP * np.sqrt(3))
    if elsewhere is not None:
        around[-15:], amount[-15:] = _BODY[0] + elsewhere * _STEP, elsewhere * _STEP * np.sqrt(3)
    full = np.broadcast_to(np.arange(_SIDE_PX) >= full_from, face.shape)
    veil = Veil(around, apart.astype(np.float32), face, face > 0, amount, full)
    return bowls(veil, FaceLook(_BODY, _PIP), _RADIUS_PX, _EDGE_PX)


def told(found: Bowls | None) -> NDArray[np.bool_]:
    assert found is not None
    return found.told


@pytest.mark.parametrize("strong", [0.5, 1.5])
def test_a_veil_that_pips_differ_from_tells_that_there_are_none(strong: float) -> None:
    assert told(seen(strong, pip=False)).any()


def test_a_veil_of_the_pips_own_brightness_tells_nothing_where_no_pip_is_seen() -> None:
    assert not told(seen(1.0, pip=False)).any()


def test_a_veil_of_the_pips_own_brightness_tells_beside_a_pip_that_is_seen() -> None:
    found = seen(1.0, pip=True)
    assert told(found).any()
    assert found is not None
    assert len(found.pips.places_px) == 1


def test_such_a_veil_tells_by_rims_where_a_pip_is_seen_elsewhere_on_the_face() -> None:
    assert told(seen(0.8, pip=True, elsewhere=1.0))[-12:, -12:].any()


def test_where_a_lamp_fills_a_face_nothing_is_told_unless_a_pip_is_seen_amid_its_light() -> None:
    assert not told(seen(1.5, pip=False, full_from=0)).any()
    assert told(seen(1.5, pip=True, full_from=0)).any()


def test_a_middle_pip_beside_what_a_lamp_fills_tells_that_its_corners_are_opposite_none() -> None:
    half = told(seen(1.5, pip=True, full_from=_SIDE_PX // 2 + 6))
    assert half[:, : _SIDE_PX // 2].any()
    assert half[20:40, _SIDE_PX // 2 + 10 : -10].all()


def test_where_a_lamp_fills_the_opposite_place_too_nothing_is_told() -> None:
    middle = _SIDE_PX // 2
    half = told(seen(1.5, pip=True, full_from=middle))
    assert not half[20:40, middle : middle + 4].any()


def test_a_pip_opposite_which_none_is_seen_tells_nothing_of_what_a_lamp_fills() -> None:
    found = seen(1.5, pip=True, full_from=_SIDE_PX // 2 + 6, aside_px=-12)
    assert not told(found)[:, _SIDE_PX // 2 + 6 :].any()


def lengths_of_a_row(apart_radii: float, smear_radii: float = 0.0) -> NDArray[np.float64]:
    """Give how long pips of a row are under a veil, over usual ones, if they are so smeared."""
    y, x = np.mgrid[:_SIDE_PX, :_SIDE_PX] - _SIDE_PX // 2
    rows = (0.0, apart_radii * _RADIUS_PX, -apart_radii * _RADIUS_PX)
    far = np.min([np.hypot(x, y - at) for at in rows], axis=0) / _RADIUS_PX
    pip, lacking = (np.clip((end - far) * _RADIUS_PX + 0.5, 0.0, 1.0) for end in (0.95, 1.07))
    soft = cv2.GaussianBlur(_STEP * (pip - 0.4 * lacking), (0, 0), 0.8)
    smeared = cv2.blur(soft, (1, max(1, round(smear_radii * _RADIUS_PX))))
    around = np.full((_SIDE_PX, _SIDE_PX, 3), _BODY[0] + 0.4 * _STEP, np.float32)
    apart = (smeared[..., None] * np.ones(3)).astype(np.float32)
    face, amount = np.ones(y.shape, np.uint8), np.full(y.shape, 0.4 * _STEP * np.sqrt(3))
    veil = Veil(around, apart, face, face > 0, amount, np.zeros(y.shape, np.bool_))
    found = bowls(veil, FaceLook(_BODY, _PIP), _RADIUS_PX, _EDGE_PX)
    assert found is not None
    return lengths_along(found.spreads)


@pytest.mark.parametrize("apart_radii", [2.4, 2.7])
def test_pips_that_run_together_in_the_row_of_a_six_are_no_longer_than_usual(
    apart_radii: float,
) -> None:
    assert lengths_of_a_row(apart_radii) == pytest.approx(0.92, abs=0.06)


@pytest.mark.parametrize("apart_radii", [2.7, 3.5])
def test_pips_that_are_smeared_along_their_row_are_longer(apart_radii: float) -> None:
    assert lengths_of_a_row(apart_radii, 2.2).min() > 1.25


def test_pips_of_a_pixel_spread_as_far_as_that_at_least() -> None:
    over = under_veil._over(np.eye(2) / 12, np.zeros((2, 2)))
    assert over == pytest.approx(np.eye(2))
