"""Tells threes and fives whose middle pip a lamp may only feign: twos and fours of dark dice.

A round lamp that mirrors amid a dark face looks like a white pip there, but for its size: that of a
pip is the other pips' on its face, however sharp the picture is. Veils and worn colours change all
of them alike. Of 6,100 threes and fives of fair throws in 78 traced and rendered and 86 drawn sets,
read rightly with or without veils, none has a middle pip that is wider than 1.1 times its others,
and one, in a throw that is asked about in any case, a narrower one than 1 / 1.1, but for red ones.
May import: numpy, vision.faces.layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import numpy as np
from numpy.typing import NDArray

from vision.faces.layout import VALUES

Doubles = NDArray[np.float64]

_OTHERWISE = log(1.12)  # by which a middle pip is wider or narrower than the others
_LEAST = 0.1  # of the usual radius: nothing is so narrow that is read as a pip


def feigned(
    spreads: Doubles,
    drawings: NDArray[np.int64],
    firsts: Sequence[int],
    painted: NDArray[np.bool_],
) -> list[float]:
    """Give per face how much wider or narrower its middle pip is than its others.

    1 is more than on flat faces; 0 for faces without a middle pip, and for aces, which have no
    other.

    spreads : of all pips, from `smear.pip_shapes`. drawings : index of each face's drawing, (K,).
    firsts : the first pip of each face. painted : which faces have another colour than their
        bevels, shape (K,): where these are of the pips' colour, outer pips seem wider.
    """
    values = VALUES[drawings].tolist()
    each = zip(values, firsts, painted.tolist(), strict=True)
    return [
        _doubt(spreads[first : first + value], painted=bevelled) if value in (3, 5) else 0.0
        for value, first, bevelled in each
    ]


def _doubt(spreads: Doubles, *, painted: bool) -> float:
    """Give it for one face, whose middle pip is the one in the middle of an odd number."""
    middle = len(spreads) // 2
    others = (spreads.sum() - spreads[middle]) / (len(spreads) - 1)
    wider = log(max(float(spreads[middle]), _LEAST) / max(float(others), _LEAST))
    return (wider if painted else abs(wider)) / _OTHERWISE
