"""Measures how dark the shadows are that dice throw on the tray's floor.

What is darker than floor may be a shadow, or a black die. How much of its light a shadow leaves
depends on the lamps: one alone leaves a fifth right beside dice, a window a third, a ring of light
four fifths. Dice that are darker than that stand out by it, though they are of the floor's hue.
May import: numpy, vision.calibration_values, vision.account.tint, vision.tray.board.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.account.tint import shares_around_dice
from vision.calibration_values import Camera
from vision.tray.board import Board

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]

_ALL_BUT = 0.1  # per cent of the floor around dice: noise
# Of what is left there. Dice that are thrown close together shade each other: in 193 fair throws of
# 26 traced trays the same part of the floor keeps half to all of what it keeps beside known dice.
# By 0.65 the dice of one of five drawn rooms don't stand out; 0.85 reads one fair throw more there.
_SPARE = 0.75
_LEAST_PLACES = 500


def darkest_shadow(seen: list[tuple[Picture, Doubles]], board: Board, camera: Camera) -> float:
    """Give the least share of its light that shadows of dice leave of the floor; 0 if not told.

    seen : pictures on the whole board, and the poses of the dice in each, shape (K, 3).
    """
    shares = shares_around_dice(seen, board, camera).mean(axis=1)
    if len(shares) < _LEAST_PLACES:
        return 0.0
    return _SPARE * min(float(np.percentile(shares, _ALL_BUT)), 1.0)  # no shadow is light
