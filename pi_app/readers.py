"""Which reader a program uses: by a calibration, or by what the picture alone can tell.

May import: vision, calibration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.files import load_calibration
from vision.calibration_values import Calibration
from vision.several import read_sets
from vision.types import Reading, Status
from vision.wild.reader import read_wild

Bgr = NDArray[np.uint8]
Read = Callable[[Bgr], Reading]


def calibrated(calibrations: tuple[Calibration, ...]) -> Read:
    """The reader of one installation, with one calibration for each dice set in use."""
    return lambda bgr: read_sets(bgr, calibrations)


def reader_of(paths: Sequence[Path]) -> Read:
    """The reader by the calibrations of files, one a dice set; by the picture alone if none.

    Raises VisionInputError when a file can't be used.
    """
    return calibrated(tuple(map(load_calibration, paths))) if paths else read_wild


NOT_SET_UP = (
    "This tray has not been set up: please check each die and confirm. The set-up ends the asking."
)


def advisory(reading: Reading) -> Reading:
    """The same reading, never accepted without asking.

    Without a calibration a leaning die can look like a flat one (measured on the virtual tray),
    and what is scored must be sure.
    """
    if reading.status is not Status.OK:
        return reading
    return replace(reading, status=Status.UNSURE, problems=(NOT_SET_UP, *reading.problems))
