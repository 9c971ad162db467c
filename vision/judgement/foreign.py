"""Tells things that are no dice, paper, pens, coins and cards, by colours, evenness and length.

May import: numpy, cv2, vision.calibration_values, vision.account (blobs, residue), vision.faces
(find, pips), vision.tray.board.
"""

from __future__ import annotations

from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.blobs import Blob, Window
from vision.account.residue import Residue
from vision.calibration_values import Calibration
from vision.faces.find import Found
from vision.faces.pips import looks_of
from vision.tray.board import EDGE_PX, window_around

_REACH_PX = 28  # of the board, around the middle of a thing
_LEAST_FACES = 0.3
_SHADES = (0.2, 1.25)  # of a body's or a pip's light
_OFF_LEVELS = 22.0  # by which a die's colours may depart from the calibrated ones, in any shade
_OF_DICE = 0.45  # of a thing's pixels: leaning and stacked dice have 0.48 and more
_THING_FACES = 0.75  # the side of one die that leans is smaller
_LONG_EDGES = 5.0  # across its window: dice whose ways meet have 4.3 at most in 60 virtual rooms
_THIN_EDGES = 0.9  # area over length: pens and what they cover have 0.8 at most, heaps of dice 1.1
# Grey levels by which 70 % of a region are off its median: of some 35 slips, pens and cards over
# dice in seeds 19 and 80 half have 3 and three more than 9; of some 200 dice that lean, lie on
# others or move each has 10 and more, as faces that mirror a lamp mostly have. Coins aren't told.
_PLAIN_LEVELS, _PLAIN_PART = 9.0, 70
_RIM = np.ones((3, 3), np.uint8)


def foreign_blobs(residue: Residue, found: Found, calibration: Calibration) -> tuple[Blob, ...]:
    """Give what is left over and has hardly any of the colours that the set's dice have."""
    large = [blob for blob in residue.blobs if blob.area > _LEAST_FACES]
    return tuple(b for b in large if part_of_dice(b, residue, found, calibration) < _OF_DICE)


def things_among(residue: Residue, found: Found) -> tuple[Blob, ...]:
    """Give what is left over and is a thing whatever its colours: paper on white dice, a black pen.

    Dice have pips and sides, and are not as long as a pen.
    """
    large = [blob for blob in residue.blobs if blob.area > _THING_FACES]
    return tuple(b for b in large if _is_long(b) or _is_plain(b, residue, found))


def _is_long(blob: Blob) -> bool:
    rows, columns = blob.window
    length = hypot(rows.stop - rows.start, columns.stop - columns.start) / EDGE_PX
    return length > _LONG_EDGES and blob.area < _THIN_EDGES * length


def _is_plain(blob: Blob, residue: Residue, found: Found) -> bool:
    """Tell whether most of a region is of one colour, or most of its middle."""
    windows = blob.window, window_around(blob.middle_px, _REACH_PX)
    return any(_unevenness(window, residue, found) < _PLAIN_LEVELS for window in windows)


def _unevenness(window: Window, residue: Residue, found: Found) -> float:
    """Give by how many grey levels most of what is left over there is off its median, at most.

    The rims of things count for nothing.
    """
    inner = cv2.erode(residue.rest[window], _RIM) > 0
    if not inner.any():
        return float("inf")
    colours = found.board_bgr[window][inner].astype(np.float64)
    off = np.abs(colours - np.median(colours, axis=0)).max(axis=1)
    return float(np.percentile(off, _PLAIN_PART))


def part_of_dice(blob: Blob, residue: Residue, found: Found, calibration: Calibration) -> float:
    """Give the part of a thing's pixels, around its middle, that are of the set's colours."""
    window = window_around(blob.middle_px, _REACH_PX)
    colours = found.board_bgr[window][residue.rest[window] > 0].astype(np.float64)
    if not len(colours):
        return 1.0
    looks = looks_of(calibration.dice)
    usual = np.array([colour for look in looks for colour in (look.body_bgr, look.pip_bgr)])
    return float((_off(colours, usual) < _OFF_LEVELS).mean())


def _off(colours: NDArray[np.float64], usual: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give how far colours (N, 3) are from the nearest of the usual ones (K, 3) in any shade."""
    share = colours @ usual.T / np.maximum((usual * usual).sum(1), 1.0)
    shaded = np.clip(share, *_SHADES)[:, :, None] * usual
    apart = np.linalg.norm(colours[:, None] - shaded, axis=2)
    return np.asarray(apart.min(1), dtype=np.float64)


__all__ = ["foreign_blobs", "part_of_dice", "things_among"]
