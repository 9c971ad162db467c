"""The oracles by the name of their game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.rules.oracles import Oracle

ORACLES: dict[str, Callable[[int, Mapping[str, str]], Oracle]] = {}
