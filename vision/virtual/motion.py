"""Throws: where dice come to rest, and the frames on the way there.

May import: numpy and this package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.virtual.geometry import Array
from vision.virtual.model import Frame, Hand, Scene, VirtualDie
from vision.virtual.tray import outline_mm

Dice = tuple[VirtualDie, ...]

_TRIES = 400


class NoRoomError(ValueError):
    """The tray has no room for so many dice."""

    slug = "no-room"


def _square(die: VirtualDie, size_mm: float) -> Array:
    angle = np.radians(die.angle_deg)
    u = np.array([np.cos(angle), np.sin(angle)], np.float32) * size_mm / 2
    v = np.array([-u[1], u[0]], np.float32)
    at = np.array([die.x_mm, die.y_mm], np.float32)
    return np.stack([at - u - v, at + u - v, at + u + v, at - u + v])


def overlap(a: VirtualDie, b: VirtualDie, size_mm: float) -> bool:
    """Whether two dice on the floor cut into each other (separating axes of two squares)."""
    if np.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) > 1.5 * size_mm:
        return False
    one, two = _square(a, size_mm), _square(b, size_mm)
    for angle_deg in (a.angle_deg, a.angle_deg + 90, b.angle_deg, b.angle_deg + 90):
        angle = np.radians(angle_deg)
        axis = np.array([np.cos(angle), np.sin(angle)], np.float32)
        first, second = one @ axis, two @ axis
        if first.max() <= second.min() + 1e-3 or second.max() <= first.min() + 1e-3:
            return False
    return True


def inside(scene: Scene, x_mm: float, y_mm: float, margin_mm: float) -> bool:
    """Whether a point of the floor is at least that far from the walls."""
    corners = outline_mm(scene.tray)
    edges = np.roll(corners, -1, axis=0) - corners
    edges /= np.hypot(edges[:, 0], edges[:, 1])[:, None]
    away = np.array([x_mm, y_mm], np.float32) - corners
    return bool((edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]).min() >= margin_mm)


def _loose(rng: np.random.Generator, scene: Scene, die: VirtualDie) -> VirtualDie:
    reach = np.array([scene.tray.width_mm, scene.tray.depth_mm]) / 2
    x, y = rng.uniform(-reach, reach)
    return replace(die, x_mm=float(x), y_mm=float(y), angle_deg=float(rng.uniform(0, 360)))


def _beside(
    rng: np.random.Generator, scene: Scene, die: VirtualDie, other: VirtualDie
) -> VirtualDie:
    """Put a die edge to edge, or with a corner, at another one."""
    size = scene.die_size_mm
    toward = other.angle_deg + 90 * int(rng.integers(4))
    turned = 0.0 if rng.random() < 0.6 else float(rng.uniform(10, 80))
    reach = size / 2 * (np.cos(np.radians(turned)) + np.sin(np.radians(turned)))
    away, slide = size / 2 + reach + 0.05, rng.uniform(-0.6, 0.6) * size
    angle = np.radians(toward)
    x = other.x_mm + away * np.cos(angle) - slide * np.sin(angle)
    y = other.y_mm + away * np.sin(angle) + slide * np.cos(angle)
    spun = toward + turned + 90 * int(rng.integers(4))
    return replace(die, x_mm=float(x), y_mm=float(y), angle_deg=float(spun % 360))


def _place(
    rng: np.random.Generator, scene: Scene, die: VirtualDie, lying: Sequence[VirtualDie],
    touching: float,
) -> VirtualDie:  # fmt: skip
    size = scene.die_size_mm
    for _ in range(_TRIES):
        if lying and rng.random() < touching:
            placed = _beside(rng, scene, die, lying[int(rng.integers(len(lying)))])
        else:
            placed = _loose(rng, scene, die)
        if not inside(scene, placed.x_mm, placed.y_mm, size * 0.75):
            continue
        if not any(overlap(placed, other, size) for other in lying):
            return placed
    raise NoRoomError(f"no room for {len(lying) + 1} dice of {size:.0f} mm in this tray")


def _lean(rng: np.random.Generator, scene: Scene, die: VirtualDie) -> VirtualDie:
    """Move a die to the nearest way out and let it lean on the wall there."""
    angle = rng.uniform(0, 2 * np.pi)
    ahead = np.array([np.cos(angle), np.sin(angle)])
    away = 0.0
    while inside(scene, ahead[0] * away, ahead[1] * away, scene.die_size_mm * 0.62):
        away += 1.0
    x, y = ahead * away
    tilt, to = float(rng.uniform(18, 42)), float(np.degrees(angle)) + 180
    return replace(die, x_mm=float(x), y_mm=float(y), angle_deg=to, tilt_deg=tilt, tilt_to_deg=to)


def throw(
    rng: np.random.Generator,
    scene: Scene,
    n: int,
    keep: Sequence[VirtualDie] = (),
    *,
    lean: float = 0.02,
    touching: float = 0.3,
) -> Dice:
    """`n` dice at rest: those of `keep` where they are, the others thrown at random.

    The scene's red faces belong to places 0..n-1 of the result: a kept die keeps its own, and
    the thrown ones take the sets that are left over, in order.
    lean, touching : how likely one die leans on the wall, and each die touches another.

    Raises
    ------
    NoRoomError
        When the dice don't fit on the floor.
    """
    lying = list(keep)
    left = list(_red_sets(scene, n))
    for die in keep:
        if die.red_values in left:
            left.remove(die.red_values)
    for red_values in left[: n - len(keep)]:
        value, seed = int(rng.integers(1, 7)), int(rng.integers(1 << 30))
        blank = VirtualDie(0, 0, 0, value, red_values, seed=seed)
        lying.append(_place(rng, scene, blank, lying, touching))
    if len(lying) > len(keep) and rng.random() < lean:
        leaning = _lean(rng, scene, lying[-1])
        if not any(overlap(leaning, other, scene.die_size_mm * 1.3) for other in lying[:-1]):
            lying[-1] = leaning
    return tuple(lying)


def _red_sets(scene: Scene, n: int) -> tuple[tuple[int, ...], ...]:
    """The red faces of each of n dice; the scene's list is repeated when it is too short."""
    known = scene.red_faces or ((),)
    return tuple(known[i % len(known)] for i in range(n))


