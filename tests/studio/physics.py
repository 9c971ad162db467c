"""Dice as rigid bodies in a tray. Needs MuJoCo, which is imported when something is thrown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from tests.studio.geometry import Floats, depth_inside, outline, tilt_deg, turn
from tests.studio.spec import Die, Tray

Rng = np.random.Generator

_STEP_S = 0.0005
_DENSITY = 1200.0
_SUBFRAMES = 7
_LEAST_SMEAR_MM = 3.0  # during an exposure, of the fastest die: less is hardly seen
_M = 0.001  # metres in a millimetre: MuJoCo's contacts are tuned for metres


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die's middle is, in mm, and the rotation from its frame to the world's."""

    at: Floats
    rotation: Floats


def corners(pose: Pose, size_mm: float) -> Floats:
    """The (8, 3) corners of a die, before rounding."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    return np.asarray(signs @ pose.rotation.T * size_mm / 2 + pose.at)


def flat_overlap(one: Pose, other: Pose, size_mm: float) -> bool:
    """Whether two dice that lie flat overlap, seen from above."""
    a, b = corners(one, size_mm)[:, :2], corners(other, size_mm)[:, :2]
    for pose in (one, other):
        for axis in pose.rotation[:2].T:
            length = np.linalg.norm(axis)
            if length < 0.5:
                continue
            u, v = a @ axis / length, b @ axis / length
            if u.max() <= v.min() or v.max() <= u.min():
                return False
    return True


def thrown(rng: Rng, tray: Tray, dice: Sequence[Die]) -> list[Pose] | None:
    """The poses of thrown dice at rest, or None if one left the tray or did not settle."""
    world = _World(tray, dice, sticky=())
    world.launch(rng)
    if not world.run(3.0) or not world.all_inside():
        return None
    return world.poses(snap=True)


def settled(
    tray: Tray, dice: Sequence[Die], poses: Sequence[Pose], sticky: tuple[int, ...]
) -> list[Pose] | None:
    """The poses after letting go, or None. `sticky` dice have friction that holds them."""
    world = _World(tray, dice, sticky)
    world.place(poses)
    if not world.run(1.2) or not world.all_inside():
        return None
    return world.poses(snap=True)


def rolling(
    rng: Rng, tray: Tray, dice: Sequence[Die], exposure_s: float
) -> tuple[tuple[Pose, ...], ...] | None:
    """Poses through an exposure in which some dice move, after they touched down."""
    world = _World(tray, dice, sticky=())
    world.launch(rng)
    world.run(float(rng.uniform(0.25, 0.5)), until_rest=False)
    for _ in range(60):
        if not world.all_inside(slack_mm=-2.0):
            return None
        speed = world.speeds()
        if speed.max() * exposure_s > _LEAST_SMEAR_MM * _M and speed.max() < 1.1:
            break
        world.run(0.01, until_rest=False)
    else:
        return None
    frames = []
    for _ in range(_SUBFRAMES):
        frames.append(tuple(world.poses(snap=False)))
        world.run(exposure_s / (_SUBFRAMES - 1), until_rest=False)
    return tuple(frames) if _smear_mm(frames) > _LEAST_SMEAR_MM / 2 else None


def _smear_mm(frames: Sequence[Sequence[Pose]]) -> float:
    """How far the fastest die's middle goes, from the first pose to the last."""
    ways = [last.at - first.at for first, last in zip(frames[0], frames[-1], strict=True)]
    return max(float(np.linalg.norm(way)) for way in ways)


