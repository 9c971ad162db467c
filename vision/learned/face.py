"""A learned second opinion on one face: which value, whether red, or that there is no face.

The weights are in face.onnx, made by tests/training/face.py; face.txt says how good they are.
May import: numpy and this package.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.learned.network import answer, as_blob, softmax

Array = NDArray[Any]

SIDE = 48
"""A patch is SIDE pixels square."""
MARGIN = 1.3
"""A patch shows the face with 15 % around it: SIDE is MARGIN times the face's side."""

_NONE = 6
_AT_ONCE = 4
"""So many patches together take four fifths of the time; more gain nothing."""


class LearnedError(Exception):
    """The family of errors of the learned readers."""

    slug = "learned"


class PatchError(LearnedError, ValueError):
    """Patches of a wrong shape or type."""

    slug = "patch-shape"


@dataclass(frozen=True, slots=True)
class FaceOpinion:
    """What one patch seems to show.

    value : 1..6, or None when no single readable top face is seen.
    p_value : 0..1, the probability of exactly that value, or of None.
    red, p_red : whether the face is the red one, and the probability 0..1 that it is red.
    p_face : 0..1, the probability that it is a readable top face at all.
    chances : six probabilities, of the values 1..6; they add up to p_face.
    offset : where the face's centre lies from the patch's, in sides of the assumed face (x, y).
    scale : the face's side over the assumed one. turn_deg : its angle, -45..45.
    """

    value: int | None
    p_value: float
    red: bool
    p_red: float
    p_face: float
    chances: tuple[float, ...]
    offset: tuple[float, float]
    scale: float
    turn_deg: float


def classify(patches_bgr: Array) -> tuple[FaceOpinion, ...]:
    """One opinion for each patch, in order.

    patches_bgr : uint8 array of shape (N, 48, 48, 3), B, G, R; the top face brought to a square
    with 15 % around it, in any orientation. The centre may be off by about 12 % of the side and
    the size by as much.

    Raises
    ------
    PatchError
        When the array has another shape or type.
    """
    if patches_bgr.shape[1:] != (SIDE, SIDE, 3) or patches_bgr.dtype != np.uint8:
        raise PatchError(
            f"patches must be uint8 of shape (N, {SIDE}, {SIDE}, 3), "
            f"not {patches_bgr.dtype} of shape {patches_bgr.shape}"
        )
    if not len(patches_bgr):
        return ()
    # By so many or one at a time: another number of patches would be another shape for the net.
    whole = len(patches_bgr) // _AT_ONCE * _AT_ONCE
    blobs = [as_blob(patches_bgr[k : k + _AT_ONCE]) for k in range(0, whole, _AT_ONCE)]
    blobs += [as_blob(patch) for patch in patches_bgr[whole:]]
    return tuple(_opinion(out) for blob in blobs for out in answer("face.onnx", blob))


def _opinion(out: Array) -> FaceOpinion:
    """The net's 13 numbers as an opinion."""
    chances = softmax(out[:7]).tolist()
    red, across, down, growth, cosine, sine = out[7:].tolist()
    p_value = max(chances)
    best = chances.index(p_value)
    p_red = 1 / (1 + math.exp(-min(max(red, -30.0), 30.0)))
    return FaceOpinion(
        value=None if best == _NONE else best + 1,
        p_value=p_value,
        red=p_red > 0.5,
        p_red=p_red,
        p_face=1 - chances[_NONE],
        chances=tuple(chances[:_NONE]),
        offset=(across, down),
        scale=math.exp(min(max(growth, -1.0), 1.0)),
        turn_deg=math.degrees(math.atan2(sine, cosine)) / 4,
    )
