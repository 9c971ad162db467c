"""What watching costs, and how much memory reading takes.

    python -m tests.bench.vision_costs FOLDER [--calibration FILE]

Processor time is counted, not time on the wall, so that other programs don't count.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import known_faces, load_calibration, load_picture, save_calibration
from calibration.fits import calibrate
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.settle import Settler, shrink, step

Picture = NDArray[np.uint8]

_WATCHED = 200  # frames
_READ = 20  # frames
_KB_PER_MB = 1024.0


def watch_ms(folder: Path) -> float:
    """Give the processor time for watching one frame of an installation, in milliseconds."""
    frames = [load_picture(path) for path in sorted(folder.glob("roll_*.jpg"))[:4]]
    state, spent_s = Settler(), []
    for k in range(_WATCHED):
        bgr = frames[(k // 10) % len(frames)]
        start = time.thread_time()
        state, _ = step(state, shrink(bgr), k / 10)
        spent_s.append(time.thread_time() - start)
    return float(np.mean(spent_s)) * 1000


def calibration_of(
    folder: Path, changed: Callable[[Picture], Picture] | None = None
) -> Calibration:
    """Give the calibration from an installation's own three pictures, as they are or changed."""
    change = changed or (lambda bgr: bgr)
    shown = sorted(folder.glob("calib_*.jpg"))
    pictures = [(change(load_picture(path)), known_faces(path)) for path in shown]
    return calibrate(change(load_picture(folder / "empty.jpg")), pictures)


def peaks_mb(folder: Path) -> tuple[float, float]:
    """Give the peak memory of processes of their own that read twenty frames of an installation.

    The first reads the calibration from a file, the second calibrates.
    """
    with TemporaryDirectory() as place:
        file = Path(place) / "calibration.toml"
        save_calibration(calibration_of(folder), file)
        return _peak_mb(folder, "--calibration", str(file)), _peak_mb(folder)


def _peak_mb(folder: Path, *options: str) -> float:
    command = [sys.executable, "-m", "tests.bench.vision_costs", str(folder), *options]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Read twenty frames and print the peak memory in megabytes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calibration", type=Path)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    file = asked.calibration
    calibration = load_calibration(file) if file else calibration_of(asked.folder)
    paths = sorted(asked.folder.glob("roll_*.jpg"))
    for k in range(_READ):
        read_tray(load_picture(paths[k % len(paths)]), calibration)
    print(peak_kb() / _KB_PER_MB)


def peak_kb(process: int | str = "self") -> float:
    """Give a process's peak; `getrusage` would count what the process was that began it."""
    return _of_status(process, "VmHWM:")


def taken_kb(process: int) -> tuple[float, float, float]:
    """Give what a process takes now: its own, of files, and of shared memory; 0 if it has ended."""
    try:
        return (
            _of_status(process, "RssAnon:"),
            _of_status(process, "RssFile:"),
            _of_status(process, "RssShmem:"),
        )
    except OSError:
        return 0.0, 0.0, 0.0


def _of_status(process: int | str, name: str) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith(name):
            return float(line.split()[1])
    raise OSError("this system does not tell the memory of a process")


if __name__ == "__main__":
    main()
