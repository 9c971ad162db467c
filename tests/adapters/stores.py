"""A journal in a file of its own for a test."""

from __future__ import annotations

from pathlib import Path

from pi_app.adapters.store import Store
from pi_app.rules.moves import parse_move

SHOW = parse_move("tray show 1 2 3 5 5 6")
STOP = parse_move("p1 stop")


def opened(path: Path, **more: int) -> Store:
    return Store(path, now=lambda: "2026-11-21T20:15:00+00:00", wait_s=0.0, **more)
