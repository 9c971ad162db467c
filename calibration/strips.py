"""What is seen along the sides of a tray, on lines that run parallel to them.

A side's texture and what lies on it are left out by the median along it; what runs along it stays:
the foot of the wall, its upper edges, and shadows. May import: numpy, calibration.plan,
calibration.shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.plan import PX, Plan
from calibration.shapes import Kind, placed

Doubles = NDArray[np.float64]

INWARD_PX, OUTWARD_PX = 30, 95  # looked at from an outline
_AT = np.arange(-INWARD_PX, OUTWARD_PX + 1)
_OVAL_SIDES = 16  # that an oval is taken to have
_ALONG = 24  # points along a side
_BESIDE = 3  # pixels from a line, where it is no more as steep
_LEAST_STEP, _FULL_STEP = 0.012, 0.5  # of a tone that is a line, and that is as clear as any
_SEEN = 0.7  # of a side that the picture must show
_SLANT = 0.9  # of a line one pixel beside: a side may be turned a little
_ROOM_PX = 0.5 * PX  # between the middle of a die that lies flat and the wall, at least


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """The sides of an outline, and how clear a line is seen along each, at each distance.

    clear : 0 to 1 at -INWARD_PX, ... OUTWARD_PX pixels of the plan outwards of the outline; NaN
        where the picture does not show it. Shape (N, X).
    tones : logarithm of the colours there, shape (N, X, 3).
    from_camera_px : how far the sides are from the point below the camera, along their normals.
    normals : outward, shape (N, 2).
    shares : of each side in the outline's growing as a whole, 1 in the mean.
    least_px : how far inward each side may be for the known places to be inside.
    """

    clear: Doubles
    tones: Doubles
    from_camera_px: Doubles
    normals: Doubles
    shares: Doubles
    least_px: Doubles

    def clear_at(self, moved_px: Doubles) -> Doubles:
        """Give how clear lines are that lie so far outwards of the sides: shape (N, ...)."""
        at = np.rint(moved_px).astype(np.int64) + INWARD_PX
        inside = (at >= 0) & (at < len(_AT))
        flat = np.clip(at, 0, len(_AT) - 1).reshape(len(at), -1)
        found = np.take_along_axis(self.clear, flat, 1).reshape(at.shape)
        return np.where(inside, found, np.nan)

    def tones_between(self, inner_px: Doubles, outer_px: Doubles) -> Doubles:
        """Give each side's usual tone between two lines along it: shape (N, 3)."""
        rows = []
        for tones, inner, outer in zip(self.tones, inner_px, outer_px, strict=True):
            ends = np.clip([round(inner) + 1, round(outer) - 1], -INWARD_PX, OUTWARD_PX - 1)
            first, last = sorted((ends + INWARD_PX).tolist())
            rows.append(np.median(tones[first : last + 1], axis=0))
        return np.array(rows)


def strips_along(plan: Plan, kind: Kind, shape: Doubles) -> Strips:
    """Give what is seen along the sides of an outline on a plan."""
    count = kind.value or _OVAL_SIDES
    points, normals = (one[0] for one in placed(kind, shape[None], count * _ALONG))
    at = np.rint(points[:, None] + normals[:, None] * _AT[:, None]).astype(np.int64)
    x = np.clip(at[..., 0], 0, plan.tone.shape[1] - 1)
    y = np.clip(at[..., 1], 0, plan.tone.shape[0] - 1)
    tones = _of_sides(np.median, plan.tone[y, x].astype(np.float64), count)
    shown = _of_sides(np.mean, plan.valid[y, x].astype(np.float64), count)
    clear = np.where(shown > _SEEN, _clear(tones), np.nan)
    middles, ways = (_of_sides(np.mean, one, count) for one in (points, normals))
    from_camera = ((points - plan.to_px(np.zeros(2))) * normals).sum(1)
    from_middle = _of_sides(np.mean, ((points - shape[:2]) * normals).sum(1), count)
    known = ((plan.known_px - middles[:, None]) * ways[:, None]).sum(-1).max(1)
    return Strips(
        clear,
        tones,
        _of_sides(np.mean, from_camera, count),
        ways,
        from_middle / from_middle.mean(),
        np.ceil(known + _ROOM_PX),
    )


def _of_sides(usual: Callable[..., Doubles], values: Doubles, count: int) -> Doubles:
    """Give the usual value of each side's points."""
    by_side = values.reshape(count, -1, *values.shape[1:])
    return np.asarray(usual(by_side, axis=1), dtype=np.float64)


def _clear(tones: Doubles) -> Doubles:
    """Give how clear a line is at each place: steep there, and not as steep beside it."""
    steep = np.zeros_like(tones)
    steep[:, 1:-1] = np.abs(tones[:, 2:] - tones[:, :-2])
    beside = np.maximum(np.roll(steep, _BESIDE, 1), np.roll(steep, -_BESIDE, 1))
    step = np.clip((steep - 0.8 * beside).max(-1), 0.0, None)
    clear = np.log1p(step / _LEAST_STEP) / np.log1p(_FULL_STEP / _LEAST_STEP)
    clear[:, : _BESIDE + 1] = clear[:, -_BESIDE - 1 :] = 0.0
    slanting = _SLANT * np.maximum(np.roll(clear, 1, 1), np.roll(clear, -1, 1))
    return np.asarray(np.clip(np.maximum(clear, slanting), 0.0, 1.0), dtype=np.float64)
