"""Tells the foot of a tray's wall from shadows and from its upper edge, by the rim above it.

A wall has one height all around and ends in a level rim. So three lines run along each side: foot,
inner edge and outer edge; and from where the camera hangs, the edges are the foot's own shape,
made larger around the point below the camera by one and the same number. A shadow has no rim in
the right place; the upper edge taken for a foot has none that is farther out.
May import: numpy, calibration.plan, calibration.shapes, calibration.strips, calibration.walls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.plan import PX, Plan
from calibration.shapes import Kind, placed
from calibration.strips import Strips, strips_along
from calibration.walls import Wall, clearness

Doubles = NDArray[np.float64]

_HEIGHTS = np.arange(0.8, 3.3, 0.2)  # of walls, in edges of a die
_SLOPES = (0.0, 0.12, 0.25, 0.4, 0.58)  # of walls, outward: tangents up to 30 degrees
_WIDTHS = np.arange(0.2, 1.41, 0.15)  # of rims, in edges
_SLOPED = 0.033  # what speaks against a slope of one: most walls are upright
_LEAST_LINES = 1.5  # of foot and two edges, that the picture must show
# How far a side may be moved: a wall's shadow from a low lamp is up to four dice wide.
_MOVED_PX = np.arange(-26.0, 46.0)
_ASIDE_PX, _GROWN_PX = np.arange(-18.0, 19.0, 3.0), np.arange(-24.0, 19.0, 2.0)  # or the whole
_STRETCHED = 0.02  # logarithm of width over depth
_ALIKE_PX = 2.0  # by which outlines differ at most that are tried once
_TRIED, _KEPT = 400, 25  # placements of a rim that are looked at, and outlines among them
_CLEARNESS, _MOST_CLEAR = 0.1, 1.3  # weight of how well the foot alone explains the plan
_UNEVEN, _MOST_UNEVEN = 0.067, 1.0  # weight of how unlike the rim's top is from side to side
_OFF_FLOOR = 0.1  # weight of what is no floor inside, along the worst quarter of the sides
_DEPTHS_PX = np.arange(2.0, 8.0)
_BETTER = 0.017  # evidence by which another outline must be better than the clearest one
_SURE_LINES = 0.77  # of lines that are seen: an outline without a clear foot, but with its rim
_LIKELY_LINES = 0.6  # the same of a foot that may well be one; tables without trays show 0.46
# How clear a foot is at least that only lines tell: where they are seen, but no foot, much speaks
# against it. Of 150 drawn and 105 traced or rendered trays lines tell three: one that is 0.28 clear
# and right, one 0.05, of which the floor's hue tells that it is far off, and one -0.87, a rectangle
# around an oval tray.
_LEAST_BY_LINES = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A wall with its rim along an outline whose sides were moved outwards by so many pixels.

    seen : how clearly its lines are seen, 0 to 1, less what speaks against its slope.
    inner_px, outer_px : where the rim's edges are then seen, outwards of the outline.
    """

    seen: float
    moved_px: Doubles
    inner_px: Doubles
    outer_px: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """An outline with how much its foot and its rim together speak for it.

    lines : how clearly foot and rim are seen, 0 to 1. evidence : that, and what else tells.
    """

    wall: Wall
    lines: float
    evidence: float


def best_foot(plan: Plan, walls: list[Wall], height: float) -> Foot | None:
    """Give the outline that rim and foot speak for most, or None if there is none to begin with.

    walls : outlines to begin with, the clearest one first.
    height : of the camera over the floor, in edges.
    """
    feet = [foot for wall in _with_regular(walls) for foot in _feet(plan, wall, height)]
    if not feet:
        return None
    first, best = feet[0], max(feet, key=lambda foot: foot.evidence)
    return best if best.evidence > first.evidence + _BETTER else first


def is_sure(foot: Foot, least_clear: float) -> bool:
    """Tell whether an outline is seen clearly enough to be the foot of a wall at all."""
    by_lines = foot.lines >= _SURE_LINES and foot.wall.clear >= _LEAST_BY_LINES
    return foot.wall.clear >= least_clear or by_lines


