"""Measures the faces that were taken more exactly: pose, size, squareness and sharpness.

May import: numpy, vision.faces, vision.geometry, vision.layout, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet
from vision.faces import PATCH_PX, REACH
from vision.geometry import turned
from vision.layout import PATTERNS, PLACES

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_WINDOW = 1.7  # pip radii around a pip in which its middle is measured
_SECTORS = 8
_INNER, _OUTER = 0.62, 1.38  # radii between which the fall from pip to body is measured


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What the pips of one face say about how it lies.

    shift : of the pips' middle in the face's axes, in edges.
    turn_rad : how much further the face is turned.
    size : distances of the pips over those at the height of a flat die; 1 for aces.
    misfit : how far the pips are from their places after that, in edges.
    squeeze : shorter over longer distances of pips, 1 when square; 1 for 1, 2 and 3.
    sharpness : fall from pip to body along the blurriest direction.
    drawn : the map from the pips' usual places to the seen ones in the face's axes, shape (2, 2);
        None for 1, 2 and 3, whose pips lie in a line.
    """

    shift: tuple[float, float]
    turn_rad: float
    size: float
    misfit: float
    squeeze: float
    sharpness: float
    drawn: Doubles | None = None


def measure(cut: Floats, drawing: int, body: Doubles, pip: Doubles, dice: DiceSet) -> Measures:
    """Give the measures of a face from its patch and its colours (B, G, R)."""
    part = pip_part(cut, body, pip)
    places = PLACES[PATTERNS[drawing]] * dice.pip_offset
    middles = pip_middles(part, places, dice.pip_radius)
    sharpness = _sharpness(part, middles, dice.pip_radius)
    shift = middles.mean(0) - places.mean(0)
    if len(places) == 1:
        return Measures((float(shift[0]), float(shift[1])), 0.0, 1.0, 0.0, 1.0, sharpness)
    unit = np.array([1, 1j])
    ideal, seen = places @ unit, (middles - shift) @ unit
    turn = complex(np.vdot(ideal, seen) / np.vdot(ideal, ideal))
    misfit = float(np.abs(seen - turn * ideal).max())
    drawn = _drawn(places, middles - shift) if len(places) >= 4 else None
    return Measures(
        (float(shift[0]), float(shift[1])),
        float(np.angle(turn)),
        float(abs(turn)),
        misfit,
        1.0 if drawn is None else _squeeze(drawn),
        sharpness,
        drawn,
    )


def outward_stretch(measures: Measures, pose: Doubles) -> float | None:
    """Give the pips' distances over a flat die's, in the direction away from the camera.

    pose : (u, v, angle) of the face; u and v are measured from the point below the camera.

    Notes
    -----
    A camera sees a die that lies aside of it at an angle, and a top face that leans towards it
    at a smaller one: that face looks longer than a flat one in this direction, and in no other.
    None where the pips can't tell, as they lie in a line or straight below the camera.
    """
    far = float(np.hypot(pose[0], pose[1]))
    if measures.drawn is None or far < 1.0:
        return None
    outward = turned(pose[None, :2] / far, -float(pose[2]))[0]
    return float(outward @ measures.drawn @ outward)


def pip_part(cut: Floats, body: Doubles, pip: Doubles) -> Doubles:
    """Give how far from body (0) to pip (1) each pixel of a patch is."""
    step = pip - body
    part = (cut.astype(np.float64) - body) @ step / max(float(step @ step), 1e-6)
    return np.asarray(part, dtype=np.float64)


def pip_middles(part: Doubles, places: Doubles, radius: float) -> Doubles:
    """Give where the pips at these places of the face really are, in its axes and edges."""
    return np.array([_middle(part, place, radius) for place in places])


@lru_cache(maxsize=1)
def _steps() -> Doubles:
    return np.asarray(((np.arange(PATCH_PX) + 0.5) / PATCH_PX * 2 - 1) * REACH, dtype=np.float64)


def _middle(part: Doubles, place: Doubles, radius: float) -> Doubles:
    """Give the centre of mass of what is pip-coloured around a place, in edges."""
    at, steps = place, _steps()
    for _ in range(2):
        low = np.searchsorted(steps, at - _WINDOW * radius)
        high = np.searchsorted(steps, at + _WINDOW * radius)
        x, y = steps[low[0] : high[0]] - at[0], steps[low[1] : high[1]] - at[1]
        near = (x * x)[None, :] + (y * y)[:, None] < (_WINDOW * radius) ** 2
        weight = np.clip(part[low[1] : high[1], low[0] : high[0]], 0.0, 1.0) ** 2 * near
        total = float(weight.sum())
        if total < 1e-3:
            return place
        at = at + np.array([weight.sum(0) @ x, weight.sum(1) @ y]) / total
    return np.asarray(at, dtype=np.float64)


def _drawn(ideal: Doubles, seen: Doubles) -> Doubles:
    """Give the affine map from the ideal places to the seen ones: shape (2, 2)."""
    affine, *_ = np.linalg.lstsq(ideal, seen, rcond=None)
    return np.asarray(affine.T, dtype=np.float64)


def _squeeze(drawn: Doubles) -> float:
    """Give the ratio of the axes of an affine map."""
    long, short = np.linalg.svd(drawn, compute_uv=False)
    return float(short / max(long, 1e-9))


def _sharpness(part: Doubles, middles: Doubles, radius: float) -> float:
    """Give the fall from just inside to just outside the pips, in the worst of four directions."""
    angles = np.arange(_SECTORS) * (2 * np.pi / _SECTORS)
    rays = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    around = middles[:, None, :] + rays * radius * np.array([_INNER, _OUTER])[:, None, None, None]
    inner, outer = _at(part, around.reshape(-1, 2)).reshape(2, len(middles), _SECTORS)
    falls = (inner - outer).mean(0)
    return float((falls[: _SECTORS // 2] + falls[_SECTORS // 2 :]).min() / 2)


def _at(part: Doubles, points: Doubles) -> Doubles:
    """Give the values at face coordinates, between the pixels."""
    pixel = (points / REACH + 1) / 2 * PATCH_PX - 0.5
    pixel = np.clip(pixel, 0, PATCH_PX - 1.001)
    j, i = np.floor(pixel).astype(int).T
    fx, fy = (pixel - np.floor(pixel)).T
    top = part[i, j] * (1 - fx) + part[i, j + 1] * fx
    low = part[i + 1, j] * (1 - fx) + part[i + 1, j + 1] * fx
    return np.asarray(top * (1 - fy) + low * fy, dtype=np.float64)
