"""Finds the foot of the tray's wall on the plan of an empty tray.

A shadow ends as sharply as a wall. What tells them apart: the floor keeps its colour in a shadow;
the wall runs all around, in one of the shapes that trays have; a shadow lies along a part of it.
May import: numpy, cv2, calibration.plan, calibration.shapes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.plan import PX, Plan, like_floor
from calibration.shapes import Kind, around, corners, hold, placed, turned_along

Doubles = NDArray[np.float64]

_POINTS, _FEW_POINTS = 48, 32  # looked at along an outline
_ROOM_PX = 0.5 * PX  # between the middle of a die that lies flat and the wall, at least
_HALF_LEAST_PX = 2.0 * PX
_SEEN = 0.4  # clearness of an edge that is surely one; 0.1 of that is no edge
_INNER = 0.3  # clearness of an edge inside of the outline that is more than texture
_RIDGE, _BESIDE_PX = 0.3, 3.0  # what a sharp line adds to clearness, and how narrow it is
_SHADOW_PART = 0.6  # of the outline along which a shadow's edge may lie inside of it
_STRETCHED, _REGULAR = 0.15, 0.03  # clearness that a stretch by more than so much takes away
_GROWN = np.array([-2.1, -1.4, -0.7, 0.0, 0.7, 1.4]) * PX
_STARTS = 3  # shapes of a kind that are looked at closely
_APART_PX = 0.6 * PX  # by which they differ
_LEAPS_PX = (3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.5, 11.0, 13.0)  # from one edge onto the next one
_STEPS = np.array([(2.5, 2.5, 2.5, 2.5, 0.05), (1, 1, 1, 1, 0.02), (0.5, 0.5, 0.5, 0.5, 0.008)])
_TRIES = ((6, 5, 4), (0, 4, 3))  # of each step, at first and after a leap
_LEAST_SIDES = 3  # that tell how the wall is turned
_ALONG_RAD, _ALONG_SIDES_RAD = 0.035, 0.02  # by which sides, and the wall, may be turned away
_WAYS = np.array(
    [
        *np.eye(5), *-np.eye(5), (1, 0, 1, 0, 0), (-1, 0, 1, 0, 0), (0, 1, 0, 1, 0),
        (0, -1, 0, 1, 0), (1, 0, -1, 0, 0), (-1, 0, -1, 0, 0), (0, 1, 0, -1, 0),
        (0, -1, 0, -1, 0), (0, 0, 1, 1, 0), (0, 0, -1, -1, 0),
    ]
)  # fmt: skip


_NO_SIDES_RAD = np.zeros(0)


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """An outline that the foot of the wall may have.

    clear : how well it explains the plan; about 1 where the wall is seen all around.
    turn_rad : how it is turned, if that is known.
    """

    kind: Kind
    shape: Doubles
    clear: float
    turn_rad: float | None = None

    def corners_px(self) -> Doubles:
        """Give its polygon in pixels of the plan, clockwise."""
        return corners(self.kind, self.shape)

    def inside_px(self, outline_px: Doubles, count: int) -> Doubles:
        """Give how far inside of another outline each of about so many of its points lies: (N,)."""
        points, _ = placed(self.kind, self.shape[None], count)
        polygon = outline_px.astype(np.float32)
        inside = [cv2.pointPolygonTest(polygon, at, measureDist=True) for at in points[0].tolist()]
        return np.array(inside)


def find_wall(plan: Plan, guess_px: Doubles, sides_rad: Doubles = _NO_SIDES_RAD) -> Wall | None:
    """Give the outline that explains the plan best, or None if none holds the known places."""
    return next(iter(find_walls(plan, [guess_px], sides_rad)), None)


def find_walls(
    plan: Plan, guesses_px: list[Doubles], sides_rad: Doubles = _NO_SIDES_RAD
) -> list[Wall]:
    """Give the clearest outline of each kind that holds the known places, the clearest one first.

    guesses_px : outlines to begin with, in pixels of the plan; what looks like the floor is
        another one.
    sides_rad : directions on the plan of straight sides that were seen. A wall's foot goes along
        its edge, which is seen more clearly, and along its shadow.
    """
    regions = [*guesses_px, like_floor(plan)]
    walls = [
        wall
        for kind, turn_rad in _kinds(sides_rad)
        for wall in _near(plan, kind, regions, turn_rad)
    ]
    ordered = sorted(walls, key=lambda wall: -wall.clear)
    leapt = [_leapt(plan, wall) for wall in ordered[: _STARTS + 1]]
    others = ordered[_STARTS + 1 :]
    clearest: dict[Kind, Wall] = {}
    for wall in (*sorted(leapt, key=lambda wall: -wall.clear), *others):
        clearest.setdefault(wall.kind, wall)
    return list(clearest.values())


def _kinds(sides_rad: Doubles) -> list[tuple[Kind, float | None]]:
    """Give the kinds of shapes that have such sides, and how they are then turned."""
    turns = {kind: turned_along(kind, sides_rad, _ALONG_RAD) for kind in Kind}
    known = [kind for kind in Kind if turns[kind] is not None]
    if known and len(sides_rad) >= _LEAST_SIDES:
        return [(kind, turns[kind]) for kind in known]
    return [(kind, None) for kind in Kind]


def clearness(plan: Plan, kind: Kind, shapes: Doubles) -> Doubles:
    """Give how well each of K shapes explains the plan as the foot of the wall: shape (K,)."""
    points, normals = placed(kind, shapes, _POINTS)
    edge = _clear(_steepest(plan, points, normals, 0.5), 0.25)
    inner = _inner_edge(plan, points, normals, np.arange(4.0, 27.0, 1.5))
    off = _off_floor(plan, points, normals, np.arange(3.0, 27.0, 4.0))
    on = _on_floor(plan, points, normals, (3.0, 5.0, 7.0))
    shown = np.asarray(raster_at(plan.valid, points).mean(1), dtype=np.float64)
    ridge = _RIDGE * (_ridge(plan, points, normals) - 0.5)
    return _weighed(edge, inner, off, on) + ridge - (1 - shown) - _stretch(kind, shapes)


def _quick_clearness(plan: Plan, kind: Kind, shapes: Doubles) -> Doubles:
    """Give about the same for shapes that are not yet on the edge, in a fraction of the time."""
    points, normals = placed(kind, shapes, _FEW_POINTS)
    edge = _edge(plan.coarse, points, normals)
    inner = _inner_edge(plan, points, normals, np.array([6.0, 11.0, 17.0, 23.0]))
    off = _off_floor(plan, points, normals, np.array([4.0, 10.0, 18.0]))
    on = _on_floor(plan, points, normals, (5.0,))
    return _weighed(edge, inner, off, on) - _stretch(kind, shapes)


def _stretch(kind: Kind, shapes: Doubles) -> Doubles:
    """Give what speaks against shapes for being stretched: most trays are regular, or oblong."""
    if kind is Kind.RECTANGLE:
        return np.zeros(len(shapes))
    stretched = np.log(shapes[:, 2] / shapes[:, 3]) / _REGULAR
    return np.asarray(_STRETCHED * np.minimum(stretched**2, 1))


def _weighed(edge: Doubles, inner: Doubles, off: Doubles, on: Doubles) -> Doubles:
    """Give the clearness from what is seen along outlines.

    edge : how clear an edge each point lies on, shape (K, M).
    inner : where another edge lies inside, bool (K, M): along a shadow, but not all around.
    off, on : parts of what is just inside that is not floor, and of what is just outside that is.
        Where all around looks like the floor, that tells nothing.
    """
    seen = np.minimum(edge / _SEEN, 1).mean(1) + 0.15 * np.minimum(edge, 1).mean(1)
    unseen = (edge < 0.25 * _SEEN).mean(1)
    within = inner.mean(1)
    twice = np.maximum(within - _SHADOW_PART, 0)
    return np.asarray(
        seen - 0.5 * unseen - 2.0 * off - np.minimum(on, 1 - on) - 1.5 * twice - 0.15 * within
    )


def _edge(steep: NDArray[np.float32], points: Doubles, normals: Doubles) -> Doubles:
    """Give how clear an edge along the outline is seen: 0 texture, 1 twelve times as steep."""
    return _clear(_across(steep, points, normals), 0.25)


def _clear(steepness: Doubles, texture: float) -> Doubles:
    """Give a steepness as logarithm, from 0 for texture to 1 for twelve times as much."""
    part = np.log1p(steepness) / np.log(13.0)
    return np.asarray(np.clip(part - texture, 0, None) / (1 - texture))


def _across(steep: NDArray[np.float32], points: Doubles, normals: Doubles) -> Doubles:
    return np.asarray(np.abs((raster_at(steep, points) * normals).sum(-1)), dtype=np.float64)


def _steepest(plan: Plan, points: Doubles, normals: Doubles, beside: float) -> Doubles:
    """Give how steep it is on one side of an outline or the other, whichever is more."""
    one, other = (_across(plan.fine, points + normals * by, normals) for by in (-beside, beside))
    return np.maximum(one, other)


def _ridge(plan: Plan, points: Doubles, normals: Doubles) -> Doubles:
    """Give how far it is steeper on outlines than beside them: shape (K,).

    A wall's foot is a line. The shade towards a wall, and the edge of a soft shadow, are steep
    over a width.
    """
    beside = _steepest(plan, points, normals, _BESIDE_PX)
    sharp = np.clip(_steepest(plan, points, normals, 0.5) - 0.8 * beside, 0, None)
    return np.asarray(np.minimum(_clear(sharp, 0.15), 1).mean(1), dtype=np.float64)


def _inner_edge(plan: Plan, points: Doubles, normals: Doubles, depths_px: Doubles) -> Doubles:
    edges = [_edge(plan.fine, points - normals * depth, normals) for depth in depths_px]
    return np.asarray(np.maximum.reduce(edges) > _INNER)


def _off_floor(plan: Plan, points: Doubles, normals: Doubles, depths_px: Doubles) -> Doubles:
    unlike = [raster_at(plan.unlike, points - normals * depth) for depth in depths_px]
    return np.asarray(np.mean([np.clip(one / 2 - 1, 0, 1).mean(1) for one in unlike], axis=0))


def _on_floor(
    plan: Plan, points: Doubles, normals: Doubles, heights_px: tuple[float, ...]
) -> Doubles:
    like = [raster_at(plan.unlike, points + normals * height) < 1.5 for height in heights_px]
    return np.asarray(np.mean([one.mean(1) for one in like], axis=0))


def raster_at(raster: NDArray[np.float32], points: Doubles) -> NDArray[np.float32]:
    """Give what a raster holds at points of any shape (..., 2); at its border, beyond it."""
    at = np.rint(points).astype(np.int32)
    x = np.clip(at[..., 0], 0, raster.shape[1] - 1)
    y = np.clip(at[..., 1], 0, raster.shape[0] - 1)
    return raster[y, x]


def _near(plan: Plan, kind: Kind, regions: list[Doubles], turn_rad: float | None) -> list[Wall]:
    """Give the clearest outlines of a kind that are about as large as one of the regions."""
    starts = np.concatenate([
        around(kind, one, axis_rad(one), _GROWN)
        if turn_rad is None
        else around(kind, one, turn_rad, _GROWN, exactly=True)
        for one in regions
    ])  # fmt: skip
    starts = starts[(starts[:, 2:4] > _HALF_LEAST_PX).all(1)]
    starts = starts[hold(kind, starts, plan.known_px, _ROOM_PX)]
    kept: list[Doubles] = []
    for k in np.argsort(-_quick_clearness(plan, kind, starts)) if len(starts) else ():
        if all(np.abs(starts[k, :4] - one[:4]).max() > _APART_PX for one in kept):
            kept.append(starts[k])
        if len(kept) == _STARTS:
            break
    return [
        _climbed(plan, Wall(kind, one, -np.inf, _turn_of(one, turn_rad)), _TRIES[0]) for one in kept
    ]


def axis_rad(region: Doubles) -> float:
    """Give the direction of a side of a region (N, 2), about."""
    return float(np.radians(cv2.minAreaRect(region.astype(np.float32))[2]))


def snapped(plan: Plan, kind: Kind, shape: Doubles) -> Wall:
    """Give the outline that an outline of known place and kind is seen as, close by."""
    return _climbed(plan, Wall(kind, shape, -np.inf), _TRIES[1])


def _turn_of(shape: Doubles, turn_rad: float | None) -> float | None:
    return None if turn_rad is None else float(shape[4])


def _climbed(plan: Plan, wall: Wall, tries: tuple[int, ...]) -> Wall:
    """Give the outline that is reached from another one by steps that make it clearer."""
    best, clear = wall.shape, float(clearness(plan, wall.kind, wall.shape[None])[0])
    for step, count in zip(_STEPS, tries, strict=True):
        for _ in range(count):
            others = best + _WAYS * step
            found = _allowed_clearness(plan, wall, others)
            k = int(found.argmax())
            if found[k] <= clear:
                break
            best, clear = others[k], float(found[k])
    return replace(wall, shape=best, clear=clear)


def _leapt(plan: Plan, wall: Wall) -> Wall:
    """Give the clearest outline that leaps of one or two sides onto other edges lead to."""
    steps = [np.array([leap] * 4 + [0.0]) for leap in _LEAPS_PX]
    for _ in range(_STARTS):
        others = np.concatenate([wall.shape + _WAYS * step for step in steps])
        found = _allowed_clearness(plan, wall, others)
        best = [
            _climbed(plan, replace(wall, shape=others[k]), _TRIES[1])
            for k in np.argsort(-found)[:3]
        ]
        better = max(best, key=lambda one: one.clear)
        if better.clear <= wall.clear + 0.005:
            break
        wall = better
    return wall


def _allowed_clearness(plan: Plan, wall: Wall, shapes: Doubles) -> Doubles:
    """Give the clearness of shapes; none of those that leave out known places or are turned."""
    allowed = hold(wall.kind, shapes, plan.known_px, _ROOM_PX)
    if wall.turn_rad is not None:
        allowed &= np.abs(shapes[:, 4] - wall.turn_rad) < _ALONG_SIDES_RAD
    return np.where(allowed, clearness(plan, wall.kind, shapes), -np.inf)
