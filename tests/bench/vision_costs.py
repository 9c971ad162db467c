"""What watching costs, and how much memory reading takes.

    python -m tests.bench.vision_costs FOLDER

Processor time is counted, not time on the wall, so that other programs don't count.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np

from calibration.files import known_faces, load_picture
from calibration.fits import calibrate
from vision.read import read_tray
from vision.settle import Settler, shrink, step

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


def peak_mb(folder: Path) -> float:
    """Give the peak memory of a process of its own that calibrates and reads twenty frames."""
    command = [sys.executable, "-m", "tests.bench.vision_costs", str(folder)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Calibrate, read twenty frames and print the peak memory in megabytes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    cv2.setNumThreads(1)
    shown = sorted(folder.glob("calib_*.jpg"))
    pictures = [(load_picture(path), known_faces(path)) for path in shown]
    calibration = calibrate(load_picture(folder / "empty.jpg"), pictures)
    paths = sorted(folder.glob("roll_*.jpg"))
    for k in range(_READ):
        read_tray(load_picture(paths[k % len(paths)]), calibration)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KB_PER_MB)


if __name__ == "__main__":
    main()
