"""What benches of pictures share: which reading belongs to which die, and counts that add up."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.types import DieReading, Reading
from vision.wild.reader import read_wild

CountsT = TypeVar("CountsT")


def paired(
    dice: Iterable[tuple[ArrayLike, float]], seen: Sequence[DieReading]
) -> list[DieReading | None]:
    """Give for each die the nearest reading within reach, or None; none is used twice.

    dice : the middle of each, (x, y) in the picture, and its reach; pixels.
    """
    left, found = list(seen), []
    for middle, reach in dice:
        away = [float(np.hypot(*np.subtract(one.centre_px, middle))) for one in left]
        near = bool(away) and min(away) < reach
        found.append(left.pop(int(np.argmin(away))) if near else None)
    return found


def is_right(value: int | None, red: bool | None, seen: DieReading | None) -> bool:
    """Whether a reading has a die's value and, where it is scored, red or not."""
    return seen is not None and seen.value == value and red in (None, seen.red)


def summed(one: CountsT, other: CountsT) -> CountsT:
    """Give two counts of a kind added, field by field."""
    names = [each.name for each in fields(one)]  # type: ignore[arg-type]
    return type(one)(**{name: getattr(one, name) + getattr(other, name) for name in names})


def timed(bgr: NDArray[Any]) -> tuple[Reading, float]:
    """Give the reading of a picture without calibration, and its processor time in ms."""
    start = time.process_time()
    reading = read_wild(bgr)
    return reading, 1000 * (time.process_time() - start)
