"""One installation's pictures: the empty tray, two for the calibration, and the throws."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.studio import props, throws, truth
from tests.studio.draw import knocked
from tests.studio.geometry import camera_position, focal_px, project
from tests.studio.physics import Pose, corners
from tests.studio.sensor import developed, metered_gain, pinhole_size, write_jpeg
from tests.studio.spec import Camera, Installation
from tests.studio.throws import Throw
from tests.studio.tracer import Crop, Tracer

_MARGIN_MM = 26.0  # how far a die's shadow and colour reach visibly
_FEATHER_PX = 12.0
_EMPTY_FACTOR = 2  # the empty tray is traced finer: it stays behind every throw


@dataclass
class _Set:
    """What the pictures of an installation share."""

    room: Installation
    folder: Path
    tracer: Tracer
    spp: int
    gain: float = 1.0

    def shown(self, name: str, light: NDArray[Any], camera: Camera, seed: int) -> float:
        """Develop and write a picture; gives its gain."""
        rng = np.random.default_rng([seed, 71])
        sensor = self.room.sensor
        gain = metered_gain(light, sensor) if sensor.auto_exposure else self.gain
        gain *= float(1 + rng.normal(0, 0.012))
        bgr = developed(light, camera, sensor, gain, seed)
        write_jpeg(self.folder / f"{name}.jpg", bgr, sensor.jpeg)
        return gain


def shoot(room: Installation, number: int, rolls: int, folder: Path, spp: int) -> dict[str, Any]:
    """Trace and write an installation's pictures; gives its truth."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = _Set(room, folder, Tracer(room, folder / "scratch"), spp)
    frames: dict[str, Any] = {}
    camera, empty = room.camera, _empty(pictures, room.camera)
    pictures.gain = metered_gain(empty, room.sensor)
    pictures.shown("empty", empty, camera, room.seed * 100)
    frames["empty"] = truth.frame("empty", Throw("empty", ((),)), room, camera, [])
    for name, seed, throw in _plan(room, number, rolls):
        if room.bump_at is not None and name == f"roll_{room.bump_at:02d}":
            camera = knocked(room.camera, np.random.default_rng([room.seed, 72]))
            empty = _empty(pictures, camera)
        frames[name] = _picture(pictures, name, seed, throw, camera, empty)
    for path in (folder / "scratch").glob("*.ply"):
        path.unlink()
    (folder / "scratch").rmdir()
    return truth.whole(room, frames, pictures.gain)


def _plan(room: Installation, number: int, rolls: int) -> list[tuple[str, int, Throw]]:
    """Every picture with dice: its name, its seed and its throw."""
    plan = []
    for k in range(2):
        throw = throws.calib(np.random.default_rng([room.seed, 73, k]), room, turned=bool(k))
        plan.append((f"calib_{k}", room.seed * 100 + 1 + k, throw))
    for k, kind in enumerate(throws.kinds(number, rolls)):
        throw = throws.make(kind, (room.seed, 74, k), room)
        plan.append((f"roll_{k:02d}", room.seed * 100 + 10 + k, throw))
    return plan


def _empty(pictures: _Set, camera: Camera) -> NDArray[Any]:
    scene = pictures.tracer.scene(())
    w, h = pinhole_size(camera)
    spp = pictures.spp * _EMPTY_FACTOR
    return pictures.tracer.light(scene, camera, (0, 0, w, h), spp, pictures.room.seed)


def _picture(
    pictures: _Set, name: str, seed: int, throw: Throw, camera: Camera, empty: NDArray[Any]
) -> dict[str, Any]:
    """Trace, develop and write one picture; gives its truth."""
    room, tracer = pictures.room, pictures.tracer
    parts: list[props.Part] = []
    if throw.hand_at is not None:
        parts = props.hand(np.random.default_rng([seed, 75]), throw.hand_at)
    crop = _crop(throw, parts, room, camera)
    spp = max(8, -(-pictures.spp // len(throw.poses)))
    light = np.zeros((crop[3], crop[2], 3), np.float32)
    for k, poses in enumerate(throw.poses):
        light += tracer.light(tracer.scene(poses, parts), camera, crop, spp, seed + 1000 * k)
    picture = _blended(empty, light / len(throw.poses), crop)
    gain = pictures.shown(name, picture, camera, seed)
    seen = _visible(tracer, throw, parts, room, camera)
    frame = truth.frame(name, throw, room, camera, seen) | {"gain": gain}
    if throw.kind == "calib":
        _write_faces(pictures.folder / f"{name}.json", frame)
    return frame


def _write_faces(path: Path, frame: dict[str, Any]) -> None:
    faces = [f"{die['value']}{'r' if die['red'] else ''}" for die in frame["dice"]]
    path.write_text(json.dumps({"faces": " ".join(sorted(faces))}))


def _crop(throw: Throw, parts: list[props.Part], room: Installation, camera: Camera) -> Crop:
    """The part of the pinhole picture that dice, hand and their shadows change."""
    points = [
        corners(p, d.size_mm)
        for poses in throw.poses
        for p, d in zip(poses, room.dice, strict=False)
    ]
    points += [part.mesh.vertices for part in parts]
    flat = np.concatenate(points)
    pinhole = replace(camera, dist=(0.0, 0.0), pp_px=(0.0, 0.0))
    w, h = pinhole_size(camera)
    at = project(pinhole, flat) + np.array([w - camera.width, h - camera.height]) / 2
    margin = (_MARGIN_MM + flat[:, 2].max()) * focal_px(camera) / camera.height_mm
    low = np.clip(at.min(0) - margin, 0, [w - 1, h - 1]).astype(int)
    high = np.clip(at.max(0) + margin, low + 1, [w, h]).astype(int)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _blended(empty: NDArray[Any], light: NDArray[Any], crop: Crop) -> NDArray[Any]:
    """The empty tray with the traced part in it, softly joined."""
    x, y, w, h = crop
    inside = np.zeros(empty.shape[:2], np.uint8)
    inside[y : y + h, x : x + w] = 1
    padded = cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    away = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1][y : y + h, x : x + w, None]
    part = np.clip(away / _FEATHER_PX, 0, 1) if inside.min() == 0 else np.ones_like(away)
    picture = empty.copy()
    here = picture[y : y + h, x : x + w]
    picture[y : y + h, x : x + w] = here * (1 - part) + light * part
    return np.asarray(picture, np.float32)


def _visible(
    tracer: Tracer, throw: Throw, parts: list[props.Part], room: Installation, camera: Camera
) -> list[tuple[float, float]]:
    """Of each die, which part of it and of its top the camera sees."""
    scene, eye = tracer.scene(throw.middle, parts), camera_position(camera)

    def seen(pose: Pose, number: int) -> tuple[float, float]:
        top, body = truth.samples(pose, room.dice[number], camera)
        parts = [1 - float(tracer.blocked(scene, points, eye).mean()) for points in (body, top)]
        return parts[0], parts[1]

    return [seen(pose, k) for k, pose in enumerate(throw.middle)]
