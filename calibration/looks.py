"""Measures what the faces of a dice set look like: edge, pip radius, colours, sharpness.

May import: numpy, vision.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces.layout import PLACES

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_LEAST, _MOST = 0.44, 0.60  # where a face ends, in units of four pip offsets
_LEAST_FAR = 0.39  # where one ends whose pips lie as far out as on any dice
_USUAL = 0.5
_CLEARER = 4.0  # times as much as there colours change farther in, if that may be the end
_LEAST_RADIUS = 0.27  # of a pip over the distance between pips: surely inside every pip
_FREE = 0.5  # of the distance between pips: surely outside every pip
_RIM_RINGS = 4  # rings in which an ace's pip, blurred, falls to its body
_OF_BODY = 0.25  # of the way from body to pip, that a lamp's end in the face is farther from it by
_FACE = 0.36  # half width of the part of a face that no bevel reaches, in edges


@dataclass(frozen=True, slots=True)
class FaceEnd:
    """Where a face ends, as half its edge in units of four pip offsets.

    half : as for most dice. farther_in : where its colours change most, if that is farther in than
        where most dice end: at the bevels of a face that mirrors a lamp, or at the end of one whose
        pips lie far out; else None.
    """

    half: float
    farther_in: float | None


def face_end(patch_stack: Floats, reach: float) -> FaceEnd:
    """Give where faces end, from where the colours change.

    Parameters
    ----------
    patch_stack : float32 array of shape (K, S, S, 3), the faces with their surroundings.
    reach : half the width of a patch, in that unit.

    Notes
    -----
    A flat face that mirrors a lamp ends at its bevels, so clearly that the face's own end may not
    be seen beside it: then half an edge is what it usually is.
    """
    at, change = _changes(patch_stack, reach)
    usual = np.where((at > _LEAST) & (at < _MOST), change, 0.0)
    k = int(np.argmax(usual))
    wide = np.where((at > _LEAST_FAR) & (at < _MOST), change, 0.0)
    far = int(np.argmax(wide))
    farther_in = _middle_around(far, at, wide)
    if change[k - 1] > change[k]:
        return FaceEnd(_USUAL, farther_in)
    return FaceEnd(
        _middle_around(k, at, usual), farther_in if wide[far] > _CLEARER * usual[k] else None
    )


def _changes(patch_stack: Floats, reach: float) -> tuple[Doubles, Doubles]:
    """Give by how much colours change outward, of all sides of all faces, and where."""
    size = patch_stack.shape[1]
    steps = ((np.arange(size) + 0.5) / size * 2 - 1) * reach
    middle = np.abs(steps) < 0.3
    total = np.zeros(size // 2 - 1)
    for patch in patch_stack:
        for profile in _profiles(patch, middle):
            change = np.linalg.norm(np.diff(profile, axis=0), axis=1)
            total += change / (change.max() + 1e-6)
    outward = steps[size // 2 :]
    return (outward[1:] + outward[:-1]) / 2, total


def _middle_around(k: int, at: Doubles, change: Doubles) -> float:
    near = slice(max(0, k - 3), k + 4)
    return float((at[near] * change[near]).sum() / change[near].sum())


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
    pip all around. 0 if nothing of it looks like one: a lamp mirrors in all of the face. Where one
    mirrors in part of the face, its edge is no rim: such aces count only if all are like that.
    """
    plain = [one for one in profiles if _ends_in_body(one)]
    part = _of_most(np.nanmedian(plain or profiles, axis=0))
    like_pip = np.nonzero(part >= 0.5)[0]
    if len(like_pip) == 0:
        return 0.0
    rim = int(like_pip[-1])
    return pip_radius(np.where(np.arange(len(part)) < rim, 1.0, part)[None], radii)


def _ends_in_body(profile: Doubles) -> bool:
    """Tell whether an ace's profile stays near the body's colour from where its pip ends."""
    part = _of_most(profile)
    like_pip = np.nonzero(part >= 0.5)[0]
    beyond = part[like_pip[-1] + _RIM_RINGS :] if len(like_pip) else part
    return bool(len(beyond) and np.nanmax(np.abs(beyond)) < _OF_BODY)


def _of_most(profile: Doubles) -> Doubles:
    return profile / max(1e-6, float(np.nanmax(profile)))


def ring_steps(farthest: float = 0.2) -> Doubles:
    """Give the distances between the rings of a radial profile, in die edges."""
    return np.arange(0.03, farthest, 0.015)


def places_of(pattern: NDArray[np.bool_]) -> Doubles:
    """Give the pips of a drawing as places, in units of the pip offset."""
    return np.asarray(PLACES[pattern], dtype=np.float64)
