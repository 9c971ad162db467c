"""What a calibration should have measured: the true geometry of an installation, from both worlds.

A rendered installation says it in its truth.json, a virtual one in its scene.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.virtual_rooms import Room, shown_dice
from vision.virtual import truth
from vision.virtual.geometry import project
from vision.virtual.tray import outline_mm

Doubles = NDArray[np.float64]
Seen = Callable[[Doubles], Doubles]


@dataclass(frozen=True, slots=True, eq=False)
class TruePlace:
    """An installation as it is, lengths in millimetres, the floor at height 0.

    seen : gives pixels (N, 2) of points (N, 3).
    floor_mm : the foot of the wall, shape (N, 2).
    tops_mm, tops_px : middles of the top faces in the calibration pictures: (N, 2) each.
    size_mm : the edge of a die. focal_px, k1 : of the camera.
    """

    seen: Seen
    floor_mm: Doubles
    tops_mm: Doubles
    tops_px: Doubles
    size_mm: float
    focal_px: float
    k1: float


def of_render(folder: Path) -> TruePlace:
    """Give the truth of a rendered installation."""
    told = json.loads((folder / "truth.json").read_text())
    camera = told["camera"]
    shown = [
        die
        for name, frame in told["frames"].items()
        if name.startswith("calib")
        for die in frame["dice"]
    ]
    return TruePlace(
        _render_camera(camera),
        np.array(told["tray_polygon_mm"]),
        np.array([die["top_centre_mm"][:2] for die in shown]),
        np.array([die["center_px"] for die in shown]),
        float(np.mean([die["size_mm"] for die in shown])),
        float(camera["K"][0][0]),
        float(camera["dist"][0]),
    )


def _render_camera(camera: dict[str, Any]) -> Seen:
    matrix, bend = np.array(camera["K"]), np.array(camera["dist"])
    turn, _ = cv2.Rodrigues(np.array(camera["R_world_to_cam"]))
    shift = np.array(camera["t_world_to_cam"])

    def seen(points_mm: Doubles) -> Doubles:
        at, _ = cv2.projectPoints(points_mm.astype(np.float64), turn, shift, matrix, bend)
        return np.asarray(at[:, 0], dtype=np.float64)

    return seen


def of_room(room: Room) -> TruePlace:
    """Give the truth of a virtual installation."""
    scene = room.scene
    shown = [die for which in (0, 1) for die in shown_dice(scene, which)]

    def seen(points_mm: Doubles) -> Doubles:
        return np.asarray(project(scene.camera, points_mm.astype(np.float32)), dtype=np.float64)

    return TruePlace(
        seen,
        np.asarray(outline_mm(scene.tray), dtype=np.float64),
        np.array([(die.x_mm, die.y_mm) for die in shown]),
        np.array([one.centre_px for which in (0, 1)
                  for one in truth(scene, shown_dice(scene, which))]),
        scene.die_size_mm,
        scene.camera.focal_px,
        scene.camera.k1,
    )  # fmt: skip


def at_height(points_mm: Doubles, height_mm: float) -> Doubles:
    """Give points of the floor lifted to a height: (N, 3)."""
    return np.column_stack([points_mm, np.full(len(points_mm), height_mm)])


def along(polygon: Doubles, step: float) -> Doubles:
    """Give points along a closed polygon, about a step apart."""
    parts = []
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        count = max(1, round(float(np.linalg.norm(b - a)) / step))
        parts.append(a + (b - a) * (np.arange(count) / count)[:, None])
    return np.concatenate(parts)
