"""Virtual installations for the bench: a dice set, a tray, a camera and a lamp, drawn by lot.

Everything follows from a generator that is passed in, so the same seed gives the same room.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from vision.calibration_values import Calibration
from vision.virtual import (
    CameraPose,
    DieStyle,
    Effects,
    FloorKind,
    Light,
    RedKind,
    Scene,
    Tray,
    TrayShape,
    VirtualDie,
    calibration_dice,
    render,
)
from vision.virtual.geometry import camera_position, project
from vision.virtual.model import Rgb
from vision.virtual.motion import inside
from vision.virtual.sensor import sensor
from vision.virtual.tray import outline_mm

Picture = NDArray[np.uint8]
Rng = np.random.Generator
T = TypeVar("T")

_WHITE: Rgb = (0.92, 0.91, 0.88)
_INK: Rgb = (0.07, 0.07, 0.08)
_CHALK: Rgb = (0.95, 0.95, 0.93)
_PEARLS: tuple[tuple[Rgb, Rgb], ...] = (
    ((0.10, 0.16, 0.62), (0.02, 0.04, 0.30)),
    ((0.04, 0.36, 0.22), (0.01, 0.12, 0.08)),
    ((0.34, 0.12, 0.48), (0.14, 0.03, 0.24)),
    ((0.07, 0.07, 0.08), (0.02, 0.02, 0.02)),
    ((0.03, 0.34, 0.40), (0.01, 0.16, 0.22)),
    ((0.22, 0.24, 0.28), (0.10, 0.11, 0.13)),
)
_BODIES: tuple[tuple[str, Rgb, Rgb], ...] = (
    ("red", (0.72, 0.06, 0.08), _CHALK),
    ("wine", (0.38, 0.04, 0.10), _CHALK),
    ("blue", (0.08, 0.18, 0.58), _CHALK),
    ("green", (0.05, 0.38, 0.16), _CHALK),
    ("black", (0.05, 0.05, 0.06), _CHALK),
    ("yellow", (0.92, 0.76, 0.14), _INK),
    ("orange", (0.90, 0.44, 0.10), _INK),
    ("ivory", (0.88, 0.80, 0.62), _INK),
)
_FLOORS: tuple[tuple[FloorKind, Rgb], ...] = (
    (FloorKind.FELT, (0.10, 0.40, 0.22)),
    (FloorKind.FELT, (0.06, 0.06, 0.07)),
    (FloorKind.FELT, (0.52, 0.06, 0.09)),
    (FloorKind.FELT, (0.09, 0.16, 0.42)),
    (FloorKind.FELT, (0.30, 0.10, 0.34)),
    (FloorKind.FELT, (0.45, 0.45, 0.46)),
    (FloorKind.LEATHER, (0.30, 0.17, 0.10)),
    (FloorKind.LEATHER, (0.60, 0.42, 0.26)),
    (FloorKind.LEATHER, (0.08, 0.07, 0.07)),
    (FloorKind.WOOD, (0.55, 0.38, 0.24)),
    (FloorKind.PLAIN, (0.82, 0.81, 0.78)),
)
_RIMS: tuple[Rgb, ...] = (
    (0.24, 0.16, 0.12),
    (0.08, 0.08, 0.08),
    (0.50, 0.34, 0.20),
    (0.62, 0.60, 0.57),
    (0.16, 0.09, 0.05),
)
_TABLES: tuple[tuple[FloorKind, Rgb], ...] = (
    (FloorKind.WOOD, (0.55, 0.38, 0.24)),
    (FloorKind.WOOD, (0.30, 0.19, 0.12)),
    (FloorKind.PLAIN, (0.80, 0.79, 0.77)),
    (FloorKind.PLAIN, (0.20, 0.21, 0.23)),
)
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


def pick(rng: Rng, things: tuple[T, ...]) -> T:
    """One of the things, each as likely."""
    return things[int(rng.integers(len(things)))]


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
    floor = f"{scene.tray.floor.value} {_hex(scene.tray.floor_colour)}"
    lamp = f"lamp {light.elevation_deg:.0f} deg {light.kelvin:.0f} K radius {light.radius_mm:.0f}"
    name = f"{count} {style.name} on {floor} {scene.tray.shape.value}, {lamp}"
    return Room(name, scene, relit(rng, scene), knocked(rng, scene), effects)


def _hex(colour: Rgb) -> str:
    return "".join(f"{round(part * 255):02x}" for part in colour)


def random_style(rng: Rng) -> DieStyle:
    """A dice set's look: the kinds that are sold with red faces, and common ones without."""
    pips = {
        "edge": float(rng.uniform(0.06, 0.13)),
        "ball": float(rng.choice([0.0, 0.0, 0.0, 0.76, 0.8, 0.84])),
        "pip_radius": float(rng.uniform(0.078, 0.105)),
        "pip_depth": float(rng.uniform(0.0, 0.6)),
        "pip_inset": float(rng.uniform(0.235, 0.265)),
        "gloss": float(rng.uniform(0.15, 0.5)),
        "wear": float(rng.choice([0.0, 0.0, 0.3])),
        "handed": pick(rng, ("right", "left")),
        "orient": tuple(int(turn) for turn in rng.integers(0, 2, 6)),
    }
    red: Rgb = (float(rng.uniform(0.66, 0.86)), float(rng.uniform(0.05, 0.10)), 0.10)
    kind = rng.random()
    if kind < 0.2:
        look = DieStyle("red-faced white", _WHITE, _INK, RedKind.BODY, red=red)
    elif kind < 0.38:
        look = DieStyle("red-pipped white", _WHITE, _INK, RedKind.PIPS, red=red)
    elif kind < 0.68:
        body, vein = pick(rng, _PEARLS)
        marble = float(rng.uniform(0.2, 0.7))
        look = DieStyle(
            f"pearl {_hex(body)}", body, _CHALK, RedKind.PIPS, red=red, vein=vein, marble=marble
        )
    else:
        name, body, pip = pick(rng, _BODIES)
        look = DieStyle(name, body, pip, glow=float(rng.choice([0.0, 0.0, 0.25])))
    return replace(look, **pips)  # type: ignore[arg-type]


