"""Sums up the colours of several faces as one look.

May import: numpy, vision.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Colour, FaceLook, Shade
from vision.faces.dyed import hues_apart
from vision.faces.examine import FaceColours
from vision.faces.layout import PATTERNS, PLACES

Doubles = NDArray[np.float64]

_SHADES = 6
# Of the contrast, by which faces are whiter than the least white one of their look: those that
# mirror a lamp, at least, and those without a veil, at most.
WHITENED, BARE = 0.3, 0.06
_DARK_BODY = 150.0  # darkest channel of bodies on which that shows
# Of the step to the pips, by which bodies of one look are of another hue than it: of 43 drawn sets
# by 0.016 at most but for one, whose red faces all mirrored a lamp when they were shown: 0.115.
_OTHER_HUE = 0.05
_ALONG = 0.9  # of how they differ, that must be along one line


def drawing_of(places: Doubles) -> int:
    """Give the index of the drawing that has its pips at these places, however far out they are.

    >>> drawing_of(np.array([[0.0, 0.0]]))
    0
    """
    wanted = {(float(x), float(y)) for x, y in np.sign(places)}
    for k, pattern in enumerate(PATTERNS):
        if {(float(x), float(y)) for x, y in PLACES[pattern]} == wanted:
            return k
    raise ValueError(f"no face has its pips at {sorted(wanted)}")


def bodies_of(faces: list[FaceColours]) -> Doubles:
    """Give the colours of faces' bodies, (B, G, R), away from their edges: shape (N, 3)."""
    each = [np.median(face.cells_bgr[face.shades < 4], axis=0) for face in faces]
    return np.array(each, dtype=np.float64)


def typical_look(faces: list[FaceColours]) -> FaceLook:
    """Give the look that lies in the middle of several faces' colours."""
    bodies = bodies_of(faces)
    b = [float(v) for v in np.median(bodies, axis=0)]
    p = [float(v) for v in np.median([face.pips_bgr.mean(0) for face in faces], axis=0)]
    shades = tuple(
        _shade([
            cell - body
            for face, body in zip(faces, bodies, strict=True)
            for cell in face.cells_bgr[face.shades == k]
        ])
        for k in range(_SHADES)
    )  # fmt: skip
    look = FaceLook((b[0], b[1], b[2]), (p[0], p[1], p[2]), shades)
    return replace(look, unveiled_bgr=_unveiled(bodies, look))


def _unveiled(bodies_bgr: Doubles, look: FaceLook) -> Colour | None:
    """Give the body where no lamp mirrors, if one mirrors in all of its faces, here more, there
    less; None if it doesn't, or they don't tell it.

    Pictures are bent and clipped, so that a lamp's grey adds less to a channel that is bright
    already, and turns the hue. Bodies lie along a line, then, that ends where a channel is dark.
    """
    apart = hues_apart(bodies_bgr, [look] * len(bodies_bgr), np.ones(3, np.float32))
    if apart.max() < _OTHER_HUE:
        return None
    away = bodies_bgr - np.array(look.body_bgr)
    _, sizes, ways = np.linalg.svd(away)
    way = ways[0] * np.sign(ways[0].sum())
    if way.min() <= 0 or sizes[0] ** 2 < _ALONG * (sizes**2).sum():
        return None
    b, g, r = (look.body_bgr - way * (look.body_bgr / way).min()).tolist()
    return (b, g, r)


def whiteness(bodies_bgr: Doubles, pips_bgr: Doubles, red: NDArray[np.bool_]) -> Doubles:
    """Give by how much of the contrast each face is whiter than the least white one of its look.

    A mirrored lamp adds about as much to all channels, so it shows in the darkest one: light and
    shade multiply, and hardly change that. On white bodies it does not show, and is 0.

    bodies_bgr, pips_bgr : the faces' colours, shape (N, 3). red : which of them are red ones, (N,).
    """
    whiter = np.zeros(len(red))
    for mine in (np.flatnonzero(red), np.flatnonzero(~red)):
        if len(mine):
            whiter[mine] = _whiter(bodies_bgr[mine], pips_bgr[mine])
    return whiter


def _whiter(bodies_bgr: Doubles, pips_bgr: Doubles) -> Doubles:
    """Give by how much of the contrast faces of one look are whiter than the least white one."""
    darkest = bodies_bgr.min(axis=1)
    k = int(darkest.argmin())
    if darkest[k] > _DARK_BODY:
        return np.zeros(len(darkest))
    contrast = max(1.0, float(np.linalg.norm(pips_bgr[k] - bodies_bgr[k])))
    return np.asarray((darkest - darkest[k]) / contrast)


def _shade(departures: list[Doubles]) -> Shade:
    """Give the middle of the departures from the body's colour, and how far they scatter."""
    if not departures:
        return (0.0, 0.0, 0.0, 0.0)
    stack = np.array(departures)
    middle = np.median(stack, axis=0)
    apart = np.linalg.norm(stack - middle, axis=1)
    return (
        float(middle[0]),
        float(middle[1]),
        float(middle[2]),
        float(np.percentile(apart, 90)),
    )
