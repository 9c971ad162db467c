"""Checks of single configuration values: each says what it takes, and takes nothing else.

A check is called with what TOML gave and returns the value as the program uses it; it raises
ValueError for anything else. `takes` is its range in words, used in errors and by `--explain`.
May import: standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """What a field takes, in words and as a function."""

    takes: str
    convert: Callable[[object], Any]

    def __call__(self, value: object) -> Any:
        """The value in the program's form.

        >>> whole(1, 9)(4)
        4
        >>> whole(1, 9)("4")
        Traceback (most recent call last):
        ValueError: must be a whole number from 1 to 9

        Raises ValueError with the range in words.
        """
        try:
            return self.convert(value)
        except (TypeError, ValueError) as error:
            raise ValueError(f"must be {self.takes}") from error


def _in_range(value: float, low: float, high: float) -> float:
    if not low <= value <= high:  # also refuses NaN
        raise ValueError
    return value


def _is(value: object, *kinds: type) -> Any:
    # bool is an int to Python, never to a person who writes a configuration.
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise TypeError
    return value


def whole(low: int, high: int) -> Check:
    """A whole number within a range, both ends included."""
    return Check(
        f"a whole number from {low} to {high}",
        lambda value: _in_range(_is(value, int), low, high),
    )


def number(low: float, high: float) -> Check:
    """A number within a range, both ends included; always a float afterwards."""
    return Check(
        f"a number from {low:g} to {high:g}",
        lambda value: _in_range(float(_is(value, int, float)), low, high),
    )


def word(*choices: str) -> Check:
    """One of a closed set of words.

    >>> word("mock", "lgpio").takes
    '"mock" or "lgpio"'
    """

    def convert(value: object) -> str:
        if value not in choices:
            raise ValueError
        return str(value)

    quoted = [f'"{choice}"' for choice in choices]
    return Check(" or ".join([", ".join(quoted[:-1]), quoted[-1]]), convert)


def yes_or_no() -> Check:
    """A truth value, and none of the words that other languages take for one."""
    return Check("true or false", _truth)


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def text() -> Check:
    """A text that is not empty."""
    return Check("a text in quotes", lambda value: _filled(_is(value, str)))


def _filled(value: str) -> str:
    if not value.strip():
        raise ValueError
    return value


def path() -> Check:
    """A path of a file or folder."""
    return Check("a path in quotes", lambda value: Path(_filled(str(_is(value, str, Path)))))


def several(each: Check, *counts: int) -> Check:
    """A list of values that each pass a check, of one of these lengths.

    >>> several(number(0, 8), 0, 2)([1.5, 2])
    (1.5, 2.0)
    """
    lengths = " or ".join(str(count) if count else "none" for count in sorted(counts))

    def convert(value: object) -> tuple[Any, ...]:
        items = _is(value, list, tuple)
        if len(items) not in counts:
            raise ValueError
        return tuple(each(item) for item in items)

    return Check(f"a list of {lengths}, each {each.takes}", convert)


def options() -> Check:
    """House rules by name: a table whose values are texts, numbers or true/false.

    >>> options()({"target": 300, "peppers": True})
    {'target': '300', 'peppers': 'yes'}
    """

    def spelled(value: object) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        return str(_is(value, int, str))

    def convert(value: object) -> dict[str, str]:
        table = _is(value, dict)
        return {str(name): spelled(given) for name, given in table.items()}

    return Check("a table of house rules, such as { target = 300 }", convert)
