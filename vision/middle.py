"""The middle one of some values, as np.median gives it, in a third of its time.

May import: numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def middle(values: NDArray[Any]) -> float:
    """Give the median of a flat array that is not empty.

    >>> middle(np.array([9, 1, 2, 4]))
    3.0
    """
    low, high = (len(values) - 1) // 2, len(values) // 2
    parted = np.partition(values, (low, high))
    return (float(parted[low]) + float(parted[high])) / 2


__all__ = ["middle"]
