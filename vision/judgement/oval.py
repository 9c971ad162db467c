"""Tells aces that lean by how oval their pip is, where nothing else of them is seen.

A pip is round on its face, and drawn round from straight above if that lies flat. On a face that
leans it is drawn shorter along the tilt: by 6 % for 20 degrees, by 23 % for 40, more or less as it
turns from the camera or towards it. Where dice have the tray's own colour no silhouette tells
that, nor can one pip by its distance from others. Of 2,000 flat aces and twos of such sets, path
traced and drawn, pips depart by 0.02 from round and from the others' in the median, and one in a
hundred by 0.12; by 0.1 those of aces that lean by 20 degrees, by 0.3 by 40.
May import: numpy, vision.faces.measure.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.faces.measure import Measures

Doubles = NDArray[np.float64]

# Edges between top faces of a die that leans by 7 to 43 degrees and of its bearer.
_GAPS = (0.115, 0.75)
_ASIDE = 0.52  # edges along the side that bears it: farther out it would turn and fall
_BORNE = 1.25  # times as much an oval pip says of an ace in such a place


def oval_doubts(
    measures: Sequence[Measures], lengthened: Sequence[float], poses: Doubles
) -> list[float]:
    """Give per die how much the shape of an ace's pip speaks for its leaning.

    lengthened : by how much its pips are longer than those of the picture's other dice; 1 is more
        than lamps do to dice at rest. See `vision.faces.smear.doubts_of_length`.
    poses : (u, v, angle) of the dice, shape (K, 3).
    """
    borne = may_be_borne(poses).tolist()
    return [
        doubt * (_BORNE if leans else 1.0) if one.is_ace else 0.0
        for one, doubt, leans in zip(measures, lengthened, borne, strict=True)
    ]


def may_be_borne(poses: Doubles) -> NDArray[np.bool_]:
    """Tell which dice lie where one does that leans on another one's side: shape (K,).

    Whatever its own turn: that of an ace is not seen.
    """
    apart = poses[:, None, :2] - poses[None, :, :2]
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    along = np.abs(
        np.stack([c * apart[..., 0] + s * apart[..., 1], c * apart[..., 1] - s * apart[..., 0]])
    )
    gap, aside = along.max(axis=0) - 1.0, along.min(axis=0)
    near = (gap > _GAPS[0]) & (gap < _GAPS[1]) & (aside < _ASIDE)
    return np.asarray(near.any(axis=1), dtype=np.bool_)
