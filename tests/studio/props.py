"""Things beside the tray, and a hand: parts with a colour, a gloss and sometimes a print.

May import: numpy, cv2 and this package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.studio.geometry import Floats, turn
from tests.studio.mesh import Mesh, box, capsule, lathe, moved
from tests.studio.spec import Installation, Rgb
from tests.studio.tray_mesh import half_width_mm

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Part:
    """A mesh in the world and its material. metal : a metal of that colour.

    print_rgb : a picture for its uv (row 0 at v = 0), float32 linear RGB.
    """

    mesh: Mesh
    rgb: Rgb
    rough: float | None = None
    metal: bool = False
    print_rgb: NDArray[np.float32] | None = None


def clutter(room: Installation) -> list[Part]:
    """What lies around the tray, all of it beside the tray."""
    rng = np.random.default_rng([room.seed, 41])
    found: list[Part] = []
    wide, deep = half_width_mm(room.tray)
    for k, name in enumerate(room.clutter):
        side = (k * 2 + int(rng.integers(2))) % 4
        gap = rng.uniform(12, 26) + _REACH_MM[name]
        along = rng.uniform(-0.7, 0.7)
        place = (along * wide, deep + gap) if side % 2 else (wide + gap, along * deep)
        sign = 1.0 if side < 2 else -1.0
        at = np.array([place[0] * sign, place[1] * sign, -room.tray.floor_t_mm])
        found += [_placed(part, at, float(rng.uniform(0, 360))) for part in _make(name, rng)]
    return found


_REACH_MM = {
    "notepad": 58,
    "coins": 30,
    "pencil": 40,
    "card": 55,
    "mug": 42,
    "phone": 55,
    "chips": 42,
}


def _placed(part: Part, at: Floats, yaw_deg: float) -> Part:
    return Part(
        moved(part.mesh, turn(2, yaw_deg), at), part.rgb, part.rough, part.metal, part.print_rgb
    )


def _make(name: str, rng: Rng) -> list[Part]:
    match name:
        case "notepad":
            return [Part(box((75, 105, 4)), (0.8, 0.78, 0.7), None, False, _written(rng))]
        case "card":
            return [_card(rng, 0.0, 0.0), _card(rng, 14.0, 0.35)]
        case "phone":
            return [Part(box((72, 148, 8)), (0.006, 0.006, 0.008), 0.06)]
        case "pencil":
            stem = lathe(np.array([[0, 0], [3.6, 0], [3.6, 120], [0.8, 142], [0, 144]]), 6)
            paint = (0.55, 0.33, 0.02) if rng.random() < 0.5 else (0.02, 0.06, 0.04)
            lying = moved(stem, turn(0, 90), np.array([0, 72, 3.2]))
            return [Part(lying, paint, 0.25)]
        case "mug":
            wall = np.array([[0, 0], [40, 0], [42, 70], [39, 70], [38, 55], [0, 55]])
            return [Part(lathe(wall), (0.42, 0.02, 0.02), 0.08)]
        case "coins":
            return [
                _disc(rng, 11.0 + 2 * k, 2.0, (k * 26.0 - 20, rng.uniform(-8, 8)), metal=True)
                for k in range(3)
            ]
        case "chips":
            return [
                _disc(rng, 20.0, 3.4, (k * 44.0 - 30, rng.uniform(-5, 5)), metal=False)
                for k in range(2)
            ]
    raise ValueError(f"nothing is called {name!r}: there are {', '.join(_REACH_MM)}")


def _disc(rng: Rng, radius: float, tall: float, at: tuple[float, float], *, metal: bool) -> Part:
    profile = np.array([[radius, 0], [radius, tall - 0.3], [radius - 0.4, tall], [0, tall]])
    mesh = moved(lathe(profile), np.eye(3), np.array([*at, 0.0]))
    if metal:
        rgb = (0.75, 0.52, 0.2) if rng.random() < 0.5 else (0.7, 0.68, 0.65)
        return Part(mesh, rgb, 0.25, True)
    colours: tuple[Rgb, ...] = ((0.5, 0.02, 0.02), (0.02, 0.2, 0.05), (0.7, 0.7, 0.7))
    return Part(mesh, colours[int(rng.integers(3))], 0.2)


def _linear(picture: NDArray[Any]) -> NDArray[np.float32]:
    return np.asarray((picture.astype(np.float32) / 255) ** 2.2, np.float32)


def _written(rng: Rng) -> NDArray[np.float32]:
    """A lined page with columns of numbers."""
    page = np.full((420, 300, 3), (228, 224, 206), np.uint8)
    for y in range(40, 420, 18):
        cv2.line(page, (0, y), (300, y), (150, 170, 200), 1)
        for x in (30, 110, 190):
            if y > 50 and rng.random() < 0.75:
                text = str(int(rng.integers(10, 999)))
                cv2.putText(
                    page,
                    text,
                    (x, y - 4),
                    cv2.FONT_HERSHEY_SIMPLEX,
                    0.5,
                    (40, 40, 70),
                    1,
                    cv2.LINE_AA,
                )
    return _linear(page[::-1])


def _card(rng: Rng, turned: float, lift: float) -> Part:
    """A playing card, spots and all."""
    face = np.full((264, 189, 3), 240, np.uint8)
    red = rng.random() < 0.5
    ink = (190, 20, 30) if red else (20, 20, 24)
    for x, y in ((60, 60), (130, 60), (95, 132), (60, 204), (130, 204)):
        spot = np.array([[x, y - 17], [x + 13, y], [x, y + 17], [x - 13, y]])
        cv2.fillConvexPoly(face, spot, ink, cv2.LINE_AA)
    mesh = moved(box((63, 88, 0.3)), turn(2, turned), np.array([turned * 1.2, 0, lift]))
    return Part(mesh, (0.85, 0.85, 0.85), 0.3, False, _linear(face))


_SKIN: tuple[Rgb, ...] = ((0.56, 0.31, 0.22), (0.40, 0.21, 0.13), (0.16, 0.075, 0.045))
_FINGERS = (
    (-26.0, 40.0, 62.0, 9.0),
    (-9.0, 46.0, 78.0, 9.6),
    (8.0, 44.0, 74.0, 9.4),
    (24.0, 36.0, 56.0, 8.2),
)


def hand(rng: Rng, at: tuple[float, float, float]) -> list[Part]:
    """A hand and forearm whose middle finger's tip is over (x, y), from `deg` outside."""
    x, y, deg = at
    skin = _SKIN[int(rng.integers(len(_SKIN)))]
    curl = float(rng.uniform(10, 28))
    limbs = [
        capsule(np.array([-14.0, 0, 44]), np.array([-10.0, 42, 42]), 23, 20),
        capsule(np.array([12.0, 0, 44]), np.array([12.0, 40, 42]), 22, 19),
        capsule(np.array([0.0, -30, 47]), np.array([0.0, -330, 90]), 27, 40),
        capsule(np.array([0.0, 5, 45]), np.array([0.0, -35, 47]), 31, 27),
        capsule(np.array([-32.0, 2, 40]), np.array([-52.0, 34, 30]), 13, 10),
        capsule(np.array([-52.0, 34, 30]), np.array([-46.0, 60, 24]), 10, 8.5),
    ]
    for side, start, end, r in _FINGERS:
        knuckle, tip = np.array([side, start, 42.0]), np.array([side * 1.15, end + 12, 30.0])
        limbs.append(capsule(knuckle, tip, r + 1, r))
        limbs.append(capsule(tip, np.array([side * 1.2, end + 34, 30.0 - curl * 0.6]), r, r - 1.5))
    frame = turn(2, deg + 90)
    reach = frame @ np.array([0.0, 112.0, 0.0])
    shift = np.array([x, y, 0.0]) - reach * np.array([1, 1, 0])
    return [Part(moved(limb, frame, shift), skin, 0.45) for limb in limbs]
