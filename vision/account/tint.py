"""Measures how shadows are tinted on a floor that lamps of two colours light.

A shadow takes the light of one lamp and leaves the other's: behind a die that stands between two
lamps the floor is warm on one side and cold on the other. So the shares of its light that are left
in blue, green and red are a grey one plus some of one tint, more or less, and no third thing: in
seven traced trays under two lamps the tint explains 98 % of what shares differ from grey ones by.
Lamps and windows are warmer or colder, along one way; what dice throw on the floor of their own
colour is none of that.
May import: numpy, cv2, vision.calibration_values, vision.strange, vision.account.contrast,
vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.contrast import around_dice
from vision.calibration_values import Camera, Tint
from vision.strange import exposure_gain
from vision.tray.board import Board

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]

_WARM = np.array([-0.76, 0.12, 0.64])  # of lamps of all temperatures, in pictures balanced white
_ALONG_WARM = 0.96  # cosine between it and a tint: JPEG and saturation turn it a little
_ALONE = 0.25  # of the tint, that is left beside it: two lamps have 0.07 to 0.18
_ALL_BUT, _MORE = 0.5, 1.2  # per cent of the tints seen at either end; throws show more than that
_DARK = 2.0  # grey levels; the hue of black is noise
_LEAST_PLACES = 500


def tint_of_shadows(
    seen: list[tuple[Picture, Doubles]], board: Board, camera: Camera
) -> Tint | None:
    """Give the tint of shadows around dice; None where they have none of two lamps.

    seen : pictures on the whole board, and the poses of the dice in each, shape (K, 3).
    """
    return tint_of_shares(shares_around_dice(seen, board, camera))


def shares_around_dice(
    seen: list[tuple[Picture, Doubles]], board: Board, camera: Camera
) -> Doubles:
    """Give the shares of its light (B, G, R) that are left of the floor around dice: (N, 3).

    seen : as for `tint_of_shadows`.
    """
    shares = [
        shares_of_light(bgr, board.empty_bgr, around_dice(board, camera, poses))
        for bgr, poses in seen
    ]
    return np.concatenate(shares)


def tint_of_shares(shares: Doubles) -> Tint | None:
    """Give the tint from shares of the floor's light (B, G, R) that shadows leave: (N, 3)."""
    if len(shares) < _LEAST_PLACES:
        return None
    off = shares - shares.mean(axis=1, keepdims=True)
    _, spread, ways = np.linalg.svd(off, full_matrices=False)
    way = ways[0] * np.sign(ways[0] @ _WARM)
    if way @ _WARM < _ALONG_WARM * np.linalg.norm(_WARM) or spread[1] > _ALONE * spread[0]:
        return None
    least, most = _MORE * np.percentile(off @ way, [_ALL_BUT, 100 - _ALL_BUT])
    blue, green, red = way.tolist()
    return Tint((blue, green, red), min(float(least), 0.0), max(float(most), 0.0))


def shares_of_light(bgr: Picture, empty_bgr: Picture, mask: NDArray[np.bool_]) -> Doubles:
    """Give the shares of its light that are left of the empty tray where a mask says: (N, 3)."""
    now, before = (cv2.blur(one, (3, 3))[mask].astype(np.float64) for one in (bgr, empty_bgr))
    return np.asarray((now / exposure_gain(bgr, empty_bgr) + _DARK) / (before + _DARK))