def is_likely(foot: Foot) -> bool:
    """Tell whether an outline that is not seen clearly enough may well be the foot of a wall.

    Of two in 217 trays one is the foot; one, -0.9 clear, has that and its upper edge for a rim.
    """
    return foot.lines >= _LIKELY_LINES and foot.wall.clear >= _LEAST_BY_LINES


def _with_regular(walls: list[Wall]) -> Iterator[Wall]:
    """Give outlines, and beside each that is stretched a little the regular one."""
    for wall in walls:
        yield wall
        width, depth = wall.shape[2:4]
        if wall.kind is not Kind.RECTANGLE and abs(np.log(width / depth)) > _STRETCHED:
            shape = wall.shape.copy()
            shape[2:4] = (width + depth) / 2
            yield replace(wall, shape=shape)


def _feet(plan: Plan, wall: Wall, height: float) -> list[Foot]:
    """Give outlines near one, that one first."""
    strips = strips_along(plan, wall.kind, wall.shape)
    found = sorted(_placements(strips, wall.kind, height), key=lambda one: -one.seen)
    unmoved = np.zeros((len(strips.clear), 1))
    as_it_is = max(_of_rims(strips, unmoved, height), key=lambda one: one.seen)
    kept = [as_it_is]
    for one in found[:_TRIED]:
        if all(np.abs(one.moved_px - other.moved_px).max() > _ALIKE_PX for other in kept):
            kept.append(one)
        if len(kept) == _KEPT:
            break
    shapes = np.array([with_sides_moved(wall, one.moved_px, strips) for one in kept])
    clear = clearness(plan, wall.kind, shapes)
    evidence = (
        np.array([one.seen - _UNEVEN * _unevenness(strips, one) for one in kept])
        + _CLEARNESS * np.minimum(clear, _MOST_CLEAR)
        - _OFF_FLOOR * _off_floor(plan, wall.kind, shapes)
    )
    return [
        Foot(replace(wall, shape=shape, clear=float(by)), one.seen, float(speaks))
        for shape, by, one, speaks in zip(shapes, clear, kept, evidence, strict=True)
    ]


def _placements(strips: Strips, kind: Kind, height: float) -> Iterator[Placement]:
    """Give the best place of each rim: each side of a rectangle may be moved by itself."""
    if kind is Kind.RECTANGLE:
        ways = np.repeat(_MOVED_PX[None], len(strips.clear), axis=0)
        ways = np.where(ways >= strips.least_px[:, None], ways, np.nan)
        if not np.isfinite(ways).any(1).all():
            return
        yield from _of_rims(strips, ways, height, each_side=True)
        return
    grid = np.stack(np.meshgrid(_ASIDE_PX, _ASIDE_PX, _GROWN_PX), -1).reshape(-1, 3)
    moved = np.rint(strips.normals @ grid[:, :2].T + strips.shares[:, None] * grid[:, 2])
    allowed = (moved >= np.maximum(strips.least_px[:, None], _MOVED_PX[0])).all(0)
    allowed &= (moved <= _MOVED_PX[-1]).all(0)
    if allowed.any():
        yield from _of_rims(strips, moved[:, allowed], height)


