"""Counts less how pips lie that were seen under a veil: they are placed less exactly.

May import: numpy, cv2, vision.calibration_values, vision.judgement.cues, vision.tray.geometry,
vision.veils.clear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.judgement.cues import BESIDE_WALL, Cues
from vision.tray.geometry import SQUARE, to_picture, turned, warped
from vision.veils.clear import Clear

Doubles = NDArray[np.float64]

# How much less: of eight seeds of traced rooms under ring, halo and ceiling lamps, 2026-11-23, ten
# fair throws more are ok so, of those lost there, one more with 2 and none with 3; and no others.
_LESS = 1.4
_UNDER = 0.1  # of a top face, that was veiled
# By how much farther apart pips seem under a veil brighter than they are, where dark rims are all
# that is seen of them, beside dark bevels: 0.031 to 0.046 on four such faces of two traced tables.
_RIMS_WIDER = 0.035


def under_veils_less(
    cues: list[Cues],
    poses: Doubles,
    parts: tuple[Clear, ...],
    calibration: Calibration,
    moved: Doubles | None = None,
) -> list[Cues]:
    """Give the cues of dice at poses, less of how pips lie where they were seen under a veil.

    parts : of the picture, which were veiled.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    if not parts:  # so mostly
        return cues
    less, outshone = [], tuple(part for part in parts if part.outshone)
    for one, (u, v, angle) in zip(cues, poses.tolist(), strict=True):
        top = to_picture(calibration.camera, turned(SQUARE, angle) + np.array([u, v]), 1.0)
        corners = warped(moved, top)
        if _veiled_part(corners, parts) > _UNDER:
            one = _nearer_to_flat(one, calibration.sharpness * one.sharper)
        if not one.alone and _veiled_part(corners, outshone) > _UNDER:
            one = _closer_together(one)
        if one.wider is not None and _veiled_part(corners, outshone) > _UNDER:
            one = _by_sides_alone(one)
        drawn = tuple(part for part in parts if not part.tells_height)
        if _veiled_part(corners, drawn) > _UNDER:  # as large as calibrated ones
            one = _by_sides_alone(one)
        less.append(_less_higher(one))
    return less


def _by_sides_alone(one: Cues) -> Cues:
    """Give a die without how large its pips are: rims that are left of them are larger."""
    return replace(one, grown=None, of_set=None, of_unlike=None)


def _less_higher(one: Cues) -> Cues:
    """Give an ace less of how large its pip is over the others', which were seen under veils.

    Not where dice are missing, of which one may lie below.
    """
    if one.alone or one.grown is None:
        return one
    return replace(one, grown=_nearer(one.grown))


def _nearer_to_flat(one: Cues, usual: float) -> Cues:
    """Give a die as it was measured, nearer to a flat one at rest. usual : sharpness of pips."""
    seen = one.measures
    measures = replace(
        seen,
        sharpness=usual + (seen.sharpness - usual) / _LESS,
        size=_nearer(seen.size),
        misfit=seen.misfit / _LESS,
        squeeze=_nearer(seen.squeeze),
        askew=seen.askew / _LESS,
    )
    return replace(one, measures=measures, outward=_stretch(one, _nearer))


def _closer_together(one: Cues) -> Cues:
    """Give a die as it was measured by rims, which seem farther apart than pips; no smaller than
    flat.

    Not where dice are missing, of which one may lie below.
    """
    measures = replace(one.measures, size=_without_rims(one.measures.size))
    return replace(one, measures=measures, outward=_stretch(one, _without_rims))


def _stretch(one: Cues, less: Callable[[float], float]) -> float | None:
    """Give less of how far a die's pips are stretched outward.

    All of it so near the wall that pips which are hardly stretched prove a die flat.
    """
    if one.outward is None or one.inside < BESIDE_WALL:
        return one.outward
    return less(one.outward)


def _nearer(times: float) -> float:
    return 1.0 + (times - 1.0) / _LESS


def _without_rims(times: float) -> float:
    return max(times - _RIMS_WIDER / _LESS, min(times, 1.0))


def _veiled_part(corners_px: Doubles, parts: tuple[Clear, ...]) -> float:
    """Give which part of a face was veiled."""
    area = max(float(cv2.contourArea(corners_px.astype(np.float32))), 1.0)
    return sum(_within(corners_px, one) for one in parts) / area


def _within(corners_px: Doubles, one: Clear) -> int:
    """Give how many veiled pixels of a part lie on a face."""
    rows, columns = one.window
    face = np.zeros(one.told.shape, np.uint8)
    at = corners_px - np.array([columns.start, rows.start])
    cv2.fillConvexPoly(face, np.rint(at).astype(np.int32), 1)
    return int(np.count_nonzero(one.told & (face > 0)))


__all__ = ["under_veils_less"]
