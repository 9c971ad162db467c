"""Tells the pips of a veiled face, and where pips would be seen if there were any.

May import: numpy, cv2, vision.calibration_values, vision.light, vision.veils (bowls, drilled,
opposites).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.light import light_of, under
from vision.veils.bowls import Pips, length_of, pips_in, spread_of, whole
from vision.veils.drilled import marks, most_apart, usual_likeness
from vision.veils.opposites import MOST_PIPS, each_has_opposite, one_face

Mask = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

LEAST_STEP = 18.0  # grey levels that pips must stand out from the veil, where none is seen in one
OVER_PIPS = (0.0, 0.5, 1.0)  # parts of a veil that may lie over pips, too
# How like pips they look, to be taken for them; and under a veil of their own to be taken for such
# where bowls are half like pips.
_ENOUGH, _CLEARLY = 0.5, 0.75
_NEARLY = 0.4  # the same under a veil of their own where nothing looks like bowls
_NEARLY_FULL = 245.0  # grey levels
_LITTLE_MORE = 10.0  # grey levels of a veil
# Of the step to pips: veils about as strong, under which pips' lengths are measured nearer to them.
# Of 71 faces under veils of 0.7 and more 13 looked like pips when smeared by two pip radii.
_OUTSHONE, _NARROW = 0.85, 0.7
_AMID, _MOSTLY = (1.4, 2.4), 0.9  # pip radii, and part of what lies so far from a pip
_REACH, _WITHIN = 1.5, 3.5  # pip radii, and usual lengths, within which lengths are measured
_OF_A_PIXEL = 1 / 12  # its own spread: nothing spreads less
_ROW, _NO_OTHERS = 3.0, np.zeros((0, 2))  # pip radii: nearer ones, a six's, run together with it


@dataclass(frozen=True, slots=True, eq=False)
class Veil:
    """The veil on a window.

    around, apart : what lies around pips, and by how much each pixel differs from that.
    face, told : which pixels are face, veiled or not, and which are veiled; amount : how much.
    full : where it is so strong that no channel tells how strong: at least as much.
    """

    around: Floats
    apart: Floats
    face: Mask
    told: Bools
    amount: Doubles
    full: Bools


@dataclass(frozen=True, slots=True, eq=False)
class Bowls:
    """Which pixels are veiled and told from pips; the pips, how they spread and their colour.

    over : which part of the veil lies over pips, too.
    """

    told: Bools
    pips: Pips
    spreads: Doubles
    pip_bgr: Doubles
    over: float


def bowls(
    veil: Veil, look: FaceLook, radius_px: float, edge_px: float, *, by_opposite: bool = True
) -> Bowls | None:
    """Give where a veiled face's pips are; None if something is half like one.

    Pips are told where they would differ from the veil by their colour, or where it is no
    stronger than beside one that is seen; if one is, by their rims, too. Where a lamp fills the
    face, it may outshine rims: there they are told only if one is seen amid such light, or where
    the opposite place is not filled.

    by_opposite : whether the latter does, though pips there are placed less exactly.
    """
    shown = _likest(veil, look, radius_px, edge_px)
    pips = shown.pips
    if pips is None:
        return None
    x, y = np.rint(pips.places_px).astype(int).T
    known = float(veil.amount[y, x].max(initial=-np.inf)) + _LITTLE_MORE
    lies = veil.around - np.array(look.body_bgr)
    step = shown.pip_bgr - np.array(look.body_bgr)
    apart = most_apart(step, lies) if len(x) else np.linalg.norm(step - lies, axis=2)
    where = (apart > LEAST_STEP) | (veil.amount < known)
    in_full = _seen_in_full(pips, veil, radius_px, edge_px, by_opposite=by_opposite)
    told = veil.told & np.where(veil.full, in_full, where)
    spreads = _spreads(shown, step, lies[y, x], radius_px)
    return Bowls(told, pips, spreads, shown.pip_bgr, shown.over)


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """The pips that show if they have a colour there, and what looks like them.

    pips : None if something is half like one. over : which part of the veil lies over them, too.
    """

    pips: Pips | None
    like: Floats
    pip_bgr: Doubles
    over: float


def _is_seen_in_full(pips: Pips, veil: Veil, radius_px: float) -> bool:
    """Tell whether a pip is seen all around which a lamp fills the face."""
    y, x = np.mgrid[: veil.full.shape[0], : veil.full.shape[1]]
    for px, py in pips.places_px:
        far = np.hypot(x - px, y - py) / radius_px
        around = (far > _AMID[0]) & (far < _AMID[1]) & (veil.face > 0)
        if around.any() and veil.full[around].mean() > _MOSTLY:
            return True
    return False


def _seen_in_full(
    pips: Pips, veil: Veil, radius_px: float, edge_px: float, *, by_opposite: bool
) -> Bools:
    """Give where pips would be seen though a lamp fills the face there.

    Everywhere if one is, and otherwise where the opposite place of the face is not filled: all
    pips but a middle one lie opposite another, which would be seen.

    by_opposite : whether that place tells.
    """
    told = np.zeros(veil.full.shape, np.bool_)
    if not veil.full.any():
        return told
    if _is_seen_in_full(pips, veil, radius_px):
        return ~told
    if not by_opposite:
        return told
    size = 2 * round(radius_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    filled = cv2.dilate((veil.full & (veil.face > 0)).astype(np.uint8), disc) > 0
    count, parts = cv2.connectedComponents(whole(veil.face, radius_px), connectivity=4)
    for k in range(1, count):
        told |= _told_by_opposite(parts == k, filled, pips.places_px, radius_px, edge_px)
    return told


def _told_by_opposite(
    face: Bools, filled: Bools, places_px: Doubles, radius_px: float, edge_px: float
) -> Bools:
    """Give the pixels of one face to which the opposite one is not filled; none if it is not one.

    Nor any if a pip has none opposite it: that may be one that is not seen. All where six are.
    """
    told = np.zeros(face.shape, np.bool_)
    middle = one_face(face, edge_px)
    if middle is None:
        return told
    y, x = np.nonzero(face)
    rows, columns = np.rint(places_px[:, 1]).astype(int), np.rint(places_px[:, 0]).astype(int)
    mine = places_px[face[rows, columns]]
    if not each_has_opposite(mine, middle, radius_px):
        return told
    if len(mine) == MOST_PIPS:
        return face
    height, width = face.shape
    across_y = np.clip(np.rint(2 * middle[1] - y).astype(int), 0, height - 1)
    across_x = np.clip(np.rint(2 * middle[0] - x).astype(int), 0, width - 1)
    told[y, x] = face[across_y, across_x] & ~filled[across_y, across_x]
    return told


def _spreads(shown: _Shown, step: Doubles, veils_bgr: Floats, radius_px: float) -> Doubles:
    """Give how far what looks like pips spreads, over what is usual without a veil: (N, 2, 2).

    Under veils about as strong as the step to pips, and stronger ones, it runs together with dark
    bevels beside it. What moves hardly looks like pips there any more.

    step : colour from body to pip. veils_bgr : the veil on each pip, shape (N, 3).
    """
    if shown.pips is None or not len(veils_bgr):
        return np.zeros((0, 2, 2))
    places = shown.pips.places_px
    alone = _usual(step, radius_px, _NO_OTHERS, _REACH * radius_px)
    outshone = np.linalg.norm(veils_bgr, axis=1) > _OUTSHONE * np.linalg.norm(step)
    reaches = np.where(outshone, _NARROW, 1.0) * _WITHIN * length_of(alone)
    return np.array([
        _over(
            spread_of(place, shown.like, reach),
            _usual(step, radius_px, row, reach) if len(row) else alone,
        )
        for place, reach, row in zip(places, reaches, _rows(places, radius_px), strict=True)
    ])  # fmt: skip


def _rows(places_px: Doubles, radius_px: float) -> list[Doubles]:
    """Give for each pip where others are that run together with it, less its place: (N, 2)."""
    apart = places_px - places_px[:, None]
    far = np.hypot(*apart.transpose(2, 0, 1))
    return [one[(by > 0) & (by < _ROW * radius_px)] for one, by in zip(apart, far, strict=True)]


def _usual(step: Doubles, radius_px: float, others_px: Doubles, reach_px: float) -> Doubles:
    """Give how far a pip without a veil spreads, beside others less its place: (2, 2)."""
    ideal = usual_likeness(step, radius_px, others_px)
    return spread_of(np.full(2, len(ideal) // 2, np.float64), ideal, reach_px)


def _over(spread: Doubles, usual: Doubles) -> Doubles:
    """Give a spread over the usual one along each way: the unit matrix if they are the same."""
    sizes, ways = np.linalg.eigh(usual)
    less = ways / np.sqrt(np.maximum(sizes, _OF_A_PIXEL)) @ ways.T
    return np.asarray(less @ spread @ less, np.float64)


def _likest(veil: Veil, look: FaceLook, radius_px: float, edge_px: float) -> _Shown:
    """Give the pips, with the colour that they show there.

    No veil lies over bowls; over flat ones it may, where they look far more like pips so.
    """
    face = whole(veil.face, radius_px)
    # its edge is half a bevel
    flat = np.asarray(cv2.erode(face, np.ones((3, 3), np.uint8), borderValue=0), np.uint8)
    lies = (veil.around - np.array(look.body_bgr)).astype(np.float32)
    body = np.array(look.body_bgr)
    usual = np.median(veil.around[veil.told], axis=0) if veil.told.any() else body
    stands_out = marks(veil.apart, lies, flat, radius_px)
    tried: list[_Shown] = []
    for over in OVER_PIPS:
        pip_bgr = under(np.array(look.pip_bgr), body, usual, over)
        like = stands_out.likeness(pip_bgr - body)
        tried.append(_Shown(pips_in(like, face, radius_px, edge_px), like, pip_bgr, over))
        if _how_like(tried[0].pips) > _ENOUGH:
            return tried[0]
    best = max(tried, key=lambda one: _how_like(one.pips))
    least = _CLEARLY if tried[0].pips is None else _NEARLY
    return _refined(best, veil, look, usual) if _how_like(best.pips) > least else tried[0]


def _refined(shown: _Shown, veil: Veil, look: FaceLook, usual: NDArray[Any]) -> _Shown:
    """Give pips with as much of a veil over them as their middles tell, from none to all of it."""
    if shown.pips is None:
        return shown
    body, pip = np.array(look.body_bgr), np.array(look.pip_bgr)
    columns, rows = np.rint(shown.pips.places_px).astype(int).T
    seen = np.median((veil.around + veil.apart)[rows, columns], axis=0)
    lies = np.maximum(light_of(usual) - light_of(body), 0.0)
    lies *= seen < _NEARLY_FULL  # what is full tells nothing
    more = light_of(seen) - light_of(pip)
    over = float(np.clip(more @ lies / max(float(lies @ lies), 1e-6), 0.0, 1.0))
    return replace(shown, pip_bgr=under(pip, body, usual, over), over=over)


def _how_like(pips: Pips | None) -> float:
    """Give how much like pips they look, 1 at most: too strong is as bad as too faint."""
    if pips is None or not len(pips.likeness):
        return 0.0
    return float(np.median(np.minimum(pips.likeness, 1 / pips.likeness)))
