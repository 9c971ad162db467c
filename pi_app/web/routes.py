"""Addresses as a table: method, path, and who answers.

May import: flask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint

Route = tuple[str, str, Callable[..., Any]]


def with_routes(blueprint: Blueprint, routes: tuple[Route, ...]) -> Blueprint:
    """The blueprint with these addresses, each named after the function that answers."""
    for method, path, view in routes:
        blueprint.add_url_rule(path, view.__name__, view, methods=[method])
    return blueprint
