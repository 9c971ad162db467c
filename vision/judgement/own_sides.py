"""Where the sides are that flat dice turn to the point below the camera, between top and foot.

A side that turns away from the wall, say, shows below the top's edge, as far as the foot lies
nearer to that point.
May import: numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


def shown_widths(poses: Doubles, turns: Doubles, height: float) -> Doubles:
    """Give how wide sides show below their top's edges, in edges; below 0 where they don't.

    poses : (u, v, angle) of the tops, shape (K, 3). turns : the ways from the middles to the sides,
    in radians, shape (K,) or (K, N). height : of the camera, in edges.
    """
    u, v = (_beside(one, turns) for one in poses.T[:2])
    return np.asarray(-(np.cos(turns) * u + np.sin(turns) * v + 0.5) / height, np.float64)


def places_on(
    poses: Doubles, turns: Doubles, out: Doubles, down: Doubles, along: Doubles, height: float
) -> Doubles:
    """Give points on lines outward over sides: floor coordinates at the tops' height.

    Shape (S, ..., 2), that of `out`, `down` and `along` together, whose first is S.
    poses : of the tops, shape (S, 3). turns : to the sides, shape (S,).
    out : edges from the middles. down : how far down the side that is, 0 to 1 at the foot.
    along : edges along the side from the middle of its top's edge; at the foot it is drawn smaller.
    """
    u, v, c, s = (_beside(one, out) for one in (*poses.T[:2], np.cos(turns), np.sin(turns)))
    aside = along * (1 - down / height) + down * (s * u - c * v) / height
    return np.stack([u + c * out - s * aside, v + s * out + c * aside], axis=-1)


def _beside(each: Doubles, shape: Doubles) -> Doubles:
    """Give one value per first index of an array, to be broadcast over the rest of it."""
    return each.reshape(-1, *(1,) * (shape.ndim - 1))
