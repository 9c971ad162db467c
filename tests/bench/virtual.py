"""Many throws in many virtual installations: silent errors, fair throws read, troubles noticed.

    python -m tests.bench.virtual --pictures 2000 --seed 1           a run; writes a leg and a table
    python -m tests.bench.virtual --from 2000 --to 4000 --seed 1     another leg of the same run
    python -m tests.bench.virtual --sum build/bench/virtual/seed1-*  the table of all legs
    python -m tests.bench.virtual --sheet build/bench/virtual/seed2-*  the worst of them, drawn
    python -m tests.bench.virtual --only 1234 --seed 1               one picture, with its overlay

Each installation is calibrated from its own three pictures and then sees eighty throws, each six
times with other noise, exposure and so on. A picture is made from seed and index alone. **Even
seeds are for looking** at what goes wrong while the reader is built; **odd seeds are for
reporting** and only their totals may be read before. Each silent error is written to
build/bench/silent with its description; the sheet shows fair throws that were refused, one or two
for each first reason, and is for even seeds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path

import cv2
import numpy as np

from calibration.fits import CalibrationImpossible
from tests.bench.sheet import tile, write_sheet
from tests.bench.virtual_rooms import Room, calibrated
from tests.bench.virtual_shots import (
    PER_ROOM,
    Due,
    Shot,
    described,
    is_right,
    is_silent,
    room_of,
    shot,
)
from tests.bench.virtual_tables import Leg, Outcome, load, named, refused_by_reason, save, table
from tests.bench.vision_truth import compare, is_mirrored
from vision.calibration_values import Calibration
from vision.overlay import draw
from vision.read import read_tray
from vision.types import Reading, Status

HOME = Path("build/bench")
_REASONS = 9  # on the sheet


def calibration_of(room: Room, seed: int, index: int) -> Calibration:
    """The calibration of the room that a picture belongs to."""
    return calibrated(room, np.random.default_rng([seed, index // PER_ROOM, 78]))


def calibrated_rooms(seed: int, numbers: range) -> Iterator[tuple[int, Room, Calibration]]:
    """The installations of a seed that calibration doesn't refuse, each with its first index."""
    for number in numbers:
        first = number * PER_ROOM
        room = room_of(seed, first)
        try:
            calibration = calibration_of(room, seed, first)
        except CalibrationImpossible:
            continue
        yield first, room, calibration


def outcome(one: Shot, reading: Reading, calibration: Calibration, ms: float) -> Outcome:
    """What is counted about one reading."""
    pairs = compare(reading, one.frame).pairs
    sure = [red == seen for *_, red, seen, doubted in pairs if not doubted]
    if one.strangers:
        sure = []
    right = is_right(reading, one)
    good = right and reading.status is Status.OK
    return Outcome(
        index=one.index,
        kind=one.kind,
        condition=one.condition,
        due=one.due,
        status=reading.status.value,
        silent=is_silent(reading, one),
        right=right,
        mirrored=one.due is Due.FAIR and not good and is_mirrored(one.frame, one.bgr),
        remarked=bool(calibration.remarks),
        named=named(reading.problems, one),
        said=reading.problems[0] if reading.problems else "",
        reds=len(sure),
        reds_right=sum(sure),
        ms=round(ms, 2),
    )


def run_room(seed: int, indices: list[int], folder: Path = HOME) -> Leg:
    """Read some pictures of one installation."""
    cv2.setNumThreads(1)
    room = room_of(seed, indices[0])
    try:
        calibration = calibration_of(room, seed, indices[0])
    except CalibrationImpossible as error:
        text = f"refused, pictures {indices[0]}-{indices[-1]}: {room.name}: {error}"
        print(text, file=sys.stderr, flush=True)
        return Leg(seed, [], indices)
    leg = Leg(seed, [], [], 1)
    for index in indices:
        one = shot(room, seed, index)
        start = time.thread_time()
        reading = read_tray(one.bgr, calibration)
        leg.outcomes.append(outcome(one, reading, calibration, 1000 * (time.thread_time() - start)))
        let_through = one.due is Due.ASK and reading.status is Status.OK
        if is_silent(reading, one) or let_through:
            write(folder / "silent", seed, room, one, reading)
    return leg


