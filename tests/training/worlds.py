"""Pictures of random dice on random ground, with their truth: what the readers learn from.

Run `python -m tests.training.worlds OUT --count N --seed S` to write shards.
"""

from __future__ import annotations

import argparse
import pickle
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.clutter import add_clutter
from tests.training.looks import any_colour, face_red, random_style
from vision.virtual import (
    CameraPose,
    Effects,
    FloorKind,
    Light,
    Scene,
    Tray,
    TrayShape,
    VirtualDie,
    truth,
)
from vision.virtual.geometry import (
    camera_rotation,
    cube_corners,
    die_centre,
    die_rotation,
    project,
)
from vision.virtual.motion import overlap
from vision.virtual.paint import kelvin_rgb
from vision.virtual.picture import drawn
from vision.virtual.sensor import encode
from vision.virtual.tray import empty_tray, floor_light, texture

Array = NDArray[Any]
Rng = np.random.Generator

WIDTH, HEIGHT = 640, 480
OBLIQUE_DEG = 16.0
"""Pictures more oblique than this show side faces as large as tops."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One die of a picture: value 0 when its top face can't be read; red -1: not to be scored."""

    corners_px: Array
    cube_px: Array
    value: int
    red: int
    view_deg: float


@dataclass(frozen=True, slots=True)
class World:
    """One picture, as JPEG bytes, and what lies in it."""

    jpeg: bytes
    marks: tuple[Mark, ...]

    def bgr(self) -> Array:
        """The picture, uint8 (rows, columns, 3)."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR))


def random_light(rng: Rng) -> Light:
    """Lamp, window or ceiling."""
    return Light(
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(22, 85)),
        distance_mm=float(rng.uniform(350, 2500)),
        radius_mm=float(rng.choice([15, 40, 90, 200])),
        direct=float(rng.uniform(0.15, 0.85)),
        ambient=float(rng.uniform(0.2, 0.75)),
        kelvin=float(rng.uniform(2700, 6500)),
    )


def random_camera(rng: Rng, light: Light) -> CameraPose:
    """From straight above mostly; a third of them oblique, and then mostly held upright."""
    oblique = rng.random() < 0.34
    reach = 55.0 if oblique else 14.0
    tilt, to = rng.uniform(reach * 0.26 if oblique else 0, reach), rng.uniform(0, 2 * np.pi)
    kelvin = light.kelvin * np.exp(rng.normal(0, 0.12))
    camera = CameraPose(
        height_mm=float(rng.uniform(220, 650)),
        tilt_x_deg=float(tilt * np.cos(to)),
        tilt_y_deg=float(tilt * np.sin(to)),
        roll_deg=float(rng.uniform(0, 360)),
        focal_px=700.0,
        width_px=WIDTH,
        height_px=HEIGHT,
        kelvin=float(np.clip(kelvin, 2500, 7500)),
    )
    return _upright(rng, camera) if oblique and rng.random() < 0.9 else camera


def _upright(rng: Rng, camera: CameraPose) -> CameraPose:
    """The camera rolled so that what is higher in the world is higher in the picture, roughly."""
    level = replace(camera, roll_deg=0.0)
    x, y, _ = camera_rotation(level)[:, 2]
    roll_deg = -90.0 - np.degrees(np.arctan2(y, x)) + rng.normal(0, 9)
    return replace(camera, roll_deg=float(roll_deg % 360))


def is_upright(mark: Mark) -> bool:
    """Whether a die is seen obliquely, from a camera that is held upright."""
    down = mark.cube_px.mean(axis=0) - mark.corners_px.mean(axis=0)
    return mark.view_deg > OBLIQUE_DEG and bool(down[1] > 2 * abs(down[0]))


def random_scene(rng: Rng) -> Scene:
    """One look of ground, light and camera."""
    light = random_light(rng)
    camera = random_camera(rng, light)
    size = 16.0 * rng.uniform(0.8, 1.25)
    side_px = float(rng.uniform(40, 78))
    camera = replace(camera, focal_px=side_px / size * camera.height_mm)
    wide = WIDTH / camera.focal_px * camera.height_mm
    tray = Tray(
        shape=list(TrayShape)[int(rng.integers(4))],
        width_mm=float(wide * rng.uniform(0.5, 1.3)),
        depth_mm=float(wide * rng.uniform(0.4, 1.0)),
        rim_height_mm=float(rng.uniform(5, 40)),
        floor=list(FloorKind)[int(rng.integers(4))],
        floor_colour=any_colour(rng),
        rim_colour=any_colour(rng),
        table=list(FloorKind)[int(rng.integers(4))],
        table_colour=any_colour(rng),
    )
    effects = Effects(
        vignette=float(rng.uniform(0, 0.4)),
        exposure=float(np.exp(rng.normal(0.05, 0.28))),
        glare=float(rng.choice([0.5, 1.0, 2.5])),
    )
    return Scene(
        random_style(rng), size, (), tray, light, camera, effects, int(rng.integers(1 << 30))
    )


def ground(rng: Rng, scene: Scene) -> Array:
    """The linear picture that the dice are put on: a tray, or any stuff with clutter."""
    if rng.random() < 0.3:
        light = empty_tray(scene)
    else:
        shape = (HEIGHT, WIDTH)
        light = texture(scene.tray.table, scene.tray.table_colour, shape, rng)
        for _ in range(int(rng.integers(0, 3))):
            other = texture(list(FloorKind)[int(rng.integers(4))], any_colour(rng), shape, rng)
            mask = np.zeros(shape, np.uint8)
            corners = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * (WIDTH, HEIGHT)
            cv2.fillConvexPoly(mask, cv2.convexHull(corners.astype(np.int32)), 1)
            light[mask > 0] = other[mask > 0]
        lamp = floor_light(scene) * scene.light.direct * 1.25
        light *= (lamp + scene.light.ambient)[..., None]
    add_clutter(rng, light)
    return light


def random_dice(rng: Rng, scene: Scene) -> tuple[VirtualDie, ...]:
    """Some dice in view: one style or many, loose or in heaps, some leaning or moving."""
    mixed, heap = rng.random() < 0.5, rng.random() < 0.4
    odd_sizes = mixed and rng.random() < 0.4
    wide = WIDTH / scene.camera.focal_px * scene.camera.height_mm
    dice: list[VirtualDie] = []
    for _ in range(int(rng.integers(3, 13))):
        size = scene.die_size_mm * (rng.uniform(0.65, 1.2) if odd_sizes else 1.0)
        style = random_style(rng) if mixed else scene.style
        die = VirtualDie(
            float(rng.uniform(-0.42, 0.42) * wide),
            float(rng.uniform(-0.3, 0.3) * wide),
            float(rng.uniform(0, 360)),
            int(rng.integers(1, 7)),
            tuple(v for v in range(1, 7) if rng.random() < 0.4),
            seed=int(rng.integers(1 << 30)),
            style=style,
            size_mm=size,
        )
        if heap and dice and rng.random() < 0.75:
            die = _pushed(rng, die, dice[int(rng.integers(len(dice)))], scene)
        if rng.random() < 0.07:
            die = replace(
                die, tilt_deg=float(rng.uniform(22, 45)), tilt_to_deg=float(rng.uniform(0, 360))
            )
        elif rng.random() < 0.03:
            die = replace(die, smear_mm=(float(rng.normal(0, 9)), float(rng.normal(0, 9))))
        reach = max(scene.die_size_mm * 1.2, size) * (1.0 if die.flat else 1.4)
        if not any(overlap(die, other, reach if odd_sizes else size) for other in dice):
            dice.append(die)
    return tuple(dice)


def _pushed(rng: Rng, die: VirtualDie, other: VirtualDie, scene: Scene) -> VirtualDie:
    """Put a die beside another one, edge to edge or with a corner."""
    size = ((die.size_mm or 16) + (other.size_mm or 16)) / 2
    turned = 0.0 if rng.random() < 0.6 else float(rng.uniform(5, 85))
    half = size / 2
    away = half + half * (np.cos(np.radians(turned)) + np.sin(np.radians(turned))) + 0.05
    toward = np.radians(other.angle_deg + 90 * int(rng.integers(4)))
    slide = rng.uniform(-0.7, 0.7) * size
    x = other.x_mm + away * np.cos(toward) - slide * np.sin(toward)
    y = other.y_mm + away * np.sin(toward) + slide * np.cos(toward)
    return replace(die, x_mm=float(x), y_mm=float(y), angle_deg=other.angle_deg + turned)


def _mark(scene: Scene, die: VirtualDie) -> Mark:
    style, size = die.style or scene.style, die.size_mm or scene.die_size_mm
    (exact,) = truth(scene, (die,))
    centre = die_centre(die, style, size)
    cube = project(scene.camera, cube_corners(die_rotation(die, style), centre, size / 2))
    corners = np.array(exact.corners_px, np.float32)
    smear_px = np.hypot(*die.smear_mm) / size * np.linalg.norm(corners[0] - corners[1])
    readable = die.flat and smear_px < 3
    value = die.value if readable else 0
    view = np.hypot(scene.camera.tilt_x_deg, scene.camera.tilt_y_deg)
    return Mark(corners, cube, value, face_red(die, style), float(view))


def make_world(rng: Rng, scene: Scene, light: Array) -> World:
    """One picture of random dice on a ground, without noise (that is added while training)."""
    dice = random_dice(rng, scene)
    light = light.copy()
    for window, part in drawn(scene, dice, light):
        light[window] = part
    tint = kelvin_rgb(scene.light.kelvin) / kelvin_rgb(scene.camera.kelvin)
    bgr = encode(np.maximum(light, 0) * tint * np.float32(scene.effects.exposure))
    jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 97])[1].tobytes()
    return World(jpeg, tuple(_mark(scene, die) for die in dice))


def make_shard(seed: int, count: int, per_ground: int = 4) -> list[World]:
    """`count` worlds from one seed; a ground is used for a few of them."""
    rng = np.random.default_rng(seed)
    worlds: list[World] = []
    while len(worlds) < count:
        scene = random_scene(rng)
        light = ground(rng, scene)
        for _ in range(per_ground):
            scene = replace(scene, style=random_style(rng))
            worlds.append(make_world(rng, scene, light))
    return worlds[:count]


def main() -> None:
    """Write shards of 100 worlds to a folder."""
    from tests.training import worlds

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    asked.out.mkdir(parents=True, exist_ok=True)
    for shard in range(asked.count // 100):
        path = asked.out / f"{asked.seed:03d}-{shard:03d}.pickle"
        # Through the module's own name: what __main__ pickles, nothing else can read.
        path.write_bytes(pickle.dumps(worlds.make_shard(asked.seed * 1000 + shard, 100)))
        print(path.name, flush=True)


if __name__ == "__main__":
    main()
