"""Tells black things from shadow in a tray where no dice were found.

Shadow makes the floor darker evenly, and a black thing on a dark floor looks nearly like that. But
some light reaches every floor: what keeps less of it over a good part of a face is a thing.
May import: numpy, cv2, vision.sight, vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.sight import Sight
from vision.tray.board import EDGE_PX

Mask = NDArray[np.uint8]

_DARKEST_SHADE = 0.2  # of the floor's strongest colour; only specks of shadow are darker
_TELLING_LEVELS = 60.0  # floors darker than this look black themselves
_LEAST_FACES = 0.3  # area of a thing; the darkest specks of shadow in renders cover 0.09
_SPECK = np.ones((3, 3), np.uint8)


def black_things(sight: Sight, floor: Mask) -> Mask:
    """Give where the floor is too dark for shadow, over a good part of a face: 1 there, else 0.

    floor : uint8 mask of the sight's shape, 1 where the tray's floor is seen.
    """
    before = sight.board.ground.planes
    now = np.moveaxis(sight.bgr, 2, 0) / np.maximum(sight.gain, 0.05)[:, None, None]
    strongest = before.argmax(axis=0)[None]
    lit, left = (np.take_along_axis(planes, strongest, 0)[0] for planes in (before, now))
    dark = (left < _DARKEST_SHADE * lit) & (lit > _TELLING_LEVELS) & (floor & sight.looked_at > 0)
    whole = cv2.morphologyEx(dark.astype(np.uint8), cv2.MORPH_OPEN, _SPECK)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    large = stats[:, cv2.CC_STAT_AREA] > _LEAST_FACES * EDGE_PX * EDGE_PX
    large[0] = False
    return np.asarray(large[labels], dtype=np.uint8)
