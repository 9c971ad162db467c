"""Virtual installations for the bench: a dice set, a tray, a camera and a lamp, drawn by lot.

Everything follows from a generator that is passed in, so the same seed gives the same room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from tests.bench.virtual_looks import (
    Rng,
    hex_of,
    random_light,
    random_red_faces,
    random_style,
    random_tray,
)
from vision.calibration_values import Calibration
from vision.virtual import (
    CameraPose,
    Effects,
    Scene,
    VirtualDie,
    calibration_dice,
    render,
)
from vision.virtual.geometry import camera_position, project
from vision.virtual.motion import inside
from vision.virtual.sensor import sensor
from vision.virtual.tray import outline_mm

Picture = NDArray[np.uint8]
_QUIET = {"noise": 0.0, "blur_px": 0.0, "sharpen": 0.0, "jpeg": None}


@dataclass(frozen=True, slots=True)
class Room:
    """One installation.

    scene : how it was when it was calibrated, with a sensor that adds nothing.
    relit : the same after the lamp was moved, dimmed or changed.
    knocked : the same after somebody knocked the camera.
    effects : what the sensor adds.
    """

    name: str
    scene: Scene
    relit: Scene
    knocked: Scene
    effects: Effects


def random_room(rng: Rng) -> Room:
    """An installation drawn by lot; the camera sees the whole floor of the tray."""
    style = random_style(rng)
    light = random_light(rng)
    effects = Effects(
        noise=float(rng.uniform(1.0, 4.0)),
        vignette=float(rng.uniform(0, 0.35)),
        blur_px=float(rng.uniform(0.4, 0.9)),
        sharpen=float(rng.choice([0.0, 0.0, 0.4])),
        jpeg=int(rng.integers(85, 97)) if rng.random() < 0.4 else None,
        exposure=float(rng.uniform(0.8, 1.12)),
        glare=float(rng.choice([0.6, 1.0, 1.6])),
    )
    count = int(rng.choice([6, 6, 6, 6, 5, 5, 4, 3]))
    scene = Scene(
        style,
        die_size_mm=float(rng.uniform(13, 18.5)),
        red_faces=random_red_faces(rng, style, count),
        tray=random_tray(rng),
        light=light,
        effects=replace(effects, **_QUIET),  # type: ignore[arg-type]
        seed=int(rng.integers(1 << 30)),
    )
    scene = replace(scene, camera=random_camera(rng, scene))
    floor = f"{scene.tray.floor.value} {hex_of(scene.tray.floor_colour)}"
    lamp = f"lamp {light.elevation_deg:.0f} deg {light.kelvin:.0f} K radius {light.radius_mm:.0f}"
    name = f"{count} {style.name} on {floor} {scene.tray.shape.value}, {lamp}"
    return Room(name, scene, relit(rng, scene), knocked(rng, scene), effects)


def random_camera(rng: Rng, scene: Scene) -> CameraPose:
    """A camera off the middle and tilted that still sees the whole floor from above it."""
    reach = max(scene.tray.width_mm, scene.tray.depth_mm * 4 / 3)
    for _ in range(200):
        height = float(rng.uniform(330, 560))
        camera = CameraPose(
            height_mm=height,
            x_mm=float(rng.uniform(-12, 12)),
            y_mm=float(rng.uniform(-12, 12)),
            tilt_x_deg=float(rng.uniform(-9, 9)),
            tilt_y_deg=float(rng.uniform(-9, 9)),
            roll_deg=float(rng.uniform(-8, 8)),
            focal_px=float(rng.uniform(940, 1040)),
            kelvin=scene.light.kelvin * float(np.exp(rng.normal(0, 0.06))),
        )
        seen = replace(scene, camera=camera)
        wide = 1280 / camera.focal_px * height
        if 1.08 < wide / reach < 1.5 and sees_floor(seen) and _above_floor(seen):
            return camera
    return replace(CameraPose(), height_mm=reach * 1.2 * 990 / 1280, kelvin=scene.light.kelvin)


def sees_floor(scene: Scene) -> bool:
    """Whether the whole floor is in the picture, with room for a die that stands at the wall."""
    corners = outline_mm(scene.tray)
    at = project(scene.camera, np.column_stack([corners, np.full(len(corners), 20.0)]))
    size = np.array([scene.camera.width_px, scene.camera.height_px])
    return bool((at > 12).all() and (at < size - 12).all())


def _above_floor(scene: Scene) -> bool:
    """Whether the camera hangs over the floor, so that no wall hides any of it."""
    x, y, _ = camera_position(scene.camera)
    return inside(scene, float(x), float(y), 12.0)


def relit(rng: Rng, scene: Scene) -> Scene:
    """The scene after the lamp was moved, dimmed and has another colour."""
    light = scene.light
    power = float(rng.uniform(0.72, 1.15))
    return replace(
        scene,
        light=replace(
            light,
            azimuth_deg=light.azimuth_deg + float(rng.uniform(-70, 70)),
            elevation_deg=float(np.clip(light.elevation_deg + rng.uniform(-12, 12), 20, 89)),
            direct=light.direct * power,
            ambient=light.ambient * float(rng.uniform(0.75, 1.15)),
            kelvin=light.kelvin * float(np.exp(rng.normal(0, 0.08))),
        ),
    )


def knocked(rng: Rng, scene: Scene) -> Scene:
    """The scene after the camera was knocked by some pixels; the floor stays in view."""
    for _ in range(50):
        camera = replace(
            scene.camera,
            x_mm=scene.camera.x_mm + float(rng.uniform(-4, 4)),
            y_mm=scene.camera.y_mm + float(rng.uniform(-4, 4)),
            tilt_x_deg=scene.camera.tilt_x_deg + float(rng.uniform(-0.5, 0.5)),
            tilt_y_deg=scene.camera.tilt_y_deg + float(rng.uniform(-0.5, 0.5)),
            roll_deg=scene.camera.roll_deg + float(rng.uniform(-1.2, 1.2)),
        )
        if sees_floor(moved := replace(scene, camera=camera, grown_for=scene.camera)):
            return moved
    return scene


def shown_dice(scene: Scene, which: int) -> tuple[VirtualDie, ...]:
    """The dice of a calibration picture: red faces in picture 0, the opposite ones in picture 1."""
    dice = calibration_dice(scene, which)
    reds = [die.red_values[0] if die.red_values else die.value for die in dice]
    if not any(die.red_values for die in dice):
        return dice
    return tuple(
        replace(die, value=red if which == 0 else 7 - red)
        for die, red in zip(dice, reds, strict=True)
    )


def calibrated(room: Room, rng: Rng) -> Calibration:
    """The room's calibration, from its own empty tray and two pictures of its dice.

    Raises CalibrationImpossible when the pictures do not allow one.
    """
    shown = [shown_dice(room.scene, which) for which in (0, 1)]
    frames = [(photo(room, dice, rng), known(dice)) for dice in shown]
    return calibrate(photo(room, (), rng), frames, name=room.scene.style.name)


def known(dice: tuple[VirtualDie, ...]) -> tuple[Face, ...]:
    """The faces that dice show."""
    return tuple(Face(die.value, die.red) for die in dice)


def photo(room: Room, dice: tuple[VirtualDie, ...], rng: Rng) -> Picture:
    """The room's camera's picture of dice, as when it was calibrated."""
    return np.asarray(sensor(render(room.scene, dice, rng), room.effects, rng), np.uint8)
