"""Floor that lay in shadow at the set-up and is lit now is floor; a thing there is not."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.fits import shrunken_jpeg
from tests.vision.trays import BLACK_DICE, FOLDER, calibration_of, picture, throws
from vision import words
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.relit import relit_floor
from vision.strange import ground_of, strangeness
from vision.tray.board import Board, board_of
from vision.types import Status

Picture = NDArray[np.uint8]

SHARE = 0.5  # of the light's grey levels that the shadow leaves
WIDTH_PX, SOFT_PX = 560, 12


def shaded(bgr: Picture) -> Picture:
    """The picture with the shadow of something on its left over a third of the tray."""
    x = np.arange(bgr.shape[1])
    left = np.clip((WIDTH_PX + SOFT_PX / 2 - x) / SOFT_PX, 0.0, 1.0)
    return np.asarray(bgr * (1 - (1 - SHARE) * left)[None, :, None], np.uint8)


def empty_tray() -> Picture:
    return picture(FOLDER / BLACK_DICE / "empty.jpg")


@lru_cache(maxsize=1)
def calibrated_in_shadow() -> Calibration:
    """The tray's calibration, had its left third lain in shadow then."""
    return replace(calibration_of(BLACK_DICE), empty_jpeg=shrunken_jpeg(shaded(empty_tray())))


def test_an_empty_tray_that_left_the_shadow_is_empty() -> None:
    assert read_tray(empty_tray(), calibrated_in_shadow()).status is Status.EMPTY


@pytest.mark.parametrize("path", throws(BLACK_DICE, "natural", "touching"), ids=lambda p: p.stem)
def test_dice_on_floor_that_left_the_shadow_are_read_as_before(path: Picture) -> None:
    before = read_tray(picture(path), calibration_of(BLACK_DICE))
    after = read_tray(picture(path), calibrated_in_shadow())
    assert (after.status, list(map(str, after.dice))) == (
        before.status,
        list(map(str, before.dice)),
    )


def test_a_thing_in_the_shadow_as_bright_as_lit_floor_is_asked_about() -> None:
    bgr = shaded(empty_tray())
    bgr[420:500, 430:500] = empty_tray()[420:500, 430:500]
    assert read_tray(bgr, calibrated_in_shadow()).status is Status.UNSURE


def test_a_card_of_another_colour_on_floor_that_left_the_shadow_is_asked_about() -> None:
    bgr = empty_tray().copy()
    bgr[420:500, 430:500] = bgr[420:500, 430:500, ::-1] // 2 + 60
    assert read_tray(bgr, calibrated_in_shadow()).status is Status.UNSURE


def test_a_tray_that_left_the_shadow_is_no_hand() -> None:
    assert words.HAND not in read_tray(empty_tray(), calibrated_in_shadow()).problems


def half_shaded(board: Board, row: int, soft_px: int) -> Picture:
    """A light floor on the board, in shadow from a row on."""
    height, width = board.floor.shape
    left = 1 - (1 - SHARE) * np.clip((np.arange(height) - row) / soft_px + 0.5, 0.0, 1.0)
    return np.asarray(left[:, None, None] * np.full((1, width, 3), (84, 130, 190)), np.uint8)


@pytest.mark.parametrize("strip_px", [8, 12, 16])
def test_a_strip_between_an_old_and_a_new_shadow_is_floor(strip_px: int) -> None:
    board, even = board_of(calibration_of(BLACK_DICE)), np.ones(3, np.float32)
    row = board.floor.shape[0] // 2
    before, now = half_shaded(board, row, 14), half_shaded(board, row + strip_px, 8)
    small = board.blocks_bgr.shape[1::-1]
    blocks = [
        np.asarray(cv2.resize(one, small, interpolation=cv2.INTER_AREA), np.uint8)
        for one in (before, now)
    ]
    board = replace(board, empty_bgr=before, ground=ground_of(before), blocks_bgr=blocks[0])
    strange = strangeness(now, board.ground, even)
    whole = slice(0, strange.shape[0]), slice(0, strange.shape[1])

    lit = relit_floor(now, strange, blocks[1], even, board, whole)

    assert lit is not None
    assert lit[(strange > 9) & (board.floor > 0)].mean() > 0.95
