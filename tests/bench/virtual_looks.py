"""How virtual dice sets, trays and lamps look, drawn by lot.

Everything follows from a generator that is passed in.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np

from vision.virtual import (
    DieStyle,
    FloorKind,
    Light,
    RedKind,
    Tray,
    TrayShape,
)
from vision.virtual.model import Rgb

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


def pick(rng: Rng, things: tuple[T, ...]) -> T:
    """One of the things, each as likely."""
    return things[int(rng.integers(len(things)))]


def hex_of(colour: Rgb) -> str:
    """A colour of 0..1 as in HTML, without the mark."""
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
            f"pearl {hex_of(body)}", body, _CHALK, RedKind.PIPS, red=red, vein=vein, marble=marble
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
