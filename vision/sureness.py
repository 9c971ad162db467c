"""How probable it is that a die of some doubt was read right: measured, not thought.

Made by `python -m tests.training.sureness --rounds 2 --step 24` on spoiled throws of the renders
d0 to d4 and on drawn throws of seed 0; that of whole readings by the same with `--counted`, on what
`python -m tests.bench.reliability` counts on its part for fitting. It reports on the other one.
"Right" means that a die lies there in the tray, flat and at rest, with value and red as read.
May import: vision.curve.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from vision.curve import read_off

DOUBTS = (0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0, 1.3, 1.8, 2.5, 4.0)
"""Doubts at which it was measured; from 1 on a die is not accepted."""
CHANCES = (0.9956, 0.9955, 0.9954, 0.9898, 0.9897, 0.9434, 0.9333, 0.6153, 0.5293, 0.421, 0.3474)
"""The probability of being right at each of them; falling."""

PRODUCTS = (0.0, 0.2, 0.4, 0.6, 0.75, 0.85, 0.92, 0.95, 0.97)
"""Products of the chances of a reading's dice at which whole readings were measured."""
ALL_RIGHT = (0.0554, 0.2962, 0.3749, 0.7915, 0.7916, 0.9347, 0.9348, 0.9756, 0.9949)
"""The probability that all dice are right at each of them; rising."""


def chance_of(doubt: float) -> float:
    """Give the probability that a die of this doubt was read right.

    >>> chance_of(0.1) > chance_of(0.9) > chance_of(2.0)
    True
    """
    return round(read_off(doubt, DOUBTS, CHANCES), 5)


def doubt_of(chance: float) -> float:
    """Give the doubt of a die with this probability; the inverse of `chance_of`.

    >>> round(doubt_of(chance_of(0.7)), 2)
    0.7
    """
    return read_off(chance, CHANCES[::-1], DOUBTS[::-1])


def chance_of_all(chances: Iterable[float]) -> float:
    """Give the probability that all dice of a reading are right, from the chances of each.

    It is more than their product: dice of one picture err together, by a lamp or a knock.

    >>> 0.98 * 0.98 < chance_of_all([0.98, 0.98]) < 1
    True
    """
    return round(read_off(prod(chances), PRODUCTS, ALL_RIGHT), 5)
