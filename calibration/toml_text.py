"""Writes values in TOML so that they are read again as they were. May import: vision.types."""

from __future__ import annotations

from vision.types import Point


def number(value: float) -> str:
    """Give a number with all of its digits."""
    return repr(float(value))


def numbers(values: tuple[float, ...]) -> str:
    """Give an array of numbers."""
    return f"[{', '.join(map(number, values))}]"


def points(places: tuple[Point, ...]) -> str:
    """Give an array of points."""
    return f"[{', '.join(map(numbers, places))}]"


def quoted(text: str) -> str:
    """Give a string on one line; characters that can't be printed become spaces."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else " " for c in escaped) + '"'