def calibration_dice(scene: Scene, which: int = 0) -> Dice:
    """All dice in two loose rows with known faces, for calibration picture 0 or 1.

    Picture 0 shows 1..6 (each red if the scene's dice are so), picture 1 shows 6..1.
    """
    count = max(len(scene.red_faces), 1)
    columns, pitch = (count + 1) // 2, scene.die_size_mm * 2.6
    dice = []
    for i, red_values in enumerate(_red_sets(scene, count)):
        row, column = divmod(i, columns)
        x = (column - (columns - 1) / 2) * pitch + 3.1 * np.sin(5.0 * i + which)
        y = (0.5 - row) * pitch * 1.2 + 2.7 * np.cos(3.0 * i + which)
        value = i % 6 + 1 if which == 0 else 6 - i % 6
        angle = (37 * i + 13 + 50 * which) % 90
        dice.append(VirtualDie(float(x), float(y), float(angle), value, red_values, seed=i + 1))
    return tuple(dice)


def animate(
    rng: np.random.Generator, scene: Scene, before: Dice, after: Dice, frames: int = 10
) -> tuple[Frame, ...]:
    """The frames of a throw: a hand takes dice away, they tumble in, and rest as `after`.

    Dice that are the same in `before` and `after` stay where they are all the time.
    """
    stay = tuple(die for die in after if die in before)
    hand_from = float(rng.uniform(-120, -60))
    taking = _hand_frames(rng, before, stay, hand_from)
    coming = [die for die in after if die not in stay]
    edge = np.array([np.cos(np.radians(hand_from)), np.sin(np.radians(hand_from))])
    start = edge * min(scene.tray.width_mm, scene.tray.depth_mm) * 0.35
    spins = rng.uniform(200, 700, len(coming))
    rolling = []
    for i in range(1, frames):
        left = (1 - i / frames) ** 2
        flying = (
            _tumble(rng, die, start, left, float(spin))
            for die, spin in zip(coming, spins, strict=True)
        )
        rolling.append(Frame(stay + tuple(flying)))
    return (*taking, *rolling, Frame(after))


def _hand_frames(
    rng: np.random.Generator, before: Dice, stay: Dice, hand_from: float
) -> tuple[Frame, ...]:
    """A hand comes in, covers the dice that go, and leaves with them."""
    going = [die for die in before if die not in stay]
    at = np.mean([[die.x_mm, die.y_mm] for die in going], axis=0) if going else np.zeros(2)
    out = np.array([np.cos(np.radians(hand_from)), np.sin(np.radians(hand_from))])
    places = [at + out * far + rng.normal(0, 3, 2) for far in (60, 10, 0, 50)]
    shown = (before, before, stay, stay)
    return tuple(
        Frame(dice, Hand(float(x), float(y), hand_from, float(rng.uniform(0.35, 0.6))))
        for dice, (x, y) in zip(shown, places, strict=True)
    )


def _tumble(
    rng: np.random.Generator, die: VirtualDie, start: Array, left: float, spin: float
) -> VirtualDie:
    """A die on its way: `left` (1..0) is the part of the way still to go."""
    x, y = np.array([die.x_mm, die.y_mm]) * (1 - left) + start * left
    if left < 0.03:
        return replace(die, x_mm=float(x), y_mm=float(y), angle_deg=die.angle_deg + spin * left)
    way = (np.array([die.x_mm, die.y_mm]) - start) * 0.12 * np.sqrt(left)
    return replace(
        die,
        x_mm=float(x),
        y_mm=float(y),
        angle_deg=die.angle_deg + spin * left,
        value=int(rng.integers(1, 7)),
        tilt_deg=float(rng.uniform(5, 45)),
        tilt_to_deg=float(rng.uniform(0, 360)),
        lift_mm=25 * left,
        smear_mm=(float(way[0]), float(way[1])),
    )