def _of_rims(
    strips: Strips, moved_px: Doubles, height: float, *, each_side: bool = False
) -> Iterator[Placement]:
    """Give for each height, slope and width of a wall the best of the ways to move the sides.

    moved_px : shape (N, K); NaN is none. each_side : whether each side may take another one.
    """
    columns = np.unique(moved_px[np.isfinite(moved_px)])
    index = np.searchsorted(columns, np.nan_to_num(moved_px, nan=columns[0]))
    lines = _Lines(strips, columns, height)
    sides = np.arange(len(moved_px))
    for rim in lines.rims():
        by_way = np.take_along_axis(rim.seen, index, 1)
        if each_side:
            best = np.nanargmax(np.where(np.isfinite(moved_px), by_way, -1.0), axis=1)
            seen = float(by_way[sides, best].mean())
        else:
            way = int(by_way.mean(0).argmax())
            best, seen = np.full(len(sides), way), float(by_way[:, way].mean())
        at = index[sides, best]
        yield Placement(seen, columns[at], rim.inner_px[sides, at], rim.outer_px[sides, at])


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    """How clearly one rim is seen by side and way to move it, and where: shape (N, C) each."""

    seen: Doubles
    inner_px: Doubles
    outer_px: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """The lines of walls along strips whose foot is moved by each of some pixels."""

    strips: Strips
    columns_px: Doubles
    height: float

    def rims(self) -> Iterator[_Rim]:
        """Give what is seen of rims of all heights, slopes and widths."""
        strips, reach = self.strips, self.strips.from_camera_px[:, None]
        moved = np.repeat(self.columns_px[None], len(reach), axis=0)
        foot = np.nan_to_num(strips.clear_at(moved))
        for tall in _HEIGHTS:
            larger = self.height / (self.height - tall)
            for slope in _SLOPES:
                inner = larger * (reach + moved + slope * tall * PX) - reach
                edge = strips.clear_at(inner)
                for width in _WIDTHS:
                    outer = inner + larger * width * PX
                    seen = _mean_of_lines(foot, edge, strips.clear_at(outer))
                    yield _Rim(seen - _SLOPED * slope, inner, outer)


def _mean_of_lines(foot: Doubles, inner: Doubles, outer: Doubles) -> Doubles:
    """Give how clear three lines are in the mean; edges that the picture does not show count not.

    Where it shows neither edge, a foot alone is worth but a part.
    """
    shown = 1.0 + np.isfinite(inner) + np.isfinite(outer)
    total = foot + np.nan_to_num(inner) + np.nan_to_num(outer)
    return np.asarray(total / np.maximum(shown, _LEAST_LINES), dtype=np.float64)


def _unevenness(strips: Strips, one: Placement) -> float:
    """Give how much the top of the rim differs from side to side: it is level, and lit alike."""
    tones = strips.tones_between(one.inner_px, one.outer_px)
    apart = np.median(np.abs(tones - np.median(tones, axis=0)), axis=0)
    return min(float(apart.max()), _MOST_UNEVEN)


def _off_floor(plan: Plan, kind: Kind, shapes: Doubles) -> Doubles:
    """Give how much along the worst quarter of each outline is no floor in any light: (K,)."""
    points, normals = placed(kind, shapes, 192)
    sides = kind.value or 16
    at = np.rint(points[:, :, None] - normals[:, :, None] * _DEPTHS_PX[:, None]).astype(np.int64)
    x = np.clip(at[..., 0], 0, plan.unlike.shape[1] - 1)
    y = np.clip(at[..., 1], 0, plan.unlike.shape[0] - 1)
    off = np.clip(plan.unlike[y, x] / 2 - 1, 0, 1).mean(-1)
    by_side = np.sort(off.reshape(len(shapes), sides, -1).mean(-1), axis=1)
    return np.asarray(by_side[:, -max(1, sides // 4) :].mean(1), dtype=np.float64)


def with_sides_moved(wall: Wall, moved_px: Doubles, strips: Strips) -> Doubles:
    """Give the shape whose sides lie so far outwards."""
    shape = wall.shape.copy()
    if wall.kind is Kind.RECTANGLE:
        for axis in (0, 1):
            turn = shape[4] + axis * np.pi / 2
            way = np.array([np.cos(turn), np.sin(turn)])
            facing = strips.normals @ way
            far, near = moved_px[facing.argmax()], moved_px[facing.argmin()]
            shape[2 + axis] += (far + near) / 2
            shape[:2] += way * (far - near) / 2
        return shape
    ways = np.column_stack([strips.normals, strips.shares])
    x, y, grown = np.linalg.lstsq(ways, moved_px, rcond=None)[0]
    shape[:2] += (x, y)
    shape[2:4] *= 1 + grown / shape[2:4].mean()
    return shape
