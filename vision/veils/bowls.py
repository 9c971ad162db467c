"""Finds drilled pips in a face of another brightness, by what looks like them.

May import: numpy, cv2, vision.faces.peaks, vision.veils.opposites.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.faces.peaks import centred
from vision.veils.opposites import (
    MOST_PIPS,
    OFF_OPPOSITE,
    are_all_of_a_face,
    are_six_of_a_face,
    each_has_opposite,
    has_near,
    have_near,
    one_face,
)

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_FROM_EDGE = (0.9, 1.7)  # pip radii: how far from a face's edge pips are, at least; by its size
_CORNER_PIP, _NEARER = 0.25, 0.45  # edges from a face's middle; pip radii by which it may be off
# Pip radii by which a face's edge may be off, where something looks as much like pips as the face's
# others: of 14 such places in four traced sets under ring, halo and ceiling lamps all are pips; a
# bright corner looks so by 0.18 more.
_EDGE_OFF, _AS_THEIRS = 0.3, 0.17
_WHOLE = 0.9  # pip radii from a face's edge: where a pip is still seen whole
# How much like a pip a place must look that is one, and may that is none. Of 196 veiled faces in
# seven traced and rendered installations under ring and halo lamps what is no pip looks by 0.18 at
# most like one, but for five bright corners; pips that can be seen by 0.52 or more, and by 0.13 to
# 0.45 where a lamp fills body and pips with white.
_PIP, _NONE = 0.5, 0.25
# Where all pips of a face are fainter: how much the strongest and the others look like pips, at
# least, these over the strongest, and what is none over the weakest, at most.
_STRONGEST, _FAINTEST, _ALIKE, _LESS = 0.3, 0.25, 0.55, 0.4
_BOWL = (0.85, 1.4)  # pip radii: from no veil to all of it
_LEAST_MADE_UP = 3  # pips of a face of which some are fainter
_HALF = 0.5  # of a pip's likeness, within which its length is measured
_LIGHT = 0.9  # cosine to the lamp's colour of a step to pips that are but darker: bevels are, too
_TELLING_STEP = 50.0  # grey levels from a veiled body to pips, half of those that tell alone
_APART = 2.2  # pip radii: no two pips are nearer; a rim nearer than that makes body look like one


@dataclass(frozen=True, slots=True, eq=False)
class Pips:
    """The pips of a window.

    places_px : (x, y) in the window, shape (N, 2).
    likeness : how much like a pip these look, about 1; shape (N,).
    at_edge_px : what looks like pips nearer to a face's edge: bright corners mostly, shape (M, 2).
    """

    places_px: Doubles
    likeness: Doubles
    at_edge_px: Doubles


def pips_in(like: Floats, face: Mask, radius_px: float, edge_px: float) -> Pips | None:
    """Give the pips of a window.

    like : how much like a pip each place looks, from 0 to 1. face : which pixels belong to faces.

    None if something is half like a pip, unless that would be a seventh of one face or with the
    others makes up a value's: so it is neither read nor painted over.
    """
    from_edge = _from_edge(face, radius_px)
    least_far = _least_far(from_edge, edge_px / radius_px)
    places, likeness = _peaks(like, from_edge > least_far, radius_px)
    too_near = _as_theirs(like, likeness[likeness >= _PIP]) & _is_nearly(from_edge, least_far)
    if too_near.any():
        places, likeness = _peaks(like, (from_edge > least_far) | too_near, radius_px)
    least = _least_like(likeness)
    pips = likeness >= least
    is_half = bool(((likeness > _NONE) & ~pips).any())
    if is_half and not are_six_of_a_face(places[pips], face, radius_px, edge_px):
        pips = likeness > _NONE
        if not _make_up_a_face(places[pips], likeness, face, radius_px, edge_px):
            return None
    columns, rows = places[pips].T.astype(np.int64)
    # a parabola through three pixels each way: what is farther off may be a dark bevel's
    places = centred(like, columns, rows)
    anywhere, how_like = _peaks(like, from_edge > _WHOLE, radius_px)
    beside = (how_like >= least) & ~have_near(places, anywhere, radius_px)
    missing = beside & _lack_opposite(places, anywhere, face, radius_px, edge_px)
    return Pips(
        np.concatenate([places, anywhere[missing]]),
        np.concatenate([likeness[pips], how_like[missing]]),
        anywhere[beside & ~missing],
    )


def _make_up_a_face(
    places: Doubles, likeness: Doubles, face: Mask, radius_px: float, edge_px: float
) -> bool:
    """Tell whether pips, some of them fainter, are all that one face has.

    Two alone may be half of a four. Where the clearer ones are a face's already, the others must be
    nearly as clear: a trace of dirt in the middle, which no opposite one vouches for, is not, nor
    are two bright corners beside a two's pips, though they lie opposite each other.
    places : of the pips. likeness : of these and of what looks less like pips, falling.
    """
    count = len(places)
    mine, other = likeness[:count], likeness[count] if count < len(likeness) else 0.0
    if count < _LEAST_MADE_UP or mine[0] < _PIP or other > _LESS * mine[-1]:
        return False
    if _may_be_of_fewer(places, mine, radius_px):
        return False
    return are_all_of_a_face(places, face, radius_px, edge_px)


def _may_be_of_fewer(places: Doubles, likeness: Doubles, radius_px: float) -> bool:
    """Tell whether the clearer ones alone are a face's pips, and the others far less clear."""
    middle, reach_px = places.mean(0), OFF_OPPOSITE * radius_px
    return any(
        likeness[n] < _ALIKE * likeness[n - 1] and each_has_opposite(places[:n], middle, reach_px)
        for n in range(1, len(places))
    )


