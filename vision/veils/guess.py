"""Guesses which look a veiled face has by what colours it shows.

May import: numpy, cv2, vision.calibration_values, vision.lamplight, vision.light,
vision.veils.under_veil.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.lamplight import lamplight, step_of
from vision.light import under
from vision.veils.under_veil import OVER_PIPS

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Doubles = NDArray[np.float64]

SURELY = 5.0  # grey levels by which one look must be likelier than the other
_SHADED, _MARKS = 40, 6  # percents of a face: its sides in shadow, and its pips


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A look that a veiled face may have: its pips' colour there, and how far the face is off.

    veil : how strong it is in the middle, in steps from that look's body to its pips.
    fills : whether a lamp fills what is white; see `may_fill`.
    """

    look: FaceLook
    pip_bgr: Doubles
    apart: float
    veil: float
    fills: bool


def parts_of(seen: Picture, inside: Mask, white: Doubles) -> tuple[Doubles, Doubles]:
    """Give the middle colour of a face, (3,), and by how much its marks differ from it: (N, 3)."""
    colours = cv2.blur(seen, (3, 3))[inside > 0].astype(np.float64)
    bright = colours @ white
    top = colours[bright >= np.percentile(bright, _SHADED)]
    around = np.median(top, axis=0)
    marks = top - around
    far = np.linalg.norm(marks, axis=1)
    return around, marks[far >= np.percentile(far, 100 - _MARKS)]


def guess_of(
    around: Doubles, marks: Doubles, look: FaceLook, white: Doubles, *, fills: bool
) -> Guess:
    """Give how well a look explains the face's veil and what stands out most from it.

    Pips keep their colour if they are bowls; flat ones are under the veil, too.
    """
    off, amount = lamplight(around, look, white, fills=fills)
    own, body = np.array(look.pip_bgr), np.array(look.body_bgr)
    pips = [under(own, body, around, part) for part in OVER_PIPS]
    apart = [_apart(marks, pip - around) for pip in pips]
    k = next(k for k, one in enumerate(apart) if one < min(apart) + SURELY)
    far = apart[k] + min(float(off), 255.0)
    return Guess(look, pips[k], far, float(amount) / step_of(look), fills)


def _apart(marks: Doubles, step: Doubles) -> float:
    """Give how far marks are from lying on the way from body to pip, in the mean."""
    share = np.clip(marks @ step / max(float(step @ step), 1.0), 0.0, 1.0)
    return float(np.linalg.norm(marks - share[:, None] * step, axis=1).mean())
