"""How much like a drilled pip each place of a veiled face looks.

A drilled pip keeps its own colour, and lacks the veil: in it, and over its rim. So what stands out
from the face around is the step from body to pip, less the veil, each over its own part of a disc.
Where the veil is as bright as the pip a dark rim is left, where it is brighter a dark spot.
May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# By distance from a pip's middle in pip radii: how much of the step to its colour is seen there,
# and how much of a veil is missing. Means of six traced sets under ring and halo lamps, dice of 31
# to 45 pixels, 7 to 90 pips each under veils of 50 to 250 levels, which all agree within 0.1 (the
# veil beside the rim at 1.0 within 0.2).
_FAR = (0.0, 0.6, 0.8, 1.0, 1.2, 1.4)
_STEP, _LACK = (1.0, 1.0, 0.8, 0.43, 0.1, 0.0), (1.0, 1.0, 1.0, 0.72, 0.22, 0.0)
_WIDE = 3.0  # pip radii: half a square in which a pip looks as in a face
_HERE, _NONE = np.zeros(2), np.zeros((0, 2))
_ALIKE = 0.5  # cosine to what is expected of a pip, from which on it counts in full


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """What stands out from a veiled face, made ready to be compared with pips of several colours.

    seen : by how much each pixel that counts differs from what is around pips; shape (H, W, 3).
    veil : what lies on the body around, (H, W, 3).
    pip : how much of a step is seen by distance from a pip's middle.
    lacking : what is seen weighted by the veil that pips lack, and by that veil; shape (H, W).
    pips, mixed, lacks : pixels that count around each, weighted by squares of the two and both.
    whole : all that is seen around each pixel, squared.
    """

    seen: Floats
    veil: Floats
    pip: Doubles
    lacking: Floats
    pips: Floats
    mixed: Floats
    lacks: Floats
    whole: Floats

    def likeness(self, step: Doubles) -> Floats:
        """Give how much like a pip each pixel and its surroundings are: 0 for body, 1 for a pip.

        step : colour from body to pip, without a veil.
        """
        shared = _sum(self.seen @ step.astype(np.float32), self.pip) - self.lacking
        expected = float(step @ step) * self.pips - 2 * (self.veil @ step) * self.mixed + self.lacks
        cosine = shared / np.sqrt(np.maximum(expected * self.whole, 1.0))
        alike = np.clip(cosine / _ALIKE, 0.0, 1.0) ** 2
        return np.asarray(alike * shared / np.maximum(expected, 1.0), np.float32)


def marks(apart: Floats, veil: Floats, face: Mask, radius_px: float) -> Marks:
    """Give what stands out from a face under a veil.

    apart : by how much each pixel differs from what is around pips; shape (H, W, 3).
    veil : what lies on the body around, (H, W, 3). face : which pixels count, 1 or 0.
    """
    far = _far(int(np.ceil(_FAR[-1] * radius_px)) + 1, radius_px)
    pip, lack = np.interp(far, _FAR, _STEP), np.interp(far, _FAR, _LACK)
    counts = face.astype(np.float32)
    seen = apart * counts[..., None]
    lacking = np.asarray(sum(veil[..., k] * _sum(seen[..., k], lack) for k in range(3)))
    return Marks(
        seen=seen,
        veil=veil,
        pip=pip,
        lacking=lacking,
        pips=_sum(counts, pip * pip),
        mixed=_sum(counts, pip * lack),
        lacks=(veil * veil).sum(2) * _sum(counts, lack * lack),
        whole=_sum((seen * seen).sum(2), np.clip(_FAR[-1] - far + 0.5 / radius_px, 0.0, 1.0)),
    )


def most_apart(step: Doubles, veil: Floats) -> Floats:
    """Give by how much a pip would stand out from each pixel, in its middle or over its rim."""
    parts = zip(_STEP, _LACK, strict=True)
    apart = [np.linalg.norm(pip * step - lack * veil, axis=2) for pip, lack in parts]
    return np.asarray(np.max(apart, axis=0), np.float32)


def usual_likeness(step: Doubles, radius_px: float, others_px: Doubles = _NONE) -> Floats:
    """Give the likeness around a pip without a veil, in the middle of a square.

    others_px : where other pips are, less where it is, shape (N, 2).
    """
    reach = int(np.ceil(_WIDE * radius_px))
    far = np.min([_far(reach, radius_px, at) for at in (_HERE, *others_px)], axis=0)
    apart = (np.interp(far, _FAR, _STEP)[..., None] * step).astype(np.float32)
    none, all_of_it = np.zeros_like(apart), np.ones(far.shape, np.uint8)
    return marks(apart, none, all_of_it, radius_px).likeness(step)


def _far(reach: int, radius_px: float, at_px: Doubles = _HERE) -> Doubles:
    """Give the distances from the middle of a square, or a place beside it, in pip radii."""
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    return np.asarray(np.hypot(x - at_px[0], y - at_px[1]) / radius_px, np.float64)


def _sum(plane: NDArray[np.floating], kernel: Doubles) -> Floats:
    """Give sums of a plane around each pixel, weighted; beyond its edge it is 0."""
    flat = np.ascontiguousarray(plane, dtype=np.float32)
    one = cv2.filter2D(flat, -1, kernel.astype(np.float32), borderType=cv2.BORDER_CONSTANT)
    return np.asarray(one, np.float32)
