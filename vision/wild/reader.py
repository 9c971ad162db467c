"""Reads common dice in any picture, without a calibration.

Find candidates at all sizes, read each several ways, and say `ok` only where all agree.
May import: numpy, cv2, vision.learned, vision.types, this room.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.learned.finder import find_in
from vision.types import Reading, Status
from vision.wild.face import Source, WildFace, look
from vision.wild.judge import judge
from vision.wild.sizes import at_usual_size

SMALLEST_PX = 16
COMPARED = 60_000
"""About so many pixels are compared with their neighbours."""

MOST_ALIKE = 0.9
"""Of the photographs looked at 0.02 to 0.86 of the pixels are like the next one; of drawn cards,
dominoes and buttons 0.84 to 1."""

DRAWN = "the picture has no noise: it seems to be drawn, not photographed"


NEAR = 0.972
"""A reading whose dice are all right with less chance than this is looked at a second time."""

SMALLER = 0.8
"""The second look is at a picture of this scale: other pixels, noise and windows of the nets."""

DIFFERS = "a second look at the picture did not surely show the same dice"


def read_wild(bgr: NDArray[Any]) -> Reading:
    """What dice a picture shows, judged from the picture alone.

    bgr : uint8 array of shape (rows, columns, 3), B, G, R; dice with top faces of about 14 px
    to a third of the picture, seen from above or somewhat obliquely.

    Returns
    -------
    Reading
        OK when every die is surely right; EMPTY when nothing looks like a die; else UNSURE.

    Notes
    -----
    Fails (UNSURE, or a die is missed) for pictures instead of pips, motion blur, dice smaller
    than that or less than half as large as the others, and where glare hides pips. A die that
    leans by less than about 45 degrees is mostly NOT noticed here: it looks like one seen
    obliquely. A tile with a die's pips is taken for a die. Red means a red body or red pips;
    without a white point a strongly coloured lamp can change that.
    """
    if min(bgr.shape[:2]) < SMALLEST_PX:
        return judge((), bgr.shape[:2])
    reading = judge(supposed(bgr), bgr.shape[:2])
    if reading.status is not Status.OK:
        return reading
    if _is_drawn(bgr):
        return replace(reading, status=Status.UNSURE, problems=(DRAWN,))
    if math.prod(die.confidence for die in reading.dice) > NEAR:
        return reading
    size = (round(bgr.shape[1] * SMALLER), round(bgr.shape[0] * SMALLER))
    small = np.asarray(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA))
    return agreed(reading, judge(supposed(small), small.shape[:2]))


def agreed(first: Reading, second: Reading) -> Reading:
    """The first reading; only OK where the second one is and shows the same dice."""
    seen = [sorted((die.value, die.red) for die in each.dice) for each in (first, second)]
    if second.status is Status.OK and seen[0] == seen[1]:
        return first
    return replace(first, status=Status.UNSURE, problems=(DIFFERS,))


def supposed(bgr: NDArray[Any]) -> tuple[WildFace, ...]:
    """Every face that might be a die's top, as it was read; of a place perhaps several."""
    source = Source(bgr)
    return at_usual_size(source, look(source, find_in(source.halves)))


def _is_drawn(bgr: NDArray[Any]) -> bool:
    """Whether nearly all pixels are exactly like their neighbours, as no camera sees them."""
    rows = bgr[:: max(1, bgr.shape[0] * bgr.shape[1] // COMPARED)]
    b, g, r = cv2.split(cv2.absdiff(rows[:, 1:], rows[:, :-1]))
    differ = cv2.countNonZero(cv2.max(cv2.max(b, g), r))
    return bool(1 - differ / b.size > MOST_ALIKE)
