"""Tells dice that moved while the picture was taken by what is left of them.

What moves is smeared along its way only: along it brightness changes slowly, across it as fast as
on dice at rest. How fast that is depends on the lens, the noise and the file, so that the
picture's own dice at rest are the measure.
May import: numpy, cv2, vision.calibration_values, vision.types, vision.account (blobs, residue),
vision.faces.find, vision.tray.board.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.blobs import Blob
from vision.account.residue import Residue
from vision.calibration_values import Calibration
from vision.faces.find import Found
from vision.tray.board import Board, window_around
from vision.types import DieReading, Point

_WINDOW_PX = 18  # of the board, around a die
_REACH_PX = 28  # the same around a die with its way
_RIM = np.ones((5, 5), np.uint8)
_WAYS = np.array([[np.cos(way), np.sin(way)] for way in np.arange(8) * (np.pi / 8)])
_LEAST_CONTRAST = 8.0  # grey levels
_LEAST_PX = 30
_FACES = (0.6, 7.0)  # area of the silhouettes of smeared dice, less what others hide of them
_OF_AT_REST = 0.66  # of the steepness of dice at rest
# Of the steepness across: less is a sheet or a rod, of which one edge is seen; more is blurred
# all over, as what is out of focus.
_OF_ACROSS = (0.2, 0.78)
_SURELY_OF_ACROSS = 0.72  # of what is surely smeared along one way
# Of that, if it is as large as a whole die: of 67 moving dice of eleven traced seeds three more are
# named by it.
_WHOLE_FACES, _WHOLE_OF_AT_REST = 1.0, 0.76
_ALONE_FACES, _ALONE = (1.0, 2.2), 0.17  # where none is at rest: of the calibrated sharpness


def moving_blobs(
    dice: Sequence[DieReading],
    residue: Residue,
    found: Found,
    board: Board,
    calibration: Calibration,
) -> tuple[Blob, ...]:
    """Give what is left over and smeared as dice in motion are.

    dice : in the order in which they were taken.

    Notes
    -----
    Of 43 smeared dice among others at rest in twelve virtual rooms of seed 44 each is less steep
    than 0.72 of those at rest, three in four less than 0.52; of 34 leaning and stacked ones one
    in twenty is less steep than 0.7.
    """
    large = [blob for blob in residue.blobs if _FACES[0] < blob.area < _FACES[1]]
    if not large:
        return ()
    if all(die.problem is not None for die in dice):
        least, most = _ALONE_FACES
        limit = _ALONE * calibration.sharpness
        some = [blob for blob in large if least < blob.area < most]
        return tuple(b for b in some if steepness(found.board_bgr, b.middle_px) < limit)
    streaks = [(blob, _steep(blob, residue, found.board_bgr)) for blob in large]
    if all(steep is None for _, steep in streaks):  # so mostly
        return ()
    at_rest = _at_rest(dice, found, board)
    return tuple(blob for blob, steep in streaks if steep and _is_streak(blob, *steep, at_rest))


def _is_streak(blob: Blob, least: float, most: float, at_rest: float) -> bool:
    """Tell whether a blob that is least and most steep so is less so than dice at rest."""
    whole = blob.area > _WHOLE_FACES and least < _SURELY_OF_ACROSS * most
    return least < (_WHOLE_OF_AT_REST if whole else _OF_AT_REST) * at_rest


def is_along_one_way(blob: Blob, residue: Residue, board_bgr: NDArray[np.uint8]) -> bool:
    """Tell whether a blob is surely smeared along one way: a lamp's even veil looks softer, too.

    Of one on a dark die it is 0.76 as steep as across.
    """
    steep = _steep(blob, residue, board_bgr)
    return steep is not None and steep[0] < _SURELY_OF_ACROSS * steep[1]


def _at_rest(dice: Sequence[DieReading], found: Found, board: Board) -> float:
    """Give how steep dice are that nothing is wrong with, in the middle; there must be some."""
    middles = board.to_px(found.faces.poses[list(found.taken), :2]).tolist()
    steep = [
        steepness(found.board_bgr, (x, y))
        for (x, y), die in zip(middles, dice, strict=True)
        if die.problem is None
    ]
    return float(np.median(steep))


def _steep(
    blob: Blob, residue: Residue, board_bgr: NDArray[np.uint8]
) -> tuple[float, float] | None:
    """Give how steep a blob is in the way in which it is so least, and most; None of no streak."""
    window = window_around(blob.middle_px, _REACH_PX)
    mask = cv2.dilate(residue.rest[window], _RIM) > 0
    least, most = _least_and_most(board_bgr[window], mask)
    low, high = _OF_ACROSS
    return (least, most) if low < least / max(most, 1e-6) < high else None


def steepness(board_bgr: NDArray[np.uint8], middle_px: Point) -> float:
    """Give how steeply the brightness changes around a place, in the way in which it does least.

    Per pixel of the board, over the whole contrast there. What moves is smeared along its way
    only: its edges along that way stay sharp, so the least of several ways tells.
    """
    window = board_bgr[window_around(middle_px, _WINDOW_PX)]
    return _least_and_most(window, np.ones(window.shape[:2], np.bool_))[0]


def _least_and_most(window_bgr: NDArray[np.uint8], mask: NDArray[np.bool_]) -> tuple[float, float]:
    """Give the same of what a mask covers, and in the way in which it does most."""
    gray = np.asarray(window_bgr.mean(axis=2), dtype=np.float32)
    if np.count_nonzero(mask) < _LEAST_PX:
        return 0.0, 0.0
    dx, dy = (cv2.Sobel(gray, cv2.CV_32F, 1 - k, k, scale=0.125)[mask] for k in (0, 1))
    contrast = max(float(np.ptp(np.percentile(gray[mask], (3, 97)))), _LEAST_CONTRAST)
    steep = np.percentile(np.abs(_WAYS @ np.stack([dx, dy])), 97, axis=1)
    return float(steep.min()) / contrast, float(steep.max()) / contrast


__all__ = ["is_along_one_way", "moving_blobs", "steepness"]
