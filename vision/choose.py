"""Chooses among supposed faces those that are dice: clear ones that don't overlap.

May import: numpy, vision.faces, vision.hypotheses, vision.layout.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.faces import Evidence
from vision.geometry import SQUARE, turned
from vision.hypotheses import Faces
from vision.layout import PATTERNS, VALUES

Doubles = NDArray[np.float64]

_SHARED = 0.86  # two squares shrunk to this part must not overlap: dice have bevels


def passable(evidence: Evidence) -> NDArray[np.bool_]:
    """Tell which faces are shown at all; being sure of them needs more."""
    return np.asarray(
        (evidence.contrast > 0.35)
        & (evidence.contrast < 2.2)
        & (evidence.likeness > 0.8)
        & (evidence.weakest_pip > 0.45)
        & (evidence.worst_cell < 0.75)
        & (evidence.odd_cells < 0.3),
        dtype=np.bool_,
    )


def merit(faces: Faces, evidence: Evidence) -> Doubles:
    """Give how much each face explains, in pips, less what speaks against it."""
    pips = PATTERNS[faces.drawings].sum(1)
    clear = evidence.weakest_pip - evidence.worst_cell - 2 * evidence.odd_cells
    alike = 4 * (evidence.likeness - 1) - 0.3 * np.abs(np.log(evidence.contrast.clip(0.1)))
    return np.asarray(0.12 * pips + clear + alike, dtype=np.float64)


def choose(faces: Faces, merits: Doubles, able: NDArray[np.bool_]) -> list[int]:
    """Give the faces taken, by index: the best first, none overlapping a better one."""
    taken: list[int] = []
    for k in np.argsort(merits)[::-1]:
        if able[k] and not any(overlap(faces.poses[k], faces.poses[j]) for j in taken):
            taken.append(int(k))
    return taken


def rivals(faces: Faces, merits: Doubles, able: NDArray[np.bool_], taken: list[int]) -> list[float]:
    """Give per die taken the merit of the best other reading of its place, less its own.

    A reading of the same value and look a little aside is no rival.
    """
    against = []
    places = faces.poses[:, :2]
    for k in taken:
        near = np.hypot(*(places - places[k]).T) < np.sqrt(2) * _SHARED
        others = [t for t in taken if t != k]
        best = -9.0
        for j in np.nonzero(near & able)[0]:
            same = (
                VALUES[faces.drawings[j]] == VALUES[faces.drawings[k]]
                and faces.looks[j] == faces.looks[k]
            )
            lead = float(merits[j] - merits[k])
            if j in taken or same or lead <= best or not overlap(faces.poses[j], faces.poses[k]):
                continue
            if not any(
                merits[t] > merits[j] and overlap(faces.poses[j], faces.poses[t]) for t in others
            ):
                best = lead
        against.append(best)
    return against


def overlap(a: Doubles, b: Doubles) -> bool:
    """Tell whether two faces at (u, v, angle) can't both lie there."""
    apart = b[:2] - a[:2]
    distance = float(np.hypot(apart[0], apart[1]))
    if distance > np.sqrt(2) * _SHARED:
        return False
    if distance < _SHARED:
        return True
    corners = [turned(SQUARE * _SHARED, p[2]) + p[:2] for p in (a, b)]
    for angle in (a[2], a[2] + np.pi / 2, b[2], b[2] + np.pi / 2):
        axis = np.array([np.cos(angle), np.sin(angle)])
        one, two = corners[0] @ axis, corners[1] @ axis
        if one.max() < two.min() or two.max() < one.min():
            return False
    return True
