"""Tells things that are of none of the set's colours: paper, pens, coins and cards, but no dice.

May import: numpy, vision.blobs, vision.board, vision.calibration_values, vision.find,
vision.pips, vision.residue.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.blobs import Blob
from vision.board import window_around
from vision.calibration_values import Calibration
from vision.find import Found
from vision.pips import looks_of
from vision.residue import Residue

_REACH_PX = 28  # of the board, around the middle of a thing
_LEAST_FACES = 0.3
_SHADES = (0.2, 1.25)  # of a body's or a pip's light
_OFF_LEVELS = 22.0  # by which a die's colours may depart from the calibrated ones, in any shade
_OF_DICE = 0.45  # of a thing's pixels: leaning and stacked dice have 0.48 and more


def foreign_blobs(residue: Residue, found: Found, calibration: Calibration) -> tuple[Blob, ...]:
    """Give what is left over and has hardly any of the colours that the set's dice have."""
    large = [blob for blob in residue.blobs if blob.area > _LEAST_FACES]
    return tuple(b for b in large if _part_of_dice(b, residue, found, calibration) < _OF_DICE)


def _part_of_dice(blob: Blob, residue: Residue, found: Found, calibration: Calibration) -> float:
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


__all__ = ["foreign_blobs"]
