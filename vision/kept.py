"""What is kept of each calibration: tables that take longer to make than to use.

May import: the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from operator import is_
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")

MOST = 4  # calibrations: as many dice sets may be in use at once
_FORGETS: list[Callable[[], None]] = []


def kept(make: Callable[Given, Result]) -> Callable[Given, Result]:
    """Give the function with its latest results kept, a few calibrations' at most."""
    keeping = lru_cache(maxsize=MOST)(make)
    latest: list[tuple[tuple[Any, ...], Any]] = []

    @wraps(make)
    def asked(*given: Any) -> Any:
        for before, result in latest:  # to compare whole calibrations takes longer
            if all(map(is_, given, before)):
                return result
        result = keeping(*given)
        latest[:] = [(given, result)]
        return result

    _FORGETS.extend((keeping.cache_clear, latest.clear))
    return asked  # type: ignore[return-value]


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
