"""Small convolutional networks in plain numpy.

The pictures are few and small here, so that one matrix product a layer is as fast as a
framework; and it needs none, shares nothing between threads and is the same everywhere.
May import: numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


_MOST = 500_000
"""Larger products are shared out by numpy's library among threads that wait for one another by
spinning: five times as slow as one thread wherever something else runs."""


def product(rows: Array, weight: Array) -> Array:
    """The matrix product of float32 rows with weights, in parts that one thread does at once."""
    out = np.empty((len(rows), weight.shape[1]), np.float32)
    step = max(1, _MOST // weight.size)
    for start in range(0, len(rows), step):
        np.matmul(rows[start : start + step], weight, out=out[start : start + step])
    return out


def conv(values: Array, weight: Array, bias: Array, stride: int = 1) -> Array:
    """The rectified convolution of (n, rows, columns, channels) with zeros around.

    weight : float32 of shape (size * size * channels, after), rows in the order row, column,
    channel; the size is found from it. The zeros reach size // 2 on each side.
    """
    count, rows, columns, channels = values.shape
    size = round((weight.shape[0] / channels) ** 0.5)
    edge = size // 2
    padded = np.zeros((count, rows + 2 * edge, columns + 2 * edge, channels), np.float32)
    padded[:, edge : edge + rows, edge : edge + columns] = values
    down, across = (rows - 1) // stride + 1, (columns - 1) // stride + 1
    parts = np.empty((count, down, across, size, size, channels), np.float32)
    for y in range(size):
        for x in range(size):
            ends = (y + stride * (down - 1) + 1, x + stride * (across - 1) + 1)
            parts[:, :, :, y, x] = padded[:, y : ends[0] : stride, x : ends[1] : stride]
    out = product(parts.reshape(-1, weight.shape[0]), weight)
    out += bias
    np.maximum(out, 0, out=out)
    return np.asarray(out.reshape(count, down, across, -1))


def as_columns(weight: Array) -> Array:
    """A convolution's weights (after, before, size, size) as `conv` wants them, float32."""
    return np.ascontiguousarray(
        weight.astype(np.float32).transpose(2, 3, 1, 0).reshape(-1, weight.shape[0])
    )


def softmax(logits: Array) -> Array:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))
