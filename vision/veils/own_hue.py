"""Tells red pips that were taken for plain ones, since a lamp mirrors in each of them.

Such a lamp leaves a white spot in every pip, aside of its middle. These spots may be read as the
plain pips of a face a little aside; beside them the pips are still red.
May import: numpy, vision.calibration_values, vision.lamplight, vision.pip_hue, vision.types,
vision.faces (layout, pips), vision.tray.geometry, vision.veils.lifted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration, DiceSet
from vision.faces.layout import PATTERNS, VALUES, places_in
from vision.faces.pips import looks_of
from vision.lamplight import lamp_colour
from vision.pip_hue import parts_by_light
from vision.tray.geometry import edge_px, warped
from vision.types import DieReading
from vision.veils.lifted import window_of

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

_TURNS = np.linspace(0.0, 2 * np.pi, 12, endpoint=False)
_CIRCLE = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)
_RED, _MOST = 0.5, 0.2  # of the way from plain pips' hue to red ones'; part of a pip that has more


def have_their_own_hue(
    bgr: Picture,
    dice: Sequence[DieReading],
    calibration: Calibration,
    moved: Doubles | None = None,
) -> bool:
    """Tell whether no plain pip of some dice shows the light of red ones, as the picture is.

    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    """
    if calibration.dice.red is None:
        return True
    return not any(
        _shows_red(bgr, warped(moved, np.array(die.corners_px)), die.value, calibration)
        for die in dice
        if die.value is not None and not die.red
    )


def _shows_red(bgr: Picture, corners_px: Doubles, value: int, calibration: Calibration) -> bool:
    """Tell whether much of a pip is red, wherever the value may have one."""
    looks, known = looks_of(calibration.dice), calibration.dice
    white = lamp_colour(known.plain)
    radius_px = known.pip_radius * edge_px(calibration.camera)
    face, inside = window_of(corners_px, bgr.shape)
    if not inside.any():
        return False
    around = np.median(bgr[face][inside > 0], axis=0)
    for place in _places(corners_px, value, known):
        window, disc = window_of(place + radius_px * _CIRCLE, bgr.shape)
        part = parts_by_light(bgr[window][disc > 0], around, looks, white)
        if part is not None and part.size and float((part > _RED).mean()) > _MOST:
            return True
    return False


def _places(corners_px: Doubles, value: int, known: DiceSet) -> Doubles:
    """Give where a face of a value may have pips, however it is turned: shape (N, 2)."""
    sides = np.stack([corners_px[1] - corners_px[0], corners_px[3] - corners_px[0]])
    of_value = np.flatnonzero(value == VALUES)
    laid = places_in(known.spreads)
    drawn = np.concatenate([laid[k][PATTERNS[k]] for k in of_value])
    return np.asarray(corners_px.mean(0) + known.pip_offset * drawn @ sides, np.float64)


__all__ = ["have_their_own_hue"]
