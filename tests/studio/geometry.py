"""Rotations, the camera's projection, and the outline of a tray.

May import: numpy, vision.tray.lens.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.studio.spec import Camera, Tray
from vision.tray.lens import bent

Floats = NDArray[np.float64]

_ROUND_SIDES = 72
_SIDES = {"hex": 6, "oct": 8, "round": _ROUND_SIDES}
_NORMALS = {
    "right": {1: (1, 0, 0), 2: (0, 1, 0), 3: (0, 0, 1)},
    "left": {2: (1, 0, 0), 1: (0, 1, 0), 3: (0, 0, 1)},
}


def turn(axis: int, deg: float) -> Floats:
    """The rotation by `deg` about the x, y or z axis (0, 1, 2)."""
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    matrix = np.eye(3)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    matrix[a, a] = matrix[b, b] = c
    matrix[a, b], matrix[b, a] = -s, s
    return matrix


def face_normal(value: int, handed: str) -> Floats:
    """The outward normal of a face in the die's own frame.

    >>> [int(v) for v in face_normal(6, "right")]
    [-1, 0, 0]
    """
    normals = _NORMALS[handed]
    at = normals[value] if value in normals else tuple(-part for part in normals[7 - value])
    return np.array(at, np.float64)


def value_up(rotation: Floats, handed: str) -> int:
    """The value whose face points up most."""
    return max(range(1, 7), key=lambda value: float((rotation @ face_normal(value, handed))[2]))


def upright(value: int, yaw_deg: float, handed: str) -> Floats:
    """A rotation that turns a value up, and then about the vertical."""
    normal = face_normal(value, handed)
    side = np.roll(normal, 1)
    return turn(2, yaw_deg) @ np.stack([side, np.cross(normal, side), normal])


def tilt_deg(rotation: Floats) -> float:
    """How far the face that points up most is from pointing straight up."""
    return float(np.degrees(np.arccos(np.clip(np.abs(rotation[2]).max(), -1, 1))))


def quaternion(rotation: Floats) -> tuple[float, float, float, float]:
    """The quaternion (x, y, z, w) of a rotation."""
    k = np.zeros((4, 4))
    r = rotation
    k[0] = [r[0, 0] - r[1, 1] - r[2, 2], 0, 0, 0]
    k[1] = [r[0, 1] + r[1, 0], r[1, 1] - r[0, 0] - r[2, 2], 0, 0]
    k[2] = [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], r[2, 2] - r[0, 0] - r[1, 1], 0]
    k[3] = [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], np.trace(r)]
    x, y, z, w = np.linalg.eigh(k, UPLO="L")[1][:, -1]
    return float(x), float(y), float(z), float(w)


def focal_px(camera: Camera) -> float:
    """The focal length in pixels."""
    return float(camera.width / 2 / np.tan(np.radians(camera.hfov_deg / 2)))


def camera_rotation(camera: Camera) -> Floats:
    """The matrix from the world to the camera (x right, y down, z ahead)."""
    down = np.diag([1.0, -1.0, -1.0])
    return turn(2, camera.roll_deg) @ turn(0, camera.tilt_x_deg) @ turn(1, camera.tilt_y_deg) @ down


def camera_position(camera: Camera) -> Floats:
    """Where the camera is: height_mm above the floor, looking at its aim."""
    ahead = camera_rotation(camera)[2]
    return np.array([*camera.aim_mm, 0.0]) + ahead / ahead[2] * camera.height_mm


def camera_matrix(camera: Camera) -> Floats:
    """OpenCV's matrix of the camera."""
    f = focal_px(camera)
    x = camera.width / 2 - 0.5 + camera.pp_px[0]
    y = camera.height / 2 - 0.5 + camera.pp_px[1]
    return np.array([[f, 0, x], [0, f, y], [0, 0, 1.0]])


def project(camera: Camera, points_mm: NDArray[Any]) -> Floats:
    """The (n, 2) picture points of (n, 3) world points."""
    seen = (points_mm - camera_position(camera)) @ camera_rotation(camera).T
    xy = bent(seen[:, :2] / seen[:, 2:], *camera.dist)
    matrix = camera_matrix(camera)
    return np.asarray(xy * focal_px(camera) + matrix[:2, 2])


def outline(tray: Tray, out_mm: float = 0.0) -> Floats:
    """The (n, 2) corners of the floor, anticlockwise, moved outwards by out_mm on every side."""
    if tray.shape == "rect":
        x, y = tray.w_mm / 2 + out_mm, tray.h_mm / 2 + out_mm
        return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    sides = _SIDES[tray.shape]
    angle = (np.arange(sides) + 0.5) * 2 * np.pi / sides
    radius = (tray.w_mm / 2 + out_mm) / np.cos(np.pi / sides)
    return radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def depth_inside(tray: Tray, xy: NDArray[Any]) -> float:
    """How far a point (2,), or the worst of (n, 2), is inside the floor; negative outside."""
    corners = outline(tray)
    edges = np.roll(corners, -1, axis=0) - corners
    inward = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1)[:, None]
    away = np.atleast_2d(xy)[:, None, :] - corners[None]
    return float((away * inward[None]).sum(-1).min())
