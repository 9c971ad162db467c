"""What several faces of a look tell about it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.shades import typical_look
from vision.faces.examine import FaceColours

PIPS = (252.0, 246.0, 240.0)
VEILS = (0.55, 0.75, 1.0, 1.2)
Doubles = NDArray[np.float64]


def face(body_bgr: Doubles) -> FaceColours:
    """A face of one colour with two pips."""
    cells = np.array([body_bgr] * 6)
    return FaceColours(np.array([PIPS, PIPS]), cells, np.arange(6))


def unveiled_of(bodies_bgr: list[Doubles]) -> tuple[float, ...] | None:
    return typical_look([face(body) for body in bodies_bgr]).unveiled_bgr


def red(veil: float) -> Doubles:
    """A red body under a lamp that adds less to its bright channel."""
    return np.array([20.0, 10.0, 195.0]) + veil * np.array([150.0, 112.0, 36.0])


def test_where_a_lamp_turns_the_hue_of_all_faces_the_unveiled_body_lies_on_their_line() -> None:
    found = unveiled_of([red(veil) for veil in VEILS])
    assert found is not None
    assert found == pytest.approx(red(-10 / 112), abs=1e-6)
    assert found[1] == pytest.approx(0.0, abs=1e-6)


def test_the_unveiled_body_is_not_asked_for_where_the_veil_is_grey() -> None:
    assert unveiled_of([np.array([20.0, 10.0, 150.0]) + 40 * veil for veil in VEILS]) is None


def test_light_and_shade_make_no_veil() -> None:
    assert unveiled_of([veil * red(0.0) for veil in VEILS]) is None


def test_faces_of_many_hues_tell_no_line() -> None:
    away = ([0.0, 0, 0], [90.0, 30, 20], [20.0, 90, 20], [60.0, 10, 30])
    assert unveiled_of([red(0.5) + np.array(by) for by in away]) is None


def test_a_hue_that_turns_where_one_channel_falls_is_no_veil() -> None:
    assert unveiled_of([red(0.5) + by * np.array([60.0, -30, 30]) for by in VEILS]) is None


def test_one_face_tells_no_veil() -> None:
    assert unveiled_of([red(1.0)]) is None
