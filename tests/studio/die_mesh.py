"""The body of a die as a mesh, and its paint as a texture.

The surface is a cube that is rounded, cut by a ball and drilled for its pips; a grid on the
cube's six sides is pulled onto it along rays from the middle. May import: numpy, cv2.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.studio.geometry import Floats, face_normal
from tests.studio.mesh import Mesh, grid_faces
from tests.studio.noise import noise3
from tests.studio.spec import DiceStyle, Die
from vision.faces.layout import PIPS

_GRID = 72
_TEXELS = 300


def axes_of(value: int, handed: str) -> Floats:
    """The rows u, v, normal of a face in the die's frame, right-handed."""
    normal = face_normal(value, handed)
    side = np.roll(normal, 1)
    return np.stack([side, np.cross(normal, side), normal])


def pips_of(style: DiceStyle, die: Die, value: int) -> Floats:
    """The (n, 2) middles of a face's pips, in parts of the half side."""
    grid = np.array(PIPS[value], np.float64)
    if die.orient[value - 1]:
        grid = np.stack([-grid[:, 1], grid[:, 0]], axis=1)
    return grid * (1 - 2 * style.inset)


def _distance(points: Floats, style: DiceStyle) -> Floats:
    """Signed distance to an undrilled die of half side 1, negative inside."""
    edge = 2 * style.edge
    over = np.abs(points) - (1 - edge)
    outer = np.linalg.norm(np.maximum(over, 0), axis=1)
    gap = outer + np.minimum(over.max(axis=1), 0) - edge
    if style.ball:
        gap = np.maximum(gap, np.linalg.norm(points, axis=1) - 2 * style.ball)
    return np.asarray(gap)


def _drill(radius: float, depth: float) -> tuple[float, float]:
    """How high above the face a ball stands that drills a pip, and its radius."""
    deep = depth * radius
    ball = (radius**2 + deep**2) / (2 * deep)
    return ball - deep, ball


def _face_points(value: int, handed: str, count: int) -> tuple[Floats, Floats]:
    """A grid on a side of the cube: (n, 3) points and (n, 2) places on it, -1..1."""
    line = np.linspace(-1, 1, count)
    u, v = (one.ravel() for one in np.meshgrid(line, line))
    axes = axes_of(value, handed)
    return u[:, None] * axes[0] + v[:, None] * axes[1] + axes[2], np.stack([u, v], axis=1)


def body(style: DiceStyle, die: Die) -> Mesh:
    """The mesh of a die of half side 1, with normals, and uv into an atlas of 3 x 2 faces."""
    points, uvs, faces = [], [], []
    for value in range(1, 7):
        start, places = _face_points(value, die.handed, _GRID)
        axes = axes_of(value, die.handed)
        pips = pips_of(style, die, value)
        drills = np.stack([p[0] * axes[0] + p[1] * axes[1] + axes[2] for p in pips])
        points.append(_pulled(start, style, drills, axes[2]))
        uvs.append(_atlas(value, places))
        faces.append(grid_faces(_GRID, _GRID) + _GRID**2 * (value - 1))
    vertices = np.concatenate(points)
    normals = np.concatenate([_grid_normals(one) for one in points])
    return Mesh(vertices, np.concatenate(faces), np.concatenate(uvs), normals)


def _pulled(start: Floats, style: DiceStyle, drills: Floats, normal: Floats) -> Floats:
    """The points where rays from the middle through `start` leave the solid."""
    near, far = np.zeros(len(start)), np.ones(len(start))
    lift, ball = _drill(2 * style.pip_radius, max(style.depth, 1e-3))
    for _ in range(22):
        middle = (near + far) / 2
        points = start * middle[:, None]
        gap = _distance(points, style)
        if style.depth > 0:
            for drill in drills:
                away = np.linalg.norm(points - (drill + normal * lift), axis=1)
                gap = np.maximum(gap, ball - away)
        inside = gap < 0
        near, far = np.where(inside, middle, near), np.where(inside, far, middle)
    return start * near[:, None]


