"""Throws for the bench, by kind, each with what is exactly so: fair ones and every kind of trouble.

A die is *flat* below 5 degrees of tilt, *odd* where either answer is right (a slight tilt, a little
hidden, a short smear), *bad* where a reading must not be accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tests.bench.virtual_looks import pick, random_style
from tests.bench.virtual_things import Thing, lone_thing, spot_on, thing_over
from vision.virtual import Hand, NoRoomError, Scene, VirtualDie, throw
from vision.virtual.motion import inside, overlap
from vision.virtual.tray import outline_mm

Rng = np.random.Generator
Dice = tuple[VirtualDie, ...]

ODD_TILT_DEG, BAD_TILT_DEG = 5.0, 8.0
ODD_SMEAR_MM, BAD_SMEAR_MM = 0.7, 2.0
_TRIES = 60


@dataclass(frozen=True, slots=True)
class Throw:
    """What lies in and around the tray.

    dice : all of them; out : how many of the last ones lie outside the tray's floor.
    bad, odd : the whole picture must not, or need not, be accepted, whatever its dice.
    foreign : how many of the last ones are of no known set, so that their red means nothing.
    """

    dice: Dice
    out: int = 0
    foreign: int = 0
    hand: Hand | None = None
    things: tuple[Thing, ...] = ()
    bad: bool = False
    odd: bool = False


def count_of(scene: Scene) -> int:
    """How many dice belong to the set."""
    return len(scene.red_faces)


def fair(rng: Rng, scene: Scene) -> Throw:
    """All dice, some touching."""
    return Throw(throw(rng, scene, count_of(scene), lean=0.0))


def touching(rng: Rng, scene: Scene) -> Throw:
    """All dice, nearly all touching."""
    return Throw(throw(rng, scene, count_of(scene), lean=0.0, touching=0.9))


def few(rng: Rng, scene: Scene) -> Throw:
    """Some dice of the set."""
    dice = throw(rng, scene, count_of(scene), lean=0.0)
    return Throw(dice[: int(rng.integers(1, len(dice)))])


def many(rng: Rng, scene: Scene) -> Throw:
    """One or two dice more than the set has."""
    extra = int(rng.integers(1, 3))
    return Throw(throw(rng, scene, count_of(scene) + extra, lean=0.0), bad=True)


def outside(rng: Rng, scene: Scene) -> Throw:
    """All dice, the last one on the table or on the rim: not to be counted."""
    dice = throw(rng, scene, count_of(scene), lean=0.0)
    at, inward, _ = wall(rng, scene)
    size, tray = scene.die_size_mm, scene.tray
    on_rim = tray.rim_width_mm > 0.6 * size and rng.random() < 0.4
    away = tray.rim_width_mm * 0.5 if on_rim else tray.rim_width_mm + size * rng.uniform(0.8, 1.5)
    x, y = at - inward * away
    lift = tray.rim_height_mm if on_rim else 0.0
    gone = replace(dice[-1], x_mm=float(x), y_mm=float(y), lift_mm=lift)
    return Throw((*dice[:-1], gone), out=1)


def leaning_on_wall(rng: Rng, scene: Scene) -> Throw:
    """One die leans on the wall: an edge on the floor, the opposite one against the wall."""
    *lying, last = throw(rng, scene, count_of(scene), lean=0.0)
    size = scene.die_size_mm
    for _ in range(_TRIES):
        at, inward, _ = wall(rng, scene)
        steepest = np.degrees(np.arcsin(min(0.68, scene.tray.rim_height_mm / size)))
        tilted = leant(last, at, inward, float(rng.uniform(6, steepest)), size)
        if not any(overlap(tilted, other, 1.35 * size) for other in lying):
            return Throw((*lying, tilted))
    return Throw(tuple(lying), odd=True)


def leaning_on_die(rng: Rng, scene: Scene) -> Throw:
    """One die leans on another one's side."""
    *lying, last = throw(rng, scene, count_of(scene), lean=0.0, touching=0.15)
    size = scene.die_size_mm
    for _ in range(_TRIES):
        other = pick(rng, tuple(lying))
        turn = np.radians(other.angle_deg + 90 * int(rng.integers(4)))
        away = np.array([np.cos(turn), np.sin(turn)])
        slide = np.array([-away[1], away[0]]) * rng.uniform(-0.45, 0.45) * size
        at = np.array([other.x_mm, other.y_mm]) + away * size / 2 + slide
        tilted = leant(last, at, away, float(rng.uniform(6, 43)), size)
        rest = [die for die in lying if die is not other]
        if inside(scene, tilted.x_mm, tilted.y_mm, 0.8 * size) and not any(
            overlap(tilted, die, 1.35 * size) for die in rest
        ):
            return Throw((*lying, tilted))
    return Throw(tuple(lying), odd=True)


