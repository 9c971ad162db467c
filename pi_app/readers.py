"""Which reader a program uses: by a calibration, or by what the picture alone can tell.

May import: vision, calibration, cli_common.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.model import CalibrationFileError, from_text
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Reading
from vision.wild import read_wild

Bgr = NDArray[np.uint8]
Read = Callable[[Bgr], Reading]


def calibrated(calibration: Calibration) -> Read:
    """The reader of one installation."""
    return lambda bgr: read_tray(bgr, calibration)


def reader_of(path: Path | None) -> Read:
    """The reader by the calibration of a file; by the picture alone if None.

    Raises CalibrationFileError when the file can't be used.
    """
    if path is None:
        return read_wild
    return calibrated(load_calibration(path))


def load_calibration(path: Path) -> Calibration:
    """The calibration of a file.

    Raises CalibrationFileError that names the file and the mend.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        why = f"{path}: can't be read ({error.strerror}); calibrate first, or name another file"
        raise CalibrationFileError(why) from error
    except UnicodeDecodeError as error:
        raise CalibrationFileError(f"{path}: is no calibration; calibrate again") from error
    return from_text(text, str(path))
