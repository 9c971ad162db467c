"""Finds where the floor's own hue ends: a shadow on the floor keeps it, walls have another.

A line along which the floor's hue ends on some sides, and goes on beyond it on others, is no foot
of a wall: there the edge of a shadow was taken for it. Nor is one inside of which the hue ends all
around; and one along which it does is the foot, however faint.
May import: numpy, cv2, calibration.plan, calibration.shapes, calibration.walls.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.plan import PX, Plan, outline_around_known
from calibration.shapes import Kind, around, placed
from calibration.walls import Wall, axis_rad, raster_at, snapped

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_BLUR_PX, _DARK = 2.0, 20.0  # before hues are compared; grey levels: darker ones have hardly any
_NOISE, _LEAST_NOISE = 90.0, 0.003  # percentile of the known floor's hues, and the least of it
_FACTOR, _LEVELS = 1.12, 40  # between levels up to which a hue may be the floor's
_SOLID, _ON_BORDER = 0.95, 0.1  # part of its hull that a floor fills; of its outline, unseen
_SAME_AREA, _STEADY = 1.04, 3  # regions that hardly grow, over so many levels at least
_GROWN = np.array([-0.3, -0.15, 0.0, 0.15, 0.3]) * PX
_FITS_PX = 0.075 * PX  # of a shape around a region, in the mean
_CORNER = 0.02  # of a region's outline: corners that stick out less are none
_POINTS = 96
_ON_LINE_PX, _BEYOND_PX = 0.25 * PX, 0.5 * PX  # of another outline
_SHARED, _WIDER, _NARROWER = 0.12, 0.25, 0.2  # parts of an outline
# Between two outlines that are one, at most, and by which one surely ends inside of another, in the
# mean: see README.
_SAME_PX, _WITHIN_PX = 0.25 * PX, 0.3 * PX


@dataclass(frozen=True, slots=True, eq=False)
class _Region:
    """A region around the known floor: its hull (N, 2) and that one's area in pixels."""

    hull: Doubles
    area: float


def where_hue_ends(plan: Plan) -> Wall | None:
    """Give the outline of what has the floor's hue; None if it is none of a tray with even sides.

    Rectangles are none: their walls may be lit so unlike each other that one has the floor's hue.
    """
    region = _steadiest(plan, _off_hue(plan))
    if region is None:
        return None
    off_px = np.abs(_to_hull_px(plan, region.hull))
    fitted = (_fitted(off_px, region, kind) for kind in Kind)
    off, kind, shape = min(fitted, key=lambda one: one[0])
    return None if kind is Kind.RECTANGLE or off > _FITS_PX else snapped(plan, kind, shape)


def contradicts(hue: Wall, outline_px: Doubles) -> bool:
    """Tell whether an outline is none of the wall's foot, by where the floor's hue ends."""
    return goes_on_beyond(hue, outline_px) or ends_within(hue, outline_px)


def goes_on_beyond(hue: Wall, outline_px: Doubles) -> bool:
    """Tell whether the floor's hue ends along a part of an outline, and goes on beyond another.

    A wall of the floor's own hue goes on along all of it; a wall of another one nowhere.
    """
    inside = hue.inside_px(outline_px, _POINTS)
    return bool(
        np.mean(np.abs(inside) < _ON_LINE_PX) > _SHARED
        and np.mean(inside < -_BEYOND_PX) > _WIDER
        and np.mean(inside > _ON_LINE_PX) < _NARROWER
    )


def ends_within(hue: Wall, outline_px: Doubles) -> bool:
    """Tell whether the floor's hue ends inside of an outline, and hardly goes on beyond it.

    Then that is no foot of a wall, but its upper edge, or no line of this tray at all.
    """
    inside = hue.inside_px(outline_px, _POINTS)
    return bool(inside.min() > -_BEYOND_PX and inside.mean() > _WITHIN_PX)


def tells_kind(hue: Wall, foot: Wall) -> bool:
    """Tell whether the floor's hue ends in a shape of another kind than the lines', and clearer.

    In 150 drawn trays it does in three, and is right in each: an octagon, two of whose sides a
    rectangle has, and ovals that were taken for an octagon and for a hexagon.
    """
    return hue.kind is not foot.kind and hue.clear > foot.clear


