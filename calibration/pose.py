"""Fits the camera's pose to the pips of dice that lie flat on the floor.

May import: numpy, vision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Camera
from vision.geometry import to_floor, to_picture

Doubles = NDArray[np.float64]

USUAL_HFOV_DEG = 66.0  # Camera Module 3; the pips alone tell too little about the lens
_TILT_SIGMA = 0.12  # radians: cameras over trays look about straight down
_ROUNDS = 12
_SEARCHES, _REWEIGHTINGS = 4, 12
_SETTLED = 1e-7  # part of the squares by which a round must still improve
_USUAL_TIMES = 2.5  # the median die's residual; dice with more are trusted less
_LEAST_RESIDUAL_PX = 0.15  # as exactly as pips are measured at best
_TELLING_DICE = 4  # fewer can't tell which of them is spoilt
_LEAST_TRUST = 1e-4  # keeps a spoilt die's own place determined


@dataclass(frozen=True, slots=True, eq=False)
class PipsOfDie:
    """The pips that were measured on one die: places on the face (units of pitch) and pixels."""

    places: Doubles
    pips_px: Doubles


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The camera, each die's (u, v, angle), and the residual of the pips in pixels.

    The residual is the root mean square over the dice, each counted as far as it is trusted.
    """

    camera: Camera
    dice: Doubles
    residual_px: float


def usual_focal_px(width_px: int, hfov_deg: float = USUAL_HFOV_DEG) -> float:
    """Give the focal length of a lens with that horizontal field of view."""
    return float(width_px / 2 / np.tan(np.radians(hfov_deg) / 2))


def fit_pose(dice: list[PipsOfDie], camera: Camera, pip_offset: float) -> Pose:
    """Give the pose that explains the pips best, focal length and distortion kept.

    A die whose pips fit far worse than those of most dice (a lamp mirrors in it, a pip was taken
    for another) hardly pulls at the camera; where all fit alike, all count fully.

    pip_offset : distance of neighbouring pips in die edges.
    """
    poses = _start(dice, camera)
    scale = np.array([0.1, 0.1, camera.height])
    x = np.concatenate([[camera.tilt[0] / 0.1, camera.tilt[1] / 0.1, 1.0], poses.ravel()])

    def camera_of(x: Doubles) -> Camera:
        a, b, height = x[:3] * scale
        return replace(camera, tilt=(float(a), float(b)), height=float(height))

    places = np.concatenate([die.places for die in dice]) * pip_offset
    pips_px = np.concatenate([die.pips_px for die in dice])
    owner = np.repeat(np.arange(len(dice)), [len(die.places) for die in dice])

    def apart(x: Doubles) -> Doubles:
        placed = x[3:].reshape(-1, 3)[owner]
        c, s = np.cos(placed[:, 2]), np.sin(placed[:, 2])
        u = c * places[:, 0] - s * places[:, 1] + placed[:, 0]
        v = s * places[:, 0] + c * places[:, 1] + placed[:, 1]
        seen = to_picture(camera_of(x), np.stack([u, v], axis=1), 1.0)
        return np.asarray(seen - pips_px, dtype=np.float64)

    trust = np.ones(len(dice))
    for k in range(_REWEIGHTINGS):
        x = _gauss_newton(partial(_residuals, apart, np.sqrt(trust)[owner]), x)
        squares = (apart(x) ** 2).sum(1)
        before, trust = trust, _trust(squares, owner, search=k < _SEARCHES)
        if k >= _SEARCHES and np.allclose(before, trust, atol=0.01):
            break
    counted = before[owner]
    residual = float(np.sqrt((squares * counted).sum() / counted.sum()))
    return Pose(camera_of(x), x[3:].reshape(-1, 3), residual)


def _residuals(apart: Callable[[Doubles], Doubles], roots: Doubles, x: Doubles) -> Doubles:
    """Give the pips' residuals times the roots of their weights, and those of the prior tilt."""
    prior = x[:2] * 0.1 / _TILT_SIGMA * 0.5
    return np.concatenate([(apart(x) * roots[:, None]).ravel(), prior])


def _trust(squares: Doubles, owner: NDArray[np.int64], *, search: bool) -> Doubles:
    """Give how far each die is trusted, 0..1, from its pips' squared residuals.

    While the pose is searched, trust falls as the residual grows beyond the median one: of that
    there is one best pose only. Then only a die that fits far worse is trusted less, and it falls
    with the fourth power, so that a gross error does not pull at all. Aces always fit.
    """
    count = np.bincount(owner)
    rms = np.sqrt(np.bincount(owner, squares) / count)
    if np.count_nonzero(count > 1) < _TELLING_DICE:
        return np.ones(len(count))
    usual = max(float(np.median(rms[count > 1])), _LEAST_RESIDUAL_PX)
    usual, power = (usual, 1) if search else (_USUAL_TIMES * usual, 4)
    return np.clip((usual / np.maximum(rms, usual)) ** power, _LEAST_TRUST, 1.0)


def _start(dice: list[PipsOfDie], camera: Camera) -> Doubles:
    poses = []
    for die in dice:
        on_floor = to_floor(camera, die.pips_px, 1.0)
        z, w = die.places @ np.array([1, 1j]), on_floor @ np.array([1, 1j])
        spread = np.vdot(z, z)
        turn = complex(np.vdot(z, w - w.mean()) / spread) if abs(spread) > 0.1 else 1.0
        middle = w.mean()
        poses.append([middle.real, middle.imag, float(np.angle(turn))])
    return np.array(poses, dtype=np.float64)


def _gauss_newton(residuals: Callable[[Doubles], Doubles], x: Doubles) -> Doubles:
    """Give the least-squares solution; numeric derivatives, Levenberg damping."""
    damping = 1e-3
    r = residuals(x)
    for _ in range(_ROUNDS):
        step = 1e-5
        jac = np.stack([(residuals(x + step * e) - r) / step for e in np.eye(len(x))], axis=1)
        normal = jac.T @ jac
        normal += damping * np.diag(np.diag(normal) + 1e-9)
        trial = x - np.linalg.solve(normal, jac.T @ r)
        r_trial = residuals(trial)
        before, after = float(r @ r), float(r_trial @ r_trial)
        if after >= before:
            damping *= 10
            continue
        x, r, damping = trial, r_trial, damping / 5
        if before - after < _SETTLED * before:
            break
    return x
