"""Finds the dice of a calibration frame, whose faces are known, and measures their pips.

May import: numpy, vision, the rest of calibration below `fits`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.lattice import (
    PIP_TO_PITCH,
    Lattice,
    assign,
    best_lattices,
    best_pattern,
    blob_response,
    refined,
)
from calibration.locate import Spot, difference, spots
from calibration.looks import places_of
from calibration.pose import PipsOfDie

Picture = NDArray[np.uint8]
Crop = tuple[int, int, NDArray[np.float32]]

_PITCHES = 1.12 ** np.arange(13)  # times the least pitch: 6 mm dice far off to 20 mm dice near
_LEAST_PITCH = 1.0 / 190  # of the picture's width


class CalibrationImpossible(ValueError):
    """The pictures don't allow a calibration; the sentence says why and what to mend."""

    slug = "calibration-impossible"


@dataclass(frozen=True, slots=True, eq=False)
class KnownDie:
    """One die of a calibration frame: its face, where its pips are, and its frame's number."""

    frame: int
    face: Face
    pips: PipsOfDie
    centre_px: tuple[float, float]
    pitch_px: float
    clarity: float


def known_dice(
    frame: int, empty_bgr: Picture, bgr: Picture, faces: tuple[Face, ...]
) -> list[KnownDie]:
    """Give the dice of one calibration frame, each with its face and measured pips."""
    regions = spots(difference(bgr, empty_bgr))[: len(faces)]
    if len(regions) < len(faces):
        raise CalibrationImpossible(
            f"{len(faces)} dice are named, but only {len(regions)} stand out from the empty tray:"
            " lay the dice apart, with more light"
        )
    crops = [_crop(bgr, region) for region in regions]
    lattices = _clearest(crops, [face.value for face in faces], bgr.shape[1])
    reds = _reds(crops, lattices, faces)
    known = []
    for (x0, y0, crop), lattice, red in zip(crops, lattices, reds, strict=True):
        fitted, pips = refined(crop, lattice)
        response = blob_response(crop, PIP_TO_PITCH * lattice.pitch_px)
        places = places_of(best_pattern(response, lattice))
        known.append(
            KnownDie(
                frame,
                Face(lattice.value, red),
                PipsOfDie(places, pips + np.array([x0, y0])),
                (fitted.centre_px[0] + x0, fitted.centre_px[1] + y0),
                fitted.pitch_px,
                fitted.clarity,
            )
        )
    return known


def _reds(crops: list[Crop], lattices: list[Lattice], faces: tuple[Face, ...]) -> list[bool]:
    """Give which dice are the red ones: of those that show one value, the reddest."""
    red = [False] * len(lattices)
    for value in {face.value for face in faces}:
        count = sum(face.red for face in faces if face.value == value)
        same = [k for k, lattice in enumerate(lattices) if lattice.value == value]
        for k in sorted(same, key=lambda k: -_redness(crops[k][2], lattices[k]))[:count]:
            red[k] = True
    return red


def _redness(crop: NDArray[np.float32], lattice: Lattice) -> float:
    """Give how much red outweighs the other colours on the face, whatever its brightness."""
    x, y = (round(v) for v in lattice.centre_px)
    reach = max(2, round(1.5 * lattice.pitch_px))
    face = crop[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    if face.size == 0:
        return 0.0
    return float(((face[..., 2] - face[..., :2].mean(-1)) / (face.mean(-1) + 16)).mean())


def _crop(bgr: Picture, region: Spot) -> tuple[int, int, NDArray[np.float32]]:
    x0, y0 = max(0, region.x - 6), max(0, region.y - 6)
    cut = bgr[y0 : region.y + region.height + 6, x0 : region.x + region.width + 6]
    return x0, y0, cut.astype(np.float32)


def _clearest(
    crops: list[tuple[int, int, NDArray[np.float32]]], values: list[int], width_px: int
) -> list[Lattice]:
    best: tuple[float, list[Lattice]] | None = None
    for pitch_px in _LEAST_PITCH * width_px * _PITCHES:
        found = assign([best_lattices(crop, float(pitch_px)) for _, _, crop in crops], values)
        if found is None:
            continue
        total = sum(lattice.clarity for lattice in found)
        if best is None or total > best[0]:
            best = (total, found)
    if best is None or min(lattice.clarity for lattice in best[1]) <= 0:
        raise CalibrationImpossible(
            f"the dice do not show {' '.join(map(str, values))}: check the faces, the sharpness of"
            " the picture and reflections of the lamp"
        )
    return best[1]
