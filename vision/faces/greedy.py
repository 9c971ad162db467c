"""Takes the best of what can't all be there, one after the other.

May import: numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def compatible(
    able: NDArray[np.bool_], clash: NDArray[np.bool_], most: int | None = None
) -> list[int]:
    """Give the first of some, and each later one that can be there beside all given before it.

    Returns them by index.

    able : bool array of shape (K,), which may be given at all; the best come first.
    clash : bool array of shape (K, K), which of them can't both be there.
    most : how many are given at most; None for as many as there are.
    """
    free, given = able.copy(), []
    for k in range(len(free)):
        if free[k]:
            given.append(k)
            if len(given) == most:
                break
            free &= ~clash[k]
    return given
