"""Drawn pictures for two of the public readers' columns, of which there are no photographs here.

Six white dice, many touching, on a round tray that a camera sees from any height and slant; five
dice in a box under a fixed camera; and the same with one die that leans, to which no reading is
`ok`. Drawn by `vision.virtual`; no net has learned from these trays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual import (
    CameraPose,
    DieStyle,
    Effects,
    FloorKind,
    Light,
    NoRoomError,
    Scene,
    Tray,
    TrayShape,
    VirtualDie,
    render,
    throw,
    truth,
)
from vision.virtual.geometry import project
from vision.virtual.model import Rgb
from vision.virtual.tray import outline_mm

Array = NDArray[Any]
Rng = np.random.Generator

SEED = 60
ROUND, BOX, LEANING = "drawn round tray, 6 white dice", "drawn box, 5 dice", "drawn, one die leans"
SIZES = ((640, 480), (1280, 960))
LEAST_PX = 20.0
"""Side of a die in the middle of the picture: nobody counts smaller ones on purpose."""


@dataclass(frozen=True, slots=True)
class Lookalike:
    """A picture, uint8 (rows, columns, 3), and its dice as a photograph's manifest has them."""

    bgr: Array
    dice: list[dict[str, Any]]


def _hsv(hue: float, saturation: float, value: float) -> Rgb:
    pixel = np.array([[[360 * (hue % 1), saturation, value]]], np.float32)
    red, green, blue = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0].tolist()
    return red, green, blue


def _colour(rng: Rng) -> Rgb:
    """Of felt, leather, wood or paint."""
    return _hsv(rng.random(), rng.beta(1.5, 2), rng.uniform(0.04, 0.85))


def _white(rng: Rng) -> DieStyle:
    """White or ivory with black pips, of any maker."""
    body = _hsv(rng.uniform(0.08, 0.16), rng.uniform(0, 0.22), rng.uniform(0.8, 1.0))
    return DieStyle(
        "white",
        body,
        _hsv(0.1, 0.1, rng.uniform(0.02, 0.14)),
        edge=rng.uniform(0.05, 0.16),
        ball=rng.uniform(0.7, 0.82) if rng.random() < 0.4 else 0.0,
        pip_radius=rng.uniform(0.075, 0.12),
        pip_inset=rng.uniform(0.21, 0.28),
        pip_depth=rng.uniform(0, 0.8),
        gloss=rng.uniform(0, 0.5),
        wear=rng.uniform(0, 0.5),
        handed="right" if rng.random() < 0.5 else "left",
        orient=tuple(int(v) for v in rng.integers(0, 2, 6)),
    )


def _plain(rng: Rng) -> DieStyle:
    """White, black or of one colour, pips black or white."""
    white = _white(rng)
    if rng.random() < 0.5:
        return white
    body = _hsv(rng.uniform(0.12, 0.9), rng.uniform(0, 0.9), rng.uniform(0.04, 0.6))
    return replace(white, name="dark", body=body, pip=(0.94, 0.94, 0.92))


def _light(rng: Rng) -> Light:
    return Light(
        azimuth_deg=float(rng.uniform(0, 360)),
        elevation_deg=float(rng.uniform(30, 85)),
        distance_mm=float(rng.uniform(400, 2000)),
        radius_mm=float(rng.choice([25, 60, 150])),
        direct=float(rng.uniform(0.25, 0.8)),
        ambient=float(rng.uniform(0.25, 0.6)),
        kelvin=float(rng.uniform(2700, 6500)),
    )


def _effects(rng: Rng) -> Effects:
    return Effects(
        noise=float(rng.uniform(1, 5)),
        vignette=float(rng.uniform(0, 0.4)),
        blur_px=float(rng.uniform(0.4, 1.0)),
        sharpen=float(rng.choice([0.0, 0.4, 0.8])),
        jpeg=int(rng.integers(60, 97)),
        exposure=float(np.exp(rng.normal(0, 0.15))),
        glare=float(rng.choice([0.6, 1.0, 2.0])),
    )


