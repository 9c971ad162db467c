"""A journal in a file of its own, for every test that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pi_app.adapters.store import Store
from tests.adapters.stores import opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "games.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with closing(opened(path)) as store:
        yield store
