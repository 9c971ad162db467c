"""Fits the camera's pose, and how its lens bends, to the pips of dice that lie flat on the floor.

May import: numpy, vision, calibration.lenses and straight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.lenses import USUAL_K2, Lens
from calibration.straight import NO_SIDES, Sides
from vision.calibration_values import ALIKE, Camera, Spread
from vision.tray.geometry import to_floor, to_picture
from vision.tray.markers import Marker

Doubles = NDArray[np.float64]

_TILT_SIGMA = 0.12  # radians: cameras over trays look about straight down
_ROUNDS = 12
_SEARCHES, _REWEIGHTINGS = 4, 12
_SETTLED = 1e-7  # part of the squares by which a round must still improve
_USUAL_TIMES = 2.5  # the median die's residual; dice with more are trusted less
_LEAST_RESIDUAL_PX = 0.15  # as exactly as pips are measured at best
_PIP_SIGMA_PX = 0.25  # as exactly as they usually are, their common errors counted in
# As exactly as they are before any is seen, and as many numbers as that counts for: what they miss
# the pose by tells it. Few dice of exact sets else leave the camera where it usually hangs.
_FIRST_SIGMA_PX, _FIRST_COUNTS = 0.15, 4
_SIGMAS_PX = (0.1, 0.5)
_SIGMAS = 2  # rounds in which that is told
_TELLING_DICE = 4  # fewer can't tell which of them is spoilt
_LEAST_TRUST = 1e-4  # keeps a spoilt die's own place determined
_STEP = 1e-5  # of numeric derivatives
_TURNING = np.array([1, 1j, -1, -1j])  # the corners of a marker, in the picture's turning sense


@dataclass(frozen=True, slots=True, eq=False)
class PipsOfDie:
    """The pips that were measured on one die: places on the face (units of pitch) and pixels.

    spreads : how the faces of its set are laid out; the places hold it.
    """

    places: Doubles
    pips_px: Doubles
    spreads: tuple[Spread, ...] = ALIKE


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """The camera, each die's (u, v, angle), and the residual of the pips in pixels.

    The residual is the root mean square over the dice, each counted as far as it is trusted.
    unlikeliness : of what is seen of the pips: the negative logarithm, less a constant.
    trust : how far each die is trusted, 0..1.
    """

    camera: Camera
    dice: Doubles
    residual_px: float
    unlikeliness: float
    trust: Doubles


def fit_pose(
    dice: list[PipsOfDie],
    camera: Camera,
    pip_offset: float,
    *,
    lens: Lens | None = None,
    sides: Sides = NO_SIDES,
    markers: tuple[Marker, ...] = (),
    trust: Doubles | None = None,
) -> Pose:
    """Give the pose that explains the pips best, focal length kept.

    A die whose pips fit far worse than those of most dice (a lamp mirrors in it, a pip was taken
    for another) hardly pulls at the camera; where all fit alike, all count fully. How much the
    usual tilt says beside them depends on how exactly they fit.

    pip_offset : distance of neighbouring pips in die edges.
    lens : what is usual of the lens; without it the camera's bending is kept, too.
    sides : lines that are straight in truth.
    markers : squares of one size on a plane along the floor.
    trust : how far each die is to be trusted, if that is known from a pose nearby.
    """
    problem = _Problem(dice, camera, pip_offset, lens, sides, markers)
    x = problem.start()
    if trust is None:
        x, trust = _trusted(problem, x)
    for _ in range(_SIGMAS):
        problem.sigma_px = problem.sigma_of(x, trust)
        x = _gauss_newton(problem, np.sqrt(trust), x)
    return problem.pose(x, trust)


class _Problem:
    """The unknowns and what they are to explain.

    The unknowns: tilt (two), height, the bending (two) if a lens is given, and u, v, angle a die.
    """

    def __init__(
        self,
        dice: list[PipsOfDie],
        camera: Camera,
        pip_offset: float,
        lens: Lens | None,
        sides: Sides,
        markers: tuple[Marker, ...],
    ) -> None:
        self._dice = dice
        self._first = camera
        self._lens = lens
        self._sides = sides
        self._places = np.concatenate([die.places for die in dice]) * pip_offset
        self._pips_px = np.concatenate([die.pips_px for die in dice])
        self.owner = np.repeat(np.arange(len(dice)), [len(die.places) for die in dice])
        self.heads = 3 if lens is None else 5
        self._squares = np.array([one.corners_px for one in markers]).reshape(-1, 4, 2)
        self.sigma_px = _PIP_SIGMA_PX  # as exactly as these pips are measured

    def start(self) -> Doubles:
        """Give the unknowns to begin with: each die where the camera to begin with sees it."""
        first = self._first
        heads = [first.tilt[0] / 0.1, first.tilt[1] / 0.1, 1.0, first.k1 / 0.1, first.k2 / 0.1]
        return np.concatenate([heads[: self.heads], _start(self._dice, first).ravel()])

    def camera_of(self, x: Doubles) -> Camera:
        """Give the camera that the unknowns mean."""
        first = self._first
        tilt, height = (float(x[0]) * 0.1, float(x[1]) * 0.1), float(x[2]) * first.height
        if self._lens is None:
            return replace(first, tilt=tilt, height=height)
        return replace(first, tilt=tilt, height=height, k1=float(x[3]) * 0.1, k2=float(x[4]) * 0.1)

    def pose(self, x: Doubles, trust: Doubles) -> Pose:
        """Give the pose that the unknowns mean."""
        total, count = self._missed(x, trust)
        return Pose(
            self.camera_of(x),
            x[self.heads :].reshape(-1, 3),
            float(np.sqrt(total / count)),
            total / (2 * _PIP_SIGMA_PX**2),
            trust,
        )

    def sigma_of(self, x: Doubles, trust: Doubles) -> float:
        """Give how exactly the pips are measured, from what they miss the pose by."""
        total, count = self._missed(x, trust)
        free = max(2 * count - 3 * float(trust.sum()) - self.heads, 0.0)
        square = (total + _FIRST_COUNTS * _FIRST_SIGMA_PX**2) / (free + _FIRST_COUNTS)
        return float(np.clip(np.sqrt(square), *_SIGMAS_PX))

    def _missed(self, x: Doubles, trust: Doubles) -> tuple[float, float]:
        """Give the sum of squares by which pips are missed, and how many pips that is of."""
        counted = trust[self.owner]
        total = float(((self.apart_px(x) ** 2).sum(1) * counted).sum())
        return total, float(counted.sum())

    def apart_px(self, x: Doubles) -> Doubles:
        """Give how far each pip is seen from where it should be: shape (N, 2)."""
        placed = x[self.heads :].reshape(-1, 3)[self.owner]
        c, s = np.cos(placed[:, 2]), np.sin(placed[:, 2])
        u = c * self._places[:, 0] - s * self._places[:, 1] + placed[:, 0]
        v = s * self._places[:, 0] + c * self._places[:, 1] + placed[:, 1]
        seen = to_picture(self.camera_of(x), np.stack([u, v], axis=1), 1.0)
        return np.asarray(seen - self._pips_px, dtype=np.float64)

    def residuals(self, x: Doubles, roots: Doubles) -> Doubles:
        """Give all residuals in pixels: of the pips times the dice's roots of trust, of the
        straight lines, and of what is usual."""
        pips = self.apart_px(x) * roots[self.owner][:, None]
        return np.concatenate([pips.ravel(), self._others(x)])

    def derivatives(self, x: Doubles, roots: Doubles) -> Doubles:
        """Give the derivatives of the residuals: a die's place moves its own pips alone, so that
        all dice are moved at once."""
        at = self.residuals(x, roots)
        columns = np.zeros((len(at), len(x)))
        for k in range(self.heads):
            moved = x.copy()
            moved[k] += _STEP
            columns[:, k] = (self.residuals(moved, roots) - at) / _STEP
        pips = np.arange(len(self.owner))
        for k in range(3):
            moved = x.copy()
            moved[self.heads + k :: 3] += _STEP
            change = (self.residuals(moved, roots) - at)[: 2 * len(pips)].reshape(-1, 2) / _STEP
            for axis in (0, 1):
                columns[2 * pips + axis, self.heads + 3 * self.owner + k] = change[:, axis]
        return columns

    def _others(self, x: Doubles) -> Doubles:
        # The usual tilt says less the more exactly pips lie. Of bending and sides that is not so:
        # errors that a set's pips share look like them, and traced trays were measured worse.
        camera = self.camera_of(x)
        usual = x[:2] * 0.1 / _TILT_SIGMA * 2 * self.sigma_px
        turned = self._sides.unparallel(camera) * _PIP_SIGMA_PX
        lens = self._lens
        if lens is None:
            return np.concatenate([usual, turned])
        k1, k2 = camera.k1 - lens.k1, camera.k2 - lens.k2
        bending = np.array([k1 / lens.k1_spread, (k2 - USUAL_K2 * k1) / lens.k2_spread])
        bends = self._sides.bends(camera.centre_px, camera.focal_px, camera.k1, camera.k2)
        others = [usual, turned, bending * _PIP_SIGMA_PX, bends]
        return np.concatenate([*others, *self._uneven(camera)])

    def _uneven(self, camera: Camera) -> list[Doubles]:
        """Give how far each marker is from a square of the common size, in pixels.

        Laid back onto the floor. On a plane at another height they are larger or smaller, all
        alike, so that height does not matter.
        """
        if len(self._squares) == 0:
            return []
        flat = to_floor(camera, self._squares) @ np.array([1, 1j])
        flat = flat - flat.mean(1, keepdims=True)
        sizes = flat @ _TURNING.conj() / 4  # the square that fits each best, as half a diagonal
        common = np.abs(sizes).mean()
        ideal = (common * sizes / np.abs(sizes))[:, None] * _TURNING
        away = (flat - ideal) * camera.focal_px / camera.height
        return [away.real.ravel(), away.imag.ravel()]


def _trusted(problem: _Problem, x: Doubles) -> tuple[Doubles, Doubles]:
    """Give the unknowns, and how far each die is trusted, as the pips lie."""
    trust = np.ones(problem.owner.max() + 1)
    for k in range(_REWEIGHTINGS):
        x = _gauss_newton(problem, np.sqrt(trust), x)
        squares = (problem.apart_px(x) ** 2).sum(1)
        before, trust = trust, _trust(squares, problem.owner, search=k < _SEARCHES)
        if k >= _SEARCHES and np.allclose(before, trust, atol=0.01):
            break
    return x, before


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


def _gauss_newton(problem: _Problem, roots: Doubles, x: Doubles) -> Doubles:
    """Give the least-squares solution, with Levenberg's damping."""
    damping = 1e-3
    r, jac = problem.residuals(x, roots), problem.derivatives(x, roots)
    for _ in range(_ROUNDS):
        normal = jac.T @ jac
        normal += damping * np.diag(np.diag(normal) + 1e-9)
        trial = x - np.linalg.solve(normal, jac.T @ r)
        r_trial = problem.residuals(trial, roots)
        before, after = float(r @ r), float(r_trial @ r_trial)
        if after >= before:
            damping *= 10
            continue
        x, r, damping = trial, r_trial, damping / 5
        if before - after < _SETTLED * before:
            break
        jac = problem.derivatives(x, roots)
    return x
