"""Installations drawn from a seed. May import: numpy and this package's values."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.studio.catalogue import HARD, STYLES, TABLES, TRAYS
from tests.studio.spec import Camera, DiceStyle, Die, Installation, Lamp, Light, Sensor

Rng = np.random.Generator

LIGHTS = ("ring", "window", "warm", "ceiling", "halo", "two")
CLUTTER = ("notepad", "coins", "pencil", "card", "mug", "phone", "chips")
_WIDE_EVERY = 5


def installations(seed: int, count: int) -> tuple[Installation, ...]:
    """The first `count` installations of a seed; every third is a hard one."""
    rng = np.random.default_rng([seed, 77])
    trays, styles = rng.permutation(list(TRAYS)), rng.permutation(list(STYLES))
    lights, hard = rng.permutation(LIGHTS), rng.permutation(len(HARD))
    found = []
    for k in range(count):
        names = (trays[k % len(trays)], styles[k % len(styles)], lights[k % len(lights)])
        if k % 3 == 1:
            names = HARD[hard[(k // 3) % len(HARD)]]
        found.append(_installation(seed, k, (str(names[0]), str(names[1]), str(names[2]))))
    return tuple(found)


def _installation(seed: int, number: int, names: tuple[str, str, str]) -> Installation:
    rng = np.random.default_rng([seed, 78, number])
    tray, style, light = TRAYS[names[0]], STYLES[names[1]], _light(rng, names[2])
    camera = _camera(rng, wide=number % _WIDE_EVERY == 3, reach_mm=max(tray.w_mm, tray.h_mm))
    clutter = rng.permutation(CLUTTER)[: int(rng.integers(0, 3))]
    return Installation(
        name=f"d{number}_{tray.name}_{style.key}_{names[2]}",
        seed=1000 * seed + number,
        tray=tray,
        table=TABLES[str(rng.choice(list(TABLES)))],
        light=light,
        camera=camera,
        sensor=_sensor(rng, light),
        style=style,
        dice=_dice(rng, style),
        clutter=tuple(str(one) for one in clutter),
        arm_deg=float(rng.uniform(0, 360)),
        bump_at=9 if number % 6 == 4 else None,
    )


def _around(rng: Rng, radius_mm: float) -> tuple[float, float]:
    turn = rng.uniform(0, 2 * np.pi)
    return float(radius_mm * np.cos(turn)), float(radius_mm * np.sin(turn))


def _light(rng: Rng, name: str) -> Light:
    """The lamps of a named light; each stands elsewhere."""
    turn = float(rng.uniform(0, 360))
    near, far = _around(rng, rng.uniform(380, 480)), _around(rng, rng.uniform(1000, 1150))
    up = _around(rng, rng.uniform(200, 550))
    ring = Lamp("ring", 1.0, 5600, radius_mm=float(rng.uniform(30, 42)), n=24)
    window = Lamp("area", 1.0, 6500, (*far, 650), (900, 1100))
    bulb = Lamp("bulb", 1.0, 2800, (*near, float(rng.uniform(420, 560))), radius_mm=32)
    ceiling = Lamp("area", 0.8, 4200, (*up, 1700), (1200, 300))
    halo = Lamp("halo", 1.0, 4500, radius_mm=float(rng.uniform(45, 80)))
    match name:
        case "ring":
            return Light(name, 5200, 0.35, turn, 4500, (ring,))
        case "window":
            return Light(name, 6300, 0.30, turn, 5600, (window,))
        case "warm":
            return Light(name, 2900, 0.14, turn, 3200, (bulb,))
        case "ceiling":
            return Light(name, 4200, 0.45, turn, 4200, (ceiling,))
        case "halo":
            return Light(name, 4600, 0.25, turn, 4000, (halo,))
        case "two":
            dim = replace(window, e=0.5)
            return Light(name, 4200, 0.25, turn, 4800, (dim, replace(bulb, e=0.6)))
    raise ValueError(f"no light is called {name!r}: there are {', '.join(LIGHTS)}")


def _camera(rng: Rng, *, wide: bool, reach_mm: float) -> Camera:
    hfov, k1 = (82.0, -0.045) if wide else (66.0, -0.016)
    low = 1.13 * reach_mm / (2 * np.tan(np.radians(hfov / 2)) * 0.75)
    height = max(300.0 if wide else 330.0, low) + float(rng.uniform(0, 70))
    steep = 9.0 if rng.random() < 0.2 else 3.0
    tilt = rng.uniform(-steep, steep, 2)
    return Camera(
        model="m3w" if wide else "m3",
        width=1280,
        height=960,
        hfov_deg=hfov,
        dist=(float(k1 + rng.normal(0, 0.002)), float(0.006 + rng.normal(0, 0.001))),
        pp_px=(float(rng.normal(0, 2)), float(rng.normal(0, 3))),
        height_mm=float(height),
        tilt_x_deg=float(tilt[0]),
        tilt_y_deg=float(tilt[1]),
        roll_deg=float(rng.uniform(-6, 6)),
        aim_mm=(float(rng.normal(0, 7)), float(rng.normal(0, 7))),
    )


def knocked(camera: Camera, rng: Rng) -> Camera:
    """The camera after somebody touched it."""
    aim = np.array(camera.aim_mm) + rng.uniform(4, 9) * np.array(_around(rng, 1.0))
    return replace(
        camera,
        aim_mm=(float(aim[0]), float(aim[1])),
        tilt_x_deg=camera.tilt_x_deg + float(rng.normal(0, 0.5)),
        roll_deg=camera.roll_deg + float(rng.uniform(-1.5, 1.5)),
    )


def _sensor(rng: Rng, light: Light) -> Sensor:
    warm = light.kelvin < 3500
    return Sensor(
        ev=float(rng.choice([-0.4, -0.2, 0.0, 0.0, 0.2, 0.4, 0.6])),
        vignette=float(rng.uniform(0.07, 0.17)),
        bloom=float(rng.uniform(0.01, 0.035)),
        ca=float(rng.uniform(0, 0.0006)),
        blur_px=float(rng.uniform(0.45, 0.95)),
        noise=float(rng.uniform(1.6, 2.4) if warm else rng.uniform(1.0, 1.5)),
        kelvin_assumed=float(light.kelvin * rng.uniform(0.86, 1.32 if warm else 1.12)),
        saturation=float(rng.uniform(1.0, 1.2)),
        contrast=float(rng.uniform(0.18, 0.46)),
        sharpen=float(rng.uniform(0.35, 0.9)),
        jpeg=int(rng.integers(85, 96)),
        auto_exposure=bool(rng.random() < 0.5),
    )


def _dice(rng: Rng, style: DiceStyle) -> tuple[Die, ...]:
    """Seven dice: the seventh is the first one's like, thrown when there are too many."""
    base = {"spicyA_18rd": 18.0, "spicyB_19": 19.0, "ivory_worn": 15.5}.get(
        style.key, float(rng.choice([14.0, 15.0, 16.0, 16.0, 16.0]))
    )
    orient = tuple(int(one) for one in rng.integers(0, 2, 6))
    handed = "left" if rng.random() < 0.25 else "right"
    mixed = style.reds == "face" and rng.random() < 0.3
    dice = []
    for k in range(7):
        one = (k % 6 + 1,) if style.reds != "none" else ()
        some = tuple(int(v) + 1 for v in np.flatnonzero(rng.random(6) < 0.3))
        size = float(base * (1 + np.clip(rng.normal(0, 0.003), -0.007, 0.007)))
        dice.append(Die(k, size, some if mixed else one, handed, orient))
    return tuple(dice)