def on_a_crumb(rng: Rng, scene: Scene) -> Throw:
    """One die leans by some degrees because something small lies under it."""
    *lying, last = throw(rng, scene, count_of(scene), lean=0.0)
    tilted = replace(
        last, tilt_deg=float(rng.uniform(1, 22)), tilt_to_deg=float(rng.uniform(0, 360))
    )
    return Throw((*lying, tilted))


def stacked(rng: Rng, scene: Scene) -> Throw:
    """One die lies on another one, on two that touch, or exactly over one."""
    *lying, last = throw(rng, scene, count_of(scene), lean=0.0)
    below, size = pick(rng, tuple(lying)), scene.die_size_mm
    reach = float(rng.choice([0.03, 0.25, 0.45])) * size
    turn = np.radians(below.angle_deg)
    u = np.array([np.cos(turn), np.sin(turn)])
    shift = u * rng.uniform(-reach, reach) + np.array([-u[1], u[0]]) * rng.uniform(-reach, reach)
    angle = below.angle_deg if rng.random() < 0.4 else float(rng.uniform(0, 360))
    x, y = np.array([below.x_mm, below.y_mm]) + shift
    upper = replace(last, x_mm=float(x), y_mm=float(y), angle_deg=angle, lift_mm=size)
    return Throw((*lying, upper), bad=True)


def moving(rng: Rng, scene: Scene) -> Throw:
    """Some dice still slide or tumble during the exposure."""
    dice = list(throw(rng, scene, count_of(scene), lean=0.0))
    for k in rng.permutation(len(dice))[: int(rng.integers(1, len(dice) + 1))]:
        way, length = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 14)
        smear = (float(length * np.cos(way)), float(length * np.sin(way)))
        die = replace(dice[k], smear_mm=smear)
        if rng.random() < 0.4:
            to, lift = float(rng.uniform(0, 360)), float(rng.uniform(0, 20))
            die = replace(die, tilt_deg=float(rng.uniform(5, 45)), tilt_to_deg=to, lift_mm=lift)
        dice[k] = die
    return Throw(tuple(dice))


def under_a_hand(rng: Rng, scene: Scene) -> Throw:
    """A hand reaches into the picture, over dice or beside them."""
    dice = throw(rng, scene, count_of(scene), lean=0.0)
    near = pick(rng, dice)
    x, y = np.array([near.x_mm, near.y_mm]) + rng.normal(0, 25, 2)
    from_deg, spread = float(rng.uniform(-130, -50)), float(rng.uniform(0.3, 0.6))
    return Throw(dice, hand=Hand(float(x), float(y), from_deg, spread), odd=True)


def under_a_thing(rng: Rng, scene: Scene) -> Throw:
    """A slip of paper, a pen, a thread or a card lies over a part of a die."""
    dice = throw(rng, scene, count_of(scene), lean=0.0)
    return Throw(dice, things=(thing_over(rng, scene, pick(rng, dice)),), odd=True)


