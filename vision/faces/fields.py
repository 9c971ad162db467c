"""Finds painted faces by the field of colour that their white bevels frame.

Pips near such bevels run together with them where dice are small in the picture: then no spot is
seen there, and no face is supposed by its spots. The field itself is seen all the same.
May import: numpy, cv2, vision.calibration_values, vision.sight, vision.faces (edges, pips),
vision.tray.board.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera, FaceLook
from vision.faces.edges import edge_angles
from vision.faces.pips import projection
from vision.sight import Sight
from vision.tray.board import EDGE_PX

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_LIKE_BODY = 0.45  # of the largest step of a channel from the field to its pips
_STRANGE = 8.0  # grey levels from which a pixel may be of a thing, not of red felt
_AREA = (0.25, 0.85)  # of a die's face; the corners that pips take count
_MOST_OBLONG = 1.35
_CORNERS = 4


class Fields(NamedTuple):
    """Squares on the board that may be painted faces.

    middles_px : board pixels, shape (N, 2). angles : of their sides, in radians, shape (N,).
    like_pips : float32 array of the board's shape, how far from body (0) to pip (1) each pixel is.
    """

    middles_px: Doubles
    angles: Doubles
    like_pips: Floats


NO_FIELDS = Fields(np.zeros((0, 2)), np.zeros(0), np.zeros((1, 1), np.float32))


def painted_fields(
    bgr: Picture, sight: Sight, look: FaceLook, camera: Camera, moved: Doubles | None = None
) -> Fields:
    """Give the squares that have the colour of a look's body, turned as the dice's edges are.

    Pips take corners away from a field, so that its own outline doesn't tell how it is turned.

    look : of painted faces, whose body is not that of the others.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    found = [one for outline in _outlines(sight, look) if (one := _middle(outline)) is not None]
    if not found:
        return NO_FIELDS
    middles_px = np.array(found)
    middles_uv = middles_px / EDGE_PX + np.asarray(sight.board.origin_uv)
    angles, _ = edge_angles(bgr, camera, middles_uv, moved)
    return Fields(middles_px, angles, _like_pips(sight.bgr, look))


def _like_pips(bgr: Picture, look: FaceLook) -> Floats:
    weights = projection(look)
    affine = np.append(weights, -(weights @ look.body_bgr)).reshape(1, 4)
    return np.asarray(cv2.transform(bgr.astype(np.float32), affine), dtype=np.float32)


def _outlines(sight: Sight, look: FaceLook) -> list[NDArray[np.int32]]:
    body = np.array(look.body_bgr)
    reach = _LIKE_BODY * float(np.abs(np.subtract(look.pip_bgr, body)).max())
    alike = cv2.inRange(sight.bgr, body - reach, body + reach)
    things = (sight.standing > _STRANGE).view(np.uint8)
    outlines, _ = cv2.findContours(
        cv2.bitwise_and(alike, things), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    # specks of a pixel or two are most of the outlines, and take most of the time
    return [np.asarray(one, np.int32) for one in outlines if len(one) >= _CORNERS]


def _middle(outline: NDArray[np.int32]) -> tuple[float, float] | None:
    """Give the middle of a square; None if the outline's hull is none."""
    hull = cv2.convexHull(outline)
    least, most = (part * EDGE_PX * EDGE_PX for part in _AREA)
    if not least < cv2.contourArea(hull) < most:
        return None
    (x, y), sides, _ = cv2.minAreaRect(hull)
    if max(sides) > _MOST_OBLONG * min(sides):
        return None
    return x, y


__all__ = ["NO_FIELDS", "Fields", "painted_fields"]
