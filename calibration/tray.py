"""Finds the floor of the tray in the picture of the empty tray.

May import: numpy, cv2, calibration.floor_hue, calibration.inner_foot, calibration.plan,
calibration.rim, calibration.straight, calibration.walls, vision.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.floor_hue import contradicts, ends_along, tells_kind, where_hue_ends
from calibration.inner_foot import foot_inside
from calibration.plan import PX, Plan, plan_of
from calibration.rim import Foot, best_foot, is_likely, is_sure
from calibration.straight import NO_SIDES, Sides
from calibration.walls import Wall, find_walls
from vision.calibration_values import Camera
from vision.tray.geometry import to_floor, to_picture
from vision.types import Point

Polygon = tuple[Point, ...]

_WIDTH = 320  # pixels that the picture is shrunk to
_LEVELS = np.arange(50.0, 99.5, 0.75)  # percentiles of steepness that are tried as the wall
_SIMPLER = 0.02  # of the outline's length: corners that stick out less are none
_SOLID = 0.93  # part of its convex hull that a tray's floor fills
_INWARD, _OUTWARD, _SKEW = -8.0, 48.0, 8.0  # pixels (of 1280) that a side is moved to the wall
_SNAP = 6  # shrunken pixels that the outline may move to the steepest line
_LEAST_CLEAR = 0.7  # of a wall on the plan; below, other lines may as well be the wall
_POINTS = 48  # looked at along a foot
_FARTHER_IN_PX = 0.4 * PX  # by which a likely foot lies inside of a flood's end, in the middle
_ROOMS = (1.0, 2.0, 3.5, 5.0)  # edges around dice to a wall that no flood finds
_GOOD_ENOUGH = 0.5  # of the clearest outline: then the smaller region is the floor


def tray_outline(empty_bgr: NDArray[np.uint8], inside_px: NDArray[np.float64]) -> Polygon:
    """Give the outline of the tray's floor, in pixels of the picture.

    Parameters
    ----------
    empty_bgr : uint8 array of shape (M, N, 3)
    inside_px : points that surely lie on the floor, shape (K, 2).

    Notes
    -----
    The floor is flooded from the known points up to steeper and steeper edges; the smallest
    convex region with a clear outline is taken. If walls and floor can't be told apart this is
    the opening of the tray; without any tray it is the whole picture.
    """
    return _flooded(empty_bgr, inside_px) or _whole(empty_bgr)


def _whole(bgr: NDArray[np.uint8]) -> Polygon:
    height, width = bgr.shape[:2]
    return ((0.0, 0.0), (width - 1.0, 0.0), (width - 1.0, height - 1.0), (0.0, height - 1.0))


def _flooded(empty_bgr: NDArray[np.uint8], inside_px: NDArray[np.float64]) -> Polygon | None:
    """Give the outline up to which the floor can be flooded, or None if there is no clear one."""
    scale = _WIDTH / empty_bgr.shape[1]
    size = (_WIDTH, round(empty_bgr.shape[0] * scale))
    small = cv2.resize(empty_bgr, size, interpolation=cv2.INTER_AREA)
    steep = _steepness(np.asarray(small, dtype=np.uint8))
    seed = np.zeros(steep.shape, np.uint8)
    hull = cv2.convexHull((inside_px * scale).astype(np.float32)).astype(np.int32)
    cv2.fillConvexPoly(seed, hull, 1)
    regions = [
        (clear, region)
        for level in np.percentile(steep, _LEVELS)
        if (region := _region(steep, seed, float(level))) is not None
        and (clear := _clearness(steep, region)) > 0
    ]
    if not regions:
        return None
    most = max(clear for clear, _ in regions)
    good = [region for clear, region in regions if clear >= _GOOD_ENOUGH * most]
    best = min(good, key=cv2.contourArea)
    snapped = _snapped(steep, best)
    simple = cv2.approxPolyDP(snapped, _SIMPLER * cv2.arcLength(snapped, True), True)[:, 0, :]
    corners = (simple.astype(np.float64) + 0.5) / scale
    moved = moved_to_walls(empty_bgr, corners)
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in moved)


@dataclass(frozen=True, slots=True)
class Outlines:
    """The outline of the tray's floor, in pixels of the picture, clockwise.

    sure_px : a smaller one that is surely floor, where the wall's foot may be that one; or none.
    """

    floor_px: Polygon
    sure_px: Polygon = ()


def outlines_through_lens(
    empty_bgr: NDArray[np.uint8],
    inside_px: NDArray[np.float64],
    camera: Camera,
    sides: Sides = NO_SIDES,
) -> Outlines:
    """Give the outline of the tray's floor as a known camera sees it.

    Arguments as of `tray_outline`; inside_px are the middles of dice's top faces, sides are lines
    along the wall.

    Notes
    -----
    On the floor's plan the outline is a rectangle, a hexagon, an octagon or an oval. Where none
    of these explains what is seen, the outline is that of `tray_outline`.
    """
    plan = plan_of(empty_bgr, inside_px, camera)
    hue = where_hue_ends(plan)
    as_seen = _flooded(empty_bgr, inside_px)
    foot = _foot(plan, as_seen, camera, sides)
    outlines = _by_lines(empty_bgr, as_seen, foot, plan, camera, hue)
    by_lines = plan.to_px(to_floor(camera, np.array(outlines.floor_px)))
    if hue and ((foot and tells_kind(hue, foot.wall)) or contradicts(hue, by_lines)):
        return Outlines(_seen_outline(empty_bgr, plan, hue, camera))
    return outlines


def _foot(plan: Plan, as_seen: Polygon | None, camera: Camera, sides: Sides) -> Foot | None:
    """Give the foot of the wall that the lines on the plan speak for most, if any does."""
    if as_seen is None:
        guesses = [plan.around_known(edges) for edges in _ROOMS]
    else:
        guesses = [plan.to_px(to_floor(camera, np.array(as_seen)))]
    return best_foot(plan, find_walls(plan, guesses, sides.directions(camera)), camera.height)


def _by_lines(
    empty_bgr: NDArray[np.uint8],
    as_seen: Polygon | None,
    foot: Foot | None,
    plan: Plan,
    camera: Camera,
    hue: Wall | None,
) -> Outlines:
    """Give the outline by the lines that run along it; it is sure where the floor's hue ends."""
    ends = foot and hue and ends_along(hue, foot.wall.corners_px())
    if not foot or not (ends or is_sure(foot, _LEAST_CLEAR)):
        return _not_surely(as_seen or _whole(empty_bgr), foot, empty_bgr, plan, camera)
    inner = foot_inside(plan, foot, camera.height)
    return Outlines(
        _seen_outline(empty_bgr, plan, foot.wall, camera),
        () if inner is None else _seen_outline(empty_bgr, plan, inner, camera),
    )


