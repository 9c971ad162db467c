"""Pips that are worn, and traces where no pip is: the middle one of a face, fainter or stronger.

Without its middle pip a three is a two and a five a four, and the other way round: a reading of
such a picture may ask, but never give another value than the die has.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.vision_truth import TrueDie, TrueFrame

Picture = NDArray[np.uint8]

WORN, TRACES = (0.35, 0.55, 0.75), (0.2, 0.35, 0.55)
"""How much of a pip is worn away, and how much of one is there as a trace: more is a pip."""

_RADIUS, _SOFT = 0.12, 0.03  # edges: a little more than a pip, and its blurred border


def spoilable(frame: TrueFrame) -> tuple[TrueDie, ...]:
    """The dice of a throw whose middle pip decides between two values."""
    return tuple(die for die in frame.inside if die.value in (2, 3, 4, 5) and not die.trouble)


def with_spoilt_middle(bgr: Picture, die: TrueDie, step: int) -> Picture:
    """The picture with the middle of a die's face nearer to what the other value shows there.

    step : the index into WORN or TRACES.
    """
    body, pip = _colours(bgr, die)
    worn = die.value in (3, 5)
    strength, other = (WORN[step], body) if worn else (TRACES[step], pip)
    middle = np.array(die.corners_px).mean(axis=0)
    mask = np.zeros(bgr.shape[:2], np.float32)
    at = (round(float(middle[0]) * 16), round(float(middle[1]) * 16))
    cv2.circle(mask, at, round(_RADIUS * die.edge_px * 16), strength, -1, cv2.LINE_8, 4)
    share = cv2.GaussianBlur(mask, (0, 0), max(0.6, _SOFT * die.edge_px))[..., None]
    return np.asarray(np.round(bgr + share * (other - bgr.astype(np.float32))), np.uint8)


def _colours(bgr: Picture, die: TrueDie) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The colours of a face's body and of its pips: pips cover a tenth of it or more."""
    corners = np.array(die.corners_px)
    inner = corners.mean(axis=0) + 0.8 * (corners - corners.mean(axis=0))
    mask = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), 1)
    face = bgr[mask > 0].astype(np.float32)
    body = np.median(face, axis=0)
    apart = np.linalg.norm(face - body, axis=1)
    return body, np.median(face[apart >= np.percentile(apart, 95)], axis=0)
