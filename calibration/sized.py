"""Measures how large dice are: in the unit of their pips, from silhouettes and where faces end.

May import: numpy, vision, calibration.focal, known, lenses, looks, pose, shades, shown,
silhouettes, straight and whitened.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from calibration.focal import Trial, fit_focal
from calibration.known import KnownDie
from calibration.lenses import Lens
from calibration.looks import face_end
from calibration.pose import PipsOfDie, Pose
from calibration.shades import BARE, bodies_of, typical_look
from calibration.shown import (
    FIRST_OFFSET,
    FIRST_RADIUS,
    Shown,
    cut_of,
    shown_faces,
    whiteness_of,
)
from calibration.silhouettes import FAR_OFFSETS, resized, seen_silhouettes
from calibration.straight import Sides
from calibration.whitened import MAYBE_WHITENED, bare_body, is_whitened
from vision.calibration_values import Radii
from vision.tray.markers import Marker

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
_Placed = tuple[KnownDie, Doubles]

_SIZE, _REACH = 96, 0.8  # of the patches that are measured
_TELLING_FACES = 3  # without a veil, that tell the size; fewer are not trusted alone
_MOST_ROUND = 1.07  # by which round corners make silhouettes smaller than faces say: by up to 1.060
# in 30 traced and rendered installations, 1.086 where a lamp mirrored in all faces; where they are
# smaller still, sides as dark as the floor don't stand out
_MOST_SHADED = 0.88  # by which silhouettes may seem larger; larger still, they hold shadows
# Faces by which what stands out may differ from any die's silhouette: 0.09 to 0.23 in 22 traced and
# rendered installations whose size it told within 0.02, 0.34 to 0.69 where shadows stood out, too.
_MOST_MISFIT = 0.28
# Grey levels of dice whose sides in shadow may be too like the floor, and whose bevels may be, too.
_FAINT_LEVELS, _FAINTEST_LEVELS = 70.0, 55.0
_FAR_OUT = 0.28  # edges between pips that lie so far out that faces seem to end at their bevels
# By which silhouettes and the ends of faces may differ on the size of such dice, and silhouettes
# from what stands out. Of 22 drawn sets 0.29 edges apart 11 are told so, within 0.008; of 82 rooms
# with usual sets, drawn and traced, ends of 15 seem so near and none is told so: one of them by
# silhouettes smaller by 0.17, whose misfit is 0.20.
_AGREE, _FAR_MISFIT = 0.04, 0.15


@dataclass(frozen=True, slots=True)
class Ends:
    """The distance of neighbouring pips in edges that is told by where faces end.

    far_out : what it would be if faces end where they seem to, farther in than usual; else None.
    """

    offset: float
    far_out: float | None = None


def sized(
    pictures: list[Picture],
    empty_bgr: Picture,
    dice: list[KnownDie],
    pips: list[PipsOfDie],
    pose: Pose,
    lens: Lens,
    sides: Sides,
    markers: tuple[Marker, ...],
) -> tuple[Pose, float]:
    """Give the pose in edges of the dice, and the distance of their pips in edges."""
    seen = seen_silhouettes(pictures, empty_bgr, [die.frame for die in dice], pose)
    size_px = (empty_bgr.shape[1], empty_bgr.shape[0])
    fit = partial(fit_focal, pips, pose, FIRST_OFFSET, seen, lens, sides, markers, size_px)
    best = fit()
    placed = _of_several_pips(dice, best.pose)
    shown = shown_faces(pictures, placed, best.pose, Radii(FIRST_RADIUS), FIRST_OFFSET)
    ends = face_ends(pictures, placed, shown, best.pose)
    hidden = sides_are_hidden(shown, _floor_below(empty_bgr, dice))
    levels = 0.0 if seen is None or hidden else seen.contrast
    if seem_far_out(ends, faint=levels < _FAINTEST_LEVELS):
        far = fit(FAR_OFFSETS)
        assert ends.far_out is not None
        if lie_far_out(far, ends.far_out):
            assert far.offset is not None
            return resized(far.pose, FIRST_OFFSET, far.offset), far.offset
    offset = pips_apart(best.offset, best.misfit, ends.offset, faint=levels < _FAINT_LEVELS)
    return resized(best.pose, FIRST_OFFSET, offset), offset


def seem_far_out(ends: Ends, *, faint: bool) -> bool:
    """Tell whether pips may lie far out by where faces end, so that silhouettes are to be asked.

    Those of faint dice say so, too, where these lack their bevels and sides: blue dice on blue felt
    in which a lamp mirrors evenly were measured 0.14 too small.

    >>> seem_far_out(Ends(0.25, 0.29), faint=False), seem_far_out(Ends(0.25, 0.29), faint=True)
    (True, False)
    """
    return ends.far_out is not None and ends.far_out > _FAR_OUT and not faint


def lie_far_out(far: Trial, by_faces: float) -> bool:
    """Tell whether pips lie as far out as silhouettes say, as on casino dice.

    by_faces : the distance of neighbouring pips if faces end where they seem to.
    """
    if far.offset is None or far.misfit > _FAR_MISFIT or far.offset < _FAR_OUT:
        return False
    return abs(far.offset / by_faces - 1) < _AGREE


def pips_apart(
    by_silhouettes: float | None, misfit: float, by_faces: float, *, faint: bool = False
) -> float:
    """Give the distance of neighbouring pips, in edges: silhouettes tell it best if they can.

    misfit : by how much silhouettes differ from what stands out, in faces; see `best_offset`. Two
        lamps of different colours throw shadows that stand out, and no size of the dice fits these.
    faint : whether dice stand out so little that silhouettes may lack sides in shadow: too small
        they make dice that touch seem apart.

    >>> pips_apart(0.245, 0.1, 0.25), pips_apart(0.205, 0.1, 0.25), pips_apart(0.27, 0.1, 0.25)
    (0.245, 0.25, 0.25)
    >>> pips_apart(0.235, 0.4, 0.25), pips_apart(0.26, 0.1, 0.25, faint=True)
    (0.25, 0.25)
    """
    if by_silhouettes is None or misfit > _MOST_MISFIT:
        return by_faces
    fits = _MOST_SHADED < by_silhouettes / by_faces < _MOST_ROUND
    if not fits:
        return by_faces
    return min(by_silhouettes, by_faces) if faint else by_silhouettes


def face_ends(pictures: list[Picture], placed: list[_Placed], shown: Shown, pose: Pose) -> Ends:
    """Give the distance of neighbouring pips in edges, from where the faces end.

    A flat face that mirrors a lamp seems to end at its bevels, so faces without a veil tell it.
    """
    whiter = whiteness_of(shown)
    bare = [one for one, by in zip(placed, whiter, strict=True) if by < BARE]
    telling = bare if len(bare) >= _TELLING_FACES else placed
    stack = [cut_of(pictures, die, at, pose, _SIZE, _REACH) for die, at in telling]
    end = face_end(np.array(stack), _REACH)
    far_out = None if end.farther_in is None else FIRST_OFFSET / (2 * end.farther_in)
    return Ends(FIRST_OFFSET / (2 * end.half), far_out)


def _of_several_pips(dice: list[KnownDie], pose: Pose) -> list[_Placed]:
    """Give the dice that show more than an ace, if there are any, and their poses."""
    placed = list(zip(dice, pose.dice, strict=True))
    return [one for one in placed if one[0].face.value > 1] or placed


def sides_are_hidden(shown: Shown, floor_bgr: Doubles) -> bool:
    """Tell whether dice may differ from the floor no more than a lamp that mirrors in them does.

    Then their bevels and sides, in which it does not, are taken for floor: black dice on black
    leather were measured 0.13 too small.

    floor_bgr : of the empty tray below them, shape (3,).
    """
    plain = [one for one, red in zip(shown.colours, shown.red, strict=True) if not red]
    faces = plain or shown.colours
    look = typical_look(faces)
    if not is_whitened(look, MAYBE_WHITENED):
        return False
    body = bare_body(look, bodies_of(faces))
    return body is None or bool(np.linalg.norm(body - floor_bgr) < _FAINT_LEVELS)


def _floor_below(empty_bgr: Picture, dice: list[KnownDie]) -> Doubles:
    """Give the colour of the empty tray where dice lie, in the middle: shape (3,)."""
    x, y = np.rint([die.centre_px for die in dice]).astype(int).T
    return np.asarray(np.median(empty_bgr[y, x], axis=0), dtype=np.float64)