def write(folder: Path, seed: int, room: Room, one: Shot, reading: Reading) -> None:
    """Keep a picture, its overlay and its description."""
    folder.mkdir(parents=True, exist_ok=True)
    word = "SILENT" if is_silent(reading, one) else "let through" if one.due is Due.ASK else "read"
    stem = f"seed{seed}-{one.index:06d}"
    text = f"{word}: seed {seed} {described(room, one, reading)}\n"
    cv2.imwrite(str(folder / f"{stem}.png"), one.bgr)
    cv2.imwrite(str(folder / f"{stem}-read.jpg"), draw(one.bgr, reading))
    (folder / f"{stem}.txt").write_text(text)
    print(text, file=sys.stderr, flush=True)


def rooms(first: int, last: int, every: int) -> Iterator[list[int]]:
    """The indices of a range, or one in every so many, by installation."""
    for _, some in groupby(range(first, last, every), key=lambda index: index // PER_ROOM):
        yield list(some)


def run(seed: int, first: int, last: int, jobs: int, every: int = 1) -> Leg:
    """Read the pictures `first` to `last` (left out) of a seed, or one in every so many."""
    whole = Leg(seed, [], [])
    groups = list(rooms(first, last, every))
    with ProcessPoolExecutor(jobs) as pool:
        for leg in (
            pool.map(run_room, [seed] * len(groups), groups)
            if jobs > 1
            else map(run_room, [seed] * len(groups), groups)
        ):
            whole.outcomes += leg.outcomes
            whole.refused += leg.refused
            whole.rooms += leg.rooms
    return whole


def show(seed: int, index: int) -> None:
    """Make one picture again, read it, and write it with its overlay."""
    room = room_of(seed, index)
    calibration = calibration_of(room, seed, index)
    one = shot(room, seed, index)
    write(HOME / "only", seed, room, one, read_tray(one.bgr, calibration))
    print("\n".join(calibration.remarks))


def sheet(leg: Leg, target: Path) -> None:
    """Draw fair throws that were refused: of each first reason the first one of two rooms."""
    tiles = []
    for some in refused_by_reason(leg.outcomes)[:_REASONS]:
        for one in _of_two_rooms(some):
            room = room_of(leg.seed, one.index)
            seen = shot(room, leg.seed, one.index)
            reading = read_tray(seen.bgr, calibration_of(room, leg.seed, one.index))
            title = f"{one.index} {one.kind}, {one.condition}; {len(some)} times"
            tiles.append(tile(seen.bgr, reading, seen.frame, (title, *reading.problems[:2])))
    write_sheet(tiles, target)
    print(f"{len(tiles)} refused fair throws are drawn in {target}.")


def _of_two_rooms(some: list[Outcome]) -> list[Outcome]:
    firsts = {one.index // PER_ROOM: one for one in reversed(some)}
    return list(firsts.values())[-2:][::-1]


def main() -> None:
    """Run, add up or show."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pictures", type=int, default=500, help="how many, from the first on")
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--to", type=int, default=None, dest="last")
    parser.add_argument("--every", type=int, default=1, help="6: each throw is seen once only")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="INDEX")
    parser.add_argument("--sum", nargs="+", type=Path, metavar="LEG")
    parser.add_argument("--sheet", nargs="+", type=Path, metavar="LEG")
    asked = parser.parse_args()
    if asked.sheet:
        leg = load(asked.sheet)
        sheet(leg, HOME / "virtual" / f"worst-seed{leg.seed}.jpg")
    elif asked.sum:
        print(table(load(asked.sum)))
    elif asked.only is not None:
        show(asked.seed, asked.only)
    else:
        last = asked.last or asked.first + asked.pictures
        leg = run(asked.seed, asked.first, last, asked.jobs, asked.every)
        save(leg, HOME / "virtual" / f"seed{asked.seed}-{asked.first:06d}-{last:06d}.json")
        print(table(leg))


if __name__ == "__main__":
    main()
