"""The pixels around a pip."""

from __future__ import annotations

import numpy as np
import pytest

from vision.faces.examine import PATCH_PX, REACH
from vision.faces.windows import STEP, squared, windows_of, within


@pytest.mark.parametrize("middle", [(0.0, 0.0), (0.31, -0.22), (-0.3, 0.3)])
def test_a_window_counts_the_pixels_of_a_disc_around_its_pip(middle: tuple[float, float]) -> None:
    _, x, y = windows_of(np.array([middle]), np.array([0.2]))
    area = within(squared(x, y), np.array([0.2])).sum() * STEP**2
    assert area == pytest.approx(np.pi * 0.2**2, rel=0.05)


def test_columns_and_rows_are_told_from_the_pip() -> None:
    corner, x, y = windows_of(np.array([[0.1, -0.2]]), np.array([0.15]))
    first = (corner[0] + 0.5) * STEP - REACH
    assert (x[0, 0], y[0, 0]) == pytest.approx((first[0] - 0.1, first[1] + 0.2))


def test_a_window_at_the_edge_stays_on_the_patch() -> None:
    corner, x, _ = windows_of(np.array([[REACH, -REACH]]), np.array([0.2]))
    assert corner.min() == 0
    assert corner.max() + x.shape[1] == PATCH_PX
