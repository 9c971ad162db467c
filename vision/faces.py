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
    numbers = np.zeros((len(cuts), 6))
    colours = np.zeros((len(cuts), 2, 3))
    groups: dict[tuple[int, int], list[int]] = {}
    for k, (drawing, look) in enumerate(zip(drawings.tolist(), looks, strict=True)):
        groups.setdefault((drawing, id(look)), []).append(k)
    for (drawing, _), members in groups.items():
        look, mine = looks[members[0]], np.array(members)
        averages, pip_count, shades = _weights(drawing, dice.pip_radius, dice.pip_offset)
        means = np.matmul(averages, cuts[mine].reshape(len(mine), -1, 3)).astype(np.float64)
        found = FaceColours(means[:, :pip_count], means[:, pip_count:], shades)
        numbers[mine], colours[mine] = _measure(found, look)
    return Evidence(
        contrast=numbers[:, 0],
        likeness=numbers[:, 1],
        weakest_pip=numbers[:, 2],
        worst_cell=numbers[:, 3],
        odd_cells=numbers[:, 4],
        body_apart=numbers[:, 5],
        body_bgr=colours[:, 0],
        pip_bgr=colours[:, 1],
    )


@dataclass(frozen=True, slots=True, eq=False)
class FaceColours:
    """The mean colours of pips and of cells of body, and the cells' shades; of any faces."""

    pips_bgr: Doubles
    cells_bgr: Doubles
    shades: NDArray[np.int64]


def face_colours(cut: Floats, drawing: int, pip_radius: float, pip_offset: float) -> FaceColours:
    """Give the colours of a patch for a drawing."""
    averages, pip_count, shades = _weights(drawing, pip_radius, pip_offset)
    means = (averages @ cut.reshape(-1, 3)).astype(np.float64)
    return FaceColours(means[:pip_count], means[pip_count:], shades)


def _measure(colours: FaceColours, look: FaceLook) -> tuple[Doubles, Doubles]:
    """Give the six numbers and the two colours of each of several faces of one drawing."""
    body = np.median(colours.cells_bgr[:, colours.shades < 4], axis=1)
    pip = colours.pips_bgr.mean(1)
    step, usual = pip - body, np.subtract(look.pip_bgr, look.body_bgr)
    size = np.sqrt((step * step).sum(1)) + 1e-6
    usual_size = float(np.sqrt(usual @ usual)) + 1e-6
    contrast = step @ usual / usual_size**2
    likeness = step @ usual / (size * usual_size)
    present = ((colours.pips_bgr - body[:, None]) * step[:, None]).sum(2) / size[:, None] ** 2
    apart = _departures(colours, body, look) / size[:, None]
    worst = apart[:, colours.shades < _OUTER].max(1)
    odd = (apart > _ODD).mean(1)
    body_apart = np.sqrt(((body - look.body_bgr) ** 2).sum(1)) / usual_size
    numbers = np.stack([contrast, likeness, present.min(1), worst, odd, body_apart], axis=1)
    return numbers, np.stack([body, pip], axis=1)


def _departures(colours: FaceColours, body: Doubles, look: FaceLook) -> Doubles:
    """Give how far each cell departs from the body's colour beyond what is usual there."""
    apart = colours.cells_bgr - body[:, None]
    if not look.shades:
        return np.asarray(np.sqrt((apart**2).sum(2)), dtype=np.float64)
    usual = np.array(look.shades)[colours.shades]
    far = np.sqrt(((apart - usual[:, :3]) ** 2).sum(2))
    return np.asarray(np.maximum(far - usual[:, 3], 0.0), dtype=np.float64)


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
