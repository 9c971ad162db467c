"""What is exactly so in a picture, as the vision bench reads it.

May import: numpy and this package.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np

from tests.studio.geometry import (
    Floats,
    camera_matrix,
    camera_position,
    camera_rotation,
    face_normal,
    outline,
    project,
    quaternion,
    tilt_deg,
    value_up,
)
from tests.studio.physics import Pose, corners
from tests.studio.spec import Camera, Die, Installation
from tests.studio.throws import Throw

COCKED_DEG = 8.0
"""From this tilt on a die leans: the renders' truth gives dice their value up to 7.3 degrees, and
none from 8.2 on. Below, a top face is seen as on a flat die, and either answer is right."""

_MOVES_MM = 1.5  # of a corner during the exposure: two pixels and more
_TOUCHES_MM = 0.6
_UP = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)


def top_corners(pose: Pose, size_mm: float) -> Floats:
    """The (4, 3) corners of the face that points up most, before rounding."""
    axis = int(np.argmax(np.abs(pose.rotation[2])))
    up = pose.rotation[:, axis] * np.sign(pose.rotation[2, axis])
    side = pose.rotation[:, (axis + 1) % 3]
    face = _UP[:, :1] * side + _UP[:, 1:] * np.cross(up, side) + up
    return np.asarray(pose.at + face * size_mm / 2)


def frame(
    name: str, throw: Throw, room: Installation, camera: Camera, seen: list[tuple[float, float]]
) -> dict[str, Any]:
    """One picture's truth. seen : of each die, what part of it and of its top is visible."""
    dice = [_die(k, throw, room, camera, seen[k]) for k in range(len(throw.middle))]
    return {
        "file": f"{name}.jpg",
        "kind": throw.kind,
        "seed": room.seed,
        "n_dice": len(dice),
        "dice": dice,
        "hand": throw.hand_at is not None,
        "exposure_ms": throw.exposure_ms,
        "camera": None if camera == room.camera else camera_values(camera),
    }


def _die(
    k: int, throw: Throw, room: Installation, camera: Camera, seen: tuple[float, float]
) -> dict[str, Any]:
    pose, die = throw.middle[k], room.dice[k]
    state = _state(k, throw, room)
    value = value_up(pose.rotation, die.handed)
    sure = not (state["cocked"] or state["moving"])
    top = top_corners(pose, die.size_mm)
    middle = top.mean(axis=0, keepdims=True)
    box = project(camera, corners(pose, die.size_mm))
    return {
        "id": die.number,
        "style": room.style.style,
        "size_mm": round(die.size_mm, 3),
        "value": value if sure else None,
        "value_up": value,
        "red": sure and value in die.red_faces,
        "red_faces": list(die.red_faces),
        "tilt_deg": round(tilt_deg(pose.rotation), 2),
        "pos_mm": _rounded(pose.at),
        "quat_xyzw": [round(one, 6) for one in quaternion(pose.rotation)],
        "top_centre_mm": _rounded(middle[0]),
        "center_px": _rounded(project(camera, middle)[0]),
        "corners_px": [_rounded(one) for one in project(camera, top)],
        "bbox_px": _rounded(np.concatenate([box.min(0), box.max(0)])),
        "visible": round(seen[0], 3),
        "visible_top": round(seen[1], 3),
        **state,
    }


def _rounded(values: Floats) -> list[float]:
    return [round(float(one), 2) for one in values]


def _state(k: int, throw: Throw, room: Installation) -> dict[str, Any]:
    """What is the matter with a die."""
    poses, out = throw.middle, k in throw.out
    moves = any(
        _moved_mm(frame[k], throw.poses[0][k], room.dice[k]) > _MOVES_MM for frame in throw.poses
    )
    near = [j for j in range(len(poses)) if j != k and touches(poses[k], poses[j], room.dice[k])]
    tilted = tilt_deg(poses[k].rotation) > COCKED_DEG
    high = poses[k].at[2] > 1.2 * room.dice[k].size_mm
    return {
        "cocked": bool(tilted and not out and not throw.exposure_ms),
        "stacked": bool(high and not tilted and not throw.exposure_ms),
        "under_another": not throw.exposure_ms
        and any(_over(poses[j], poses[k], room.dice[k]) for j in near),
        "out": out,
        "moving": bool(moves),
        "touching": near,
    }


