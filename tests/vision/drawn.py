"""Readings of pictures that the virtual bench draws by lot, for tests of what was found there."""

from __future__ import annotations

from functools import lru_cache

from tests.bench.virtual import calibration_of
from tests.bench.virtual_shots import PER_ROOM, Shot, room_of, shot
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Reading


def read_drawn(seed: int, index: int) -> tuple[Reading, Shot]:
    """Give the reading of a drawn picture by its own room's calibration, and its truth."""
    known, seen = calibration_drawn(seed, index)
    return read_tray(seen.bgr, known), seen


def calibration_drawn(seed: int, index: int) -> tuple[Calibration, Shot]:
    """Give the calibration of a drawn picture's own room, and its truth."""
    return _calibration(seed, index // PER_ROOM), shot(room_of(seed, index), seed, index)


@lru_cache(maxsize=1)
def _calibration(seed: int, number: int) -> Calibration:
    first = number * PER_ROOM
    return calibration_of(room_of(seed, first), seed, first)
