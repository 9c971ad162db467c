"""What moves while the picture is taken is smeared along its way, and told by that."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import trays
from vision.judgement.streaks import steepness
from vision.read import read_tray
from vision.tray.board import EDGE_PX
from vision.virtual import DieStyle, Effects, Scene, VirtualDie, render, truth

_STYLE = DieStyle("red", (0.72, 0.06, 0.08), (0.95, 0.95, 0.93))
_SCENE = Scene(_STYLE, effects=Effects(noise=1.5), seed=4)
_AT_REST = VirtualDie(10.0, -15.0, value=5, angle_deg=25.0)


def _seen(die: VirtualDie) -> tuple[NDArray[np.uint8], tuple[float, float]]:
    """The picture of a die, as large as on the board, and where the die is in it."""
    bgr = np.asarray(render(_SCENE, (die,), np.random.default_rng(2)), np.uint8)
    (true,) = truth(_SCENE, (_AT_REST,))
    corners = np.array(true.corners_px)
    scale = EDGE_PX / float(np.linalg.norm(corners[1] - corners[0]))
    small = cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    x, y = true.centre_px
    return np.asarray(small, np.uint8), (x * scale, y * scale)


@pytest.mark.parametrize("way_deg", [0.0, 40.0, 90.0, 155.0])
def test_a_die_that_slides_is_smeared_in_one_way(way_deg: float) -> None:
    turn = np.radians(way_deg)
    smear_mm = (float(5 * np.cos(turn)), float(5 * np.sin(turn)))
    sliding = steepness(*_seen(replace(_AT_REST, smear_mm=smear_mm)))
    assert sliding < 0.7 * steepness(*_seen(_AT_REST))


def test_brightness_does_not_change_how_steep_a_die_looks() -> None:
    bgr, at = _seen(_AT_REST)
    dim = np.asarray(bgr * 0.6, np.uint8)
    assert steepness(dim, at) == pytest.approx(steepness(bgr, at), rel=0.1)


def test_a_place_at_the_border_of_the_board_can_be_looked_at() -> None:
    assert steepness(np.full((60, 60, 3), 90, np.uint8), (59.0, 0.0)) == 0.0


@pytest.mark.parametrize("way_edges", [0.5, 0.8])
def test_a_die_that_is_smeared_among_others_at_rest_is_said_to_move(way_edges: float) -> None:
    calibration = trays.calibration_of(trays.BLACK_DICE)
    bgr = trays.picture(trays.throws(trays.BLACK_DICE, "natural")[0]).copy()
    corners = np.array(read_tray(bgr, calibration).dice[0].corners_px)
    (left, top), (right, bottom) = corners.min(0).astype(int), corners.max(0).astype(int)
    edge = int(np.linalg.norm(corners[1] - corners[0]))
    window = bgr[top - 6 : bottom + 6, left - edge : right + edge]
    window[:] = cv2.blur(window, (round(way_edges * edge), 1))

    assert any("moving" in said for said in read_tray(bgr, calibration).problems)
