"""Finds pips beside supposed aces that are as clear as theirs.

Each pip of a two, or of a face that a lamp leaves in part, may pass for an ace. Where a veil is as
grey as the floor the rest of that die is no thing, and its other pips lie where an ace's sides
would be.
May import: numpy, vision.calibration_values, vision.lamplight, vision.types,
vision.account.silhouette, vision.faces (find, pips), vision.judgement.leftover, vision.tray.board.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import Frame, frames_around
from vision.calibration_values import Calibration
from vision.faces.find import Found
from vision.faces.pips import Spots, looks_of
from vision.judgement.leftover import are_among
from vision.lamplight import is_dark
from vision.tray.board import EDGE_PX, Board
from vision.types import DieReading

Doubles = NDArray[np.float64]
Bools = NDArray[np.bool_]

_NEAR, _FAR = 0.47, 0.85  # edges from an ace: nearer lies no second pip of a face, farther others'
_CLEAR, _AS_CLEAR = 0.5, 0.6  # response, 1 for a pip as calibrated; part of the ace's own pip's
# Edges from its middle, within which gleams of sides lie, and that part there: beside four aces of
# drawn and traced pictures gleams are 0.63 as clear, and other pips, farther off, 0.74 or more.
_SIDES, _CLEARER = 0.65, 0.7
# Of a spot's strength, and edges: so alike are gleams of bevels on both sides of an ace. No two
# other pips of a face lie so far from one, and opposite each other; but a neighbour's pip may.
_ALIKE, _OPPOSITE = 0.7, 0.12
_OWN = 0.2  # edges from its middle that this lies within
_CLOSE = 0.05  # edges around other dice within which pips are theirs


def aces_alone(
    found: Found,
    dice: Sequence[DieReading],
    board: Board,
    calibration: Calibration,
) -> bool:
    """Tell whether no clear pip lies beside a dark ace that was taken, and on no other die.

    dice : as they are read, where they lie in a picture as calibrated; what else was taken, as a
        die outside the tray, is not asked about.

    Notes
    -----
    On white bodies no veil shows; but dark floor between touching ones looks like their pips.
    Only pips of its own look: corners of a white face that mirrors a lamp look like the white pips
    of red ones. Dice's sides may show such pips, too: asked of every picture, 10 of 103 fair throws
    of two traced seeds would be lost. Asked where a veil was taken off, none is, nor one of the
    renders.
    """
    taken = list(found.taken)
    poses, aces = found.faces.poses[taken], found.faces.drawings[taken] == 0
    frames = frames_around(calibration.camera, board, poses, _CLOSE)
    middles = board.to_px(poses[:, :2])
    which, looks = found.faces.looks[taken].tolist(), looks_of(calibration.dice)
    read = are_among(dice, poses, calibration.camera)
    return not any(
        _are_beside(found.spots[which[k]], middles[k], [*frames[:k], *frames[k + 1 :]])
        for k in np.flatnonzero(aces & read).tolist()
        if is_dark(looks[which[k]])
    )


def _are_beside(spots: Spots, middle: Doubles, others: list[Frame]) -> bool:
    """Tell whether spots of its look beside an ace are pips as clear as its own, on no other."""
    edges = np.hypot(*(spots.xy_px - middle).T) / EDGE_PX
    own = float(spots.strength[edges < _OWN].max(initial=0.0))
    as_clear = np.where(edges < _SIDES, _CLEARER, _AS_CLEAR)
    clear = spots.strength > np.maximum(_CLEAR, as_clear * own)
    columns, rows = np.round(spots.xy_px).astype(int).T
    free = ~np.any([_within(frame, rows, columns) for frame in others], axis=0)
    gleams = _have_opposites(spots, middle, free) & (edges < _SIDES)
    return bool((clear & free & ~gleams & (edges > _NEAR) & (edges < _FAR)).any())


def _have_opposites(spots: Spots, middle: Doubles, free: Bools) -> Bools:
    """Tell which spots have one nearly as clear on the other side of an ace, as its bevels have.

    free : which lie on no other die.
    """
    opposite = 2 * middle - spots.xy_px
    apart = np.linalg.norm(opposite[:, None] - spots.xy_px[None], axis=2) / EDGE_PX
    alike = spots.strength[None] > _ALIKE * spots.strength[:, None]
    return np.asarray(((apart < _OPPOSITE) & alike & free).any(1), dtype=np.bool_)


def _within(frame: Frame, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Bools:
    """Tell which pixels of the board lie within a die's silhouette."""
    mask = frame.mask > 0
    y, x = rows - frame.window[0].start, columns - frame.window[1].start
    inside = (y >= 0) & (x >= 0) & (y < mask.shape[0]) & (x < mask.shape[1])
    y, x = (np.clip(at, 0, side - 1) for at, side in zip((y, x), mask.shape, strict=True))
    return np.asarray(inside & mask[y, x], dtype=np.bool_)


__all__ = ["aces_alone"]
