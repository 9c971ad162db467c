"""What is kept of each calibration: tables that take longer to make than to use.

May import: the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

MOST = 4  # calibrations: as many dice sets may be in use at once
_FORGETS: list[Callable[[], None]] = []


def kept(make: Callable[Given, Result]) -> Callable[Given, Result]:
    """Give the function with its latest results kept, a few calibrations' at most."""
    keeping = lru_cache(maxsize=MOST)(make)
    _FORGETS.append(keeping.cache_clear)
    return keeping  # type: ignore[return-value]


def forget() -> None:
    """Let go of what is kept of all calibrations: ten megabytes each. It is made again if needed.

    >>> squared = kept(lambda number: print("made") or number**2)
    >>> squared(3), squared(3)
    made
    (9, 9)
    >>> forget()
    >>> squared(3)
    made
    9
    """
    for each in _FORGETS:
        each()
