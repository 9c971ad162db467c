"""Moves a lattice onto the pips that it was found by: to a part of a pixel.

May import: numpy, vision, calibration.lattice and locate.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.lattice import (
    PIP_TO_PITCH,
    Lattice,
    blob_response,
    clarity,
    drawings_of,
    sample,
)
from calibration.locate import Cutout
from vision.faces.layout import PLACES

Floats = NDArray[np.float32]


def refined(crop: Cutout, lattice: Lattice) -> tuple[Lattice, NDArray[np.float64]]:
    """Give the lattice moved onto its pips, and the pips' centres (N, 2), to a part of a pixel."""
    response = blob_response(crop, PIP_TO_PITCH * lattice.pitch_px)
    pattern = best_pattern(response, lattice)
    direction = _direction(response, lattice, pattern)
    signal = np.maximum(response @ direction, 0.0)
    c, s = np.cos(lattice.angle_rad), np.sin(lattice.angle_rad)
    laid = PLACES[pattern] * lattice.spread
    places = laid @ np.array([[c, s], [-s, c]]) * lattice.pitch_px
    pips = np.array([_centroid(signal, p, lattice.pitch_px * 0.5)
                     for p in places + np.asarray(lattice.centre_px)])  # fmt: skip
    if len(pips) == 1:
        centre = (float(pips[0, 0]), float(pips[0, 1]))
        return Lattice(1, centre, lattice.angle_rad, lattice.pitch_px, lattice.clarity), pips
    z = (laid @ np.array([1, 1j])).ravel()
    w = pips @ np.array([1, 1j])
    turn = complex(np.vdot(z, w - w.mean()) / np.vdot(z, z))
    middle = w.mean() - turn * z.mean()
    fitted = Lattice(
        lattice.value,
        (float(middle.real), float(middle.imag)),
        float(np.angle(turn)),
        float(abs(turn)),
        lattice.clarity,
        lattice.spread,
    )
    return fitted, pips


def best_pattern(response: Floats, lattice: Lattice) -> NDArray[np.bool_]:
    """Give which drawing of the lattice's value lies there."""
    patterns = drawings_of(lattice.value, lattice.spread)
    samples = _samples_of(response, lattice)
    scores = [float(clarity(samples, patterns[k : k + 1])[0]) for k in range(len(patterns))]
    return np.asarray(patterns[int(np.argmax(scores))], dtype=np.bool_)


def _samples_of(response: Floats, lattice: Lattice) -> Floats:
    return sample(
        response,
        np.array([lattice.centre_px]),
        np.array([lattice.angle_rad]),
        np.array([lattice.pitch_px]),
        lattice.spread,
    )


def _direction(response: Floats, lattice: Lattice, pattern: NDArray[np.bool_]) -> Floats:
    """Give the colour direction from body to pip, as a unit vector."""
    samples = _samples_of(response, lattice)[0]
    mean = samples[pattern].mean(0)
    return np.asarray(mean / (np.linalg.norm(mean) + 1e-6), dtype=np.float32)


def _centroid(signal: Floats, near: NDArray[np.float64], reach_px: float) -> NDArray[np.float64]:
    x0, y0 = np.floor(near - reach_px).astype(int)
    x1, y1 = np.ceil(near + reach_px).astype(int) + 1
    x0, y0 = max(0, x0), max(0, y0)
    window = signal[y0:y1, x0:x1].astype(np.float64) ** 2
    ys, xs = np.mgrid[y0 : y0 + window.shape[0], x0 : x0 + window.shape[1]]
    weight = window * ((xs - near[0]) ** 2 + (ys - near[1]) ** 2 <= reach_px**2)
    total = weight.sum()
    if total <= 0:
        return near
    return np.array([(weight * xs).sum() / total, (weight * ys).sum() / total])
