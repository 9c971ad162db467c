"""Rays against a rounded cube.

A die is a cube whose edges are rounded with radius `edge`, cut by a ball. Rays walk along its
signed distance, starting at the cube's own faces, so that the flat parts are hit at once.
May import: numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_STEPS = 7


def length(vectors: Array) -> Array:
    """The (n) lengths of (n, 3) vectors; einsum, as sums over a short axis are slow."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def dot(a: Array, b: Array) -> Array:
    """The (n) inner products of (n, 3) vectors."""
    return np.asarray(np.einsum("ij,ij->i", a, b))


def unit(vectors: Array) -> Array:
    """(n, 3) vectors brought to length one."""
    return np.asarray(vectors / (length(vectors) + 1e-9)[:, None])


def largest(vectors: Array) -> Array:
    """The (n) largest parts of (n, 3) vectors."""
    return np.maximum(np.maximum(vectors[:, 0], vectors[:, 1]), vectors[:, 2])


@dataclass(frozen=True, slots=True)
class Solid:
    """A die's form in its own frame: half side, edge radius and ball radius (0: none), in mm."""

    half_mm: float
    edge_mm: float
    ball_mm: float


@dataclass(frozen=True, slots=True)
class Hits:
    """Where (n) rays meet the solid: points and normals (n, 3), and how much of the pixel."""

    points: Array
    normals: Array
    cover: Array


def _distance(points: Array, solid: Solid) -> Array:
    over = np.abs(points) - np.float32(solid.half_mm - solid.edge_mm)
    outside = length(np.maximum(over, 0))
    gap = outside + np.minimum(largest(over), 0) - np.float32(solid.edge_mm)
    if solid.ball_mm:
        gap = np.maximum(gap, length(points) - np.float32(solid.ball_mm))
    return np.asarray(gap, np.float32)


def _normals(points: Array, solid: Solid) -> Array:
    over = np.maximum(np.abs(points) - np.float32(solid.half_mm - solid.edge_mm), 1e-6)
    normals = unit(np.sign(points) * over)
    if solid.ball_mm:
        away = length(points)[:, None] + 1e-9
        # Blend over a fifth of a millimetre: a ball-cut edge is polished, not a knife's edge.
        mix = np.clip((away - solid.ball_mm) * 5 + 1, 0, 1)
        normals = unit(normals * (1 - mix) + points / away * mix)
    return np.asarray(normals, np.float32)


def slab_entry(origin: Array, along: Array, half_mm: float) -> tuple[Array, Array]:
    """How far along each ray the cube of that half side begins and ends (end < begin: missed)."""
    safe = np.where(np.abs(along) < 1e-9, np.float32(1e-9), along)
    near = (-np.sign(safe) * half_mm - origin) / safe
    far = (np.sign(safe) * half_mm - origin) / safe
    return largest(near), -largest(-far)


def hit(origin: Array, along: Array, solid: Solid, pixel_mm: float) -> Hits:
    """Where rays from `origin` (3,) along (n, 3) meet the solid, all in the die's frame.

    A ray that misses by less than a pixel still covers part of it: soft outlines for free.
    """
    along = unit(along)
    begin, end = slab_entry(origin, along, solid.half_mm + pixel_mm)
    reached = np.where(end > begin, begin, -(along @ origin)).astype(np.float32)
    points = origin + reached[:, None] * along
    gap = _distance(points, solid)
    least = gap.copy()
    for _ in range(_STEPS):
        points = points + np.maximum(gap, 0)[:, None] * along
        gap = _distance(points, solid)
        np.minimum(least, gap, out=least)
    cover = np.clip(1.0 - least / pixel_mm, 0, 1)
    return Hits(points, _normals(points, solid), np.asarray(cover, np.float32))
