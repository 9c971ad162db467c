"""Shadows between lamps of two colours are tinted along one way, and are floor for all that."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.account.tint import tint_of_shares
from vision.calibration_values import Tint
from vision.strange import ground_of, strangeness

WARM, COLD = np.array([0.15, 0.4, 0.6]), np.array([0.75, 0.5, 0.3])  # light of two lamps
SKY = 1 - WARM - COLD
TINT = Tint((-0.76, 0.12, 0.64), -0.3, 0.3)
FLOOR_BGR = np.array([90.0, 100.0, 115.0])


def shares_in_shadow(
    one: NDArray[np.float64], other: NDArray[np.float64], count: int = 2000
) -> NDArray[np.float64]:
    """Give what is left of a floor's light where some of one light or of the other is missing."""
    rng = np.random.default_rng(7)
    part = rng.uniform(0.0, 1.0, (count, 2))
    left = 1 - part[:, :1] * one - part[:, 1:] * other
    noisy = left.clip(0.02) ** (1 / 2.2) + rng.normal(0.0, 0.01, (count, 3))
    return np.asarray(noisy)


def strange_by(
    share: NDArray[np.float64] | float, tint: Tint | None, darkest: float = 0.0
) -> float:
    """Give how far a floor of which such shares of light are left is from being the floor."""
    floor = np.full((20, 20, 3), FLOOR_BGR, np.uint8)
    seen = np.clip(floor * share, 0, 255).astype(np.uint8)
    return float(
        np.median(strangeness(seen, ground_of(floor, tint, darkest), np.ones(3, np.float32)))
    )


def test_the_tint_of_two_lamps_is_measured_on_their_shadows() -> None:
    tint = tint_of_shares(shares_in_shadow(WARM, COLD))
    assert tint is not None
    assert np.dot(tint.way, TINT.way) > 0.95
    assert tint.least < -0.1
    assert tint.most > 0.1


def test_grey_shadows_have_no_tint() -> None:
    grey = np.full(3, 0.4)
    assert tint_of_shares(shares_in_shadow(grey, grey)) is None


def test_what_coloured_dice_throw_on_the_floor_is_no_tint_of_lamps() -> None:
    green = np.array([0.5, 0.1, 0.5])
    assert tint_of_shares(shares_in_shadow(green, np.zeros(3))) is None


def test_a_few_places_tell_no_tint() -> None:
    assert tint_of_shares(shares_in_shadow(WARM, COLD, count=100)) is None


def test_tinted_shadow_is_floor() -> None:
    cold = 0.8 - 0.2 * np.array(TINT.way)
    assert strange_by(cold, None) > 15
    assert strange_by(cold, TINT) < 3


def test_more_tint_than_shadows_have_is_a_thing() -> None:
    assert strange_by(0.8 + 0.7 * np.array(TINT.way), TINT) > 30


def test_another_hue_is_a_thing() -> None:
    assert strange_by(np.array([0.6, 1.0, 0.6]), TINT) > 15


def test_a_window_of_tinted_ground_is_compared_as_the_whole() -> None:
    rng = np.random.default_rng(3)
    floor, seen = (rng.integers(30, 220, (40, 60, 3), dtype=np.uint8) for _ in range(2))
    ground, even = ground_of(floor, TINT), np.ones(3, np.float32)
    rows, columns = slice(9, 31), slice(7, 50)
    part = strangeness(np.ascontiguousarray(seen[rows, columns]), ground.part(rows, columns), even)
    whole = strangeness(seen, ground, even)[rows, columns]
    assert np.abs(part - whole)[2:-2, 2:-2].max() < 1e-3
