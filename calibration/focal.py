"""Fits the focal length: to the dice's silhouettes, their pips, and what is usual of the lens.

May import: numpy, vision, calibration.lenses, pose, silhouettes and straight.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.lenses import Lens
from calibration.pose import PipsOfDie, Pose, fit_pose
from calibration.silhouettes import USUAL_OFFSETS, Seen, best_offset
from calibration.straight import Sides
from vision.calibration_values import Camera
from vision.tray.markers import Marker

Doubles = NDArray[np.float64]

_STEPS_SHORTER = np.arange(8, 0, -1) * -0.23  # standard deviations of the focal length
_STEPS_LONGER = np.arange(0, 4) * 1.0
_SIGMA_FACES = 0.01  # silhouettes' misfit that is one unit of likelihood; differences of twice
# that were never misleading (measured on rendered installations of known focal length)
_CLEARLY = 1.5  # units of likelihood by which another focal length must be better than the usual
# Of these, by pips: silhouettes that hold shadows alone spoke for one a quarter shorter by 1.9 and
# 2.8 units in two of 81 drawn rooms, pips against it. In six rooms with a lens of 102 degrees
# that was believed, pips spoke for it by 0.9 or more.
_BY_PIPS = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One focal length: by how much it differs from the usual one (logarithm), the pose fitted
    for it, the pips' distance that fits best (edges), by what area silhouettes then differ (faces,
    in the mean), and how unlikely all that is."""

    longer_by: float
    pose: Pose
    offset: float | None
    misfit: float
    unlikeliness: float


def fit_focal(
    pips: list[PipsOfDie],
    pose: Pose,
    pip_offset: float,
    seen: Seen | None,
    lens: Lens,
    sides: Sides,
    markers: tuple[Marker, ...],
    size_px: tuple[int, int],
    offsets: Doubles = USUAL_OFFSETS,
) -> Trial:
    """Give the likeliest focal length with its pose.

    seen : the silhouettes, if they tell anything; without them no distance of pips is fitted.
    pip_offset : distance of neighbouring pips in edges that the poses are in.
    offsets : the distances that are tried on the silhouettes.
    """
    usual_px = lens.focal_px(*size_px)

    def trial(longer_by: float) -> Trial:
        start = _with_focal(pose.camera, usual_px * float(np.exp(longer_by)))
        fitted = fit_pose(
            pips, start, pip_offset, lens=lens, sides=sides, markers=markers, trust=pose.trust
        )
        offset, misfit = best_offset(seen, fitted, offsets) if seen is not None else (None, 0.0)
        spread = lens.longer if longer_by > 0 else lens.shorter
        unlikely = fitted.unlikeliness + misfit / _SIGMA_FACES + (longer_by / spread) ** 2 / 2
        return Trial(longer_by, fitted, offset, misfit, unlikely)

    steps = np.concatenate([_STEPS_SHORTER * lens.shorter, _STEPS_LONGER * lens.longer])
    trials = [trial(float(step)) for step in steps]
    k = int(np.argmin([one.unlikeliness for one in trials]))
    best = trials[k]
    if 0 < k < len(trials) - 1:  # beyond the shortest and the longest nothing is known
        best = min(best, trial(_lowest(trials[k - 1 : k + 2])), key=lambda one: one.unlikeliness)
    usual = trials[len(_STEPS_SHORTER)]
    clearly = usual.unlikeliness - best.unlikeliness > _CLEARLY
    pips_agree = usual.pose.unlikeliness - best.pose.unlikeliness > _BY_PIPS
    return best if clearly and pips_agree else usual


def _with_focal(camera: Camera, focal_px: float) -> Camera:
    """Give a camera that sees about the same through a lens of another focal length."""
    factor = focal_px / camera.focal_px
    return replace(
        camera,
        focal_px=focal_px,
        height=(camera.height - 1) * factor + 1,
        k1=camera.k1 * factor**2,
        k2=camera.k2 * factor**4,
    )


def _lowest(three: list[Trial]) -> float:
    """Give where the parabola through three trials is lowest."""
    x = np.array([one.longer_by for one in three])
    y = np.array([one.unlikeliness for one in three])
    square, slope, _ = np.polyfit(x - x[1], y, 2)
    shift = -slope / (2 * square) if square > 1e-9 else 0.0
    return float(np.clip(x[1] + shift, x[0], x[2]))
