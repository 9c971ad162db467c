"""Measures what the faces of a dice set look like: edge, pip radius, colours, sharpness.

May import: numpy, vision.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.layout import PLACES

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_LEAST, _MOST = 0.44, 0.60  # where a face ends, in units of four pip offsets
_USUAL = 0.5
_LEAST_RADIUS = 0.27  # of a pip over the distance between pips: surely inside every pip
_FREE = 0.5  # of the distance between pips: surely outside every pip
_FACE = 0.36  # half width of the part of a face that no bevel reaches, in edges


def half_edge(patch_stack: Floats, reach: float) -> float:
    """Give half the edge of a face in the unit of the patches, from where the colours change.

    Parameters
    ----------
    patch_stack : float32 array of shape (K, S, S, 3), the faces with their surroundings.
    reach : half the width of a patch, in that unit.

    Notes
    -----
    A flat face that mirrors a lamp ends at its bevels, so clearly that the face's own end may not
    be seen beside it: then half an edge is what it usually is.
    """
    size = patch_stack.shape[1]
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    middle = np.abs(steps) < 0.3
    total = np.zeros(size // 2 - 1)
    for patch in patch_stack:
        for profile in _profiles(patch, middle):
            change = np.linalg.norm(np.diff(profile, axis=0), axis=1)
            total += change / (change.max() + 1e-6)
    outward = steps[size // 2 :]
    between = (outward[1:] + outward[:-1]) / 2
    shown = total
    total = np.where((between > _LEAST) & (between < _MOST), total, 0.0)
    k = int(np.argmax(total))
    if shown[k - 1] > shown[k]:
        return _USUAL
    near = slice(max(0, k - 3), k + 4)
    return float((between[near] * total[near]).sum() / total[near].sum())


def _profiles(patch: Floats, middle: NDArray[np.bool_]) -> tuple[Doubles, ...]:
    """Give the mean colours outward from the middle for the four sides."""
    half = patch.shape[0] // 2
    rows = patch[:, middle].mean(1).astype(np.float64)
    columns = patch[middle].mean(0).astype(np.float64)
    return rows[half:], rows[:half][::-1], columns[half:], columns[:half][::-1]


def pip_profile(
    patch: Floats, reach: float, places: Doubles, pip_offset: float, radii: Doubles
) -> Doubles:
    """Give how far from body (0) to pip (1) the colour is at each distance from a pip's middle."""
    size = patch.shape[0]
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    x, y = np.meshgrid(steps, steps)
    apart = np.min(
        [np.hypot(x - px * pip_offset, y - py * pip_offset) for px, py in places], axis=0
    )
    inside = np.maximum(np.abs(x), np.abs(y)) < _FACE
    body = np.median(patch[inside & (apart > _FREE * pip_offset)], axis=0).astype(np.float64)
    pip = np.median(patch[apart < _LEAST_RADIUS * pip_offset], axis=0).astype(np.float64)
    axis = pip - body
    part = (patch.astype(np.float64) - body) @ axis / max(1e-6, float(axis @ axis))
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


def ace_radius(profiles: Doubles, radii: Doubles) -> float:
    """Give the distance beyond which an ace's mean profile stays below half of its most.

    In the middle of a large bowl a lamp may mirror, so that it is only its rim that looks like a
    pip all around.
    """
    profile = np.nanmedian(profiles, axis=0)
    part = profile / max(1e-6, float(np.nanmax(profile)))
    rim = int(np.nonzero(part >= 0.5)[0][-1])
    return pip_radius(np.where(np.arange(len(part)) < rim, 1.0, part)[None], radii)


def ring_steps(farthest: float = 0.2) -> Doubles:
    """Give the distances between the rings of a radial profile, in die edges."""
    return np.arange(0.03, farthest, 0.015)


def places_of(pattern: NDArray[np.bool_]) -> Doubles:
    """Give the pips of a drawing as places, in units of the pip offset."""
    return np.asarray(PLACES[pattern], dtype=np.float64)
