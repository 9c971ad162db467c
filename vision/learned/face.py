"""A learned second opinion on one face: which value, whether red, or that there is no face.

The weights are in face.onnx, made by tests/training/face.py; face.txt says how good they are.
May import: numpy and this package.
"""

from __future__ import annotations

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
    # One at a time: another number of patches would be another shape for the net.
    return tuple(_opinion(answer("face.onnx", as_blob(patch))[0]) for patch in patches_bgr)


def _opinion(out: Array) -> FaceOpinion:
    """The net's 13 numbers as an opinion."""
    chance, fine = softmax(out[:7]), out[8:]
    best, p_red = int(chance.argmax()), float(1 / (1 + np.exp(-np.clip(out[7], -30, 30))))
    return FaceOpinion(
        value=None if best == _NONE else best + 1,
        p_value=float(chance[best]),
        red=p_red > 0.5,
        p_red=p_red,
        p_face=float(1 - chance[_NONE]),
        chances=tuple(float(p) for p in chance[:_NONE]),
        offset=(float(fine[0]), float(fine[1])),
        scale=float(np.exp(np.clip(fine[2], -1, 1))),
        turn_deg=float(np.degrees(np.arctan2(fine[4], fine[3])) / 4),
    )
