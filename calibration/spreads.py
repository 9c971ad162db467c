"""How far out pips of calibrated sets may lie: most faces alike, those of some sets otherwise.

May import: numpy, vision.calibration_values.
"""

from __future__ import annotations

import numpy as np

from vision.calibration_values import Spread

Layouts = tuple[tuple[Spread, tuple[int, ...]], ...]

USUAL: Layouts = (((1.0, 1.0), (2, 3, 4, 5, 6)),)
"""How far out pips may lie, across and along, and the values of which they may: as a four's."""

OTHERS: Layouts = (
    *USUAL,
    *(((by, by), (2, 3, 5)) for by in (0.84, 1.18)),
    ((0.64, 0.64), (2,)),
    *((by, (6,)) for by in ((1.3, 1.3), (1.0, 1.25), (0.9, 1.4), (1.2, 1.0))),
)
"""The same of sets whose faces are not laid out alike, each to about an eighth."""

TELLING = 2
"""Dice of a value that have to say how it is laid out: one alone may be another face than named."""

_HARDLY_APART = 0.2  # between spreads of which a face may be found by either
_AS_MOST = {(0.0, 0.0), (1.0, 1.0)}  # how far out the pips of an ace, and of other faces, lie


def are_of_a_set(dice: list[tuple[int, Spread]], telling: int = TELLING) -> bool:
    """Tell whether dice may be of one set of which some faces are laid out otherwise than most.

    So many layouts explain almost any spots, also those of wrong faces and of mirrored lamps: two
    dice of a value must agree, to what can be told apart, and half of all be laid out as most.

    dice : the value of each, and how far out its pips lie. telling : how many of a value it takes.

    >>> are_of_a_set([(6, (1.0, 1.25)), (6, (1.0, 1.25)), (5, (1.0, 1.0)), (1, (0.0, 0.0))])
    True
    >>> are_of_a_set([(6, (1.0, 1.25)), (6, (1.3, 1.3)), (5, (1.0, 1.0)), (1, (0.0, 0.0))])
    False
    """
    lying = {value: [by for other, by in dice if other == value] for value, _ in dice}
    otherwise = [some for some in lying.values() if not set(some) <= _AS_MOST]
    alike = all(len(some) >= telling and _apart(some) <= _HARDLY_APART for some in otherwise)
    return alike and 2 * sum(by not in _AS_MOST for _, by in dice) <= len(dice)


def _apart(spreads: list[Spread]) -> float:
    return float(np.ptp(np.array(spreads), axis=0).max())
