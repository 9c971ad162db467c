"""Measures how wide top faces are by their sides, where pips don't tell: an ace has only one.

A die that lies exactly on another one is nearer to the camera by its height, so that its face is
larger by a twentieth or so. How sharp or round a set's edges are shifts all sides of all its dice
in the same way, so that faces are compared with the others of their picture.
May import: numpy, vision.calibration_values, vision.faces (patches, smear).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.faces.patches import patches
from vision.faces.smear import ALIKE

Doubles = NDArray[np.float64]

_PATCH_PX, _REACH = 56, 0.7  # edges
_BAND = 0.3  # half length of the part of a side that is looked at, in edges: not its corners
_BODY, _AROUND = (0.37, 0.43), (0.58, 0.66)  # edges from the middle: before and behind a side
_BETWEEN = (0.40, 0.62)  # where it is looked for
_LEAST_LEVELS = 14.0  # grey levels between both
_LEAST_SIDES = 2
SHOWS = 0.03  # edges of the die's own side below a face's side: more blurs where it ends
_BLURRED = 0.07  # weight of such a side
_LEAST_CONTRAST = 1e-6
_TELLS = 0.5  # of the growth by a die's height, over faces in other light
_OFF = 1.7  # weight of that the middle is known: to 0.01 edges, a side to 0.013
# What four half widths hold: the width, and how far the middle is off along and across.
_PARTS = np.array([[1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 0.0, 1.0], [1.0, 0.0, -1.0]])


def wider_than_others(
    bgr: NDArray[np.uint8],
    camera: Camera,
    poses: Doubles,
    contrasts: Doubles,
    moved: Doubles | None = None,
) -> Doubles:
    """Give by which part faces are wider than the middle one of the others: shape (K,).

    contrasts : by how much their pips stand out from their bodies, in any unit, shape (K,). A face
        in which a lamp mirrors seems to end at its bevels, others do at their sides: where no other
        stands out alike, a face is told to be wider, but not that it is not.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    NaN for a face that shows fewer than two sides, and where no other face shows them.

    Notes
    -----
    Sides that turn to the camera hardly count: below them the die's own side shows, by which they
    lie too far out by 0.02 edges in the mean, with a spread of 0.025. Drawn in 17 rooms,
    2026-11-22: of 70 aces that lie exactly on a die 60 look wider by 0.6 of the growth by a die's
    height (51 if all sides count alike), and of 79 that lie flat 8 (10); the weights were chosen on
    these same pictures.
    """
    sides = half_widths(bgr, camera, poses, moved)
    widths = _widths(sides, shown_below(camera, poses) > SHOWS)
    ratios = contrasts[:, None] / np.maximum(contrasts, _LEAST_CONTRAST)
    alike = (ratios < ALIKE) & (ratios > 1 / ALIKE)
    one_up = 1.0 / (camera.height - 2.0)
    wider = [
        _wider(width, np.delete(widths, k), np.delete(alike[k], k), one_up)
        for k, width in enumerate(widths)
    ]
    return np.array(wider, dtype=np.float64)


def _wider(width: float, others: Doubles, alike: NDArray[np.bool_], one_up: float) -> float:
    """Give by which part a face is wider than those that stand out alike, or else than all."""
    if np.isfinite(others[alike]).any():
        return float(width / np.nanmedian(others[alike])) - 1.0
    by = float(width / np.nanmedian(others)) - 1.0 if np.isfinite(others).any() else np.nan
    return by if by > _TELLS * one_up else np.nan


def shown_below(camera: Camera, poses: Doubles) -> Doubles:
    """Give by how much the side below each of a face's sides is drawn, in edges: shape (K, 4).

    Below 0 where it turns away from the camera.
    """
    u, v, c, s = poses[:, 0], poses[:, 1], np.cos(poses[:, 2]), np.sin(poses[:, 2])
    along, across = c * u + s * v, c * v - s * u
    return np.stack([-along, along, -across, across], axis=1) / camera.height


def _widths(sides: Doubles, blurred: NDArray[np.bool_]) -> Doubles:
    """Give half the width of faces by their sides, NaN where too few are seen: shape (K,).

    By least squares, with the middle a little off. blurred : which sides hardly tell, shape (K, 4).
    """
    seen = np.isfinite(sides)
    weights = np.where(seen, np.where(blurred, _BLURRED, 1.0), 0.0)
    left = np.einsum("ks,si,sj->kij", weights, _PARTS, _PARTS) + np.diag([1e-9, _OFF, _OFF])
    right = (weights * np.where(seen, sides, 0.0)) @ _PARTS
    width = np.linalg.solve(left, right[:, :, None])[:, 0, 0]
    return np.asarray(np.where(seen.sum(1) >= _LEAST_SIDES, width, np.nan), dtype=np.float64)


def half_widths(
    bgr: NDArray[np.uint8], camera: Camera, poses: Doubles, moved: Doubles | None = None
) -> Doubles:
    """Give how far a face's four sides are from its middle, in edges: shape (K, 4).

    poses : (u, v, angle) of the faces, shape (K, 3). moved : see `wider_than_others`.

    Notes
    -----
    Between the body's colour and that of what is beside it, a side is where half of the way is
    gone: the area under that way finds it also where a bevel shines. NaN where both colours are
    alike, as where dice touch.
    """
    cuts = patches(bgr, camera, poses, _PATCH_PX, _REACH, moved=moved).astype(np.float64)
    ways = _ways_outward(cuts)
    step = ways[:, :, _within(_AROUND)].mean(2) - ways[:, :, _within(_BODY)].mean(2)
    square = np.maximum((step * step).sum(2), 1.0)
    gone = ((ways - ways[:, :, _within(_BODY)].mean(2)[:, :, None]) * step[:, :, None]).sum(3)
    left = 1.0 - np.clip(gone / square[:, :, None], 0.0, 1.0)
    widths = _BETWEEN[0] + left[:, :, _within(_BETWEEN)].sum(2) * (2 * _REACH / _PATCH_PX)
    return np.asarray(np.where(square >= _LEAST_LEVELS**2, widths, np.nan), dtype=np.float64)


def _ways_outward(cuts: Doubles) -> Doubles:
    """Give the mean colours from the middle outward over the four sides: shape (K, 4, N, 3)."""
    half = _PATCH_PX // 2
    reach = round(half * _BAND / _REACH)
    band = slice(half - reach, half + reach)
    across, along = cuts[:, band].mean(1), cuts[:, :, band].mean(2)
    ways = [across[:, half:], across[:, half - 1 :: -1], along[:, half:], along[:, half - 1 :: -1]]
    return np.stack(ways, axis=1)


def _within(part: tuple[float, float]) -> NDArray[np.bool_]:
    steps = (np.arange(_PATCH_PX // 2) + 0.5) * (2 * _REACH / _PATCH_PX)
    return np.asarray((steps > part[0]) & (steps < part[1]), dtype=np.bool_)
