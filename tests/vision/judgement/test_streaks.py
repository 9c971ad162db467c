"""What moves while the picture is taken is smeared along its way, and told by that."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import trays
from vision.account.blobs import Blob
from vision.account.residue import Residue
from vision.judgement.streaks import moving_blobs, steepness
from vision.read import read_tray
from vision.tray.board import EDGE_PX
from vision.types import DieReading
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


_LEFT, _RIGHT = (40.0, 40.0), (140.0, 40.0)  # pixels of the board


def _soft(at_px: tuple[float, float], along_px: float, across_px: float) -> NDArray[np.float64]:
    """A face of 28 pixels there, from 0 to 1; its sides take so many pixels to left and right."""
    x, y = (
        np.interp(np.abs(np.arange(size) - at), [14 - wide / 2, 14 + wide / 2], [1.0, 0.0])
        for size, at, wide in zip((180, 80), at_px, (along_px, across_px), strict=True)
    )
    return np.asarray(np.outer(y, x), np.float64)


def _is_said_to_move(faces: float, along_px: float, across_px: float) -> bool:
    """Whether a region of that area and softness is, beside a die at rest, five pixels soft."""
    faces_lit = _soft(_LEFT, 5.0, 5.0) + _soft(_RIGHT, along_px, across_px)
    board_bgr = np.repeat((40 + 160 * faces_lit)[..., None], 3, axis=2).astype(np.uint8)
    rest = np.zeros(board_bgr.shape[:2], np.uint8)
    rest[20:60, 120:160] = 1
    light = rest.astype(np.float32)
    blob = Blob(faces, _RIGHT, 90.0, reaches_out=False, window=(slice(20, 60), slice(120, 160)))
    residue = Residue((blob,), (), (), rest, light, light, 9.0, 1.0)
    die = DieReading(3, False, 0.99, _LEFT, ((26, 26), (54, 26), (54, 54), (26, 54)))
    found: Any = SimpleNamespace(
        board_bgr=board_bgr, faces=SimpleNamespace(poses=np.array([[*_LEFT, 0.0]])), taken=(0,)
    )
    board: Any = SimpleNamespace(to_px=lambda uv: uv)
    known = trays.calibration_of(trays.BLACK_DICE)
    return moving_blobs((die,), residue, found, board, known) == (blob,)


@pytest.mark.parametrize(
    ("faces", "along_px", "across_px", "moves"),
    [
        pytest.param(0.8, 14.0, 10.0, True, id="surely smeared, a part of a die"),
        pytest.param(1.3, 9.0, 6.0, True, id="smeared less, a whole die"),
        pytest.param(0.8, 9.0, 6.0, False, id="smeared less, a part of a die"),
        pytest.param(1.3, 8.0, 7.5, False, id="smeared less, and hardly less than across"),
        pytest.param(1.3, 8.0, 6.0, False, id="hardly smeared"),
        pytest.param(1.3, 12.0, 12.0, False, id="out of focus"),
        pytest.param(1.3, 28.0, 1.0, False, id="a sheet"),
    ],
)
def test_what_is_smeared_less_moves_if_it_is_a_whole_die_and_sharp_across(
    faces: float, along_px: float, across_px: float, *, moves: bool
) -> None:
    assert _is_said_to_move(faces, along_px, across_px) is moves
