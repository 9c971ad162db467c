"""What calibration does with pictures that something is wrong with, on virtual installations.

    python -m tests.bench.bad_calibrations [--seed 28] [--rooms 4] [--only KIND ...]

Each kind spoils the three pictures of an installation. What comes of it: `refused` in a sentence,
`remarked` (calibrated, with something to mend), or `quiet`. What was calibrated then reads throws:
`silent` are those that are `ok` and wrong, of the readings; `fair` are fair throws that are `ok`
and right. Quiet is right where throws are read as by the good pictures (`as it is`). What is wrong
with the camera itself (focus, exposure, noise) is so with the throws, too.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.fits import CalibrationImpossible, calibrate
from tests.bench.bad_pictures import KINDS, Picture, Shots, as_seen
from tests.bench.virtual_looks import Rng
from tests.bench.virtual_rooms import Room, photo, random_room
from tests.bench.virtual_throws import Throw, fair, leaning_on_die, stacked, touching
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Status

HEADER = f"{'what is wrong':30}{'refused':>8}{'remarked':>9}{'quiet':>6}{'silent':>9}{'fair':>8}"


@dataclass
class Count:
    """What came of one way to spoil pictures."""

    refused: int = 0
    remarked: int = 0
    quiet: int = 0
    readings: int = 0
    silent: int = 0
    fair: int = 0
    right: int = 0


def rehearse(shots: Shots, throws: list[tuple[Picture, Throw]], count: Count) -> str:
    """Calibrate and read throws; give the refusal or the remarks."""
    try:
        made = calibrate(*shots)
    except CalibrationImpossible as error:
        count.refused += 1
        return f"refused: {error}"
    count.remarked += bool(made.remarks)
    count.quiet += not made.remarks
    for bgr, thrown in throws:
        _read(made, bgr, thrown, count)
    return " / ".join(made.remarks) or "quiet"


def _read(made: Calibration, bgr: Picture, thrown: Throw, count: Count) -> None:
    reading = read_tray(bgr, made)
    accepted = reading.status is Status.OK
    right = sorted(map(str, reading.dice)) == sorted(map(str, thrown.dice))
    is_fair = not thrown.bad and all(die.flat for die in thrown.dice)
    count.readings += 1
    count.silent += accepted and (thrown.bad or not right)
    count.fair += is_fair
    count.right += is_fair and accepted and right


def rooms_of(seed: int, count: int) -> list[Room]:
    """The installations that are spoiled."""
    return [random_room(np.random.default_rng([seed, 41, k])) for k in range(count)]


def throws_of(room: Room, rng: Rng) -> list[tuple[Picture, Throw]]:
    """Eight throws of an installation, four of them fair."""
    kinds = (fair, fair, touching, fair, leaning_on_die, leaning_on_die, stacked, stacked)
    thrown = [kind(rng, room.scene) for kind in kinds]
    return [(photo(room, one.dice, rng), one) for one in thrown]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=28)
    parser.add_argument("--rooms", type=int, default=4)
    parser.add_argument("--only", nargs="*", default=list(KINDS), metavar="KIND")
    parser.add_argument("--words", action="store_true", help="print what is said, too")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    rooms = rooms_of(asked.seed, asked.rooms)
    thrown = [throws_of(room, np.random.default_rng([asked.seed, 42])) for room in rooms]
    print(HEADER)
    for kind in asked.only:
        count, said = Count(), []
        for room, throws in zip(rooms, thrown, strict=True):
            shots = KINDS[kind](room, np.random.default_rng([asked.seed, 43]))
            rng = np.random.default_rng([asked.seed, 44])
            seen = [(as_seen(kind, bgr, rng), one) for bgr, one in throws]
            said.append(rehearse(shots, seen, count))
        silent, right = f"{count.silent}/{count.readings}", f"{count.right}/{count.fair}"
        print(
            f"{kind:30}{count.refused:8}{count.remarked:9}{count.quiet:6}{silent:>9}{right:>8}",
            flush=True,
        )
        if asked.words:
            print("".join(f"    {words}\n" for words in said), end="", flush=True)


if __name__ == "__main__":
    main()
