"""Parts of a picture as they are without the veils of mirrored lamps.

May import: numpy, vision.calibration_values, vision.veils.bowls.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.veils.bowls import Pips

Picture = NDArray[np.uint8]
Part = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Clear:
    """The colours, shape (N, 3), of some pixels of a window as they are without a veil.

    pips : of the window, as they were seen under the veil.
    spreads : how far they spread, over what is usual: second moments, shape (N, 2, 2).
    tells_height : whether how far apart they are does.
    look : the one that the face has, if it was told by colours.
    outshone : whether the veil is brighter than pips, so that little but their rims is seen.
    """

    window: Part
    told: NDArray[np.bool_]
    colours: Picture
    pips: Pips
    spreads: NDArray[np.float64]
    tells_height: bool = True
    look: FaceLook | None = None
    outshone: bool = False


def usual_spreads(count: int) -> NDArray[np.float64]:
    """Give how so many pips spread that are as long as usual: shape (N, 2, 2)."""
    return np.tile(np.eye(2), (count, 1, 1))


def painted(bgr: Picture, clear: tuple[Clear, ...]) -> Picture:
    """Give a picture with what is clear in it."""
    after = bgr.copy()
    for one in clear:
        after[one.window][one.told] = one.colours
    return after
