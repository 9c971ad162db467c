"""Supposes faces: places, angles and values that the spots on the board could be the pips of.

May import: numpy, cv2, vision.calibration_values, vision.faces (diagonals, fields,
greedy, layout, pips), vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet
from vision.faces.diagonals import from_diagonals
from vision.faces.fields import NO_FIELDS, Fields
from vision.faces.greedy import compatible
from vision.faces.layout import PATTERNS, PLACES, VALUES, laid_alike
from vision.faces.pips import Spots
from vision.tray.board import EDGE_PX

Doubles = NDArray[np.float64]

_WEAKEST = 0.22  # response that the weakest pip of a face needs here; judged sharper later
TWIN_EDGES = 0.12  # two suppositions closer than this are one
_LEAST_SCORE = -0.2
_MOST = 64
_ACE_ANGLES = (0.0, np.pi / 4)  # at which nothing may lie around an ace
_AROUND = [0, 1, 2, 3, 5, 6, 7, 8]  # of the nine places
_OTHERS, _ENDS = [2, 6], [0, 8]  # of them: the corners beside the diagonal, and its ends
_CORNERS, _SIDES = [0, 2, 6, 8], [1, 3, 5, 7]
_CORNER_PART, _CORNER = 0.75, 0.5  # of a pip there, and as calibrated: a mirroring face's corner
_LEAST_ACE = 0.4  # response of a lone pip in such a face
_CLEAR_PIP, _CLEAR_FACE, _WITHIN_EDGES = 0.7, 0.7, 0.55  # response; score; of a face's pips
_DICE_APART = 0.8  # edges: nearer, two faces can't both be dice
_CLEAR_ACE = 0.6  # score of a pip as clear as that in no such face, at least
_LEAST_CORNER, _ALIKE = 0.15, 0.5  # response of its faintest corner, and that over its clearest
_AFTER_ALL = 0.3  # score at most: what is supposed for mirroring faces displaces little else
_CORNER_AT = 1.12  # of the distance of corner pips: where it is largest
_CORNER_ANGLES = np.radians(np.arange(0.0, 90.0, 15.0))
_MOST_COMPARED = 600  # twins of the best 64 that are kept are hardly more
_SIX = int(np.flatnonzero(VALUES == 6)[0])
_MANY = PATTERNS[1:]
_WEIGHTS = np.where(_MANY, 1.0, -1.0)  # of the responses at the nine places, for each drawing
_LEAST_FITS = 0.35 * _MANY.sum(1, keepdims=True)


@dataclass(frozen=True, slots=True, eq=False)
class Faces:
    """Supposed faces, the likeliest first; all arrays have one row a face.

    poses : (u, v, angle), the angle so that the drawing's rows run along it.
    drawings : index into `vision.faces.layout.PATTERNS`.
    looks : 0 for a plain face, 1 for a red one.
    scores : how well the responses fit, in pips.
    """

    poses: Doubles
    drawings: NDArray[np.int64]
    looks: NDArray[np.int64]
    scores: Doubles

    def some(self, which: list[int]) -> Faces:
        """Give some of them, by index."""
        return Faces(self.poses[which], self.drawings[which], self.looks[which], self.scores[which])

    def and_also(self, others: Faces) -> Faces:
        """Give these and then the others."""
        return Faces(
            np.concatenate([self.poses, others.poses]),
            np.concatenate([self.drawings, others.drawings]),
            np.concatenate([self.looks, others.looks]),
            np.concatenate([self.scores, others.scores]),
        )


def suppose(
    looks: list[Spots],
    dice: DiceSet,
    origin_uv: tuple[float, float],
    red_fields: Fields = NO_FIELDS,
) -> Faces:
    """Give the faces that the spots could belong to; aces have the angle 0, to be found out.

    red_fields : where painted faces may lie; see `vision.faces.fields`.
    """
    fields = (NO_FIELDS, red_fields)
    found = [_suppose_of_look(k, spots, dice, fields[k]) for k, spots in enumerate(looks)]
    poses, drawings, which, scores = (np.concatenate([part[k] for part in found]) for k in range(4))
    keep = _without_twins(poses, drawings, which, scores)
    placed = poses[keep]
    placed[:, :2] = placed[:, :2] / EDGE_PX + np.asarray(origin_uv)
    return Faces(placed, drawings[keep], which[keep], scores[keep])


def _suppose_of_look(
    look: int, spots: Spots, dice: DiceSet, fields: Fields
) -> tuple[Doubles, NDArray[np.int64], NDArray[np.int64], Doubles]:
    """Give poses, drawings, looks and scores."""
    middles, angles, drawings, fits, after_all = _of_several_pips(spots, dice, fields)
    lone = spots.xy_px
    poses = np.concatenate([
        np.column_stack([middles, angles]),
        np.column_stack([lone, np.zeros(len(lone))]),
    ])  # fmt: skip
    aces = _ace_scores(spots, dice)
    clear = _clear_and_alone(spots, _best_apart(middles, fits))
    aces[clear] = np.maximum(aces[clear], _CLEAR_ACE)
    scores = np.concatenate([np.where(after_all, np.minimum(fits, _AFTER_ALL), fits), aces])
    drawings = np.concatenate([drawings, np.zeros(len(lone), np.int64)])
    return poses, drawings, np.full(len(scores), look), scores


def _of_several_pips(
    spots: Spots, dice: DiceSet, fields: Fields
) -> tuple[Doubles, Doubles, NDArray[np.int64], Doubles, NDArray[np.bool_]]:
    """Give middles, angles, drawings, scores, and which are supposed for want of better ones."""
    found = []
    for laid in laid_alike(dice.spreads):
        wide, long = laid.places[-1].tolist()
        if wide != long and laid.drawings[0] != _SIX:
            continue  # the same faces as those of the six's other drawing, turned by a quarter
        if laid.drawings[-1] == 0:
            continue  # aces have no diagonal
        middles, angles = from_diagonals(spots.xy_px, dice, wide, long)
        by_pips = len(middles)
        samples = np.concatenate(
            [
                _sample(spots.response, middles, angles, dice, laid.places),
                _sample(fields.like_pips, fields.middles_px, fields.angles, dice, laid.places),
            ]
        )
        middles = np.concatenate([middles, fields.middles_px])
        angles = np.concatenate([angles, fields.angles])
        owner, drawings, fits = _drawings_of(samples, laid.drawings)
        after_all = (np.arange(len(owner)) >= len(middles)) | (owner >= by_pips)
        found.append((middles[owner], angles[owner], drawings, fits, after_all))
    middles, angles, drawings, fits, after_all = (
        np.concatenate(p) for p in zip(*found, strict=True)
    )
    return middles, angles, drawings, fits, after_all


def _drawings_of(
    samples: Doubles, among: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], Doubles]:
    """Give for each face the drawing that fits best, then others that do if a lamp mirrors in it.

    Returns whose face each is, the drawing, and how well it fits.
    """
    each = np.arange(len(samples))
    drawings, fits = _best_drawing(samples, among)
    found = [(each, drawings, fits)]
    for bare in (_without_corners(samples), _beside_ends(samples)):
        others, how_well = _best_drawing(bare, among)
        other = others != drawings
        found.append((each[other], others[other], how_well[other]))
    owner, drawings, fits = (np.concatenate(part) for part in zip(*found, strict=True))
    return owner, drawings, fits


def _sample(
    response: NDArray[np.float32],
    middles: Doubles,
    angles: Doubles,
    dice: DiceSet,
    places: Doubles = PLACES,
) -> Doubles:
    """Give the response at nine places of each face, in pip offsets: shape (N, 9)."""
    if len(middles) == 0:
        return np.zeros((0, 9))
    ways = dice.pip_offset * EDGE_PX * np.exp(1j * angles)
    nine = places[:, 0] + 1j * places[:, 1]
    at = (middles[:, 0] + 1j * middles[:, 1])[:, None] + ways[:, None] * nine
    x, y = at.real.astype(np.float32), at.imag.astype(np.float32)
    return np.asarray(cv2.remap(response, x, y, cv2.INTER_LINEAR), dtype=np.float64)


def _beside_ends(samples: Doubles) -> Doubles:
    """Give responses over those of the pips at both ends, where these are clearer than calibrated.

    Where a lamp mirrored in the faces that were calibrated, pips stand out more elsewhere; and so
    does, a sixth as much, the body between them.
    """
    ends = samples[:, _ENDS].min(1, keepdims=True)
    return np.asarray(samples / np.maximum(ends, 1.0), dtype=np.float64)


def _best_apart(middles_px: Doubles, scores: Doubles) -> Doubles:
    """Give the middles of the clear faces that can all be dice, the best first: shape (N, 2).

    An ace and a pip of its neighbour may be as far apart as those of a two.
    """
    order = np.argsort(scores)[::-1]
    clear = order[: int(np.count_nonzero(scores > _CLEAR_FACE))]
    places = middles_px[clear, 0] + 1j * middles_px[clear, 1]
    near = np.abs(places[:, None] - places) < _DICE_APART * EDGE_PX
    best = compatible(np.ones(len(clear), np.bool_), near)
    return np.asarray(middles_px[clear[best]])


def _best_drawing(samples: Doubles, among: NDArray[np.int64]) -> tuple[NDArray[np.int64], Doubles]:
    """Give for each face the drawing of some that its responses fit best, and how well."""
    # one row a place or drawing: what is long should run along the rows
    nine = np.ascontiguousarray(samples.T)
    weakest = np.where(_MANY.T[:, :, None], nine[:, None], np.inf).min(0)
    fit = _WEIGHTS @ np.minimum(np.maximum(nine, 0.0), 1.1) - _LEAST_FITS
    fit[weakest < _WEAKEST] = -1.0
    if len(among) < len(PATTERNS):
        others = np.ones(len(fit), np.bool_)
        others[among - 1] = False
        fit[others] = -1.0
    best = fit.argmax(0)
    return best + 1, fit[best, np.arange(len(best))]


def _without_corners(samples: Doubles) -> Doubles:
    """Give the responses without those that the corners of a mirroring face make.

    A flat face that throws a lamp back is brighter than its bevels, which don't: in each corner of
    it lies a bright spot of half a pip's strength, where a two or a three has no pip.
    """
    others, ends = samples[:, _OTHERS], samples[:, _ENDS]
    faint = others.max(1) < _CORNER_PART * ends.min(1)
    clear = samples.copy()
    clear[:, _OTHERS] = np.where(faint[:, None], np.minimum(others, 0.0), others)
    return clear


def _ace_scores(spots: Spots, dice: DiceSet) -> Doubles:
    """Give how much each spot stands alone in the reach of a face."""
    scores = np.minimum(spots.strength, 1.1) - 0.35
    angles = np.repeat(_ACE_ANGLES, len(scores))  # both at once: calling takes half of the time
    middles = np.concatenate([spots.xy_px] * len(_ACE_ANGLES))
    around = _sample(spots.response, middles, angles, dice)[:, _AROUND]
    rest = np.sort(np.clip(around, 0, 1.1), axis=1)[:, 4:].sum(1)
    worst = np.maximum(rest.reshape(len(_ACE_ANGLES), -1).max(0, initial=0.0), 0.0)
    alone = np.asarray(scores - worst, dtype=np.float64)
    doubted = (alone < _LEAST_SCORE) & (spots.strength > _LEAST_ACE)
    if doubted.any():
        mirrors = _in_mirroring_face(spots, doubted.nonzero()[0], dice)
        alone[doubted] = np.where(mirrors, np.minimum(scores[doubted], _AFTER_ALL), alone[doubted])
    return alone


def _clear_and_alone(spots: Spots, middles_px: Doubles) -> NDArray[np.bool_]:
    """Tell which spots are as clear as pips, and in no face of several pips that is as clear.

    These are pips of something. The corners and edges of faces that mirror a lamp make spots, too,
    and by these so many faces are supposed that an ace among them would not be looked at.

    middles_px : of the faces of several pips, shape (N, 2).
    """
    at, middles = (xy_px[:, 0] + 1j * xy_px[:, 1] for xy_px in (spots.xy_px, middles_px))
    within = (np.abs(at[:, None] - middles) < _WITHIN_EDGES * EDGE_PX).any(1)
    return np.asarray((spots.strength > _CLEAR_PIP) & ~within, dtype=np.bool_)


def _in_mirroring_face(spots: Spots, which: NDArray[np.int64], dice: DiceSet) -> NDArray[np.bool_]:
    """Tell of some spots whether the four corners of a mirroring face are all that is around."""
    angles = np.repeat(_CORNER_ANGLES, len(which))
    middles = np.concatenate([spots.xy_px[which]] * len(_CORNER_ANGLES))
    around = _sample(spots.response, middles, angles, dice, _CORNER_AT * PLACES)
    shape = len(_CORNER_ANGLES), len(which), 4
    corners, sides = (around[:, part].reshape(shape) for part in (_CORNERS, _SIDES))
    most = np.maximum(_CORNER, _CORNER_PART * spots.strength[which])
    least, largest = corners.min(2), corners.max(2)
    alike = (least > _LEAST_CORNER) & (least > _ALIKE * largest) & (largest < most)
    return np.asarray((alike & (sides.max(2) < least)).any(0), dtype=np.bool_)


def _without_twins(
    poses: Doubles, drawings: NDArray[np.int64], looks: NDArray[np.int64], scores: Doubles
) -> NDArray[np.int64]:
    """Give the best suppositions, each value at most once a look at one place."""
    order = np.argsort(scores)[::-1]
    order = order[: min(int(np.count_nonzero(scores >= _LEAST_SCORE)), _MOST_COMPARED)]
    kinds = 2 * VALUES[drawings[order]] + looks[order]
    places = poses[order, 0] + 1j * poses[order, 1]
    twins = np.abs(places[:, None] - places) < TWIN_EDGES * EDGE_PX
    twins &= kinds[:, None] == kinds
    return order[compatible(np.ones(len(order), np.bool_), twins, _MOST)]
