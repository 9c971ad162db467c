"""Finds drilled pips in a face of another brightness, by their middles and their rims.

May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# pip radii: a pip, its rim, a face's edge
_CORE, _RIM, _FROM_EDGE = 0.6, (0.95, 1.35), 1.7
_WHOLE = 1.0  # the same, where a pip is still seen whole
_PIP, _NONE = 0.32, 0.26  # how much like a pip a place must look that is one, and may that is none
_PART_PIP, _PART_NONE = 0.64, 0.52  # the same as parts of the likest place, where that is faint
_BOWL = (0.85, 1.4)  # pip radii: from no veil to all of it
_ROUNDS = 3
_AROUND = 1.5  # pip radii in which a pip's length is measured
_TELLING_STEP = 50.0  # grey levels from a veiled body to pips, half of those that tell alone
_APART = 2.2  # pip radii: no two pips are nearer; a rim nearer than that makes body look like one


@dataclass(frozen=True, slots=True, eq=False)
class Pips:
    """The pips of a window.

    places_px : (x, y) in the window, shape (N, 2).
    rims : what is seen at their rims, from body, 0, to pip, 1; shape (N,).
    lengths : how far they spread along their longer axis, in pip radii: usually 0.4.
    at_edge_px : what looks like pips nearer to a face's edge: bright corners mostly, shape (M, 2).
    """

    places_px: Doubles
    rims: Doubles
    lengths: Doubles
    at_edge_px: Doubles


def pips_in(part: Floats, face: Mask, radius_px: float) -> Pips | None:
    """Give the pips of a window.

    part : what is seen from body, 0, to pip, 1. face : which pixels belong to faces.

    None if something is half like a pip: so it is neither read nor painted over.
    """
    middle, rim = _middle_and_rim(part, face, radius_px)
    like = middle - rim
    from_edge = cv2.distanceTransform(np.pad(face, 1), cv2.DIST_L2, 5)[1:-1, 1:-1] / radius_px
    places, likeness = _peaks(like, from_edge > _FROM_EDGE, radius_px)
    least, most = _limits(float(likeness.max(initial=0.0)))
    if ((likeness > most) & (likeness < least)).any():
        return None
    places = _centred(places[likeness >= least], like, radius_px)
    whole, how_like = _peaks(like, from_edge > _WHOLE, radius_px)
    at_edge = [at for at in whole[how_like >= least] if not _has_near(places, at, radius_px)]
    x, y = np.rint(places).astype(int).T
    return Pips(
        places,
        rim[y, x].astype(np.float64),
        _lengths(places, like, radius_px),
        np.reshape(at_edge, (-1, 2)),
    )


def _limits(likest: float) -> tuple[float, float]:
    """Give how much like a pip a place must look at least that is one, and at most that is none.

    Under a strong veil all pips of a face are faint; a face without any is no such one.
    """
    if likest < _PIP:
        return _PIP, _NONE
    return min(_PIP, _PART_PIP * likest), min(_NONE, _PART_NONE * likest)


def _has_near(places: Doubles, at: Doubles, reach_px: float) -> bool:
    return bool((np.hypot(*(places - at).T) < reach_px).any())


def _lengths(places: Doubles, like: Floats, radius_px: float) -> Doubles:
    """Give how far what looks like pips spreads along its longer axis, in pip radii.

    What looks so beyond a dark rim, and only by that, is left out. Where nothing does, as between
    two that run together, that is as long as can be.
    """
    y, x = np.mgrid[: like.shape[0], : like.shape[1]]
    _, parts = cv2.connectedComponents((like > 0).astype(np.uint8), connectivity=4)
    lengths = []
    for px, py in places:
        dx, dy = x - px, y - py
        joined = (parts == parts[round(py), round(px)]) & (like > 0)
        if not joined.any():
            lengths.append(_AROUND)
            continue
        near = np.clip(_AROUND * radius_px + 0.5 - np.hypot(dx, dy), 0.0, 1.0)
        here = np.where(joined, like, 0.0) * near
        xx, yy, xy = ((here * by).sum() / here.sum() for by in (dx * dx, dy * dy, dx * dy))
        longer = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy)
        lengths.append(float(np.sqrt(longer)) / radius_px)
    return np.array(lengths)


def _middle_and_rim(plane: Floats, face: Mask, radius_px: float) -> tuple[Floats, Floats]:
    """Give the means of a plane in a pip around each pixel, and around that pip's rim."""
    reach = int(np.ceil(_RIM[1] * radius_px)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(x, y)
    discs = [np.clip(by * radius_px + 0.5 - far, 0.0, 1.0) for by in (_CORE, *_RIM)]
    counts = face.astype(np.float32)
    middle, rim = (
        cv2.filter2D(plane * counts, -1, kernel) / np.maximum(cv2.filter2D(counts, -1, kernel), 0.1)
        for kernel in (discs[0].astype(np.float32), (discs[2] - discs[1]).astype(np.float32))
    )
    return np.asarray(middle, np.float32), np.asarray(rim, np.float32)


def _peaks(like: Floats, inside: NDArray[np.bool_], radius_px: float) -> tuple[Doubles, Doubles]:
    """Give the places, (x, y), that look most like pips around, and how much: (N, 2) and (N,).

    inside : which places count.
    """
    like = np.where(inside, like, 0.0).astype(np.float32)
    size = 2 * round(radius_px) + 1
    y, x = np.nonzero((like > 0) & (like >= cv2.dilate(like, np.ones((size, size), np.uint8))))
    order = np.argsort(-like[y, x], kind="stable")
    places = np.stack([x, y], axis=1)[order].astype(np.float64)
    apart = _apart(places, _APART * radius_px)
    return places[apart], like[y, x].astype(np.float64)[order][apart]


def _apart(places: Doubles, least_px: float) -> list[int]:
    """Give the indices of the places that have no earlier one nearer than the least distance."""
    kept: list[int] = []
    for k, place in enumerate(places):
        if not _has_near(places[kept], place, least_px):
            kept.append(k)
    return kept


def _centred(places: Doubles, like: Floats, radius_px: float) -> Doubles:
    """Give the places at the middles of what looks like pips there."""
    weight = np.maximum(like, 0.0) ** 2
    y, x = np.mgrid[: like.shape[0], : like.shape[1]]
    for place in places:
        for _ in range(_ROUNDS):
            far = np.hypot(x - place[0], y - place[1])
            here = weight * np.clip(radius_px + 0.5 - far, 0.0, 1.0)
            place[:] = (here * x).sum() / here.sum(), (here * y).sum() / here.sum()
    return places


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
    by_colour = np.where(step @ white > 0, np.minimum(1 - part, lying_usually), 1 - part)
    tells = np.clip(size / _TELLING_STEP - 1.0, 0.0, 1.0) * (lying_usually < 1)
    return np.asarray(lying_usually + tells * (by_colour - lying_usually), np.float64)
