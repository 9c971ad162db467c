"""Spots that look like pips are found where something differs, not along what is cut off there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.vision import trays
from vision.faces.pips import Spots, find_spots, least_response
from vision.sight import Sight
from vision.tray.board import EDGE_PX, board_of

_PART = slice(58, 158), slice(30, 150)
_PIP_PX = 2


def _found(seen_bgr: NDArray[np.uint8], empty_bgr: NDArray[np.uint8]) -> Spots:
    """The spots of a part of the board that begins where a dark rim ends."""
    made = trays.calibration_of(trays.RED_FACES)
    board, dice = board_of(made), made.dice
    nothing = np.zeros(board.floor.shape, np.float32)
    looked_at = nothing.astype(np.uint8)
    looked_at[_PART] = 1
    gain, still = np.ones(3, np.float32), np.zeros(0, np.float32)
    sight = Sight(board, seen_bgr, (_PART,), gain, nothing, nothing, looked_at, still)
    least = least_response(empty_bgr.astype(np.float32), dice.plain, dice)
    return find_spots(sight, [seen_bgr[_PART].astype(np.float32)], least, dice.plain, dice)


def _tray_with_rim() -> NDArray[np.uint8]:
    shape = board_of(trays.calibration_of(trays.RED_FACES)).floor.shape
    bgr = np.full((*shape, 3), 200, np.uint8)
    bgr[:61] = 10
    return bgr


def test_a_pip_is_found() -> None:
    bgr = _tray_with_rim()
    y, x = 58 + 2 * EDGE_PX, 30 + 2 * EDGE_PX
    bgr[y - _PIP_PX : y + _PIP_PX + 1, x - _PIP_PX : x + _PIP_PX + 1] = 20

    spots = _found(bgr, _tray_with_rim())

    assert np.round(spots.xy_px).tolist() == [[x, y]]


def test_a_rim_that_is_cut_off_makes_no_spots() -> None:
    assert len(_found(_tray_with_rim(), _tray_with_rim()).xy_px) == 0
