"""Strange and broken pictures for both readers: no reading of them may be `ok`.

    python -m tests.bench.strange --pictures 10000 --seed 1          a run; writes a leg and a table
    python -m tests.bench.strange --from 2000 --to 4000 --seed 1     a leg of the same run
    python -m tests.bench.strange --sum build/bench/strange/seed1-*.json   the table of all legs
    python -m tests.bench.strange --only 1234 --seed 1               one picture, with its overlay

Noise, patterns, print, cards, dominoes, buttons and the like, over the whole picture or lying in
the calibrated tray; other installations; damaged files and pictures of impossible sizes. A file
that can't be decoded has to be refused with an error of calibration.files.
Most go to the calibrated reader, in turns with several calibrations, the others to the one
without. `ok` is counted, and so is `empty` of a tray that is not empty. Each picture follows from
seed and number. **Even seeds are for looking, odd seeds for reporting.** Every `ok` and every
wrong `empty` is written to build/bench/strange.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import VisionInputError, load_picture
from tests.bench.strange_paint import Rng, Size
from tests.bench.strange_pictures import damaged, laid_in, random_picture
from tests.bench.strange_tables import READERS, Answer, Leg, load, save, table
from tests.bench.virtual_rooms import Room, calibrated, photo, random_room
from tests.bench.virtual_throws import fair
from tests.vision.trays import BLACK_DICE, FOLDER, RED_FACES, calibration_of
from vision.calibration_values import Calibration
from vision.overlay import draw
from vision.read import read_tray
from vision.types import Reading, Status
from vision.virtual import render
from vision.virtual.sensor import sensor
from vision.wild.reader import read_wild

Picture = NDArray[np.uint8]
HOME = Path("build/bench/strange")

_TRAYS = (RED_FACES, BLACK_DICE)
_ROOMS = (1, 5, 8, 10, 12, 14)  # that calibration has nothing serious to say about
_SETUPS = len(_TRAYS) + len(_ROOMS)
_WHOLE: tuple[Size, ...] = ((480, 640), (960, 1280), (720, 960))
_WILD: tuple[Size, ...] = ((240, 320), (300, 300), (480, 640), (360, 200))
_ODD: tuple[Size, ...] = ((1, 1), (2, 900), (16, 16), (17, 40), (63, 64), (90, 1600), (1200, 80))
_IN_A_ROW = 40  # pictures for one calibration after the other: what it prepares is kept
_WILD_SHARE = 0.2  # of the pictures that show no calibrated tray
_LEVELS, _LEAST_PX, _RIM_PX = 20, 60, 25  # by how much and how much of the floor must differ
_PARTS = {"whole": 0.3, "in the tray": 0.42, "elsewhere": 0.1, "damaged": 0.13, "size": 0.05}


@dataclass(frozen=True, slots=True)
class Strange:
    """One strange picture, or the error that refused its file.

    calibrated : which calibration reads it; None for the reader without one.
    """

    kind: str
    bgr: Picture | None
    calibrated: int | None
    refusal: str = ""


@lru_cache(maxsize=_SETUPS)
def setup(which: int) -> tuple[Calibration, Picture]:
    """A calibration with its empty tray: of tests/data first, then of virtual rooms."""
    if which < len(_TRAYS):
        tray = _TRAYS[which]
        return calibration_of(tray), load_picture(FOLDER / tray / "empty.jpg")
    number = _ROOMS[which - len(_TRAYS)]
    room, rng = _room(number), np.random.default_rng([number, 2])
    return calibrated(room, rng), photo(room, (), rng)


@lru_cache(maxsize=8)
def _room(number: int) -> Room:
    return random_room(np.random.default_rng([number, 1]))


def strange(seed: int, index: int) -> Strange:
    """The picture of that number."""
    rng = np.random.default_rng([seed, index])
    part = str(rng.choice(list(_PARTS), p=list(_PARTS.values())))
    row = index // _IN_A_ROW
    if part == "elsewhere":
        return _elsewhere(rng, seed, row)
    wild = part != "in the tray" and rng.random() < _WILD_SHARE
    return _MAKERS[part](rng, None if wild else row % _SETUPS)


def _whole(rng: Rng, which: int | None) -> Strange:
    sizes = _WILD if which is None else _WHOLE
    kind, bgr = random_picture(rng, sizes[int(rng.integers(len(sizes)))])
    return Strange(kind, bgr, which)


def _in_the_tray(rng: Rng, which: int | None) -> Strange:
    """Something strange lies in the empty tray, flat and without a shadow."""
    calibration, empty = setup(which or 0)
    kind, page = random_picture(rng, (empty.shape[0], empty.shape[1]))
    bgr = laid_in(rng, empty, np.array(calibration.tray_px), page)
    return Strange(f"{kind} in the tray", bgr, which or 0)


def _elsewhere(rng: Rng, seed: int, row: int) -> Strange:
    """A throw in another installation than the calibrated one, turned about and noisy."""
    room, clean = _thrown_elsewhere(seed, row)
    bgr = np.asarray(sensor(clean, room.effects, rng), np.uint8)
    ways = (bgr, bgr[::-1], bgr[:, ::-1], bgr[::-1, ::-1])
    turned = np.ascontiguousarray(ways[int(rng.integers(len(ways)))])
    return Strange("another installation", turned, row % _SETUPS)


@lru_cache(maxsize=1)
def _thrown_elsewhere(seed: int, row: int) -> tuple[Room, Picture]:
    """A room that is not the one calibrated for this row of pictures, and a throw there."""
    rng = np.random.default_rng([seed, row, 3])
    others = [number for k, number in enumerate(_ROOMS) if k + len(_TRAYS) != row % _SETUPS]
    room = _room(others[int(rng.integers(len(others)))])
    dice = fair(rng, room.scene).dice
    return room, np.asarray(render(room.scene, dice, rng), np.uint8)


def _damaged(rng: Rng, which: int | None) -> Strange:
    """A damaged file of a strange picture or of an empty tray."""
    sizes = _WILD if which is None else _WHOLE
    _, bgr = random_picture(rng, sizes[int(rng.integers(len(sizes)))])
    jpeg = bytes(cv2.imencode(".jpg", bgr)[1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.jpg"
        path.write_bytes(damaged(rng, jpeg))
        try:
            return Strange("damaged file", load_picture(path), which)
        except VisionInputError as error:
            return Strange("damaged file", None, which, str(error))


def _of_odd_size(rng: Rng, which: int | None) -> Strange:
    """A picture much too small, too large, too long, or of another shape than calibrated."""
    sizes = (*_ODD, (2400, 3200)) if which is not None else _ODD
    return Strange("odd size", random_picture(rng, sizes[int(rng.integers(len(sizes)))])[1], which)


_MAKERS: dict[str, Callable[[Rng, int | None], Strange]] = {
    "whole": _whole,
    "in the tray": _in_the_tray,
    "damaged": _damaged,
    "size": _of_odd_size,
}


def read(one: Strange) -> Reading | None:
    """The reading, or None for a file that was refused."""
    if one.bgr is None:
        return None
    if one.calibrated is None:
        return read_wild(one.bgr)
    return read_tray(one.bgr, setup(one.calibrated)[0])


def is_bare(one: Strange) -> bool:
    """Whether the tray's floor differs from the empty tray by next to nothing."""
    if one.bgr is None or one.calibrated is None:
        return False
    calibration, empty = setup(one.calibrated)
    if one.bgr.shape != empty.shape:
        return False
    apart: Any = cv2.absdiff(cv2.blur(one.bgr, (5, 5)), cv2.blur(empty, (5, 5))).max(axis=2)
    floor = np.zeros(apart.shape, np.uint8)
    cv2.fillPoly(floor, [np.round(calibration.tray_px).astype(np.int32)], 1)
    inner = cv2.erode(floor, np.ones((_RIM_PX, _RIM_PX), np.uint8))
    return int(((apart > _LEVELS) & (inner > 0)).sum()) < _LEAST_PX


