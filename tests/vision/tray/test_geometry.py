"""The floor and the picture: the maps between them are inverse, and faces stand where they must."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibration_values import Camera
from vision.tray.geometry import edge_px, to_floor, to_picture, turned

CAMERA = Camera(990.0, (639.5, 479.5), -0.06, (0.05, 0.12), 24.0)
places = st.tuples(st.floats(-7, 7), st.floats(-6, 6))


@given(uv=places, height=st.sampled_from([0.0, 1.0, 2.0]))
def test_a_floor_point_comes_back_from_the_picture(uv: tuple[float, float], height: float) -> None:
    px = to_picture(CAMERA, np.array([uv]), height)
    assert to_floor(CAMERA, px, height)[0] == pytest.approx(uv, abs=1e-4)


def test_the_point_below_the_camera_does_not_move_with_height() -> None:
    below = np.zeros((1, 2))
    assert to_picture(CAMERA, below, 1.0) == pytest.approx(to_picture(CAMERA, below, 0.0))


@given(uv=places)
def test_a_top_face_leans_outwards_from_below_the_camera(uv: tuple[float, float]) -> None:
    below = to_picture(CAMERA, np.zeros((1, 2)))[0]
    foot, top = (to_picture(CAMERA, np.array([uv]), height)[0] for height in (0.0, 1.0))
    assert np.linalg.norm(top - below) >= np.linalg.norm(foot - below) - 1e-9


def test_a_die_that_is_nearer_to_the_camera_looks_larger() -> None:
    camera = Camera(990.0, (639.5, 479.5), 0.0, (0.0, 0.0), 24.0)
    a, b = to_picture(camera, np.array([[0.0, 0.0], [1.0, 0.0]]), 1.0)
    assert b[0] - a[0] == pytest.approx(edge_px(camera))


def test_turning_by_a_quarter_takes_u_to_v() -> None:
    assert turned(np.array([[1.0, 0.0]]), np.pi / 2)[0] == pytest.approx([0.0, 1.0])
