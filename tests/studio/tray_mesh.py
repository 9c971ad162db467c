"""The tray as meshes: floor, walls, rim and stitches. May import: numpy and this package."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tests.studio.geometry import Floats, outline
from tests.studio.mesh import Mesh, box, joined, moved, quad
from tests.studio.spec import Tray
from tests.studio.surfaces import SPAN_MM

_STITCH_MM, _STITCH_GAP_MM = 3.4, 1.8
_BEVEL_MM = 1.2


def level(points: Floats, z: float) -> Floats:
    """Plane points at a height."""
    return np.concatenate([points, np.full((len(points), 1), z)], axis=1)


def floor(tray: Tray) -> Mesh:
    """The floor at z = 0, its uv in parts of a texture's span."""
    return _polygon(outline(tray, 2.0), 0.0)


def sheet(side_mm: float, z: float) -> Mesh:
    """A large level square, such as the table."""
    half = side_mm / 2
    return _polygon(np.array([[-half, -half], [half, -half], [half, half], [-half, half]]), z)


def _polygon(corners: Floats, z: float) -> Mesh:
    points = level(np.concatenate([corners, corners.mean(0, keepdims=True)]), z)
    n = len(corners)
    faces = np.array([[k, (k + 1) % n, n] for k in range(n)])
    return Mesh(points, faces, points[:, :2] / SPAN_MM)


def _spread_mm(tray: Tray) -> float:
    return float(tray.rim_h_mm * np.tan(np.radians(tray.slope_deg)))


def walls(tray: Tray) -> Mesh:
    """The inner sides of the walls."""
    return _band(outline(tray), 0.0, outline(tray, _spread_mm(tray)), tray.rim_h_mm - _bevel(tray))


def _bevel(tray: Tray) -> float:
    return min(_BEVEL_MM, tray.rim_w_mm / 3)


def rim(tray: Tray) -> Mesh:
    """The top of the rim, its bevels and its outer sides."""
    spread, top, bevel = _spread_mm(tray), tray.rim_h_mm, _bevel(tray)
    levels = [
        (spread, top - bevel),
        (spread + bevel, top),
        (spread + tray.rim_w_mm - bevel, top),
        (spread + tray.rim_w_mm, top - bevel),
        (tray.rim_w_mm if tray.slope_deg > 20 else spread + tray.rim_w_mm, -tray.floor_t_mm),
    ]
    bands = [
        _band(outline(tray, a), za, outline(tray, b), zb) for (a, za), (b, zb) in pairwise(levels)
    ]
    return joined(bands)


def _band(low: Floats, z_low: float, high: Floats, z_high: float) -> Mesh:
    """The strip between two outlines, facing inwards and up; uv runs on round the tray."""
    meshes, n, run = [], len(low), 0.0
    a, b = level(low, z_low), level(high, z_high)
    for k in range(n):
        after = (k + 1) % n
        one = quad(np.stack([a[k], a[after], b[after], b[k]])[::-1])
        long = float(np.linalg.norm(a[after] - a[k]))
        meshes.append(Mesh(one.vertices, one.faces, (one.uv + np.array([run, 0])) / SPAN_MM))
        run += long if n < 20 else 0.618 * SPAN_MM * (k == 0) + long
    return joined(meshes)


def stitches(tray: Tray) -> Mesh | None:
    """Dashes of thread along the rim, or None where there are none."""
    if tray.stitch is None:
        return None
    middle = _spread_mm(tray) + min(tray.rim_w_mm * 0.5, tray.rim_w_mm - 0.6)
    corners = outline(tray, middle)
    thread = box((_STITCH_MM, min(0.7, tray.rim_w_mm / 4), 0.35))
    found = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        long = float(np.linalg.norm(b - a))
        along = (b - a) / long
        frame = np.array([[along[0], -along[1], 0], [along[1], along[0], 0], [0, 0, 1.0]])
        for step in np.arange(3.0, long - 3.0, _STITCH_MM + _STITCH_GAP_MM):
            at = np.array([*(a + along * step), tray.rim_h_mm - 0.05])
            found.append(moved(thread, frame, at))
    return joined(found)


def half_width_mm(tray: Tray) -> tuple[float, float]:
    """Half of the tray's outer width and depth."""
    out = _spread_mm(tray) + tray.rim_w_mm
    return tray.w_mm / 2 + out, tray.h_mm / 2 + out
