"""Chooses among supposed faces those that are dice: clear ones that don't overlap.

May import: numpy, vision.faces (examine, greedy, hypotheses, layout).
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from vision.faces.examine import Evidence
from vision.faces.greedy import compatible
from vision.faces.hypotheses import TWIN_EDGES, Faces
from vision.faces.layout import PATTERNS, VALUES

Doubles = NDArray[np.float64]

_SHARED = 0.86  # two squares shrunk to this part must not overlap: dice have bevels
_NO_RIVAL = -9.0
_SURELY_ALIKE = 0.95  # likeness from which on no other look need be tried


def passable(evidence: Evidence) -> NDArray[np.bool_]:
    """Tell which faces are shown at all; being sure of them needs more."""
    return np.asarray(
        (evidence.contrast > 0.35)
        & (evidence.contrast < 2.6)
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


def of_other_look(faces: Faces, evidence: Evidence) -> list[int]:
    """Give the faces, by index, that may rather be of the other look, as which none is supposed.

    Where a lamp whitens a face, its plain pips are faint, and the rim around it makes red ones of
    them.
    """
    doubted = np.flatnonzero(passable(evidence) & (evidence.likeness < _SURELY_ALIKE))
    kinds, places = VALUES[faces.drawings], faces.poses[:, 0] + 1j * faces.poses[:, 1]
    near = np.abs(places[doubted, None] - places) < TWIN_EDGES
    supposed = near & (kinds == kinds[doubted, None]) & (faces.looks != faces.looks[doubted, None])
    return [int(k) for k in doubted[~supposed.any(1)]]


def choose(merits: Doubles, able: NDArray[np.bool_], clash: NDArray[np.bool_]) -> list[int]:
    """Give the faces taken, by index: the best first, none overlapping a better one.

    clash : which faces can't both lie there, from `overlaps`.
    """
    order = np.argsort(merits)[::-1]
    best = compatible(able[order], clash[np.ix_(order, order)])
    return [int(k) for k in order[best]]


def rivals(
    faces: Faces,
    merits: Doubles,
    able: NDArray[np.bool_],
    clash: NDArray[np.bool_],
    taken: list[int],
) -> list[float]:
    """Give per die taken the merit of the best other reading of its place, less its own.

    A reading of the same value and look a little aside is no rival.
    """
    if not taken:
        return []
    kinds = 2 * VALUES[faces.drawings] + faces.looks
    free = able.copy()
    free[taken] = False
    own = merits[taken][:, None]
    blocks = (own > merits) & clash[taken]
    blocked = blocks.sum(0) - blocks > 0  # by another die taken
    here = free & clash[taken] & (kinds != kinds[taken][:, None]) & ~blocked
    against = np.where(here, merits - own, _NO_RIVAL).max(1)
    return [float(one) for one in np.maximum(against, _NO_RIVAL)]


def overlaps(poses: Doubles, able: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Give which faces at (u, v, angle) can't both lie there: shape (K, K); none with itself.

    able : which of them are looked at; the others clash with none.
    """
    which = able.nonzero()[0]
    places = poses[which, 0] + 1j * poses[which, 1]
    apart = np.abs(places[:, None] - places)
    some = apart < _SHARED
    np.fill_diagonal(some, val=False)
    i, j = np.nonzero((apart >= _SHARED) & (apart <= sqrt(2) * _SHARED))
    i, j = i[i < j], j[i < j]
    some[i, j] = some[j, i] = ~_separable(poses[which[i]], poses[which[j]])
    clash = np.zeros((len(poses), len(poses)), np.bool_)
    clash[which[:, None], which] = some
    return clash


def _separable(a: Doubles, b: Doubles) -> NDArray[np.bool_]:
    """Tell of pairs of squares whether a line along one of their sides parts them: shape (N,)."""
    angles = np.array([a[:, 2], a[:, 2] + np.pi / 2, b[:, 2], b[:, 2] + np.pi / 2])
    u, v = (b - a)[:, :2].T
    between = np.abs(u * np.cos(angles) + v * np.sin(angles))
    slant = np.abs(np.cos(a[:, 2] - b[:, 2])) + np.abs(np.sin(a[:, 2] - b[:, 2]))
    reach = _SHARED / 2 * (1 + slant)  # of both squares together along any of these lines
    return np.asarray((between > reach).any(0), dtype=np.bool_)
