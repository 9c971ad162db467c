"""Finds the printed corner markers in a picture: squares of one size on one plane.

Where they are tells how the camera is tilted, better than six dice in the middle do. Which size
they have, and how high they lie, need not be known. May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

DICTIONARY = cv2.aruco.DICT_4X4_50
IDS = range(8)  # those that are printed; other numbers are noise, or somebody else's
_LEAST_PX = 14.0  # of a side; smaller ones are seen wrongly too often
_ALIKE = 1.5  # the largest side over the smallest: all lie on one plane, hardly tilted


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """One marker: its number and its corners in the picture, shape (4, 2), in turning order."""

    number: int
    corners_px: Doubles


def find_markers(bgr: NDArray[np.uint8]) -> tuple[Marker, ...]:
    """Give the markers of a picture by number, corners to a part of a pixel; none if in doubt.

    The dictionary is DICT_4X4_50. Fewer than two, two of one number, or markers of clearly
    different size are in doubt.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(gray)
    if numbers is None:
        return ()
    found = [
        Marker(int(number), np.asarray(four, dtype=np.float64).reshape(4, 2))
        for number, four in zip(np.ravel(numbers), corners, strict=True)
        if int(number) in IDS and _side_px(four) >= _LEAST_PX
    ]
    sides = [_side_px(one.corners_px) for one in found]
    if len(found) < 2 or len({one.number for one in found}) < len(found):
        return ()
    if max(sides) > _ALIKE * min(sides):
        return ()
    return tuple(sorted(found, key=lambda one: one.number))


def _side_px(corners: NDArray[Any]) -> float:
    four = np.asarray(corners, dtype=np.float64).reshape(4, 2)
    return float(np.linalg.norm(four - np.roll(four, 1, axis=0), axis=1).mean())
