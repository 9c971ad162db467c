"""What the dice of one picture have in common, and each die without that.

A pose that is a little wrong - fitted badly, or the camera was lowered since - makes all dice look
larger, and stretches them more the farther they lie aside. What the other dice show of this is no
fault of a die; what only one of them shows is.
May import: numpy, vision.geometry, vision.measure, vision.calibration_values.
"""

from __future__ import annotations

from cmath import exp
from dataclasses import replace
from math import cos, hypot, sin, sqrt

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.measure import Measures

Doubles = NDArray[np.float64]

_NOISE, _PER_SCATTER = 0.003, 0.8  # of a size or a stretch measured on one die's pips, in edges
_SIZE_SIGMA = 0.008  # by which all dice may look larger
_TILT_SIGMA = 0.03  # radians by which a pose may be wrong
_FAR = 2.5  # sigmas beyond which a die hardly counts for the others
_ROUNDS = 2


def in_agreement(
    measures: list[Measures], poses: Doubles, calibration: Calibration
) -> list[Measures]:
    """Give the measures less what the picture's other dice say is wrong with the pose.

    poses : (u, v, angle) of the dice, shape (K, 3).

    Notes
    -----
    A plane whose tilt is wrong by (x, y) radians seen from a height h is drawn with the scale
    1 + d (u, v) in all directions and d_x u, d_y v, (d_x v + d_y u) / 2 along the axes and across
    them, with d = (x, y) / h: all linear, so that three numbers are fitted by least squares, for
    each die by the others alone.
    """
    seen = [_Seen(one, pose) for one, pose in zip(measures, poses, strict=True)]
    if sum(one.tells for one in seen) < 2:
        return measures
    noise = pips_noise(calibration.dice.scatter)
    wrong = _wrong_by_others(seen, calibration.camera.height - 1.0, noise)
    return [
        one.less(shared) if one.tells else one.measures
        for one, shared in zip(seen, wrong, strict=True)
    ]


def pips_noise(scatter: float) -> float:
    """Give the noise of a size or a stretch measured on one die's pips, from a set's scatter."""
    return _NOISE + _PER_SCATTER * scatter


class _Seen:
    """One die: its scale, less 1, and its stretch along and across u; or its scale along a line.

    effects : what a larger scale and tilts d_x, d_y do to them, shape (N, 3).
    """

    def __init__(self, measures: Measures, pose: Doubles) -> None:
        self.measures = measures
        u, v, self._angle = pose.tolist()
        whole = np.array([[1.0, 1.5 * u, 1.5 * v], [0.0, u / 2, -v / 2], [0.0, v / 2, u / 2]])
        self.tells = measures.drawn is not None or measures.line_rad is not None
        self.effects, self.values = whole[:0], whole[:0, 0]
        if measures.drawn is not None:
            self.effects, self.values = whole, _parts(measures.drawn, self._angle)
        elif measures.line_rad is not None:
            twice = 2 * (measures.line_rad + self._angle)
            self.effects = np.array([[1.0, cos(twice), sin(twice)]]) @ whole
            self.values = np.array([measures.size - 1.0])

    def less(self, shared: Doubles) -> Measures:
        """Give the measures without what is shared."""
        by = self.effects @ shared
        size = self.measures.size - float(by[0])
        if self.measures.drawn is None:
            return replace(self.measures, size=size)
        larger, along, across = (self.values - by).tolist()
        drawn = _drawn_of(larger, complex(along, across) * exp(-2j * self._angle))
        stretch = hypot(along, across)
        squeeze = (1.0 - stretch) / (1.0 + stretch)
        return replace(self.measures, size=size, drawn=drawn, squeeze=squeeze)


def _parts(drawn: Doubles, angle: float) -> Doubles:
    """Give scale less 1, and the stretch along and across u, of a map in a face's axes."""
    (a, b), (c, d) = drawn.tolist()
    scale, turn = complex(a + d, c - b) / 2, complex(a - d, b + c) / 2
    size = abs(scale)
    stretch = turn * (scale.conjugate() / size) / size * exp(2j * angle)
    return np.array([size - 1.0, stretch.real, stretch.imag])


def _drawn_of(larger: float, stretch: complex) -> Doubles:
    x, y = stretch.real, stretch.imag
    return (1.0 + larger) * np.array([[1 + x, y], [y, 1 - x]])


def _wrong_by_others(seen: list[_Seen], height: float, noise: float) -> Doubles:
    """Give for each die what the others say is wrong: larger by, and d_x, d_y; shape (K, 3)."""
    prior = np.diag(1.0 / np.array([_SIZE_SIGMA, _TILT_SIGMA / height, _TILT_SIGMA / height]) ** 2)
    squares = np.array([one.effects.T @ one.effects for one in seen]) / noise**2
    products = np.array([one.effects.T @ one.values for one in seen]) / noise**2
    trust = np.ones(len(seen))
    for _ in range(_ROUNDS):
        left, right = trust[:, None, None] * squares, trust[:, None] * products
        others = prior + left.sum(0) - left, right.sum(0) - right
        wrong = np.linalg.solve(others[0], others[1][:, :, None])[:, :, 0]
        off = np.array([_off(one, shared) for one, shared in zip(seen, wrong, strict=True)])
        trust = 1.0 / (1.0 + (off / (_FAR * noise)) ** 2) ** 2
    return np.asarray(wrong, dtype=np.float64)


def _off(one: _Seen, shared: Doubles) -> float:
    rest = one.values - one.effects @ shared
    return sqrt(float(rest @ rest) / max(len(rest), 1))
