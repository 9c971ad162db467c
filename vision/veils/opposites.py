"""Tells where pips lie by their face: all but a middle one lie opposite another.

May import: numpy, cv2.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Doubles = NDArray[np.float64]

MOST_PIPS = 6
OFF_OPPOSITE = 0.5  # pip radii from the opposite place
# The same of the middle of a face's pips from that of its flat part: of 54 looks at faces of ten
# traced tables under ring and ceiling lamps, some of whose pips are faint, all have it at 0.55 or
# nearer; a slope that was taken for a pip had it at 0.86.
_OFF_MIDDLE = 0.7
_ONE_FACE = (0.35, 1.1)  # area of what is one face, less its bevels, over its edge's square


def are_six_of_a_face(places: Doubles, face: Mask, radius_px: float, edge_px: float) -> bool:
    """Tell whether pips are all that one face can have: none more, and each has one opposite."""
    if len(places) != MOST_PIPS or one_face(face > 0, edge_px) is None:
        return False
    return _lie_opposite(places, radius_px)


def are_all_of_a_face(places: Doubles, face: Mask, radius_px: float, edge_px: float) -> bool:
    """Tell whether pips may be all that one face has: each has one opposite, about its middle."""
    middle = one_face(face > 0, edge_px)
    if middle is None or len(places) > MOST_PIPS:
        return False
    off_px = float(np.hypot(*(places.mean(0) - middle)))
    return off_px < _OFF_MIDDLE * radius_px and _lie_opposite(places, radius_px)


def _lie_opposite(places: Doubles, radius_px: float) -> bool:
    return each_has_opposite(places, places.mean(0), OFF_OPPOSITE * radius_px)


def each_has_opposite(places: Doubles, middle: Doubles, reach_px: float) -> bool:
    """Tell whether each pip of a face has one opposite it, as near to there; a middle one itself.

    places : (x, y) of the pips, shape (N, 2). middle : of the face, shape (2,).
    """
    return bool(have_near(places, 2 * middle - places, reach_px).all())


def one_face(part: NDArray[np.bool_], edge_px: float) -> Doubles | None:
    """Give the middle of a part of a window if it is one face less its bevels, else None."""
    y, x = np.nonzero(part)
    if not _ONE_FACE[0] < len(x) / edge_px**2 < _ONE_FACE[1]:
        return None
    return np.array(cv2.minAreaRect(np.stack([x, y], axis=1).astype(np.float32))[0])


def has_near(places: Doubles, at: Doubles, reach_px: float) -> bool:
    """Tell whether one of some places, shape (N, 2), lies near another one."""
    return bool((np.hypot(*(places - at).T) < reach_px).any())


def have_near(places: Doubles, tried: Doubles, reach_px: float) -> NDArray[np.bool_]:
    """Tell which of the places that were tried have one of the others near them: shape (M,)."""
    return np.array([has_near(places, at, reach_px) for at in tried], np.bool_)
