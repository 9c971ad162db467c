"""The lens: bending is what OpenCV does, straightening undoes it, and nothing is seen twice."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.tray.lens import bent, straightened

LENSES = ((0.0, 0.0), (-0.02, 0.006), (-0.3, 0.09), (0.05, -0.015), (-0.043, 0.048))
points = st.tuples(st.floats(-1.2, 1.2), st.floats(-0.9, 0.9))


@pytest.mark.parametrize(("k1", "k2"), LENSES)
def test_bending_is_what_opencv_does(k1: float, k2: float) -> None:
    xy = np.stack(np.meshgrid(np.linspace(-1.2, 1.2, 9), np.linspace(-0.9, 0.9, 7)), -1)
    xyz = np.concatenate([xy.reshape(-1, 2), np.ones((63, 1))], axis=1)
    seen, _ = cv2.projectPoints(
        xyz, np.zeros(3), np.zeros(3), np.eye(3), np.array([k1, k2, 0.0, 0.0])
    )
    assert bent(xy, k1, k2).reshape(-1, 2) == pytest.approx(seen[:, 0], abs=1e-9)


@pytest.mark.parametrize(("k1", "k2"), LENSES)
@given(xy=points)
def test_straightening_undoes_bending(k1: float, k2: float, xy: tuple[float, float]) -> None:
    assert straightened(bent(np.array(xy), k1, k2), k1, k2) == pytest.approx(xy, abs=1e-7)


def test_a_strong_barrel_never_shows_a_place_twice() -> None:
    out = np.stack([np.linspace(0, 3.5, 200), np.zeros(200)], axis=1)
    assert (np.diff(bent(out, -0.3)[:, 0]) > 0).all()


def test_what_is_beyond_a_strong_barrel_comes_back_too() -> None:
    far = np.array([2.0, 1.0])
    assert straightened(bent(far, -0.3), -0.3) == pytest.approx(far, abs=1e-6)
