"""Where things are: how a die is turned, and where the camera sees a point.

May import: numpy, vision.tray.lens and the values of this package.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.tray.lens import bent, straightened
from vision.virtual.model import CameraPose, DieStyle, Light, Scene, VirtualDie
from vision.virtual.styles import axis_values, face_axes

Array = NDArray[Any]

_PARTS = 16  # of a side that the lens bends
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def turn(axis: tuple[float, float, float], angle_deg: float) -> Array:
    """The rotation matrix about an axis of length one (Rodrigues)."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = np.radians(angle_deg)
    full = np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross
    return np.asarray(full, np.float32)


def style_of(scene: Scene, die: VirtualDie) -> DieStyle:
    """The die's own style, else the scene's."""
    return die.style or scene.style


def size_of(scene: Scene, die: VirtualDie) -> float:
    """The die's own side in mm, else the scene's."""
    return die.size_mm or scene.die_size_mm


@lru_cache(maxsize=64)
def die_rotation(die: VirtualDie, style: DieStyle) -> Array:
    """The matrix that takes the die's frame to the world."""
    face = axis_values(style).index(die.value)
    flat: Array = turn((0, 0, 1), die.angle_deg) @ face_axes(face)
    if not die.tilt_deg:
        return flat
    to = np.radians(die.tilt_to_deg)
    return np.asarray(turn((-float(np.sin(to)), float(np.cos(to)), 0), die.tilt_deg) @ flat)


@lru_cache(maxsize=64)
def die_centre(die: VirtualDie, style: DieStyle, size_mm: float) -> Array:
    """The die's centre in the world, its lowest corner `lift_mm` above the floor."""
    reach = float(np.abs(die_rotation(die, style)[2]).sum()) * size_mm / 2
    return np.array([die.x_mm, die.y_mm, reach + die.lift_mm], np.float32)


def top_corners(die: VirtualDie, style: DieStyle, size_mm: float) -> Array:
    """The (4, 3) corners of the top face in the world, anticlockwise seen from above."""
    face = axis_values(style).index(die.value)
    u, v, normal = face_axes(face)
    local: Array = _CORNERS[:, :1] * u + _CORNERS[:, 1:] * v + normal
    turned: Array = local @ die_rotation(die, style).T
    return np.asarray(turned * (size_mm / 2) + die_centre(die, style, size_mm))


def cube_corners(rotation: Array, centre: Array, half_mm: float) -> Array:
    """The (8, 3) corners of a cube in the world."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    return np.asarray(signs @ rotation.T * np.float32(half_mm) + centre)


@lru_cache(maxsize=64)
def camera_rotation(camera: CameraPose) -> Array:
    """The matrix that takes world directions to the camera's (x right, y down, z ahead)."""
    down = np.array([[1, 0, 0], [0, -1, 0], [0, 0, -1]], np.float32)
    tilt = turn((1, 0, 0), camera.tilt_x_deg) @ turn((0, 1, 0), camera.tilt_y_deg)
    return np.asarray(turn((0, 0, 1), camera.roll_deg) @ tilt @ down)


def camera_position(camera: CameraPose) -> Array:
    """Where the camera is: placed so that the picture's centre shows (x_mm, y_mm)."""
    ahead = camera_rotation(camera)[2]
    foot = np.array([camera.x_mm, camera.y_mm, 0], np.float32)
    return np.asarray(foot + ahead / ahead[2] * np.float32(camera.height_mm))


def project(camera: CameraPose, points_mm: Array) -> Array:
    """The (n, 2) picture points of (n, 3) world points."""
    seen = (points_mm - camera_position(camera)) @ camera_rotation(camera).T
    centre = np.array([camera.width_px, camera.height_px], np.float32) / 2 - 0.5
    xy = bent(seen[:, :2] / seen[:, 2:], camera.k1, camera.k2)
    return np.asarray(xy * camera.focal_px + centre, np.float32)


def project_outline(camera: CameraPose, corners_mm: Array) -> Array:
    """The picture points of a closed outline of (n, 3) world points: more of them where the
    lens bends its sides."""
    if camera.k1 == 0.0 and camera.k2 == 0.0:
        return project(camera, corners_mm)
    part = np.arange(_PARTS, dtype=np.float32)[:, None] / _PARTS
    following = np.roll(corners_mm, -1, axis=0)
    sides = [a + part * (b - a) for a, b in zip(corners_mm, following, strict=True)]
    return project(camera, np.concatenate(sides))


def rays(camera: CameraPose, x_px: Array, y_px: Array) -> Array:
    """The (..., 3) world directions of picture points; the part along the view is one."""
    across = (x_px - (camera.width_px / 2 - 0.5)) / camera.focal_px
    down = (y_px - (camera.height_px / 2 - 0.5)) / camera.focal_px
    xy = straightened(np.stack([across, down], axis=-1), camera.k1, camera.k2)
    local = np.concatenate([xy, np.ones((*xy.shape[:-1], 1))], axis=-1).astype(np.float32)
    return np.asarray(local @ camera_rotation(camera))


@lru_cache(maxsize=16)
def lamp_position(light: Light) -> Array:
    """Where the lamp stands in the world."""
    azimuth, elevation = np.radians(light.azimuth_deg), np.radians(light.elevation_deg)
    out = np.cos(elevation)
    at = [out * np.cos(azimuth), out * np.sin(azimuth), np.sin(elevation)]
    return np.asarray(np.array(at) * light.distance_mm, np.float32)


@lru_cache(maxsize=16)
def lamp_samples(light: Light, count: int = 5) -> Array:
    """(count, 3) points of the lamp's disc, for soft shadows."""
    centre = lamp_position(light)
    ahead = centre / np.linalg.norm(centre)
    side = np.cross(ahead, [0.0, 0.0, 1.0]) + np.array([1e-6, 0, 0])
    side /= np.linalg.norm(side)
    up = np.cross(side, ahead)
    angles = np.arange(count) * (2 * np.pi / count)
    ring = np.cos(angles)[:, None] * side + np.sin(angles)[:, None] * up
    return np.asarray(centre + ring * light.radius_mm * 0.7, np.float32)
