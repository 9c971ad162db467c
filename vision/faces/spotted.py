"""Tells a bright spot that may hide a whole middle pip of a light face.

A lamp that mirrors in all of such a pip, or a sticker on it, leaves nothing of it that is darker
than the body, and makes a three a two. But hardly any is just as bright as the body: all of the
place is brighter than the body close around it or, if the spot is large, than the body farther
out, and by more than that body differs in itself.
May import: numpy, vision.calibration_values, vision.faces (examine, layout, windows).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Spread
from vision.faces.examine import SURE_FACE
from vision.faces.layout import PATTERNS, places_in
from vision.faces.windows import patch_grid

Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

# Of the step from body to pips: by how much flat faces' middles may be brighter than what lies
# around them, near and far. Of 517 twos and fours of light dice in fair throws of 43 drawn rooms
# none is by more than 0.83 of it, and of five throws of another seed that a ring farther out,
# where bevels pass for body, had given up to 1.28 none by more than 0.69.
_NEAR, _FAR = 0.02, 0.03
_COVERED = 0.75  # pip radii: of a pip that is hidden this much surely is
_AROUND = (1.5, 2.6)  # pip radii from the middle: where the body near it is looked at
_OUTSIDE = 0.34  # edges from the middle: where the body far from it is
_CLEAR_OF = 1.7  # pip radii from the middle of another pip
_FEW_PX = 8
_EVEN = (0.1, 0.5, 0.9)  # parts of the pixels that are brighter
# A large spot reaches what should be body far from it: that is no more uneven than this many times
# its darker half, or than the spot is in itself.
_OF_DARKER_HALF = 3.5


def spotted(
    seen: Doubles, drawing: int, radius: float, offset: float, spreads: tuple[Spread, ...]
) -> float:
    """Give how surely all of a face's middle is brighter than its body: 1 is more than flat ones.

    seen : how far from body (0) to pip (1) its patch is, without noise, (PATCH_PX, PATCH_PX).
    drawing : which face it is. radius, offset, spreads : of the set's pips; see `DiceSet`.
    """
    middle, near, far = _masks(drawing, radius, offset, spreads)
    inside = seen[middle]
    return max(_over(seen[near], inside, _NEAR), _over(seen[far], inside, _FAR))


def _over(body: Doubles, inside: Doubles, least: float) -> float:
    """Give how much brighter than some body a middle is, over what is usual; 0 if not all is."""
    if len(body) < _FEW_PX or not len(inside):
        return 0.0
    bright, half, dark = _levels(body)
    if inside.max() > half:
        return 0.0
    uneven = min(dark - bright, _OF_DARKER_HALF * (dark - half))
    brightest, _, darkest = _levels(inside)
    return float((half - inside.mean()) / max(least, uneven, darkest - brightest))


def _levels(seen: Doubles) -> list[float]:
    """Give how bright the brighter, the middle and the darker pixels are."""
    levels: list[float] = np.sort(seen)[(np.array(_EVEN) * len(seen)).astype(int)].tolist()
    return levels


@lru_cache(maxsize=16)
def _masks(
    drawing: int, radius: float, offset: float, spreads: tuple[Spread, ...]
) -> tuple[Bools, Bools, Bools]:
    """Tell which pixels a middle pip covers, and where body is near it and far from it."""
    x, y = patch_grid()
    away = np.hypot(x, y)
    body = np.maximum(abs(x), abs(y)) < SURE_FACE
    for px, py in places_in(spreads)[drawing][PATTERNS[drawing]] * offset:
        body &= np.hypot(x - px, y - py) > _CLEAR_OF * radius
    near = body & (away > _AROUND[0] * radius) & (away < _AROUND[1] * radius)
    return away < _COVERED * radius, near, body & (away > _OUTSIDE)
