"""Tells the foot of a wall of cloth, of which only the upper edge parts the floor from the rim.

A wall of the floor's own material is parted from it by a faint line. If one is seen along all
sides, where a wall of one height has its foot, dice beyond it may lean on that wall.
May import: numpy, calibration.plan, calibration.rim, calibration.strips, calibration.walls.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.plan import PX, Plan
from calibration.rim import Foot, with_sides_moved
from calibration.strips import Strips, strips_along
from calibration.walls import Wall

Doubles = NDArray[np.float64]

_HEIGHTS = np.arange(1.2, 3.25, 0.1)  # of walls, in edges of a die
_SLOPES = (0.0, 0.06, 0.12, 0.18, 0.25)  # of walls, outward: tangents
_CLEAR, _LEAST = 0.45, 0.15  # of a foot inside: in the mean, and on each side
_DARK_TONE = -0.5  # logarithm over the brightest side: darker ones lie in the wall's shadow
_BESIDE_PX = 4.0  # a foot that is looked at
_LIT_PART, _FAINT_PART = 0.5, 0.125  # of sides: lit, at least; of these without a line, at most
# Lines of a foot and its rim, and how clear it is, from which on a line beside it is a part of it:
# felt that rises to a wall of leather. Such lines of two rendered trays, turned, mirrored and made
# larger, lie 0.28 to 0.42 edges inside of feet with 0.925 or more lines, 1.09 clear. Of thirteen
# upper edges, one has its foot as near, and 0.897 lines, 0.9 clear.
_OWN_LINES, _OWN_CLEAR, _OWN_EDGES = 0.91, 1.0, 0.45


def foot_inside(plan: Plan, foot: Foot, height: float) -> Wall | None:
    """Give the outline that is the foot, if this one may be the upper edge of a wall of cloth.

    height : of the camera over the floor, in edges.

    Where no line is seen along all sides, those in the wall's shadow need not show it.
    """
    strips = strips_along(plan, foot.wall.kind, foot.wall.shape)
    moved_px = _clearest(strips, height, in_shadow=False)
    if moved_px is None:
        moved_px = _clearest(strips, height, in_shadow=True)
    if moved_px is None or _is_part_of(foot, moved_px):
        return None
    return replace(foot.wall, shape=with_sides_moved(foot.wall, moved_px, strips))


def _is_part_of(foot: Foot, moved_px: Doubles) -> bool:
    """Tell whether a line so far from the sides of a foot is no other wall's, but its own."""
    own = foot.lines >= _OWN_LINES and foot.wall.clear >= _OWN_CLEAR
    return own and bool((moved_px > -_OWN_EDGES * PX).all())


def _clearest(strips: Strips, height: float, *, in_shadow: bool) -> Doubles | None:
    """Give by how much the sides of the clearest foot inside are moved; None if none is clear.

    in_shadow : whether sides may lie in the wall's shadow, where no foot need be seen.
    """
    reach = strips.from_camera_px
    best, moved = _CLEAR, None
    for tall in _HEIGHTS:
        smaller = (height - tall) / height
        for slope in _SLOPES:
            inward = reach * smaller - slope * tall * PX - reach
            if (inward < strips.least_px).any():
                continue
            clear = np.nan_to_num(strips.clear_at(inward[:, None])[:, 0], nan=1.0)
            if in_shadow:
                clear = clear[_lit_sides(strips, inward)]
            faint = np.mean(clear < _LEAST)
            if faint <= in_shadow * _FAINT_PART and clear.mean() > best:
                best, moved = float(clear.mean()), inward
    return moved


def _lit_sides(strips: Strips, foot_px: Doubles) -> NDArray[np.bool_]:
    """Tell along which sides a foot does not lie in the wall's shadow; all, if along too few."""
    tones = strips.tones_between(foot_px - _BESIDE_PX, foot_px + _BESIDE_PX).mean(1)
    lit = tones > tones.max() + _DARK_TONE
    return lit if lit.mean() >= _LIT_PART else np.ones_like(lit)
