"""Tells which of the dice that show a value are the red ones: the reddest.

May import: numpy, calibration.faces and lattice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.lattice import Lattice
from calibration.locate import Cutout


def reds_of(crops: list[Cutout], lattices: list[Lattice], faces: tuple[Face, ...]) -> list[bool]:
    """Give which dice are the red ones: of those that show one value, the reddest."""
    red = [False] * len(lattices)
    for value in {face.value for face in faces}:
        count = sum(face.red for face in faces if face.value == value)
        same = [k for k, lattice in enumerate(lattices) if lattice.value == value]
        for k in sorted(same, key=lambda k: -_redness(crops[k].bgr, lattices[k]))[:count]:
            red[k] = True
    return red


def _redness(crop: NDArray[np.float32], lattice: Lattice) -> float:
    """Give how much red outweighs the other colours on the face, whatever its brightness."""
    x, y = (round(v) for v in lattice.centre_px)
    reach = max(2, round(1.5 * lattice.pitch_px))
    face = crop[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    if face.size == 0:
        return 0.0
    return float(redness_of(face).mean())


def redness_of(bgr: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Give how much red outweighs the other colours, whatever the brightness.

    bgr : array of shape (..., 3). Near black it says little.
    """
    apart = bgr[..., 2] - bgr[..., :2].mean(-1)
    return np.asarray(apart / (bgr.mean(-1) + 16), dtype=np.float64)
