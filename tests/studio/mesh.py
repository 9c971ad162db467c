"""Triangles: values, primitives, and the binary PLY files that the tracer reads.

May import: numpy.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Mesh:
    """vertices (n, 3), faces (m, 3), uv (n, 2), normals (n, 3) or None for flat faces."""

    vertices: Floats
    faces: NDArray[Any]
    uv: Floats
    normals: Floats | None = None


def grid_faces(rows: int, columns: int) -> NDArray[np.int64]:
    """The triangles of a grid of points, facing up if x goes with columns and y with rows."""
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b = index[:-1, :-1].ravel(), index[:-1, 1:].ravel()
    c, d = index[1:, :-1].ravel(), index[1:, 1:].ravel()
    return np.concatenate([np.stack([a, b, d], axis=1), np.stack([a, d, c], axis=1)])


def joined(meshes: list[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0] + [len(mesh.vertices) for mesh in meshes[:-1]])
    faces = np.concatenate([m.faces + s for m, s in zip(meshes, starts, strict=True)])
    normals = [mesh.normals for mesh in meshes if mesh.normals is not None]
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        faces,
        np.concatenate([mesh.uv for mesh in meshes]),
        np.concatenate(normals) if len(normals) == len(meshes) else None,
    )


def moved(mesh: Mesh, rotation: Floats, at: Floats) -> Mesh:
    """The mesh turned and moved."""
    normals = None if mesh.normals is None else mesh.normals @ rotation.T
    return Mesh(mesh.vertices @ rotation.T + at, mesh.faces, mesh.uv, normals)


def quad(corners: Floats, uv: Floats | None = None) -> Mesh:
    """A four-cornered face; its uv in mm along its first and last side unless given."""
    if uv is None:
        u, v = corners[1] - corners[0], corners[3] - corners[0]
        ahead = u / (np.linalg.norm(u) + 1e-12)
        flat = corners - corners[0]
        across = v - ahead * (v @ ahead)
        across = across / (np.linalg.norm(across) + 1e-12)
        uv = np.stack([flat @ ahead, flat @ across], axis=1)
    return Mesh(corners, np.array([[0, 1, 2], [0, 2, 3]]), uv)


def box(size: tuple[float, float, float]) -> Mesh:
    """A box standing on z = 0, its uv 0..1 on the top."""
    x, y, z = size[0] / 2, size[1] / 2, size[2]
    base = np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    top = np.concatenate([base, np.full((4, 1), z)], axis=1)
    low = np.concatenate([base, np.zeros((4, 1))], axis=1)
    unit = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    sides = [
        quad(np.stack([low[k], low[(k + 1) % 4], top[(k + 1) % 4], top[k]]), unit * 0.001)
        for k in range(4)
    ]
    return joined([quad(top, unit), *sides])


def lathe(profile: Floats, sides: int = 48) -> Mesh:
    """A body of revolution about z from (n, 2) points (radius, height), flat-shaded."""
    angle = np.linspace(0, 2 * np.pi, sides + 1)
    ring = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    meshes = []
    for (r0, z0), (r1, z1) in pairwise(profile):
        for a, b in pairwise(ring):
            corners = np.array([[*(a * r0), z0], [*(b * r0), z0], [*(b * r1), z1], [*(a * r1), z1]])
            meshes.append(quad(corners, np.zeros((4, 2))))
    return joined(meshes)


def capsule(start: Floats, end: Floats, r0: float, r1: float) -> Mesh:
    """A rounded limb from one point to another, with smooth normals."""
    way = end - start
    length = float(np.linalg.norm(way))
    z = way / length
    x = np.cross(z, [0.0, 0.3, 1.0])
    x /= np.linalg.norm(x)
    frame = np.stack([x, np.cross(z, x), z], axis=1)
    turns, steps = np.linspace(0, 2 * np.pi, 33), np.linspace(-np.pi / 2, np.pi / 2, 24)
    rows, normals = [], []
    for step in steps:
        at, r = (0.0, r0) if step < 0 else (length, r1)
        around = np.stack([np.cos(turns) * np.cos(step), np.sin(turns) * np.cos(step)], axis=1)
        normal = np.concatenate([around, np.full((33, 1), np.sin(step))], axis=1)
        rows.append(normal * r + [0, 0, at])
        normals.append(normal)
    vertices = np.concatenate(rows) @ frame.T + start
    uv = np.zeros((len(vertices), 2))
    return Mesh(vertices, grid_faces(24, 33), uv, np.concatenate(normals) @ frame.T)


def write_ply(path: Path, mesh: Mesh) -> None:
    """Write a mesh as binary PLY; without normals every face gets its own corners."""
    if mesh.normals is None:
        flat = mesh.faces.ravel()
        vertices, uv = mesh.vertices[flat], mesh.uv[flat]
        faces = np.arange(len(flat)).reshape(-1, 3)
        a, b, c = (vertices[k::3] for k in range(3))
        normal = np.cross(b - a, c - a)
        normal = normal / np.maximum(np.linalg.norm(normal, axis=1), 1e-12)[:, None]
        normals = np.repeat(normal, 3, axis=0)
    else:
        vertices, uv, faces, normals = mesh.vertices, mesh.uv, mesh.faces, mesh.normals
    names = ("x", "y", "z", "nx", "ny", "nz", "u", "v")
    header = "ply\nformat binary_little_endian 1.0\n" + f"element vertex {len(vertices)}\n"
    header += "".join(f"property float {name}\n" for name in names)
    header += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    rows = np.zeros(len(faces), dtype=[("n", "u1"), ("at", "<i4", 3)])
    rows["n"], rows["at"] = 3, faces
    data = np.concatenate([vertices, normals, uv], axis=1).astype("<f4")
    path.write_bytes(header.encode() + data.tobytes() + rows.tobytes())
