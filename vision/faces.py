"""Measures how well rectified patches show the faces that were supposed.

May import: numpy, vision.hypotheses, vision.layout, vision.patches, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import DiceSet, FaceLook
from vision.layout import PATTERNS, PLACES

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

PATCH_PX, REACH = 40, 0.56  # the face and a little of what is around it
_CELLS = 6  # cells in a row over the face: finer than a pip
_FACE = 0.39  # half width of the part that belongs to the face for certain, in edges
_CORE = 0.62  # of a pip's radius: not blurred by its edge
_OUTER = 3  # shades from here on lie along the edges, where bevels mirror lamps
_ODD = 0.25  # departure from the body's colour, over the step to the pips, that is odd
_CLEAR = 1.45  # pip radii from a pip's middle that are body again


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What patches say about supposed faces; one entry a face.

    contrast : step from body to pips along the calibrated one; 1 as calibrated.
    likeness : cosine between the step's colour direction and the calibrated one.
    weakest_pip : the faintest pip over the mean one; 1 when all are equal.
    worst_cell : the largest departure from the body's colour where there should be body, away
        from the edges; over the step from body to pips.
    odd_cells : part of the cells, edges included, that clearly depart from the body's colour.
    body_apart : the body's colour from the calibrated one, over the calibrated step.
    body_bgr, pip_bgr : the colours, shape (K, 3).
    """

    contrast: Doubles
    likeness: Doubles
    weakest_pip: Doubles
    worst_cell: Doubles
    odd_cells: Doubles
    body_apart: Doubles
    body_bgr: Doubles
    pip_bgr: Doubles


def examine(
    cuts: Floats, drawings: NDArray[np.int64], looks: list[FaceLook], dice: DiceSet
) -> Evidence:
    """Give the evidence of patches for their drawings.

    cuts : float32 array of shape (K, PATCH_PX, PATCH_PX, 3), cut with REACH.
    drawings, looks : per patch the drawing's index and the look that is supposed.
    """
    rows = np.zeros((len(cuts), 12))
    for k, (drawing, look) in enumerate(zip(drawings.tolist(), looks, strict=True)):
        colours = face_colours(cuts[k], drawing, dice.pip_radius, dice.pip_offset)
        rows[k] = _measure(colours, look)
    return Evidence(*rows[:, :6].T, rows[:, 6:9], rows[:, 9:12])


@dataclass(frozen=True, slots=True, eq=False)
class FaceColours:
    """The mean colours of a face's pips and of the cells of body, and the cells' shades."""

    pips_bgr: Doubles
    cells_bgr: Doubles
    shades: NDArray[np.int64]


def face_colours(cut: Floats, drawing: int, pip_radius: float, pip_offset: float) -> FaceColours:
    """Give the colours of a patch for a drawing."""
    averages, pip_count, shades = _weights(drawing, pip_radius, pip_offset)
    means = (averages @ cut.reshape(-1, 3)).astype(np.float64)
    return FaceColours(means[:pip_count], means[pip_count:], shades)


def _measure(colours: FaceColours, look: FaceLook) -> Doubles:
    body = np.median(colours.cells_bgr[colours.shades < 4], axis=0)
    pip = colours.pips_bgr.mean(0)
    step, usual = pip - body, np.subtract(look.pip_bgr, look.body_bgr)
    size, usual_size = float(np.linalg.norm(step)) + 1e-6, float(np.linalg.norm(usual)) + 1e-6
    contrast = float(step @ usual) / usual_size**2
    likeness = float(step @ usual) / (size * usual_size)
    present = (colours.pips_bgr - body) @ step / size**2
    apart = _departures(colours, body, look) / size
    body_apart = float(np.linalg.norm(body - look.body_bgr)) / usual_size
    inner = colours.shades < _OUTER
    worst, odd = apart[inner].max(), float((apart > _ODD).mean())
    numbers = [contrast, likeness, present.min(), worst, odd, body_apart]
    return np.concatenate([numbers, body, pip])


def _departures(colours: FaceColours, body: Doubles, look: FaceLook) -> Doubles:
    """Give how far each cell departs from the body's colour beyond what is usual there."""
    if not look.shades:
        return np.asarray(np.linalg.norm(colours.cells_bgr - body, axis=1), dtype=np.float64)
    usual = np.array(look.shades)[colours.shades]
    apart = np.linalg.norm(colours.cells_bgr - body - usual[:, :3], axis=1)
    return np.maximum(apart - usual[:, 3], 0.0)


@lru_cache(maxsize=64)
def _weights(
    drawing: int, pip_radius: float, pip_offset: float
) -> tuple[Floats, int, NDArray[np.int64]]:
    """Give the rows that average a flat patch over pips and cells, and the cells' shades."""
    steps = ((np.arange(PATCH_PX) + 0.5) / PATCH_PX * 2 - 1) * REACH
    x, y = np.meshgrid(steps, steps)
    places = PLACES[PATTERNS[drawing]] * pip_offset
    apart = np.array([np.hypot(x - px, y - py) for px, py in places])
    masks = [one < _CORE * pip_radius for one in apart]
    body = (apart.min(0) > _CLEAR * pip_radius) & (np.maximum(np.abs(x), np.abs(y)) < _FACE)
    column = np.floor((x / _FACE + 1) / 2 * _CELLS)
    row = np.floor((y / _FACE + 1) / 2 * _CELLS)
    shades = []
    for i in range(_CELLS):
        for j in range(_CELLS):
            mask = body & (column == i) & (row == j)
            if mask.sum() >= 5:
                masks.append(mask)
                shades.append(_shade(i, j))
    return _averages(masks), len(places), np.array(shades)


def _shade(i: int, j: int) -> int:
    """Give which of the six shades a cell has, whatever the face's turn: 0 middle, 5 corner."""
    half = _CELLS // 2
    far, near = sorted((abs(i - half) - (i < half), abs(j - half) - (j < half)), reverse=True)
    return far * (far + 1) // 2 + near


def _averages(masks: list[NDArray[np.bool_]]) -> Floats:
    stack = np.array([mask.ravel() for mask in masks], dtype=np.float32)
    return np.asarray(stack / stack.sum(1, keepdims=True), dtype=np.float32)