def random_red_faces(rng: Rng, style: DieStyle, count: int) -> tuple[tuple[int, ...], ...]:
    """Which faces of each die are red: one on each, all different; or any."""
    if style.red_kind is RedKind.NONE:
        return ((),) * count
    if rng.random() < 0.7:
        return tuple((int(value),) for value in rng.permutation(6)[:count] + 1)
    some = [tuple(v for v in range(1, 7) if rng.random() < 0.35) for _ in range(count)]
    return tuple(values or (int(rng.integers(1, 7)),) for values in some)


def random_light(rng: Rng) -> Light:
    """A window, a table lamp, a ceiling lamp or a ring around the camera."""
    kinds: tuple[tuple[tuple[float, float], tuple[float, float], float], ...] = (
        ((22, 40), (900, 2500), 200.0),
        ((35, 65), (450, 900), 40.0),
        ((30, 60), (600, 1200), 8.0),
        ((65, 85), (1200, 2200), 120.0),
        ((84, 89), (380, 520), 60.0),
    )
    elevation, distance, radius = kinds[int(rng.integers(len(kinds)))]
    direct = float(rng.uniform(0.3, 0.75))
    return Light(
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(*elevation)),
        distance_mm=float(rng.uniform(*distance)),
        radius_mm=radius,
        direct=direct,
        ambient=float(rng.uniform(0.95, 1.1)) - direct,
        kelvin=float(rng.uniform(2700, 6500)),
    )


def random_tray(rng: Rng) -> Tray:
    """A tray of any material and colour; dark dice may meet a dark one, red dice a red one."""
    floor, floor_colour = pick(rng, _FLOORS)
    table, table_colour = pick(rng, _TABLES)
    width = float(rng.uniform(200, 290))
    return Tray(
        shape=pick(rng, tuple(TrayShape)),
        width_mm=width,
        depth_mm=width * float(rng.choice([1.0, 1.0, 0.78])),
        rim_height_mm=float(rng.uniform(14, 34)),
        rim_width_mm=float(rng.uniform(6, 18)),
        floor=floor,
        floor_colour=floor_colour,
        rim_colour=pick(rng, _RIMS),
        table=table,
        table_colour=table_colour,
    )


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