def _grid_normals(points: Floats) -> Floats:
    grid = points.reshape(_GRID, _GRID, 3)
    across, down = np.gradient(grid, axis=1), np.gradient(grid, axis=0)
    normals = np.cross(across, down).reshape(-1, 3)
    return normals / np.maximum(np.linalg.norm(normals, axis=1), 1e-12)[:, None]


def _atlas(value: int, places: Floats) -> Floats:
    column, row = (value - 1) % 3, (value - 1) // 3
    inner = places * 0.498 + 0.5
    return np.stack([(column + inner[:, 0]) / 3, (row + inner[:, 1]) / 2], axis=1)


def paint(style: DiceStyle, die: Die, seed: int) -> NDArray[np.float32]:
    """The atlas: float32 linear RGB of shape (2 n, 3 n, 3), row 0 at v = 0."""
    atlas = np.zeros((2 * _TEXELS, 3 * _TEXELS, 3), np.float32)
    for value in range(1, 7):
        row, column = (value - 1) // 3 * _TEXELS, (value - 1) % 3 * _TEXELS
        atlas[row : row + _TEXELS, column : column + _TEXELS] = _face(style, die, value, seed)
    return atlas


def _face(style: DiceStyle, die: Die, value: int, seed: int) -> NDArray[Any]:
    points, places = _face_points(value, die.handed, _TEXELS)
    colour = _body_colour(style, points, seed)
    red = value in die.red_faces
    if red and style.reds == "face":
        inner = _painted_part(style, places)
        colour = colour * (1 - inner) + np.array(style.red) * inner
    pip = np.array(style.pip)
    if red:
        pip = np.array(style.red_pip if style.reds == "face" else style.red)
    ink = _ink(style, die, value, places, seed)[:, None]
    return (colour * (1 - ink) + pip * ink).reshape(_TEXELS, _TEXELS, 3).astype(np.float32)


def _body_colour(style: DiceStyle, points: Floats, seed: int) -> Floats:
    colour = np.broadcast_to(np.array(style.body), (len(points), 3))
    if style.vein is None:
        return colour * (1 + 0.03 * noise3(points * 4, seed)[:, None])
    bend = noise3(points * 1.6, seed)
    stretch = np.array([1.0, 1.0, 5.0]) if style.style == "wood" else 2.2
    swirl = noise3(points * stretch + 2.5 * bend[:, None], seed + 1)
    mix = np.clip(0.5 + 0.9 * swirl, 0, 1)[:, None]
    return colour * (1 - mix) + np.array(style.vein) * mix


def _painted_part(style: DiceStyle, places: Floats) -> Floats:
    """Where a red face's paint is: its flat part, a disc on a ball-cut die."""
    flat = 1 - 2 * style.edge * 0.7
    inside = np.abs(places).max(axis=1) < flat
    if style.ball:
        inside &= np.linalg.norm(places, axis=1) < np.sqrt(max((2 * style.ball) ** 2 - 1, 0.0))
    return inside.astype(np.float64)[:, None]


def _ink(style: DiceStyle, die: Die, value: int, places: Floats, seed: int) -> Floats:
    """How much of each place is a pip's ink, 0..1; worn paint lets the body through."""
    radius = 2 * style.pip_radius * (1.25 if value == 1 and style.style == "spicyB" else 1.0)
    ink = np.zeros(len(places))
    for middle in pips_of(style, die, value):
        away = np.linalg.norm(places - middle, axis=1)
        ink = np.maximum(ink, np.clip((radius - away) / 0.02 + 0.5, 0, 1))
    if style.wear:
        three = np.stack([places[:, 0], places[:, 1], np.full(len(places), float(value))], axis=1)
        worn = np.clip(noise3(three * 5, seed + die.number) * 1.5 - 0.4, 0, 1) * style.wear
        ink = ink * (1 - worn)
    return ink


def painted(style: DiceStyle, die: Die, seed: int) -> NDArray[np.float32]:
    """The atlas softened as paint is."""
    return np.asarray(cv2.GaussianBlur(paint(style, die, seed), (0, 0), 1.0), np.float32)