def answer_of(one: Strange, reading: Reading | None) -> str:
    """One of strange_tables.ANSWERS for a reading."""
    if reading is None:
        return "refused"
    if reading.status is Status.EMPTY:
        return "bare" if one.calibrated is None or is_bare(one) else "empty"
    return reading.status.value


def run(seed: int, indices: range) -> Leg:
    """Read some pictures; what must not be is written and printed at once."""
    answers = []
    for which in range(_SETUPS):  # before time is taken
        setup(which)
    for index in indices:
        start = time.thread_time()
        one = strange(seed, index)
        reading = read(one)
        answer = answer_of(one, reading)
        ms = 1000 * (time.thread_time() - start)
        if answer in ("ok", "empty"):
            print(f"{answer}: --seed {seed} --only {index}: {one.kind}: {reading}", flush=True)
            _write(one, seed, index, reading)
        answers.append(Answer(index, one.kind, READERS[one.calibrated is None], answer, ms))
    return Leg(seed, tuple(answers))


def show(seed: int, index: int) -> None:
    """Make one picture again, read it, and write it with its overlay."""
    one = strange(seed, index)
    reading = read(one)
    _write(one, seed, index, reading)
    print(one.kind, one.refusal or reading, *(reading.problems if reading else ()), sep="\n")


def _write(one: Strange, seed: int, index: int, reading: Reading | None) -> None:
    """Keep a picture and what was read in it."""
    if one.bgr is None or reading is None:
        return
    HOME.mkdir(parents=True, exist_ok=True)
    stem = HOME / f"seed{seed}-{index:06d}"
    cv2.imwrite(f"{stem}.png", one.bgr)
    cv2.imwrite(f"{stem}-read.png", draw(one.bgr, reading))


def main() -> None:
    """Run, add up or show."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=10000)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=None, dest="last")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int, metavar="N")
    parser.add_argument("--sum", nargs="+", type=Path, metavar="LEG")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.sum:
        print(table(load(asked.sum)))
    elif asked.only is not None:
        show(asked.seed, asked.only)
    else:
        last = asked.last or asked.first + asked.pictures
        leg = run(asked.seed, range(asked.first, last))
        save(leg, HOME / f"seed{asked.seed}-{asked.first:06d}-{last:06d}.json")
        print(table(leg))


if __name__ == "__main__":
    main()
