"""Reads the rendered throws mirrored, turned and at other sizes, calibrated so too.

    python -m tests.bench.turned [--renders FOLDER] [--jobs N]

Nothing that lies on a table depends on how the camera hangs over it or on its resolution. What is
read in one way only passed a limit by chance: each way is another draw of what unseen tables do.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import load_picture
from calibration.fits import CalibrationImpossible
from tests.bench.vision_costs import calibration_of
from tests.bench.vision_truth import (
    TrueFrame,
    frames,
    installations,
    is_mirrored,
    is_ok_and_right,
    is_silent_error,
)
from vision.read import read_tray
from vision.types import Reading

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Change = Callable[[Doubles], Doubles]


def _scaled(x: float, y: float, around: Doubles) -> Doubles:
    shift = around * (1 - np.array([x, y]))
    return np.array([[x, 0.0, shift[0]], [0.0, y, shift[1]], [0.0, 0.0, 1.0]])


def _sized(times: float) -> Change:
    return lambda middle: _scaled(times, times, np.array([-0.5, -0.5]))


def _mirrored(x: float, y: float) -> Change:
    return lambda middle: _scaled(x, y, middle)


def _turned(angle_deg: float) -> Change:
    return lambda middle: np.vstack([
        cv2.getRotationMatrix2D((float(middle[0]), float(middle[1])), angle_deg, 1.0), (0, 0, 1),
    ])  # fmt: skip


WAYS: dict[str, Change] = {
    "as they are": _sized(1.0),
    "mirrored": _mirrored(-1.0, 1.0),
    "upside down": _mirrored(1.0, -1.0),
    "from the other side": _mirrored(-1.0, -1.0),
    "turned by 7 degrees": _turned(7.0),
    "turned by -11 degrees": _turned(-11.0),
    "960 pixels wide": _sized(0.75),
    "1152 pixels wide": _sized(0.9),
    "1408 pixels wide": _sized(1.1),
    "1640 pixels wide": _sized(1.28125),
    "2560 pixels wide": _sized(2.0),
}
"""How the pictures are changed: from a picture's middle to the map of its pixels, shape (3, 3)."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of an installation's throws in one way.

    lost : fair throws that are not ok and right, that somebody can read. silent : the wrong ones.
    """

    way: str
    folder: str
    fair: int = 0
    lost: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    refused: bool = False


def changed(bgr: Picture, matrix: Doubles) -> Picture:
    """The picture whose pixels are moved so; a map of other size gives a picture of that size."""
    rows, columns = bgr.shape[:2]
    times = float(abs(np.linalg.det(matrix[:2, :2])) ** 0.5)
    if times != 1.0:
        way = cv2.INTER_AREA if times < 1 else cv2.INTER_CUBIC
        size = (round(columns * times), round(rows * times))
        return np.asarray(cv2.resize(bgr, size, interpolation=way), np.uint8)
    edge = cv2.BORDER_REPLICATE
    moved = cv2.warpAffine(bgr, matrix[:2], (columns, rows), flags=cv2.INTER_CUBIC, borderMode=edge)
    return np.asarray(moved, np.uint8)


def moved_back(reading: Reading, matrix: Doubles) -> Reading:
    """The reading of a changed picture, with the dice where they lie in the picture as it was."""
    back = np.linalg.inv(matrix)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        x, y, _ = back @ (*point, 1.0)
        return float(x), float(y)

    dice = tuple(replace(die, centre_px=at(die.centre_px)) for die in reading.dice)
    return replace(reading, dice=dice)


def row_of(task: tuple[str, Path]) -> Row:
    """What becomes of the throws of an installation in one way."""
    way, folder = task
    cv2.setNumThreads(1)
    empty = load_picture(folder / "empty.jpg")
    matrix = WAYS[way]((np.array(empty.shape[1::-1]) - 1) / 2)
    try:
        calibration = calibration_of(folder, lambda bgr: changed(bgr, matrix))
    except CalibrationImpossible:
        return Row(way, folder.name, refused=True)
    row = Row(way, folder.name)
    for frame in frames(folder):
        bgr = load_picture(folder / f"{frame.name}.jpg")
        reading = read_tray(changed(bgr, matrix), calibration)
        row = _with(row, frame, moved_back(reading, matrix), bgr)
    return row


def _with(row: Row, frame: TrueFrame, reading: Reading, bgr: Picture) -> Row:
    name = f"{row.folder.split('_')[0]} {frame.name}"
    right = is_ok_and_right(reading, frame)
    if is_silent_error(reading, frame):
        row = replace(row, silent=(*row.silent, name))
    if not frame.fair or (not right and is_mirrored(frame, bgr)):
        return row
    return replace(row, fair=row.fair + 1, lost=row.lost if right else (*row.lost, name))


def table(rows: list[Row]) -> str:
    """Each way with what is read in it, and all of them."""
    lines = ["| pictures | fair throws ok and right | silent | not ok |", "|---|---|---|---|"]
    for way in WAYS:
        lines.append(_line(way, [row for row in rows if row.way == way]))
    return "\n".join([*lines, _line("all", rows)])


def _line(words: str, rows: list[Row]) -> str:
    fair, lost = sum(row.fair for row in rows), [name for row in rows for name in row.lost]
    silent = [name for row in rows for name in row.silent]
    names = "" if words == "all" else ", ".join(lost)
    refused = [f"{row.folder} refused" for row in rows if row.refused]
    told = f"{len(silent)}" + (f" ({', '.join(silent)})" if silent else "")
    share = f"{fair - len(lost)}/{fair} ({(fair - len(lost)) / max(fair, 1):.1%})"
    return f"| {words} | {share} | {told} | {', '.join([names, *refused]).strip(', ')} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    tasks = list(product(WAYS, installations(asked.renders)))
    with ProcessPoolExecutor(asked.jobs) as pool:
        print(table(list(pool.map(row_of, tasks))))


if __name__ == "__main__":
    main()
