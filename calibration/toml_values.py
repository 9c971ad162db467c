"""Takes numbers from a TOML table, each checked. Pure; may import the standard library only."""

from __future__ import annotations

import math
from typing import Any


def number_in(data: dict[str, Any], key: str, least: float, most: float) -> float:
    """Give the number of a key; ValueError if it is none, or not from least to most."""
    value = data[key]
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ValueError(f"{key} is {value!r}, but must be a number from {least} to {most}")
    return float(value)


def numbers_in(data: dict[str, Any], key: str, count: int) -> list[float]:
    """Give the so many numbers of a key; ValueError if they are none, or not so many."""
    values = data[key]
    if not isinstance(values, list) or len(values) != count:
        raise ValueError(f"{key} is {values!r}, but must be {count} numbers")
    return [finite(value) for value in values]


def finite(value: Any) -> float:
    """Give a value as a number; ValueError if it is none, or none that can be."""
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is no number that can be")
    return number
