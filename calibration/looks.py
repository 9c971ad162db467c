"""Measures what the faces of a dice set look like: edge, pip radius, colours, sharpness.

May import: numpy, vision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.layout import PLACES

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_LEAST, _MOST = 0.44, 0.60  # where a face ends, in units of four pip offsets
_LEAST_RADIUS = 0.27  # of a pip over the distance between pips: surely inside every pip
_FREE = 1.5  # pip radii from the middle of a pip: body for certain
_FACE = 0.36  # half width of the part of a face that no bevel reaches, in edges


def half_edge(patch_stack: Floats, reach: float, away: NDArray[np.float64]) -> float:
    """Give half the edge of a face in the unit of the patches, from where the colours change.

    Parameters
    ----------
    patch_stack : float32 array of shape (K, S, S, 3), the faces with their surroundings.
    reach : half the width of a patch, in that unit.
    away : per patch the direction towards the point below the camera in the face's own axes,
        shape (K, 2). The sides facing it hide their own walls, so the colours change right there.
    """
    size = patch_stack.shape[1]
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    middle = np.abs(steps) < 0.3
    total = np.zeros(size // 2 - 1)
    for patch, towards in zip(patch_stack, away, strict=True):
        for normal, profile in _profiles(patch, middle):
            if normal @ towards > 0.3 * np.linalg.norm(towards):
                change = np.linalg.norm(np.diff(profile, axis=0), axis=1)
                total += change / (change.max() + 1e-6)
    outward = steps[size // 2 :]
    between = (outward[1:] + outward[:-1]) / 2
    window = (between > _LEAST) & (between < _MOST)
    total = np.where(window, total, 0.0)
    k = int(np.argmax(total))
    near = slice(max(0, k - 2), k + 3)
    return float((between[near] * total[near]).sum() / total[near].sum())


def _profiles(patch: Floats, middle: NDArray[np.bool_]) -> list[tuple[Doubles, Doubles]]:
    """Give for the four sides the outward normal and the mean colours outward."""
    half = patch.shape[0] // 2
    rows = patch[:, middle].mean(1).astype(np.float64)
    columns = patch[middle].mean(0).astype(np.float64)
    return [
        (np.array([0.0, 1.0]), rows[half:]),
        (np.array([0.0, -1.0]), rows[:half][::-1]),
        (np.array([1.0, 0.0]), columns[half:]),
        (np.array([-1.0, 0.0]), columns[:half][::-1]),
    ]


def face_colours(
    patch: Floats, reach: float, places: Doubles, pip_offset: float, pip_radius: float
) -> tuple[Doubles, Doubles]:
    """Give the body's and the pips' colours (medians) of one face whose pips are known."""
    size = patch.shape[0]
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    x, y = np.meshgrid(steps, steps)
    apart = np.min(
        [np.hypot(x - px * pip_offset, y - py * pip_offset) for px, py in places], axis=0
    )
    inside = (np.abs(x) < _FACE) & (np.abs(y) < _FACE)
    body = np.median(patch[inside & (apart > _FREE * pip_radius)], axis=0)
    pip = np.median(patch[apart < 0.55 * pip_radius], axis=0)
    return body.astype(np.float64), pip.astype(np.float64)


def radial_profile(
    patch: Floats, reach: float, places: Doubles, pip_offset: float, radii: Doubles
) -> Doubles:
    """Give how far from body (0) to pip (1) the colour is at each distance from a pip's middle."""
    size = patch.shape[0]
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    x, y = np.meshgrid(steps, steps)
    body, pip = face_colours(patch, reach, places, pip_offset, _LEAST_RADIUS * pip_offset)
    axis = pip - body
    part = (patch.astype(np.float64) - body) @ axis / max(1e-6, float(axis @ axis))
    apart = np.min(
        [np.hypot(x - px * pip_offset, y - py * pip_offset) for px, py in places], axis=0
    )
    ring = np.digitize(apart, radii)
    return np.array([
        float(np.median(part[ring == k])) if (ring == k).any() else np.nan
        for k in range(len(radii))
    ])  # fmt: skip


def pip_radius(profiles: Doubles, radii: Doubles) -> float:
    """Give the distance at which the mean profile falls through one half."""
    profile = np.nanmedian(profiles, axis=0)
    middles = np.concatenate([[radii[0] / 2], (radii[1:] + radii[:-1]) / 2])
    below = np.nonzero(profile < 0.5)[0]
    if len(below) == 0 or below[0] == 0:
        return 0.09
    k = int(below[0])
    part = (profile[k - 1] - 0.5) / max(1e-6, profile[k - 1] - profile[k])
    return float(middles[k - 1] + part * (middles[k] - middles[k - 1]))


def typical_look(colours: list[tuple[Doubles, Doubles]]) -> FaceLook:
    """Give the look that lies in the middle of several faces' colours."""
    body = np.median([body for body, _ in colours], axis=0)
    pip = np.median([pip for _, pip in colours], axis=0)
    b, p = [float(v) for v in body], [float(v) for v in pip]
    return FaceLook((b[0], b[1], b[2]), (p[0], p[1], p[2]))


def ring_steps() -> Doubles:
    """Give the distances between the rings of a radial profile, in die edges."""
    return np.arange(1, 16, dtype=np.float64) * 0.0125


def places_of(pattern: NDArray[np.bool_]) -> Doubles:
    """Give the pips of a drawing as places, in units of the pip offset."""
    return np.asarray(PLACES[pattern], dtype=np.float64)
