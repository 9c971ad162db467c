"""Finds spots on the board that look like pips of the calibrated dice set.

May import: numpy, cv2, vision.calibration_values, vision.sight, vision.faces.peaks,
vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet, FaceLook
from vision.faces.peaks import centred
from vision.sight import Sight
from vision.tray.board import EDGE_PX

Floats = NDArray[np.float32]

_CORE, _RING = 0.55, 1.7  # widths of the two smoothings, in pip radii
_LEAST = np.float32(0.27)  # response of a spot that may be a pip; a calibrated pip gives 1
_BORDER = 2.5  # pip radii from the border of what is looked at, where nothing differs
MOST_SPOTS = 160
_FARTHEST_EDGES = -1.2  # inside the tray's wall: what lies farther out is looked at elsewhere
_NOWHERE = np.zeros((2, 0), np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Spots that could be pips of one look, and the response that they were found in.

    xy_px : board pixels of the spots, shape (N, 2), the strongest first.
    strength : response of each, 1 for a pip as calibrated.
    response : float32 array of the board's shape.
    """

    xy_px: NDArray[np.float64]
    strength: NDArray[np.float64]
    response: Floats


def find_spots(
    sight: Sight, colours: list[Floats], least: Floats, look: FaceLook, dice: DiceSet
) -> Spots:
    """Give the spots in a sight whose colour step is that from a look's body to its pips.

    colours : the sight's colours in its parts, in float32.
    least : the response that a spot must have, of the sight's shape; see `least_response`.
    """
    here = [response(bgr, look, dice) for bgr in colours]
    found = []
    for (rows, columns), part in zip(sight.parts, here, strict=True):
        ys, xs = _peaks(part, least[rows, columns], dice)
        found.append((ys + rows.start, xs + columns.start))
    shown = _together(here, sight)
    ys, xs = (np.concatenate([one[k] for one in found]) for k in (0, 1)) if found else _NOWHERE
    near = sight.board.inside_edges[ys, xs] > _FARTHEST_EDGES
    ys, xs = ys[near], xs[near]
    order = np.argsort(shown[ys, xs])[::-1][:MOST_SPOTS]
    xs, ys = xs[order], ys[order]
    return Spots(centred(shown, xs, ys), shown[ys, xs].astype(np.float64), shown)


def least_response(empty_bgr: Floats, look: FaceLook, dice: DiceSet) -> Floats:
    """Give the response from which on a spot may be a pip: float32 array of shape (H, W).

    empty_bgr : float32 array of shape (H, W, 3), the empty tray; its seams, studs and markers are
        no pips.
    """
    return _LEAST + np.maximum(response(empty_bgr, look, dice), np.float32(0.0))


def _together(responses: list[Floats], sight: Sight) -> Floats:
    """Give the responses of a sight's parts in one array of its shape."""
    if [one.shape for one in responses] == [sight.strange.shape]:
        return responses[0]
    whole = np.zeros(sight.strange.shape, np.float32)
    for (rows, columns), one in zip(sight.parts, responses, strict=True):
        whole[rows, columns] = one
    return whole


def _peaks(
    shown: Floats, least: Floats, dice: DiceSet
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the rows and columns where a response is clear and largest around."""
    reach = max(3, round(0.7 * dice.pip_offset * EDGE_PX) | 1) // 2
    clear = shown > least
    # Near a border the ring is made of what is mirrored there, and dark rims make spots of that.
    border = max(reach, round(_BORDER * dice.pip_radius * EDGE_PX))
    clear[:border] = clear[-border:] = False
    clear[:, :border] = clear[:, -border:] = False
    at = np.flatnonzero(clear)  # on the flat array: ten times as fast as by rows and columns
    flat, width = shown.ravel(), shown.shape[1]
    near = np.array([1, -1, width, -width])  # which rule out most at little cost
    steps = np.arange(-reach, reach + 1)
    for beside in (near, np.add.outer(steps * width, steps).ravel()):
        at = at[flat[at] >= flat[at + beside[:, None]].max(0)]
    ys, xs = np.divmod(at, width)
    return ys, xs


def looks_of(dice: DiceSet) -> tuple[FaceLook, ...]:
    """Give the looks that the faces of a set can have: plain, then red if there are red ones."""
    return (dice.plain,) if dice.red is None else (dice.plain, dice.red)


def response(colours: Floats, look: FaceLook, dice: DiceSet) -> Floats:
    """Give how much each place looks like the middle of a pip: 1 for a pip as calibrated.

    colours : float32 array of shape (H, W, 3), blue first.
    """
    radius_px = dice.pip_radius * EDGE_PX
    weights = projection(look) * np.float32(_norm(radius_px))
    gray = np.asarray(cv2.transform(colours, weights), dtype=np.float32)
    return _spot(gray, radius_px)


def _spot(gray: Floats, radius_px: float) -> Floats:
    """Give by how much a disc of that radius is brighter than the ring around it."""
    core = _smooth(gray, max(0.7, _CORE * radius_px))
    return np.asarray(cv2.subtract(core, _ring(gray, _RING * radius_px), dst=core), np.float32)


def _smooth(gray: Floats, sigma_px: float) -> Floats:
    """Give a Gaussian blur that is cut off where it hardly weighs any more: half the time."""
    size = 2 * round(2.4 * sigma_px) + 1
    return np.asarray(cv2.GaussianBlur(gray, (size, size), sigma_px), dtype=np.float32)


def _ring(gray: Floats, sigma_px: float) -> Floats:
    """Give a wide blur, made at half size: there is nothing fine in it."""
    height, width = gray.shape
    small = cv2.resize(gray, ((width + 1) // 2, (height + 1) // 2), interpolation=cv2.INTER_AREA)
    wide = _smooth(np.asarray(small, dtype=np.float32), sigma_px / 2)
    return np.asarray(cv2.resize(wide, (width, height)), dtype=np.float32)


@lru_cache(maxsize=16)
def projection(look: FaceLook) -> Floats:
    """Give the weights whose sum of B, G, R is larger by 1 on pips than on the body: (1, 3)."""
    axis = np.subtract(look.pip_bgr, look.body_bgr)
    return (axis / max(float(axis @ axis), 1.0)).astype(np.float32).reshape(1, 3)


@lru_cache(maxsize=16)
def _norm(radius_px: float) -> float:
    """Give the factor that makes the response of a perfect pip 1."""
    size = int(np.ceil(radius_px * 6)) * 2
    middle = size // 2
    y, x = np.mgrid[:size, :size]
    apart = np.hypot(x - middle, y - middle)
    disc = np.clip(radius_px + 0.5 - apart, 0, 1).astype(np.float32)
    return float(1.0 / _spot(disc, radius_px)[middle, middle])