def _seen_from(rng: Rng, scene: Scene, most_deg: float) -> Scene:
    """The scene with a camera that sees the whole floor, from above or at a slant."""
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    wide = max(scene.tray.width_mm, scene.tray.depth_mm * width / height) * rng.uniform(1.1, 1.8)
    from_mm = float(rng.uniform(300, 700))
    camera = CameraPose(
        height_mm=from_mm,
        tilt_x_deg=-float(rng.uniform(0, most_deg)),  # the near side is below in the picture
        tilt_y_deg=float(rng.uniform(-4, 4)),
        roll_deg=float(rng.normal(0, 4)),
        focal_px=float(width / wide * from_mm),
        width_px=width,
        height_px=height,
        kelvin=scene.light.kelvin * float(np.exp(rng.normal(0, 0.1))),
    )
    outline = outline_mm(scene.tray)
    at = project(camera, np.column_stack([outline, np.zeros(len(outline))]))
    inside = (at > 2).all() and (at < (width - 2, height - 2)).all()
    large = scene.die_size_mm * camera.focal_px / from_mm > LEAST_PX
    if inside and large:
        return replace(scene, camera=camera)
    return _seen_from(rng, scene, most_deg * 0.98)


def _tray(rng: Rng, shape: TrayShape, reach_mm: tuple[float, float], rim: float) -> Tray:
    width = float(rng.uniform(*reach_mm))
    return Tray(
        shape=shape,
        width_mm=width,
        depth_mm=width if shape is TrayShape.ROUND else width * float(rng.uniform(0.7, 1.0)),
        rim_height_mm=rim,
        floor=list(FloorKind)[int(rng.integers(4))],
        floor_colour=_colour(rng),
        rim_colour=_colour(rng),
        table=list(FloorKind)[int(rng.integers(4))],
        table_colour=_colour(rng),
    )


def _scene(rng: Rng, style: DieStyle, tray: Tray, slant_deg: float) -> Scene:
    size, seed = float(rng.uniform(12, 18)), int(rng.integers(1 << 30))
    scene = Scene(style, size, ((),), tray, _light(rng), effects=_effects(rng), seed=seed)
    return _seen_from(rng, scene, slant_deg)


def _thrown(rng: Rng, scene: Scene, count: int, touching: float) -> tuple[VirtualDie, ...]:
    while True:
        try:
            return throw(rng, scene, count, lean=0.0, touching=touching)
        except NoRoomError:
            continue


def _tipped(rng: Rng, dice: tuple[VirtualDie, ...]) -> tuple[VirtualDie, ...]:
    """The dice, the last of them on a crumb or against something."""
    tilt, to = float(rng.uniform(10, 40)), float(rng.uniform(0, 360))
    return *dice[:-1], replace(dice[-1], tilt_deg=tilt, tilt_to_deg=to)


def _pictured(rng: Rng, scene: Scene, dice: tuple[VirtualDie, ...]) -> Lookalike:
    labelled = []
    for one in truth(scene, dice):
        corners = np.array(one.corners_px, np.float32)
        low, high = corners.min(axis=0), corners.max(axis=0)
        box = [float(v) for v in (*low, *(high - low))]
        labelled.append({"bbox": box, "value": one.value, "red": False})
    return Lookalike(render(scene, dice, rng), labelled)


def lookalikes(kind: str, count: int, seed: int = SEED) -> Iterator[Lookalike]:
    """`count` pictures of a kind: ROUND, BOX or LEANING; each follows from its number alone."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        boxed = kind == BOX or (kind == LEANING and number % 2 == 1)
        if boxed:
            tray = _tray(rng, TrayShape.RECT, (140, 300), float(rng.uniform(15, 60)))
            scene = _scene(rng, _plain(rng), tray, 15.0)
            dice = _thrown(rng, scene, 5, 0.2)
        else:
            tray = _tray(rng, TrayShape.ROUND, (160, 320), float(rng.uniform(8, 40)))
            scene = _scene(rng, _white(rng), tray, 40.0)
            dice = _thrown(rng, scene, 6, 0.7)
        yield _pictured(rng, scene, _tipped(rng, dice) if kind == LEANING else dice)