def beside_a_thing(rng: Rng, scene: Scene) -> Throw:
    """A coin, a button, a domino, a card or a rubber lies beside the dice, and hides none."""
    dice = throw(rng, scene, count_of(scene), lean=0.0)
    if rng.random() < 0.3:
        dice = dice[:-1]
    for _ in range(_TRIES):
        reach = np.array([scene.tray.width_mm, scene.tray.depth_mm]) * 0.4
        thing = lone_thing(rng, scene, *(float(v) for v in rng.uniform(-reach, reach)))
        if inside(scene, thing.x_mm, thing.y_mm, 8.0) and not _over_any(thing, dice, scene):
            return Throw(dice, things=(thing,), odd=True)
    return Throw(dice)


def _over_any(thing: Thing, dice: Dice, scene: Scene) -> bool:
    half = np.abs(thing.shapes[0].corners_mm).max() + 0.9 * scene.die_size_mm
    return any(np.hypot(die.x_mm - thing.x_mm, die.y_mm - thing.y_mm) < half for die in dice)


def spotted(rng: Rng, scene: Scene) -> Throw:
    """Dirt or a bright reflection on one top face."""
    dice = throw(rng, scene, count_of(scene), lean=0.0)
    return Throw(dice, things=(spot_on(rng, scene, pick(rng, dice)),), odd=True)


def with_a_stranger(rng: Rng, scene: Scene) -> Throw:
    """One die is of another set or of another size."""
    *lying, last = throw(rng, scene, count_of(scene), lean=0.0)
    style, size = random_style(rng), scene.die_size_mm * float(rng.uniform(0.75, 1.0))
    stranger = replace(last, style=style, size_mm=size, red_values=())
    return Throw((*lying, stranger), foreign=1, odd=True)


KINDS: dict[str, tuple[Callable[[Rng, Scene], Throw], float]] = {
    "fair": (fair, 0.20),
    "touching": (touching, 0.16),
    "few": (few, 0.05),
    "outside": (outside, 0.05),
    "many": (many, 0.06),
    "leans on the wall": (leaning_on_wall, 0.07),
    "leans on a die": (leaning_on_die, 0.06),
    "leans on a crumb": (on_a_crumb, 0.05),
    "stacked": (stacked, 0.08),
    "moving": (moving, 0.06),
    "hand": (under_a_hand, 0.03),
    "partly covered": (under_a_thing, 0.04),
    "thing beside": (beside_a_thing, 0.05),
    "spot on a face": (spotted, 0.02),
    "strange die": (with_a_stranger, 0.02),
}
"""The kinds: how each is made, and its share of all pictures."""


def random_throw(rng: Rng, scene: Scene) -> tuple[str, Throw]:
    """A kind and a throw of that kind."""
    names = tuple(KINDS)
    shares = np.array([KINDS[name][1] for name in names])
    name = names[int(rng.choice(len(names), p=shares / shares.sum()))]
    for _ in range(20):
        try:
            return name, KINDS[name][0](rng, scene)
        except NoRoomError:
            continue
    raise NoRoomError(f"no room for the dice of {scene.style.name}")


def leant(
    die: VirtualDie,
    at: NDArray[np.float64],
    away: NDArray[np.float64],
    tilt_deg: float,
    size: float,
) -> VirtualDie:
    """The die leaning on an upright plane through `at`; its top turns `away` from that plane."""
    turn = np.radians(tilt_deg)
    half = size / 2 * (np.cos(turn) + np.sin(turn)) + 0.05
    x, y = at + away * half
    to = float(np.degrees(np.arctan2(away[1], away[0])))
    return replace(
        die, x_mm=float(x), y_mm=float(y), angle_deg=to, tilt_deg=tilt_deg, tilt_to_deg=to
    )


def wall(
    rng: Rng, scene: Scene
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """A point at the foot of the wall, and the directions inward and along the wall there."""
    corners = outline_mm(scene.tray).astype(np.float64)
    k = int(rng.integers(len(corners)))
    edge = corners[(k + 1) % len(corners)] - corners[k]
    along = edge / np.linalg.norm(edge)
    at = corners[k] + edge * rng.uniform(0.25, 0.75)
    return at, np.array([-along[1], along[0]]), along
