"""Tells twos and fours in whose middle a lamp may hide a pip: threes and fives of light dice.

All other pips lie opposite another one, so that one of them can't vanish unseen. On a light body a
mirrored lamp is but a little brighter than that. Where it ends within a pip, part of the pip is
left, too small to be one: in one place such a face is both brighter than its body and darker, or
far darker. Of 1,085 twos and fours of fair throws of light dice in 24 drawn and 11 rendered and
traced sets none shows more than 0.52 of the limits; a drawn three of which a lamp left a fifth of
the middle pip shows 1.3 times as much.
Where it covers all of the pip, the place is brighter than the body around it (`spotted`).
May import: numpy, cv2, vision.calibration_values, vision.lamplight, vision.faces (layout, spotted,
windows).
"""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet
from vision.faces.layout import VALUES
from vision.faces.spotted import spotted
from vision.faces.windows import patch_grid
from vision.lamplight import DARK

Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

# Drawings of the values 2 and 4, which are others if a middle pip is hidden.
_WITHOUT_MIDDLE = np.isin(VALUES, (2, 4))
# Of the step from body to pips; the first where nothing is brighter, for which nearly white bodies
# leave no room.
_DARK_ALONE, _DARKER, _BRIGHTER = 0.16, 0.1, 0.05
# Grain of the most even bodies whose limits these are; those of others are as many times larger, at
# most twice. Two throws of a traced table of burnt wood, with 0.066, are asked about without it.
_FINE, _MOST_TIMES = 0.04, 2.0
_WITHIN = 1.15  # pip radii
_CLEAR_OF = 1.5  # pip radii from the middle of another pip
_NOISE_PX = 3


def glossed(
    part: Doubles, drawings: NDArray[np.int64], body_bgr: Doubles, dice: DiceSet
) -> list[float]:
    """Give per face how much like what is left of a pip its middle is, if its body is light.

    1 is more than flat faces are.

    part : how far from body (0) to pip (1) patches are, shape (K, PATCH_PX, PATCH_PX).
    drawings : index of each face's drawing, shape (K,). body_bgr : the faces' bodies, (K, 3).
    """
    values = VALUES[drawings]
    asked = _WITHOUT_MIDDLE[drawings] & (body_bgr.min(1) >= DARK)
    middles = [_middle(dice.pip_radius, dice.pip_offset, min(dice.spreads[v - 1])) for v in values]
    each = zip(part, asked, middles, drawings.tolist(), strict=True)
    return [_doubt(one, middle, k, dice) if may else 0.0 for one, may, middle, k in each]


def _doubt(part: Doubles, middle: Bools, drawing: int, dice: DiceSet) -> float:
    seen = np.asarray(cv2.blur(part, (_NOISE_PX, _NOISE_PX)), np.float64)
    hidden = spotted(seen, drawing, dice.pip_radius, dice.pip_offset, dice.spreads)
    return max(hidden, _both(seen[middle] / min(max(dice.grain / _FINE, 1.0), _MOST_TIMES)))


def _both(seen: Doubles) -> float:
    darkest, brightest = float(seen.max()), -float(seen.min())
    return max(0.0, darkest / _DARK_ALONE, min(darkest / _DARKER, brightest / _BRIGHTER))


@lru_cache(maxsize=8)
def _middle(radius: float, offset: float, spread: float) -> Bools:
    """Tell which pixels a middle pip would cover; in a near face, clear of its other pips."""
    x, y = patch_grid()
    within = _WITHIN * radius
    if spread < 1:
        within = min(within, math.sqrt(2) * spread * offset - _CLEAR_OF * radius)
    return np.asarray(np.hypot(x, y) < within, np.bool_)