class _World:
    """A tray and dice in MuJoCo."""

    def __init__(self, tray: Tray, dice: Sequence[Die], sticky: tuple[int, ...]) -> None:
        self._mujoco: Any = import_module("mujoco")
        self._tray, self._dice = tray, dice
        self._model = self._mujoco.MjModel.from_xml_string(_xml(tray, dice, sticky))
        self._data = self._mujoco.MjData(self._model)

    def launch(self, rng: Rng) -> None:
        """Let the dice fly in from one side, tumbling."""
        way = rng.uniform(0, 2 * np.pi)
        reach = 0.28 * min(self._tray.w_mm, self._tray.h_mm)
        along = np.array([np.cos(way), np.sin(way)])
        for k, die in enumerate(self._dice):
            side = np.array([-along[1], along[0]]) * (k % 3 - 1) * 1.5 * die.size_mm
            at = -along * reach + side + rng.uniform(-3, 3, 2)
            z = 30 + 1.8 * die.size_mm * (k // 3) + rng.uniform(0, 8)
            rotation = turn(2, rng.uniform(0, 360)) @ turn(0, rng.uniform(0, 360))
            self._set(k, Pose(np.array([*at, z]), rotation @ turn(1, rng.uniform(0, 360))))
            speed = along * rng.uniform(0.15, 0.75) + rng.normal(0, 0.15, 2)
            self._data.qvel[6 * k : 6 * k + 3] = [*speed, rng.uniform(-0.6, 0)]
            self._data.qvel[6 * k + 3 : 6 * k + 6] = rng.normal(0, 18, 3)

    def place(self, poses: Sequence[Pose]) -> None:
        """Put the dice where the poses say, at rest."""
        for k, pose in enumerate(poses):
            self._set(k, pose)

    def _set(self, k: int, pose: Pose) -> None:
        quat = np.zeros(4)
        self._mujoco.mju_mat2Quat(quat, pose.rotation.ravel())
        self._data.qpos[7 * k : 7 * k + 7] = [*(pose.at * _M), *quat]

    def run(self, seconds: float, *, until_rest: bool = True) -> bool:
        """Whether all dice are at rest after so long; stops early if they are."""
        for step in range(int(seconds / _STEP_S)):
            self._mujoco.mj_step(self._model, self._data)
            if until_rest and step % 100 == 99 and step > 300 and self.speeds().max() < 0.002:
                return True
        return bool(self.speeds().max() < 0.004)

    def speeds(self) -> Floats:
        """How fast each die's corners move, in metres a second."""
        v = self._data.qvel.reshape(-1, 6)
        spin = np.linalg.norm(v[:, 3:], axis=1) * 0.008
        return np.asarray(np.linalg.norm(v[:, :3], axis=1) + spin)

    def all_inside(self, slack_mm: float = 0.0) -> bool:
        """Whether every die's middle is over the floor."""
        at = self._data.qpos.reshape(-1, 7)[:, :3] / _M
        return bool(depth_inside(self._tray, at[:, :2]) > slack_mm and at[:, 2].max() < 60)

    def poses(self, *, snap: bool) -> list[Pose]:
        """Where the dice are; `snap` puts those that lie flat exactly flat on the floor."""
        found = []
        for k, die in enumerate(self._dice):
            q = self._data.qpos[7 * k : 7 * k + 7].copy()
            matrix = np.zeros(9)
            self._mujoco.mju_quat2Mat(matrix, q[3:])
            pose = Pose(q[:3] / _M, matrix.reshape(3, 3))
            found.append(_snapped(pose, die.size_mm) if snap else pose)
        return found


def _snapped(pose: Pose, size_mm: float) -> Pose:
    """A die that lies flat on the floor, exactly so: contacts in MuJoCo sink in a little."""
    if tilt_deg(pose.rotation) > 1.2 or pose.at[2] > 0.55 * size_mm:
        return pose
    axis = int(np.argmax(np.abs(pose.rotation[2])))
    up = np.zeros(3)
    up[2] = np.sign(pose.rotation[2, axis])
    side = pose.rotation[:, (axis + 1) % 3] * np.array([1, 1, 0])
    side /= np.linalg.norm(side)
    columns = [up, side, np.cross(up, side)]
    rotation = np.stack([columns[(k - axis) % 3] for k in range(3)], axis=1)
    return Pose(np.array([pose.at[0], pose.at[1], size_mm / 2]), rotation)


def _xml(tray: Tray, dice: Sequence[Die], sticky: tuple[int, ...]) -> str:
    bodies = "".join(_body(k, die, k in sticky) for k, die in enumerate(dice))
    sides = "".join(_sides(tray))
    return f"""<mujoco><option timestep="{_STEP_S}" cone="elliptic" impratio="10"/>
<default><geom solref="0.003 0.9" condim="4" friction="0.55 0.0004 0.0001"/></default>
<worldbody><geom type="plane" size="1 1 .1"/>{sides}{bodies}</worldbody></mujoco>"""


def _body(k: int, die: Die, sticky: bool) -> str:
    half = die.size_mm / 2 * _M
    grip = 'friction="2.2 0.02 0.01" priority="1"' if sticky else ""
    return (
        f'<body name="d{k}"><freejoint/><geom type="box" size="{half} {half} {half}" '
        f'density="{_DENSITY}" {grip}/></body>'
    )


def _sides(tray: Tray) -> list[str]:
    """The walls: boxes whose inner faces stand on the floor's outline and slope outwards."""
    found, points = [], outline(tray)
    for a, b in zip(points, np.roll(points, -1, axis=0), strict=True):
        middle, along = (a + b) / 2, (b - a) / np.linalg.norm(b - a)
        out = np.array([along[1], -along[0], 0.0])
        slope = np.radians(tray.slope_deg)
        lean_up = np.array([out[0] * np.sin(slope), out[1] * np.sin(slope), np.cos(slope)])
        normal = np.cross(np.array([*along, 0.0]), lean_up)
        tall, thick = tray.rim_h_mm / np.cos(slope) / 2, 6.0
        at = np.array([*middle, 0.0]) + lean_up * tall + normal * thick
        axes = " ".join(f"{v:.6f}" for v in (*along, 0.0, *normal))
        long = np.linalg.norm(b - a) / 2 + 4
        place = " ".join(f"{v * _M:.6f}" for v in at)
        found.append(
            f'<geom type="box" pos="{place}" xyaxes="{axes}" '
            f'size="{long * _M:.6f} {thick * _M} {tall * _M:.6f}"/>'
        )
    return found