def _lack_opposite(
    places: Doubles, tried: Doubles, face: Mask, radius_px: float, edge_px: float
) -> NDArray[np.bool_]:
    """Tell which places lie opposite a pip of their face that has no other pip opposite it.

    All pips but a middle one lie opposite another, so that something must be there.
    """
    missing = np.zeros(len(tried), np.bool_)
    count, parts = cv2.connectedComponents(face, connectivity=4)
    for k in range(1, count):
        middle = one_face(parts == k, edge_px)
        if middle is None:
            continue
        mine = places[_within(parts == k, places)]
        here = _within(parts == k, tried)
        lone = [2 * middle - at for at in mine if not has_near(mine, 2 * middle - at, radius_px)]
        missing |= here & have_near(np.reshape(lone, (-1, 2)), tried, radius_px)
    return missing


def _within(part: NDArray[np.bool_], places: Doubles) -> NDArray[np.bool_]:
    x, y = np.rint(places).astype(np.int64).T
    return np.asarray(part[y, x], np.bool_)


def _least_like(likeness: Doubles) -> float:
    """Give how much a place must look like a pip to be one: less where all look alike faint.

    likeness : of the places, the largest first. A lamp nearly as bright as pips are leaves little
        of them, but as much of each; then nothing else looks half as much like one.
    """
    if not len(likeness) or likeness[0] < _STRONGEST:
        return _PIP
    count = int(np.count_nonzero(likeness >= _ALIKE * likeness[0]))
    weakest, other = likeness[count - 1], likeness[count] if count < len(likeness) else 0.0
    alike = count <= MOST_PIPS and weakest >= _FAINTEST and other <= _LESS * weakest
    return min(_PIP, float(weakest)) if alike else _PIP


def _is_nearly(from_edge: Floats, least_far: Floats) -> NDArray[np.bool_]:
    """Tell where pips may be if a face's edge is off: one of its bevels may shine, too."""
    return np.asarray(from_edge > np.maximum(least_far - _EDGE_OFF, _WHOLE), np.bool_)


def _as_theirs(like: Floats, likeness: Doubles) -> NDArray[np.bool_]:
    """Tell what looks as much like pips as some pips do."""
    if not len(likeness):
        return np.zeros(like.shape, np.bool_)
    return np.asarray(np.abs(like / np.median(likeness) - 1) < _AS_THEIRS, np.bool_)


