"""Light: colour of a temperature, the room's own light, and how strong a lamp must shine.

May import: numpy, cv2 and this package.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.studio.spec import Lamp

Floats = NDArray[np.float64]

DIODE_MM = 3.0
HALO_HALF_MM = 7.0
_XYZ_TO_RGB = np.array(
    [[3.2406, -1.5372, -0.4986], [-0.9689, 1.8758, 0.0415], [0.0557, -0.2040, 1.0570]]
)


def kelvin_rgb(kelvin: float) -> Floats:
    """The linear RGB of a black body's light, of luminance 1.

    The locus is approximated as by Kim et al. (2002), good from 1667 to 25000 K.
    """
    t = kelvin
    if t < 4000:
        x = -0.2661239e9 / t**3 - 0.2343589e6 / t**2 + 0.8776956e3 / t + 0.179910
    else:
        x = -3.0258469e9 / t**3 + 2.1070379e6 / t**2 + 0.2226347e3 / t + 0.240390
    if t < 2222:
        y = -1.1063814 * x**3 - 1.34811020 * x**2 + 2.18555832 * x - 0.20219683
    elif t < 4000:
        y = -0.9549476 * x**3 - 1.37418593 * x**2 + 2.09137015 * x - 0.16748867
    else:
        y = 3.0817580 * x**3 - 5.87338670 * x**2 + 3.75112997 * x - 0.37001483
    rgb = _XYZ_TO_RGB @ np.array([x / y, 1.0, (1 - x - y) / y])
    rgb = np.maximum(rgb, 0.02)
    return np.asarray(rgb / (rgb @ np.array([0.2126, 0.7152, 0.0722])))


def radiance(lamp: Lamp, height_mm: float) -> Floats:
    """The RGB radiance that gives the lamp's irradiance (in units of pi) at the tray's middle."""
    at = np.array([*lamp.pos_mm[:2], lamp.pos_mm[2] or height_mm])
    away = float(np.linalg.norm(at))
    down = at[2] / away
    match lamp.kind:
        case "ring":
            reach = np.hypot(height_mm, lamp.radius_mm)
            solid = lamp.n * np.pi * DIODE_MM**2 / reach**2 * height_mm / reach
        case "halo":
            reach = np.hypot(height_mm, lamp.radius_mm)
            area = 2 * np.pi * lamp.radius_mm * 2 * HALO_HALF_MM
            solid = area / reach**2 * (height_mm / reach) ** 2
        case "bulb":
            solid = np.pi * lamp.radius_mm**2 / away**2 * down
        case "area":
            solid = lamp.size_mm[0] * lamp.size_mm[1] / away**2 * down
        case _:
            raise ValueError(f"no lamp is of kind {lamp.kind!r}: ring, halo, bulb or area")
    return np.asarray(np.pi * lamp.e / solid * kelvin_rgb(lamp.kelvin))


def room_light(irradiance: float, kelvin: float, seed: int) -> NDArray[np.float32]:
    """A room as a latitude-longitude picture (128, 256, 3), row 0 straight up.

    Ceiling, walls with pictures, doors and shelves, and a dim second window; scaled so that it
    gives `irradiance` (in units of pi) on a level plane.
    """
    rng = np.random.default_rng([seed, 51])
    room = np.full((128, 256, 3), 0.35, np.float32)
    room[:26] = 0.4
    room[64:] = 0.18
    for _ in range(26):
        x, y = int(rng.integers(0, 236)), int(rng.integers(26, 80))
        w, h = int(rng.integers(5, 40)), int(rng.integers(6, 36))
        room[y : y + h, x : x + w] = rng.uniform(0.05, 0.7) * rng.uniform(0.75, 1.1, 3)
    for _ in range(2):
        x, y = int(rng.integers(0, 236)), int(rng.integers(34, 50))
        room[y : y + 16, x : x + 14] = rng.uniform(1.5, 4.0)
    room = np.asarray(cv2.GaussianBlur(np.tile(room, (1, 3, 1)), (0, 0), 1.5)[:, 256:512])
    theta = (np.arange(128) + 0.5) / 128 * np.pi
    weight = np.clip(np.cos(theta), 0, None) * np.sin(theta) * (np.pi / 128) * (2 * np.pi / 256)
    got = float((room.mean(axis=2) * weight[:, None]).sum()) / np.pi
    return np.asarray(room * (irradiance / got) * kelvin_rgb(kelvin), np.float32)