def _not_surely(
    floor_px: Polygon,
    foot: Foot | None,
    empty_bgr: NDArray[np.uint8],
    plan: Plan,
    camera: Camera,
) -> Outlines:
    """Give an outline that no wall's foot was seen for, with the likeliest foot if it is smaller.

    Floods of a floor run up walls of its own cloth: dice beyond that foot may lean on the wall. No
    foot was clear in five of 72 rendered, traced and drawn trays: in one both agree, in four the
    flood ends by 0.7 edges or more too far out, and the likeliest foot is off by 0.1 to 0.5.
    """
    if foot is None or not is_likely(foot):
        return Outlines(floor_px)
    outer_px = plan.to_px(to_floor(camera, np.array(floor_px)))
    if np.median(foot.wall.inside_px(outer_px, _POINTS)) < _FARTHER_IN_PX:
        return Outlines(floor_px)
    return Outlines(floor_px, _seen_outline(empty_bgr, plan, foot.wall, camera))


def _seen_outline(empty_bgr: NDArray[np.uint8], plan: Plan, wall: Wall, camera: Camera) -> Polygon:
    seen = to_picture(camera, plan.to_uv(wall.corners_px()))
    height, width = empty_bgr.shape[:2]
    seen = np.clip(seen, 0.0, (width - 1.0, height - 1.0))
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in seen)


