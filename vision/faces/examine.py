"""Measures how well rectified patches show the faces that were supposed.

All faces are measured at once: one by one, calling numpy would take longer than its sums.
May import: numpy, vision.calibration_values, vision.kept, vision.faces.layout.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import ALIKE, DiceSet, FaceLook, Radii, Spread
from vision.faces.layout import PATTERNS, places_in
from vision.kept import kept

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

PATCH_PX, REACH = 40, 0.56  # the face and a little of what is around it
_MARGIN_PX = 6  # of a patch, beyond the part that `examine` looks at
INNER_PX = PATCH_PX - 2 * _MARGIN_PX
INNER_REACH = REACH * INNER_PX / PATCH_PX
_CELLS = 6  # cells in a row over the face: finer than a pip
SURE_FACE = 0.39  # half width of the part of a face that no bevel reaches, in edges
_CORE = 0.62  # of a pip's radius: not blurred by its edge
_BODY = 4  # shades below tell the body's colour
_OUTER = 3  # shades from here on lie along the edges, where bevels mirror lamps
_ODD = 0.25  # departure from the body's colour, over the step to the pips, that is odd
_CLEAR = 1.45  # pip radii from a pip's middle that are body again
_AT_ONCE = 4  # faces; larger products OpenBLAS shares out among threads, which takes longer
_LEAST_PIXELS = 5  # of body in a cell that counts


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What patches say about supposed faces; one entry a face.

    contrast : step from body to pips along the calibrated one; 1 as calibrated.
    likeness : cosine between the step's colour direction and the calibrated one.
    weakest_pip : the faintest pip over the mean one; 1 when all are equal.
    worst_cell : the largest departure from the body's colour where there should be body, away
        from the edges; over the step from body to pips.
    odd_cells : part of the cells, edges included, that clearly depart from the body's colour.
    body_bgr, pip_bgr : the colours, shape (K, 3).
    """

    contrast: Doubles
    likeness: Doubles
    weakest_pip: Doubles
    worst_cell: Doubles
    odd_cells: Doubles
    body_bgr: Doubles
    pip_bgr: Doubles

    def and_also(self, others: Evidence) -> Evidence:
        """Give that of these faces and then of the others."""
        names = [field.name for field in fields(self)]
        both = [np.concatenate([getattr(self, name), getattr(others, name)]) for name in names]
        return Evidence(*both)