def whole(face: Mask, radius_px: float) -> Mask:
    """Give faces with the pips that are missing from them, as they are darker than a veil."""
    size = 2 * round(radius_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    closed = cv2.morphologyEx(np.pad(face, size), cv2.MORPH_CLOSE, disc)
    return np.asarray(closed[size:-size, size:-size], np.uint8)


def _from_edge(face: Mask, radius_px: float) -> Floats:
    """Give how far each pixel is from the edge of faces, in pip radii."""
    far = cv2.distanceTransform(np.pad(face, 1), cv2.DIST_L2, 5)[1:-1, 1:-1]
    return np.asarray(far / radius_px, np.float32)


def _least_far(from_edge: Floats, edge: float) -> Floats:
    """Give how far from the edge pips of the face at each pixel are, at least: in pip radii.

    Its flat part ends at bevels, which are wide or narrow; that tells where its corner pips are.
    edge : of a die, in pip radii.
    """
    count, parts = cv2.connectedComponents((from_edge > 0).astype(np.uint8), connectivity=4)
    half = np.array([from_edge[parts == k].max(initial=0.0) for k in range(count)])
    least = np.clip(half - _CORNER_PIP * edge - _NEARER, *_FROM_EDGE)
    return np.asarray(least[parts], np.float32)


def spread_of(place: Doubles, like: Floats, reach_px: float) -> Doubles:
    """Give how far what looks at least half as much like a pip spreads: its second moments, (2, 2).

    In square pixels. Where nothing does, as between two that run together, that is as far as can
    be.
    """
    x, y = np.rint(place).astype(int)
    over = np.maximum(like - _HALF * like[y, x], 0.0)
    _, parts = cv2.connectedComponents((over > 0).astype(np.uint8), connectivity=4)
    rows, columns = np.mgrid[: like.shape[0], : like.shape[1]]
    dx, dy = columns - place[0], rows - place[1]
    near = np.clip(reach_px + 0.5 - np.hypot(dx, dy), 0.0, 1.0)
    here = over * near * (parts == parts[y, x])
    if not here.any():
        return np.eye(2) * reach_px**2
    xx, yy, xy = ((here * by).sum() / here.sum() for by in (dx * dx, dy * dy, dx * dy))
    return np.array([[xx, xy], [xy, yy]])


def length_of(spread: Doubles) -> float:
    """Give how far a spread, second moments of shape (2, 2), reaches along its longer axis."""
    return float(np.sqrt(np.linalg.eigvalsh(spread)[-1]))


def lengths_along(spreads: Doubles) -> Doubles:
    """Give how far spreads (N, 2, 2) reach along the axis that is longest of all: shape (N,).

    Dice in motion are all long along their way; a pip that runs together with a bevel is so along
    another one than that at the next bevel.
    """
    way = np.linalg.eigh(spreads.sum(0))[1][:, -1]
    return np.asarray(np.sqrt(way @ spreads @ way), np.float64)


def _peaks(like: Floats, inside: NDArray[np.bool_], radius_px: float) -> tuple[Doubles, Doubles]:
    """Give the places, (x, y), that look most like pips around, and how much: (N, 2) and (N,).

    inside : which places count. What is more like a pip right beside it is none, counting or not:
        it is the slope of what lies beyond.
    """
    top = cv2.dilate(like, np.ones((3, 3), np.uint8))
    y, x = np.nonzero(inside & (like > 0) & (like >= top))
    order = np.argsort(-like[y, x], kind="stable")
    places = np.stack([x, y], axis=1)[order].astype(np.float64)
    apart = _apart(places, _APART * radius_px)
    return places[apart], like[y, x].astype(np.float64)[order][apart]


def _apart(places: Doubles, least_px: float) -> list[int]:
    """Give the indices of the places that have no earlier one nearer than the least distance."""
    kept: list[int] = []
    for k, place in enumerate(places):
        if not has_near(places[kept], place, least_px):
            kept.append(k)
    return kept


def lying(places: Doubles, shape: tuple[int, ...], radius_px: float) -> Doubles:
    """Give how much of a veil lies on each pixel of a window: 0 in pips, 1 beside them."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    far = np.full(shape[:2], np.inf)
    for px, py in places:
        far = np.minimum(far, np.hypot(x - px, y - py))
    none, all_of_it = _BOWL
    return np.asarray(np.clip((far / radius_px - none) / (all_of_it - none), 0.0, 1.0))


def lying_by_colour(
    seen: Picture, around: Floats, pip_bgr: Doubles, white: Doubles, lying_usually: Doubles
) -> Doubles:
    """Give how much of a veil lies on each pixel by its colour, where pips differ from the veil.

    seen, around : as it is, and as it would be without pips; shape (H, W, 3). pip_bgr : the pips'
        colour there. white : the lamp's. lying_usually : as `lying`, which tells where pips hardly
        differ, and in the rims of lighter ones, which are darker than both.
    """
    step = pip_bgr - around
    size = np.linalg.norm(step, axis=2)
    part = np.clip(((seen - around) * step).sum(2) / np.maximum(size, 1.0) ** 2, 0.0, 1.0)
    along = (step @ white) / np.maximum(size, 1.0)
    by_colour = np.where(along > 0, np.minimum(1 - part, lying_usually), 1 - part)
    by_colour = np.where(along < -_LIGHT, lying_usually, by_colour)
    tells = np.clip(size / _TELLING_STEP - 1.0, 0.0, 1.0) * (lying_usually < 1)
    return np.asarray(lying_usually + tells * (by_colour - lying_usually), np.float64)
