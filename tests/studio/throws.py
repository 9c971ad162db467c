"""Where the dice of a picture lie: every kind of throw, settled as rigid bodies.

Dice fall and settle in `tests.studio.physics`. May import: numpy and this package.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tests.studio import physics
from tests.studio.geometry import Floats, depth_inside, outline, project, tilt_deg, turn, upright
from tests.studio.physics import Pose
from tests.studio.spec import Die, Installation

Rng = np.random.Generator

LEAST_LEAN_DEG = 4.5
_TRIES = 60


class NoPoseError(RuntimeError):
    """A throw of the kind that was asked for could not be made."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A picture's dice.

    poses : one or, for dice in motion, several for each die, through the exposure.
    out : numbers of the dice that lie outside. hand_at : where a hand reaches to, if any.
    """

    kind: str
    poses: tuple[tuple[Pose, ...], ...]
    out: frozenset[int] = frozenset()
    hand_at: tuple[float, float, float] | None = None
    exposure_ms: float | None = None

    @property
    def middle(self) -> tuple[Pose, ...]:
        """The poses in the middle of the exposure."""
        return self.poses[len(self.poses) // 2]


def _still(kind: str, poses: list[Pose], **more: object) -> Throw:
    return Throw(kind, (tuple(poses),), **more)  # type: ignore[arg-type]


def calib(rng: Rng, room: Installation, *, turned: bool) -> Throw:
    """Six dice in two loose rows that show 1..6, or 6..1 if turned."""
    poses = []
    for k, die in enumerate(room.dice[:6]):
        value = 6 - k if turned else k + 1
        x, y = (k % 3 - 1) * 54.0, 30.0 - 60.0 * (k // 3)
        x, y = x + rng.uniform(-7, 7), y + rng.uniform(-7, 7)
        yaw = float(rng.integers(4) * 90 + rng.uniform(-20, 20))
        poses.append(lying(die, value, (float(x), float(y)), yaw))
    return _still("calib", poses)


def lying(die: Die, value: int, at_mm: tuple[float, float], yaw_deg: float) -> Pose:
    """A die flat on the floor."""
    rotation = upright(value, yaw_deg, die.handed)
    return Pose(np.array([*at_mm, die.size_mm / 2]), rotation)


def natural(rng: Rng, room: Installation, count: int = 6, kind: str = "natural") -> Throw:
    """A throw as it came to rest; dice may lean if it so happened."""
    for _ in range(_TRIES):
        poses = physics.thrown(rng, room.tray, room.dice[:count])
        if poses is not None:
            return _still(kind, poses)
    raise NoPoseError(f"no throw stayed in the tray {room.tray.name}")


def flat(rng: Rng, room: Installation, count: int = 6) -> list[Pose]:
    """A throw in which every die came to lie flat on the floor."""
    for _ in range(_TRIES):
        poses = natural(rng, room, count).middle
        low = all(p.at[2] < 0.6 * d.size_mm for p, d in zip(poses, room.dice, strict=False))
        if low and all(tilt_deg(pose.rotation) < 1 for pose in poses):
            return list(poses)
    raise NoPoseError(f"no throw lay flat in the tray {room.tray.name}")


def touching(rng: Rng, room: Installation) -> Throw:
    """Dice that touch: side to side, corner to side or side to corner, in groups."""
    poses: list[Pose] = []
    reach = 0.34 * min(room.tray.w_mm, room.tray.h_mm)
    for die in room.dice[:6]:
        for _ in range(_TRIES * 5):
            value, yaw = int(rng.integers(1, 7)), float(rng.uniform(0, 360))
            if not poses or rng.random() < 0.2:
                at = rng.uniform(-reach, reach, 2)
                pose = lying(die, value, (float(at[0]), float(at[1])), yaw)
            else:
                pose = _beside(rng, poses[int(rng.integers(len(poses)))], die, value, yaw)
            corners = physics.corners(pose, die.size_mm)
            free = not any(physics.flat_overlap(pose, other, die.size_mm) for other in poses)
            if free and depth_inside(room.tray, corners[:, :2]) > 1:
                poses.append(pose)
                break
        else:
            raise NoPoseError("no room for dice that touch")
    return _still("touching", poses)


def _beside(rng: Rng, other: Pose, die: Die, value: int, yaw: float) -> Pose:
    """A flat die pushed against another one until a twentieth of a millimetre is between."""
    if rng.random() < 0.5:
        facing = other.rotation[:2] @ np.eye(3)[:, int(np.argmax(np.abs(other.rotation[0])))]
        yaw = float(np.degrees(np.arctan2(facing[1], facing[0])))
    way = np.radians(rng.uniform(0, 360) if rng.random() < 0.5 else yaw + 90 * rng.integers(4))
    slide = rng.uniform(-0.5, 0.5) * die.size_mm
    along = np.array([np.cos(way), np.sin(way)])
    start = other.at[:2] + np.array([-along[1], along[0]]) * slide
    near, far = 0.0, 2.0 * die.size_mm
    for _ in range(14):
        middle = (near + far) / 2
        at = start + along * middle
        pose = lying(die, value, (float(at[0]), float(at[1])), yaw)
        if physics.flat_overlap(pose, other, die.size_mm):
            near = middle
        else:
            far = middle
    at = start + along * (far + 0.05)
    return lying(die, value, (float(at[0]), float(at[1])), yaw)


def cocked(rng: Rng, room: Installation) -> Throw:
    """One die leans on the wall or on another die, where friction holds it."""
    for _ in range(_TRIES):
        rest = flat(rng, room, 5)
        foot, away = _on_wall(rng, room) if rng.random() < 0.5 else _on_die(rng, room, rest)
        lean = float(rng.choice([rng.uniform(5, 15), rng.uniform(10, 42)]))
        size = room.dice[5].size_mm
        facing = float(np.degrees(np.arctan2(away[1], away[0])))
        tip = turn(2, facing) @ turn(1, lean) @ turn(2, 90.0 * rng.integers(4))
        rotation = tip @ upright(int(rng.integers(1, 7)), 0.0, room.dice[5].handed)
        half = size / 2 * (np.cos(np.radians(lean)) + np.sin(np.radians(lean)))
        at = np.array([*(foot + away * (half + 0.3)), half + 0.1])
        poses = [*rest, Pose(at, rotation)]
        settled = physics.settled(room.tray, room.dice[:6], poses, sticky=(5,))
        if settled is not None and LEAST_LEAN_DEG < tilt_deg(settled[5].rotation) < 44.5:
            return _still("cocked", settled)
    raise NoPoseError("no die stayed leaning")


def _on_wall(rng: Rng, room: Installation) -> tuple[Floats, Floats]:
    corners = outline(room.tray)
    k = int(rng.integers(len(corners)))
    edge = corners[(k + 1) % len(corners)] - corners[k]
    along = edge / np.linalg.norm(edge)
    return corners[k] + edge * rng.uniform(0.3, 0.7), np.array([-along[1], along[0]])


def _on_die(rng: Rng, room: Installation, rest: list[Pose]) -> tuple[Floats, Floats]:
    k = int(rng.integers(len(rest)))
    axis = int(np.argmin(np.abs(rest[k].rotation[2])))
    away = rest[k].rotation[:2, axis] * rng.choice([-1.0, 1.0])
    away = away / np.linalg.norm(away)
    slide = np.array([-away[1], away[0]]) * rng.uniform(-0.4, 0.4)
    return rest[k].at[:2] + (away / 2 + slide) * room.dice[k].size_mm, away


def stacked(rng: Rng, room: Installation) -> Throw:
    """One die came to rest on another one."""
    for _ in range(_TRIES):
        poses = flat(rng, room)
        below, size = poses[int(rng.integers(5))], room.dice[5].size_mm
        shift = rng.uniform(-0.42, 0.42, 2) * size * rng.choice([0.1, 1.0])
        rotation = upright(int(rng.integers(1, 7)), float(rng.uniform(0, 360)), room.dice[5].handed)
        poses[5] = Pose(np.array([*(below.at[:2] + shift), 1.5 * size + 0.4]), rotation)
        settled = physics.settled(room.tray, room.dice[:6], poses, sticky=(5,))
        if settled is not None and settled[5].at[2] > 1.3 * size and _level(settled[5]):
            return _still("stacked", settled)
    raise NoPoseError("no die stayed on another one")


def _level(pose: Pose) -> bool:
    return tilt_deg(pose.rotation) < 3


def moving(rng: Rng, room: Installation) -> Throw:
    """Dice that still roll while the sensor is exposed."""
    exposure_ms = float(rng.choice([8.3, 12.5, 16.7, 25.0, 33.3]))
    for _ in range(_TRIES):
        poses = physics.rolling(rng, room.tray, room.dice[:6], exposure_ms / 1000)
        if poses is not None:
            return Throw("moving", poses, exposure_ms=exposure_ms)
    raise NoPoseError("no throw was caught in motion")


def outside(rng: Rng, room: Installation) -> Throw:
    """One die lies on the table beside the tray, where the camera sees it."""
    poses, tray, die = flat(rng, room), room.tray, room.dice[5]
    wide = tray.rim_w_mm + tray.rim_h_mm * np.tan(np.radians(tray.slope_deg))
    for _ in range(_TRIES * 10):
        reach = 0.6 * max(tray.w_mm, tray.h_mm) + 70
        at = rng.uniform(-reach, reach, 2)
        pose = lying(die, int(rng.integers(1, 7)), (at[0], at[1]), float(rng.uniform(0, 360)))
        pose.at[2] -= tray.floor_t_mm
        u, v = project(room.camera, pose.at[None])[0]
        if (
            30 < u < room.camera.width - 30
            and 30 < v < room.camera.height - 30
            and (depth_inside(tray, at) < -(wide + 0.8 * die.size_mm))
        ):
            return Throw("out", ((*poses[:5], pose),), frozenset({5}))
    raise NoPoseError("the camera sees too little of the table")


def under_hand(rng: Rng, room: Installation) -> Throw:
    """A hand reaches over or beside the dice."""
    poses = flat(rng, room)
    near = poses[int(rng.integers(6))].at[:2] + rng.normal(0, 28, 2)
    hand = (float(near[0]), float(near[1]), float(rng.uniform(-140, -40)))
    return _still("hand", poses, hand_at=hand)


MAKERS: dict[str, Callable[[Rng, Installation], Throw]] = {
    "natural": natural,
    "touching": touching,
    "cocked": cocked,
    "hand": under_hand,
    "stacked": stacked,
    "missing": lambda rng, room: natural(rng, room, int(rng.integers(3, 6)), "missing"),
    "moving": moving,
    "seven": lambda rng, room: natural(rng, room, 7, "seven"),
    "out": outside,
}
"""How the throws of each kind are made."""

SCHEDULE = (
    "natural",
    "touching",
    "natural",
    "cocked",
    "hand",
    "natural",
    "stacked",
    "cocked",
    "missing",
    "touching",
    "moving",
    "natural",
    "seven",
    "natural",
    "out",
    "touching",
)
"""The kinds of an installation's rolls, one after the other; odd installations get `out` first."""


def kinds(number: int, count: int) -> tuple[str, ...]:
    """The kinds of `count` rolls of the installation with this number."""
    order = list(SCHEDULE)
    if number % 2:
        order[12], order[14] = order[14], order[12]
    return tuple(order[k % len(order)] for k in range(count))


def make(kind: str, seed: tuple[int, ...], room: Installation) -> Throw:
    """A throw of a kind; the next of the seed's throws if one can't be made."""
    rng = np.random.default_rng(list(seed))
    for _ in range(5):
        try:
            return MAKERS[kind](rng, room)
        except NoPoseError:
            continue
    return natural(rng, room)