def examine(
    cuts: Floats,
    drawings: NDArray[np.int64],
    which: NDArray[np.int64],
    looks: tuple[FaceLook, ...],
    dice: DiceSet,
) -> Evidence:
    """Give the evidence of patches for their drawings.

    cuts : float32 array of shape (K, INNER_PX, INNER_PX, 3), cut with INNER_REACH.
    drawings, which : per patch the drawing's index, and that of the look that is supposed.
    """
    colours = _colours(cuts, drawings, dice)
    usual_step, shades, far = (table[..., which, :] for table in _usual(looks))
    usual_step = usual_step[..., 0]
    body = _median(colours.cells_bgr[:, :, _NEAR], colours.in_cell[:, _NEAR])
    pip = colours.pips_bgr.sum(2) / np.maximum(colours.in_pip.sum(1), 1)
    step, usual_size = pip - body, _length(usual_step) + 1e-6
    size, along = _length(step) + 1e-6, (step * usual_step).sum(0)
    way = step / (size * size)
    present = ((colours.pips_bgr - body[:, :, None]) * way[:, :, None]).sum(0)
    off = colours.cells_bgr - body[:, :, None]
    off -= shades
    apart = np.where(colours.in_cell, _length(off) - far, 0.0) / size[:, None]
    return Evidence(
        contrast=along / usual_size**2,
        likeness=along / (size * usual_size),
        weakest_pip=np.where(colours.in_pip, present, np.inf).min(1),
        worst_cell=apart[:, _WITHIN].max(1, initial=0.0),
        odd_cells=(apart > _ODD).sum(1) / np.maximum(colours.in_cell.sum(1), 1),
        body_bgr=body.T,
        pip_bgr=pip.T,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Colours:
    """The mean colours of six pips and of all cells of K faces; 0 where a face has none.

    pips_bgr, cells_bgr : shape (3, K, 6) and (3, K, C); in_pip, in_cell : which of them count.
    """

    pips_bgr: Doubles
    in_pip: NDArray[np.bool_]
    cells_bgr: Doubles
    in_cell: NDArray[np.bool_]


def _colours(cuts: Floats, drawings: NDArray[np.int64], dice: DiceSet) -> _Colours:
    averages, present = _weights(dice.radii, dice.pip_offset, dice.spreads)
    flat = cuts.reshape(len(cuts), INNER_PX**2, 3)
    planes = np.ascontiguousarray(flat.transpose(0, 2, 1))
    means = np.empty((3, len(cuts), averages.shape[1]))
    for drawing in range(len(averages)):
        mine = (drawings == drawing).nonzero()[0]
        for part in (mine[k : k + _AT_ONCE] for k in range(0, len(mine), _AT_ONCE)):
            rows = planes[part].reshape(-1, INNER_PX**2)  # one product for all three channels
            means[:, part] = (rows @ averages[drawing].T).reshape(len(part), 3, -1).swapaxes(0, 1)
    here = present[drawings]
    return _Colours(means[..., :_PIPS], here[:, :_PIPS], means[..., _PIPS:], here[:, _PIPS:])


@dataclass(frozen=True, slots=True, eq=False)
class FaceColours:
    """The mean colours of the pips and of the cells of body of one face, and the cells' shades."""

    pips_bgr: Doubles
    cells_bgr: Doubles
    shades: NDArray[np.int64]


def face_colours(
    cut: Floats,
    drawing: int,
    radii: Radii,
    pip_offset: float,
    spreads: tuple[Spread, ...] = ALIKE,
) -> FaceColours:
    """Give the colours of one patch for a drawing.

    cut : float32 array of shape (PATCH_PX, PATCH_PX, 3), cut with REACH.
    spreads : see `DiceSet`.
    """
    averages, present = _weights(radii, pip_offset, spreads)
    means = (averages[drawing] @ inner(cut).reshape(-1, 3)).astype(np.float64)
    pips, cells = present[drawing, :_PIPS], present[drawing, _PIPS:]
    return FaceColours(means[:_PIPS][pips], means[_PIPS:][cells], _SHADES[cells])


def inner(cuts: Floats) -> Floats:
    """Give the part of patches that `examine` looks at; of one or more, cut with REACH."""
    part = slice(_MARGIN_PX, PATCH_PX - _MARGIN_PX)
    return cuts[..., part, part, :]


def _length(vectors: Doubles) -> Doubles:
    """Give the length of vectors of shape (3, ...)."""
    square = vectors * vectors
    return np.asarray(np.sqrt(square[0] + square[1] + square[2]), dtype=np.float64)


def _median(colours: Doubles, counted: NDArray[np.bool_]) -> Doubles:
    """Give the median over the last axis, of (3, K, C), of those that are counted: (3, K)."""
    ordered = np.where(counted, colours, np.inf)
    ordered.sort(axis=2)
    rows, count = np.arange(len(counted)), counted.sum(1)
    return np.asarray((ordered[:, rows, (count - 1) // 2] + ordered[:, rows, count // 2]) / 2)


@lru_cache(maxsize=8)
def _usual(looks: tuple[FaceLook, ...]) -> tuple[Doubles, Doubles, Doubles]:
    """Give per look what is usual: its step to the pips, (3, L, 1), and cells'.

    Those are by how much they differ from the body, (3, L, C), and how far beside that, (L, C).
    """
    body = np.array([look.body_bgr for look in looks])
    step = np.array([look.pip_bgr for look in looks]) - body
    even = ((0.0, 0.0, 0.0, 0.0),) * len(set(_SHADES.tolist()))
    shades = np.array([look.shades or even for look in looks])[:, _SHADES]
    cells = np.ascontiguousarray(np.moveaxis(shades, 2, 0))
    return step.T[:, :, None], cells[:3], cells[3]


def _shade(i: int, j: int) -> int:
    """Give which of the six shades a cell has, whatever the face's turn: 0 middle, 5 corner."""
    half = _CELLS // 2
    far, near = sorted((abs(i - half) - (i < half), abs(j - half) - (j < half)), reverse=True)
    return far * (far + 1) // 2 + near


_SHADES = np.array([_shade(i, j) for i in range(_CELLS) for j in range(_CELLS)])
_NEAR, _WITHIN = (np.flatnonzero(shade > _SHADES) for shade in (_BODY, _OUTER))
_PIPS = int(PATTERNS.sum(1).max())


@kept
def _weights(
    radii: Radii, pip_offset: float, spreads: tuple[Spread, ...]
) -> tuple[Floats, NDArray[np.bool_]]:
    """Give what averages a flat inner patch over pips and cells, and which of them there are.

    Returns
    -------
    averages : float32 array of shape (drawings, pips + cells, INNER_PX squared).
    present : bool array of shape (drawings, pips + cells).
    """
    around = (_CLEAR - 1) * radii.pip  # a pip blurs into the body by as much, however large it is
    of_drawings = np.where(PATTERNS.sum(1) > 1, radii.pip, radii.ace or radii.pip).tolist()
    laid = places_in(spreads) * pip_offset
    masks = np.array([
        _masks(places[drawing], radius, max(radius, radii.widest) + around)
        for drawing, places, radius in zip(PATTERNS, laid, of_drawings, strict=True)
    ])  # fmt: skip
    counts = masks.sum(2)
    least = np.repeat([1, _LEAST_PIXELS], [_PIPS, len(_SHADES)])
    present = counts >= least
    averages = masks * (present / np.maximum(counts, 1))[:, :, None]
    return averages.astype(np.float32), present


def _masks(places: Doubles, pip_radius: float, clear: float) -> NDArray[np.bool_]:
    """Give the pixels of each pip and of each cell: shape (pips + cells, INNER_PX squared).

    places : of the pips, in edges. clear : how far from a pip's middle is body again.
    """
    steps = ((np.arange(INNER_PX) + 0.5) / INNER_PX * 2 - 1) * INNER_REACH
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    apart = np.hypot(x - places[:, :1], y - places[:, 1:])
    pips = np.zeros((_PIPS, len(x)), np.bool_)
    pips[: len(places)] = apart < _CORE * pip_radius
    body = (apart.min(0) > clear) & (np.maximum(np.abs(x), np.abs(y)) < SURE_FACE)
    row, column = (np.floor((axis / SURE_FACE + 1) / 2 * _CELLS) for axis in (y, x))
    cells = (row * _CELLS + column) == np.arange(_CELLS**2)[:, None]
    return np.concatenate([pips, body & cells])
