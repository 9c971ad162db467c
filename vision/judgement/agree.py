"""What the dice of one picture have in common, and each die without that.

A pose that is a little wrong - fitted badly, or the camera was lowered since - makes all dice look
larger, and stretches them more the farther they lie aside. What the other dice show of this is no
fault of a die; what only one of them shows is.
May import: numpy, vision.calibration_values, vision.faces.measure, vision.judgement.askew,
vision.tray.geometry.
"""

from __future__ import annotations

from cmath import exp
from dataclasses import dataclass, replace
from math import cos, hypot, sin
from operator import mul

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.faces.measure import Measures
from vision.judgement.askew import marked_askew

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

    What is left tells how much askew each die's pips are; see `vision.judgement.askew`.

    poses : (u, v, angle) of the dice, shape (K, 3).

    Notes
    -----
    A plane whose tilt is wrong by (x, y) radians seen from a height h is drawn with the scale
    1 + d (u, v) in all directions and d_x u, d_y v, (d_x v + d_y u) / 2 along the axes and across
    them, with d = (x, y) / h: all linear, so that three numbers are fitted by least squares, for
    each die by the others alone.
    """
    seen = _seen(measures, poses)
    if np.count_nonzero(seen.tell) < 2:
        return measures
    noise = pips_noise(calibration.dice.scatter)
    wrong = _wrong_by_others(seen, calibration.camera.height - 1.0, noise)
    shared = seen.of(wrong)
    left, angles, tell = (one.tolist() for one in (seen.values - shared, poses[:, 2], seen.tell))
    agreed = [
        _without(one, by, *rest) if tells else one
        for one, by, tells, *rest in zip(
            measures, shared[:, 0].tolist(), tell, left, angles, strict=True
        )
    ]
    return marked_askew(agreed)


def pips_noise(scatter: float) -> float:
    """Give the noise of a size or a stretch measured on one die's pips, from a set's scatter."""
    return _NOISE + _PER_SCATTER * scatter


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """What K dice show: scale, less 1, and stretch along and across u; or their scale along a line.

    values : shape (K, 3); 0 where a die shows less.
    effects : what a larger scale and tilts d_x, d_y do to them, shape (K, 3, 3).
    tell : how many of the three each die shows, shape (K,).
    """

    values: Doubles
    effects: Doubles
    tell: NDArray[np.int64]

    def of(self, wrong: Doubles) -> Doubles:
        """Give what a larger scale and tilts, of each die, do to its values: shape (K, 3)."""
        return np.asarray((self.effects @ wrong[:, :, None])[:, :, 0], dtype=np.float64)


_NOTHING = [[0.0, 0.0, 0.0]] * 3


def _seen(measures: list[Measures], poses: Doubles) -> _Seen:
    """Give what dice at poses show of a wrong one."""
    values, effects, tell = [], [], []
    for one, (u, v, angle) in zip(measures, poses.tolist(), strict=True):
        whole = [[1.0, 1.5 * u, 1.5 * v], [0.0, u / 2, -v / 2], [0.0, v / 2, u / 2]]
        if one.drawn is not None:
            values.append(_parts(one.drawn, angle))
            effects.append(whole)
        elif one.line_rad is not None:
            twice = 2 * (one.line_rad + angle)
            by = (1.0, cos(twice), sin(twice))
            values.append([one.size - 1.0, 0.0, 0.0])
            rows = zip(*whole, strict=True)
            effects.append([[sum(map(mul, by, row)) for row in rows], *_NOTHING[1:]])
        else:
            values.append(_NOTHING[0])
            effects.append(_NOTHING)
        tell.append(3 if one.drawn is not None else int(one.line_rad is not None))
    return _Seen(np.array(values), np.array(effects), np.array(tell))


def _without(measures: Measures, by: float, left: list[float], angle: float) -> Measures:
    """Give the measures of a die that is larger by so much with the others, from what is left."""
    size, (larger, along, across) = measures.size - by, left
    if measures.drawn is None:
        return replace(measures, size=size)
    drawn = _drawn_of(larger, complex(along, across) * exp(-2j * angle))
    stretch = hypot(along, across)
    squeeze = (1.0 - stretch) / (1.0 + stretch)
    return replace(measures, size=size, drawn=drawn, squeeze=squeeze)


def _parts(drawn: Doubles, angle: float) -> list[float]:
    """Give scale less 1, and the stretch along and across u, of a map in a face's axes."""
    (a, b), (c, d) = drawn.tolist()
    scale, turn = complex(a + d, c - b) / 2, complex(a - d, b + c) / 2
    size = abs(scale)
    stretch = turn * (scale.conjugate() / size) / size * exp(2j * angle)
    return [size - 1.0, stretch.real, stretch.imag]


def _drawn_of(larger: float, stretch: complex) -> Doubles:
    x, y = stretch.real, stretch.imag
    return (1.0 + larger) * np.array([[1 + x, y], [y, 1 - x]])


def _wrong_by_others(seen: _Seen, height: float, noise: float) -> Doubles:
    """Give for each die what the others say is wrong: larger by, and d_x, d_y; shape (K, 3)."""
    prior = np.diag(1.0 / np.array([_SIZE_SIGMA, _TILT_SIGMA / height, _TILT_SIGMA / height]) ** 2)
    causes = seen.effects.transpose(0, 2, 1) / noise**2
    squares, products = causes @ seen.effects, (causes @ seen.values[:, :, None])[:, :, 0]
    trust = np.ones(len(seen.tell))
    for _ in range(_ROUNDS):
        left, right = trust[:, None, None] * squares, trust[:, None] * products
        others = prior + left.sum(0) - left, right.sum(0) - right
        wrong = np.linalg.solve(others[0], others[1][:, :, None])[:, :, 0]
        rest = seen.values - seen.of(wrong)
        square = (rest * rest).sum(1) / np.maximum(seen.tell, 1)
        trust = 1.0 / (1.0 + square / (_FAR * noise) ** 2) ** 2
    return np.asarray(wrong, dtype=np.float64)
