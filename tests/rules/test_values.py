"""Every value of the rules is frozen and slotted: nobody can change one, or hang a field on it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Protocol

import pytest

import pi_app.rules


def _values() -> Iterator[Any]:
    """The classes written in the rules, but for errors, Enums and Protocols."""
    for found in walk_packages(pi_app.rules.__path__, "pi_app.rules."):
        for _, kind in inspect.getmembers(import_module(found.name), inspect.isclass):
            if kind.__module__ == found.name and not _is_something_else(kind):
                yield kind


def _is_something_else(kind: type) -> bool:
    return issubclass(kind, Exception | Enum) or Protocol in kind.__bases__


VALUES = sorted(_values(), key=lambda kind: (kind.__module__, kind.__name__))


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_value_can_not_be_changed(kind: Any) -> None:
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)
