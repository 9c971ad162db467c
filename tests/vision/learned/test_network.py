"""The plain convolution does what a convolution is."""

import numpy as np
import pytest

from vision.learned.network import as_columns, conv, product, softmax


def by_hand(values: np.ndarray, weight: np.ndarray, bias: np.ndarray, stride: int) -> np.ndarray:
    count, rows, columns, _ = values.shape
    after, _, size, _ = weight.shape
    edge = size // 2
    padded = np.pad(values, ((0, 0), (edge, edge), (edge, edge), (0, 0)))
    out = np.zeros((count, (rows - 1) // stride + 1, (columns - 1) // stride + 1, after))
    for y in range(out.shape[1]):
        for x in range(out.shape[2]):
            part = padded[:, y * stride : y * stride + size, x * stride : x * stride + size]
            out[:, y, x] = np.einsum("nijc,ocij->no", part, weight) + bias
    return np.maximum(out, 0)


@pytest.mark.parametrize(("size", "stride"), [(3, 1), (3, 2), (5, 2), (1, 1)])
def test_conv_is_the_sum_over_the_neighbourhood(size: int, stride: int) -> None:
    rng = np.random.default_rng(1)
    values = rng.standard_normal((2, 7, 9, 3)).astype(np.float32)
    weight = rng.standard_normal((4, 3, size, size)).astype(np.float32)
    bias = rng.standard_normal(4).astype(np.float32)
    seen = conv(values, as_columns(weight), bias, stride)
    assert np.allclose(seen, by_hand(values, weight, bias, stride), atol=1e-4)


def test_softmax_gives_probabilities_even_of_huge_numbers() -> None:
    chances = softmax(np.array([[1e4, 0.0, -1e4], [2.0, 2.0, 2.0]]))
    assert np.allclose(chances, [[1, 0, 0], [1 / 3, 1 / 3, 1 / 3]])


def test_a_large_product_in_parts_is_the_whole_product() -> None:
    rng = np.random.default_rng(5)
    rows = rng.standard_normal((700, 300)).astype(np.float32)
    weight = rng.standard_normal((300, 70)).astype(np.float32)
    assert np.allclose(product(rows, weight), rows @ weight, atol=1e-3)
