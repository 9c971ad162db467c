"""The shapes that trays have, seen from straight above: rectangles, hexagons, octagons, ovals.

A shape is five numbers: the middle's x and y, half the width, half the depth, and the turn in
radians. Hexagons and octagons are regular ones, stretched. Pure. May import: numpy.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_SIDE_PART = 0.9  # of a side that is looked at: corners are round
_OVAL_CORNERS = 40  # of the polygon that stands for an oval: off by a third of a percent
_ASIDE = np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])  # middles that are tried
_TURNS = 12  # of a hexagon or an octagon that are tried


class Kind(Enum):
    """A family of shapes; the value is the number of sides, 0 for an oval."""

    RECTANGLE = 4
    HEXAGON = 6
    OCTAGON = 8
    OVAL = 0


def placed(kind: Kind, shapes: Doubles, count: int) -> tuple[Doubles, Doubles]:
    """Give points along the outlines of K shapes and the outward normals there: (K, M, 2) each.

    shapes : array of shape (K, 5). count : about how many points an outline has.
    """
    points, normals = _unit(kind, count)
    half = shapes[:, None, 2:4]
    steep = normals / half
    steep = steep / np.linalg.norm(steep, axis=2, keepdims=True)
    return _turned(points * half, shapes) + shapes[:, None, :2], _turned(steep, shapes)


def corners(kind: Kind, shape: Doubles) -> Doubles:
    """Give the polygon of a shape, clockwise where y points down: shape (N, 2)."""
    unit = _polygon(_OVAL_CORNERS if kind is Kind.OVAL else kind.value)
    unit = unit * np.cos(np.pi / _OVAL_CORNERS) if kind is Kind.OVAL else unit
    one = shape[None]
    return np.asarray((_turned(unit * one[:, None, 2:4], one) + one[:, None, :2])[0])


def hold(kind: Kind, shapes: Doubles, points: Doubles, margin: float) -> NDArray[np.bool_]:
    """Tell which of K shapes, made smaller by a margin, hold all the points: shape (K,)."""
    away = points[None] - shapes[:, None, :2]
    c, s = np.cos(shapes[:, 4:5]), np.sin(shapes[:, 4:5])
    half = np.maximum(shapes[:, 2:4] - margin, 1e-3)
    x = (away[..., 0] * c + away[..., 1] * s) / half[:, :1]
    y = (away[..., 1] * c - away[..., 0] * s) / half[:, 1:]
    if kind is Kind.OVAL:
        return np.asarray((np.hypot(x, y) < 1).all(1))
    turns = np.arange(kind.value) * (2 * np.pi / kind.value)
    inside = [(x * np.cos(turn) + y * np.sin(turn) < 1).all(1) for turn in turns]
    return np.asarray(np.logical_and.reduce(inside))


def around(
    kind: Kind, region: Doubles, axis_rad: float, grown: Doubles, *, exactly: bool = False
) -> Doubles:
    """Give shapes about as large as a convex region, turned and stretched a little: (K, 5).

    region : shape (N, 2). axis_rad : direction of a side of the region; `exactly` or about.
    grown : by how much the half width and the half depth may be larger; also moved by some.
    """
    shapes = []
    aside = _ASIDE * np.diff(grown).min()
    reach = np.ones(2) if kind is Kind.OVAL else np.abs(_polygon(kind.value)).max(0)
    for turn in axis_rad + (_same_turns(kind) if exactly else _turns(kind)):
        c, s = np.cos(turn), np.sin(turn)
        turner = np.array([[c, -s], [s, c]])
        along = region @ turner
        low, high = along.min(0), along.max(0)
        middle = turner @ ((low + high) / 2)
        half = (high - low) / 2 / reach
        shapes += [
            (*(middle + turner @ (dx, dy)), half[0] + da, half[1] + db, turn)
            for da in grown
            for db in grown
            for dx, dy in aside
        ]
    return np.array(shapes)


def turned_along(kind: Kind, directions_rad: Doubles, most_rad: float) -> float | None:
    """Give the turn of the shape whose sides have these directions, or None if there is none.

    most_rad : by how much a direction may be another one.

    >>> turned_along(Kind.RECTANGLE, np.radians([30.0, 120.5, 29.5]), 0.02) is not None
    True
    >>> turned_along(Kind.HEXAGON, np.radians([30.0, 120.5, 29.5]), 0.02) is None
    True
    """
    if kind is Kind.OVAL or len(directions_rad) == 0:
        return None
    normals = directions_rad - np.pi / 2
    turn = float(np.angle(np.exp(1j * kind.value * normals).sum())) / kind.value
    step = 2 * np.pi / kind.value
    away = (normals - turn + step / 2) % step - step / 2
    return turn if float(np.abs(away).max()) < most_rad else None


def _turns(kind: Kind) -> Doubles:
    match kind:
        case Kind.RECTANGLE:
            return np.radians([-8.0, -4.0, 0.0, 4.0, 8.0])
        case Kind.OVAL:
            return np.radians([0.0, 45.0])
        case Kind.HEXAGON:  # a stretched one repeats after half a turn only
            return np.asarray(np.arange(_TURNS) * (np.pi / _TURNS))
        case Kind.OCTAGON:
            return np.asarray(np.arange(_TURNS) * (np.pi / 4 / _TURNS))
    raise AssertionError(kind)


def _same_turns(kind: Kind) -> Doubles:
    """Give the turns after which the sides are the same ones, but stretched along others."""
    return np.asarray(np.arange(3 if kind is Kind.HEXAGON else 1) * (np.pi / 3))


def _turned(points: Doubles, shapes: Doubles) -> Doubles:
    c, s = np.cos(shapes[:, 4:5]), np.sin(shapes[:, 4:5])
    x, y = points[..., 0], points[..., 1]
    return np.stack([c * x - s * y, s * x + c * y], axis=2)


def _polygon(sides: int) -> Doubles:
    """Give the corners of a regular polygon around the unit circle; a side faces x."""
    angles = (np.arange(sides) + 0.5) * (2 * np.pi / sides)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return np.asarray(circle / np.cos(np.pi / sides))


@lru_cache(maxsize=16)
def _unit(kind: Kind, count: int) -> tuple[Doubles, Doubles]:
    """Give points on the shape around the unit circle, and the normals there: (M, 2) each."""
    if kind is Kind.OVAL:
        angles = np.arange(count) * (2 * np.pi / count)
        circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
        return circle, circle
    from_corner = _polygon(kind.value)
    to_corner = np.roll(from_corner, -1, axis=0)
    each = max(4, count // kind.value)
    part = (1 - _SIDE_PART) / 2 + _SIDE_PART * (np.arange(each) + 0.5) / each
    points = from_corner[:, None] + (to_corner - from_corner)[:, None] * part[None, :, None]
    middles = (from_corner + to_corner) / 2  # of unit length: the polygon touches the circle
    return points.reshape(-1, 2), np.repeat(middles, each, axis=0)
