"""A learned second opinion on one face: which value, whether red, or that there is no face.

The weights are in face.npz, made by tests/training/face.py; face.txt says how good they are.
May import: numpy and this package.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.learned.network import as_columns, conv, product, softmax

Array = NDArray[Any]

SIDE = 48
"""A patch is SIDE pixels square."""
MARGIN = 1.3
"""A patch shows the face with 15 % around it: SIDE is MARGIN times the face's side."""

_NONE = 6
_STRIDES = (2, 1, 2, 1, 2, 1)


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


@dataclass(frozen=True, slots=True)
class _Weights:
    convs: tuple[tuple[Array, Array], ...]
    dense: tuple[tuple[Array, Array], ...]
    heat: float
    red_heat: float


@lru_cache(maxsize=1)
def _weights() -> _Weights:
    with np.load(Path(__file__).with_name("face.npz")) as kept:
        count = len(_STRIDES)
        convs = tuple((as_columns(kept[f"w{i}"]), kept[f"b{i}"]) for i in range(count))
        dense = tuple(
            (kept[f"w{i}"].astype(np.float32).T.copy(), kept[f"b{i}"])
            for i in range(count, count + 2)
        )
        return _Weights(convs, dense, float(kept["heat"]), float(kept["red_heat"]))


def _forward(patches: Array, weights: _Weights) -> Array:
    """(n, SIDE, SIDE, 3) uint8 to (n, 13) numbers."""
    values = patches.astype(np.float32) * np.float32(1 / 64) - 2
    for (weight, bias), stride in zip(weights.convs, _STRIDES, strict=True):
        values = conv(values, weight, bias, stride)
    # The dense weights were learned on channels first.
    flat = values.transpose(0, 3, 1, 2).reshape(len(patches), -1)
    (first, first_bias), (last, last_bias) = weights.dense
    hidden = np.maximum(product(flat, first) + first_bias, 0)
    return np.asarray(product(hidden, last) + last_bias)


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
    weights = _weights()
    out = _forward(patches_bgr, weights)
    chances = softmax(out[:, :7] / weights.heat)
    reds = 1 / (1 + np.exp(-np.clip(out[:, 7] / weights.red_heat, -30, 30)))
    rows = zip(chances, reds, out[:, 8:], strict=True)
    return tuple(_opinion(chance, float(red), fine) for chance, red, fine in rows)


def _opinion(chance: Array, p_red: float, fine: Array) -> FaceOpinion:
    best = int(chance.argmax())
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