def _moved_mm(one: Pose, other: Pose, die: Die) -> float:
    gaps = corners(one, die.size_mm) - corners(other, die.size_mm)
    return float(np.linalg.norm(gaps, axis=1).max())


def touches(one: Pose, other: Pose, die: Die) -> bool:
    """Whether two dice are nearer than half a millimetre, by their separating axes."""
    a, b = corners(one, die.size_mm), corners(other, die.size_mm)
    axes = [*one.rotation.T, *other.rotation.T]
    axes += [np.cross(p, q) for p in one.rotation.T for q in other.rotation.T]
    for axis in axes:
        length = float(np.linalg.norm(axis))
        if length < 1e-6:
            continue
        u, v = a @ axis / length, b @ axis / length
        if u.min() - v.max() > _TOUCHES_MM or v.min() - u.max() > _TOUCHES_MM:
            return False
    return True


def _over(upper: Pose, lower: Pose, die: Die) -> bool:
    """Whether a die that touches another one stands over part of its top."""
    top = top_corners(lower, die.size_mm)
    points = corners(upper, die.size_mm)
    if points[:, 2].max() < top[:, 2].mean() + 1 or upper.at[2] <= lower.at[2] + 0.5:
        return False
    local = (points - lower.at) @ lower.rotation
    axis = int(np.argmax(np.abs(lower.rotation[2])))
    flat = np.delete(local, axis, axis=1)
    reach = die.size_mm / 2
    return bool(flat.min(0).max() < reach - 0.1 and (-flat).min(0).max() < reach - 0.1)


def samples(pose: Pose, die: Die, camera: Camera) -> tuple[Floats, Floats]:
    """Points just over a die's top, and just over all of it that faces the camera: each (n, 3)."""
    line = (np.arange(20) + 0.5) / 20 * 1.7 - 0.85
    u, v = (one.ravel()[:, None] for one in np.meshgrid(line, line))
    eye, tops, alls = camera_position(camera), np.zeros((0, 3)), []
    best = value_up(pose.rotation, die.handed)
    for value in range(1, 7):
        normal = face_normal(value, die.handed)
        side = np.roll(normal, 1)
        local = u * side + v * np.cross(normal, side) + normal * 1.05
        points = pose.at + local @ pose.rotation.T * die.size_mm / 2
        if (eye - points.mean(0)) @ pose.rotation @ normal > 0:
            alls.append(points)
        if value == best:
            tops = points
    return tops, np.concatenate(alls)


def camera_values(camera: Camera) -> dict[str, Any]:
    """The camera as the renders give it."""
    rotation = camera_rotation(camera)
    at = camera_position(camera)
    return {
        "width": camera.width,
        "height": camera.height,
        "K": camera_matrix(camera).round(4).tolist(),
        "dist": [*camera.dist, 0.0, 0.0, 0.0],
        "R_world_to_cam": rotation.round(7).tolist(),
        "t_world_to_cam": (-rotation @ at).round(4).tolist(),
        "position_mm": at.round(3).tolist(),
    }


def whole(room: Installation, frames: dict[str, Any], gain: float) -> dict[str, Any]:
    """The file of an installation."""
    return {
        "installation": asdict(room),
        "camera": camera_values(room.camera),
        "tray_polygon_mm": outline(room.tray).tolist(),
        "dice": [
            {
                "id": die.number,
                "style": room.style.style,
                "size_mm": die.size_mm,
                "red_faces": list(die.red_faces),
                "handed": die.handed,
                "orient": list(die.orient),
            }
            for die in room.dice
        ],
        "markers": [],
        "frames": frames,
        "gain": gain,
    }