def _snapped(steep: NDArray[np.float32], hull: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give the outline moved onto the steepest line close by."""
    region = np.zeros(steep.shape, np.uint8)
    cv2.drawContours(region, [hull], -1, 1, -1)
    size = 2 * _SNAP + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    markers = np.zeros(steep.shape, np.int32)
    markers[cv2.erode(region, kernel) > 0] = 1
    markers[cv2.dilate(region, kernel) == 0] = 2
    ridge = np.clip(steep * 8, 0, 255).astype(np.uint8)
    cv2.watershed(cv2.merge([ridge, ridge, ridge]), markers)
    outlines, _ = cv2.findContours(
        (markers == 1).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    return np.asarray(cv2.convexHull(max(outlines, key=cv2.contourArea)), dtype=np.int32)


def moved_to_walls(bgr: NDArray[np.uint8], corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the polygon with each side moved along its normal onto the steepest edge close by."""
    logarithm = np.log(np.arange(256, dtype=np.float32) + np.float32(12.0))
    relative = np.asarray(cv2.LUT(cv2.GaussianBlur(bgr, (0, 0), 1.5), logarithm), np.float32)
    middle = corners.mean(0)
    lines = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
        normal = np.array([along[1], -along[0]])
        normal *= np.sign(normal @ (a - middle)) or 1.0
        lines.append(_best_line(relative, a, b, normal, bgr.shape[1] / 1280))
    met = [_meeting(one, two) for one, two in zip([lines[-1], *lines[:-1]], lines, strict=True)]
    if any(
        point is None or np.linalg.norm(point - corner) > 0.05 * bgr.shape[1]
        for point, corner in zip(met, corners, strict=True)
    ):
        return corners
    return np.array(met)


def _best_line(
    relative: NDArray[np.float32],
    a: NDArray[np.float64],
    b: NDArray[np.float64],
    normal: NDArray[np.float64],
    unit: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give two points of the side moved outward, each end by its own step, onto a clear edge."""
    steps = np.arange(_INWARD, _OUTWARD + 1, 2.0) * unit
    part = np.linspace(0.08, 0.92, 60)[:, None]
    best = (-1.0, a, b)
    for i in steps:
        for j in steps[np.abs(steps - i) <= _SKEW * unit]:
            one, two = a + normal * i, b + normal * j
            points = one + (two - one) * part
            change = _at(relative, points + normal * 2 * unit) - _at(
                relative, points - normal * 2 * unit
            )
            clear = float(np.minimum(np.linalg.norm(change, axis=1), 0.6).mean())
            clear *= 1 - (i + j) / unit / 240  # of equal edges the nearer one
            if clear > best[0]:
                best = (clear, one, two)
    return best[1], best[2]


def _at(picture: NDArray[np.float32], points: NDArray[np.float64]) -> NDArray[np.float32]:
    x, y = points[:, 0].astype(np.float32), points[:, 1].astype(np.float32)
    cut = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut.reshape(len(points), -1), dtype=np.float32)


def _meeting(
    one: tuple[NDArray[np.float64], NDArray[np.float64]],
    two: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float64] | None:
    """Give the point where two lines meet, or None if they hardly do."""
    u, v = one[1] - one[0], two[1] - two[0]
    cross = u[0] * v[1] - u[1] * v[0]
    if abs(cross) < 0.05 * np.linalg.norm(u) * np.linalg.norm(v):
        return None
    w = two[0] - one[0]
    return np.asarray(one[0] + u * (w[0] * v[1] - w[1] * v[0]) / cross, dtype=np.float64)


def _steepness(bgr: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Give the steepest relative change of any channel."""
    smooth = cv2.GaussianBlur(bgr.astype(np.float32), (0, 0), 1.2)
    relative = np.log(smooth + 12.0) * 60.0
    dx = cv2.Sobel(relative, cv2.CV_32F, 1, 0, scale=0.125)
    dy = cv2.Sobel(relative, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(np.sqrt((dx**2 + dy**2).max(axis=-1)), dtype=np.float32)


def _region(
    steep: NDArray[np.float32], seed: NDArray[np.uint8], level: float
) -> NDArray[np.int32] | None:
    """Give the convex outline of what is reached from the seed, if it looks like a tray."""
    open_ground = ((steep <= level) | (seed > 0)).astype(np.uint8)
    _, labels = cv2.connectedComponents(open_ground, connectivity=4)
    reached = (labels == labels[seed > 0][0]).astype(np.uint8)
    outlines, _ = cv2.findContours(reached, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    area = cv2.contourArea(hull)
    if area < 1.5 * float(seed.sum()) or cv2.contourArea(outline) < _SOLID * area:
        return None
    height, width = steep.shape
    x, y = outline[:, 0, 0], outline[:, 0, 1]
    on_border = (x <= 1) | (y <= 1) | (x >= width - 2) | (y >= height - 2)
    if float(on_border.mean()) > 0.25:
        return None
    return np.asarray(hull, dtype=np.int32)


def _clearness(steep: NDArray[np.float32], hull: NDArray[np.int32]) -> float:
    """Give the steepness that half of the outline has at least."""
    line = np.zeros(steep.shape, np.uint8)
    cv2.drawContours(line, [hull], -1, 1, 1)
    return float(np.median(cv2.dilate(steep, np.ones((5, 5), np.uint8))[line > 0]))
