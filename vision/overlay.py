"""Draws what was read over the picture: each die outlined and labelled.

May import: numpy, cv2, vision.types.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import DieReading, Reading

_SURE_BGR = (80, 200, 60)
_RED_BGR = (60, 60, 235)
_DOUBT_BGR = (0, 190, 255)


def draw(bgr: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8]:
    """Give a copy of the picture with every die of the reading outlined and labelled.

    Parameters
    ----------
    bgr : uint8 array of shape (M, N, 3)
    reading : what was read from this picture (same size).

    Notes
    -----
    Green: a plain face; red: a red one; amber: something is wrong with that die.
    """
    canvas = bgr.copy()
    thickness = max(1, round(bgr.shape[1] / 640))
    for die in reading.dice:
        _outline(canvas, die, thickness)
        _label(canvas, die, thickness)
    return canvas


def _colour_of(die: DieReading) -> tuple[int, int, int]:
    if die.problem is not None or die.value is None:
        return _DOUBT_BGR
    return _RED_BGR if die.red else _SURE_BGR


def _outline(canvas: NDArray[np.uint8], die: DieReading, thickness: int) -> None:
    if die.corners_px:
        corners = np.round(np.array(die.corners_px)).astype(np.int32)
        cv2.polylines(canvas, [corners], True, _colour_of(die), thickness, cv2.LINE_AA)
        return
    centre = (round(die.centre_px[0]), round(die.centre_px[1]))
    cv2.circle(canvas, centre, 12 * thickness, _colour_of(die), thickness, cv2.LINE_AA)


def _label(canvas: NDArray[np.uint8], die: DieReading, thickness: int) -> None:
    ys = [y for _, y in die.corners_px] or [die.centre_px[1] - 12 * thickness]
    at = (round(die.centre_px[0]) - 6 * thickness, max(14 * thickness, round(min(ys)) - 4))
    font = cv2.FONT_HERSHEY_SIMPLEX
    size = 0.42 * thickness
    cv2.putText(canvas, str(die), at, font, size, (0, 0, 0), 2 * thickness + 1, cv2.LINE_AA)
    cv2.putText(canvas, str(die), at, font, size, _colour_of(die), thickness, cv2.LINE_AA)
