"""The six faces as layouts of pips, and how well a patch of responses shows each of them.

Positions are the nine places of a face, row by row in its own axes: corners, the middles
between them and the centre. May import: numpy.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PLACES = np.array([[x, y] for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float64)

_DRAWINGS = (
    (1, "... .o. ..."),
    (2, "o.. ... ..o"),
    (2, "..o ... o.."),
    (3, "o.. .o. ..o"),
    (3, "..o .o. o.."),
    (4, "o.o ... o.o"),
    (5, "o.o .o. o.o"),
    (6, "o.o o.o o.o"),
    (6, "ooo ... ooo"),
)

VALUES = np.array([value for value, _ in _DRAWINGS])
PATTERNS: NDArray[np.bool_] = np.array(
    [[mark == "o" for mark in drawing.replace(" ", "")] for _, drawing in _DRAWINGS]
)

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    value: tuple(sorted((int(x), int(y)) for x, y in PLACES[patterns[0]]))
    for value, patterns in ((value, PATTERNS[value == VALUES]) for value in range(1, 7))
}
"""Where the pips of each value lie in its first drawing, in units of the pip offset."""


def patterns_of(value: int) -> NDArray[np.bool_]:
    """Give the patterns that show a value: bool array of shape (1 or 2, 9).

    >>> [len(patterns_of(value)) for value in (1, 2, 3, 4, 5, 6)]
    [1, 2, 2, 1, 1, 2]
    """
    return np.asarray(PATTERNS[value == VALUES], dtype=np.bool_)