def ends_along(hue: Wall, outline_px: Doubles) -> bool:
    """Tell whether the floor's hue ends where an outline lies, all around."""
    return bool(np.abs(hue.inside_px(outline_px, _POINTS)).max() < _SAME_PX)


def _off_hue(plan: Plan) -> Floats:
    """Give how far hues are from the floor's, about in radians; much where nothing is seen."""
    bgr = cv2.GaussianBlur(plan.colours(), (0, 0), _BLUR_PX)
    usual = np.median(bgr[plan.known > 0], axis=0)
    share = (bgr @ usual) / max(float(usual @ usual), 1.0)
    apart = np.linalg.norm(bgr - share[..., None] * usual, axis=-1)
    off = apart / np.maximum(np.linalg.norm(bgr, axis=-1), _DARK)
    return np.asarray(np.where(plan.valid > 0, off, np.inf), dtype=np.float32)


def _steadiest(plan: Plan, off: Floats) -> _Region | None:
    """Give the region that stays the same over the widest range of levels, if there is one.

    Maximally stable extremal regions: Matas et al., "Robust wide-baseline stereo", BMVC 2002.
    """
    noise = max(float(np.percentile(off[plan.known > 0], _NOISE)), _LEAST_NOISE)
    regions = [_region(plan, off, noise * _FACTOR**k) for k in range(1, _LEVELS)]
    longest: list[_Region] = []
    for first in range(len(regions)):
        run = _run(regions[first:])
        longest = run if len(run) > len(longest) else longest
    return longest[len(longest) // 2] if len(longest) > _STEADY else None


def _run(regions: list[_Region | None]) -> list[_Region]:
    """Give the regions at the beginning that are hardly larger than the first one."""
    run: list[_Region] = []
    for one in regions:
        if one is None or (run and one.area > _SAME_AREA * run[0].area):
            break
        run.append(one)
    return run


def _region(plan: Plan, off: Floats, level: float) -> _Region | None:
    """Give what has the floor's hue up to a level, if it is solid and seen to its end."""
    outline = outline_around_known(plan, (off <= level).astype(np.uint8))
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    unseen = cv2.dilate(1 - np.pad(plan.valid, 1), np.ones((5, 5)))[1:-1, 1:-1]
    x, y = outline[:, 0].T
    if cv2.contourArea(outline) < _SOLID * area or float(unseen[y, x].mean()) > _ON_BORDER:
        return None
    return _Region(hull[:, 0].astype(np.float64), area)


def _fitted(off_px: Floats, region: _Region, kind: Kind) -> tuple[float, Kind, Doubles]:
    """Give how far the shape of a kind that fits a region best is off, and that shape.

    off_px : how far each pixel is from the region's outline, shape (H, W).
    """
    shapes = np.concatenate([
        around(kind, region.hull, axis, _GROWN, exactly=kind is not Kind.OVAL)
        for axis in _axes_rad(kind, region.hull)
    ])  # fmt: skip
    points, _ = placed(kind, shapes, _POINTS // 2)
    off = raster_at(off_px, points).mean(1)
    k = int(off.argmin())
    return float(off[k]), kind, shapes[k]


def _axes_rad(kind: Kind, hull: Doubles) -> list[float]:
    """Give the ways that a side may face."""
    if kind is Kind.OVAL:
        return [axis_rad(hull)]
    contour = hull.astype(np.float32)
    length = cv2.arcLength(contour, closed=True)
    simple = cv2.approxPolyDP(contour, _CORNER * length, closed=True)[:, 0]
    sides = np.roll(simple, -1, axis=0) - simple
    return [float(np.arctan2(-x, y)) for x, y in sides]


def _to_hull_px(plan: Plan, hull: Doubles) -> Floats:
    """Give how far the plan's pixels are from a hull's outline; negative outside: (H, W)."""
    mask = np.zeros(plan.valid.shape, np.uint8)
    cv2.fillConvexPoly(mask, hull.astype(np.int32), 1)
    inward, outward = (cv2.distanceTransform(one, cv2.DIST_L2, 5) for one in (mask, 1 - mask))
    return np.asarray(np.where(mask > 0, inward - 0.5, 0.5 - outward), dtype=np.float32)
