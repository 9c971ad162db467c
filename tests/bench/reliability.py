"""How often the reader's promises come true, per die and per reading: table and diagram.

    python -m tests.bench.reliability [--renders FOLDER] [--rounds 2] [--rooms 6] [--step 12]

On the part that the probabilities were fitted on - renders d0 to d4, drawn throws of an even
seed - and, apart, on the part that only reports: renders d5 to d10, drawn throws of seeds 1, 3
and 5. Each render is read as it is and several times spoiled. The diagram is written to
build/bench/reliability.png, what was counted to reliability.json beside it.

A die is right if it lies there in the tray, flat, bare and at rest, with value and red as read. A
reading is right if all its dice are; an accepted reading if its number of dice is right, too.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.files import load_picture
from tests.bench import virtual
from tests.bench.reliability_chart import Counted, chart, miss_of, points_of
from tests.bench.virtual_shots import PER_ROOM, PER_THROW, is_right, shot
from tests.bench.vision_augment import spoiled
from tests.bench.vision_costs import calibration_of
from tests.bench.vision_truth import SURENESS_FROM, compare, frames, installations, sureness_of
from vision.read import read_tray
from vision.sureness import chance_of_all
from vision.types import Reading, Status

TARGET = Path("build/bench/reliability.png")
FIT_SEEDS, REPORT_SEEDS = (2,), (1, 3, 5)


@dataclass(frozen=True, slots=True)
class Promise:
    """One picture: what was promised, and what came true.

    place : which picture. dice : each die that was read. ok : whether the reading was accepted.
    right : whether every die and their number are right.
    """

    place: str
    dice: tuple[Counted, ...]
    ok: bool
    right: bool


def promise(place: str, reading: Reading, dice: list[Counted], *, right: bool) -> Promise:
    """What one reading promised; an accepted one that is wrong is printed."""
    one = Promise(place, tuple(dice), reading.status is Status.OK, right)
    if one.ok and not one.right:
        print(f"SILENT: {place}: {reading}", flush=True)
    return one


def of_renders(folder: Path, rounds: int) -> Iterator[Promise]:
    """The throws of a rendered installation, each as it is and spoiled."""
    random = np.random.default_rng(41)
    calibration = calibration_of(folder)
    for frame in frames(folder):
        bgr = load_picture(folder / f"{frame.name}.jpg")
        for seen in (bgr, *(spoiled(bgr, random) for _ in range(rounds))):
            reading = read_tray(seen, calibration)
            right = compare(reading, frame).right
            place = f"{folder.name} {frame.name}"
            yield promise(place, reading, sureness_of(reading, frame), right=right)


def of_virtual(seed: int, rooms: int, step: int) -> Iterator[Promise]:
    """Drawn throws of some installations: two pictures of every so many."""
    for first, room, calibration in virtual.calibrated_rooms(seed, range(rooms)):
        for index in _indices(first, step):
            one = shot(room, seed, index)
            reading = read_tray(one.bgr, calibration)
            dice = sureness_of(reading, one.frame)
            yield promise(f"seed {seed} {index}", reading, dice, right=is_right(reading, one))


def _indices(first: int, step: int) -> Iterator[int]:
    """Two pictures of one throw, then on to another: drawing a throw takes longest."""
    for index in range(first, first + PER_ROOM, max(PER_THROW, step)):
        yield from (index, index + 1)


def counted_of(some: list[Promise]) -> dict[str, list[Counted]]:
    """What is drawn: dice, whole readings and accepted readings."""
    return {
        "dice": [die for one in some for die in one.dice],
        "readings": [
            (_whole(one), all(right for _, right in one.dice)) for one in some if one.dice
        ],
        "accepted readings": [(_whole(one), one.right) for one in some if one.ok],
    }


def _whole(one: Promise) -> float:
    return chance_of_all(promised for promised, _ in one.dice)


def table(parts: dict[str, list[Promise]]) -> list[str]:
    """The diagram's points as Markdown."""
    lines = [
        "| part | of | promised | right | share | 95 % interval |",
        "|---|---|---|---|---|---|",
    ]
    for part, some in parts.items():
        for name, counted in counted_of(some).items():
            lines += [
                f"| {part} | {name} | {one.promised:.3f} | {one.count - one.wrong}/{one.count}"
                f" | {one.right:.3f} | {one.low:.3f}-{one.high:.3f} |"
                for one in points_of(counted)
            ]
            lines.append(
                f"| {part} | {name} | missed in the mean by | | {miss_of(counted):.4f} | |"
            )
    return lines


def draw(parts: dict[str, list[Promise]], target: Path) -> None:
    """Write the diagram: a column for each part."""
    columns = {part: counted_of(some) for part, some in parts.items()}
    kinds = next(iter(columns.values()))
    rows = [[(f"{part}: {kind}", columns[part][kind]) for part in columns] for kind in kinds]
    target.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(target), chart(rows))


def save(parts: dict[str, list[Promise]], path: Path) -> None:
    """Keep what was counted, to draw or fit it again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        json.dumps({part: [asdict(one) for one in some] for part, some in parts.items()})
    )


def load(path: Path) -> dict[str, list[Promise]]:
    """What was counted before."""
    data = json.loads(path.read_text())
    return {part: [_promise_from(row) for row in rows] for part, rows in data.items()}


def _promise_from(row: dict[str, Any]) -> Promise:
    dice = tuple((promised, right) for promised, right in row["dice"])
    return Promise(row["place"], dice, row["ok"], row["right"])


def count(asked: argparse.Namespace) -> dict[str, list[Promise]]:
    """Read everything that was asked for."""
    parts: dict[str, list[Promise]] = {"fit": [], "report": []}
    for folder in installations(asked.renders):
        part = "fit" if folder.name.split("_")[0] in SURENESS_FROM else "report"
        parts[part] += of_renders(folder, asked.rounds)
    for part, seeds in (("fit", FIT_SEEDS), ("report", REPORT_SEEDS)):
        for seed in seeds:
            parts[part] += of_virtual(seed, asked.rooms // len(seeds), asked.step)
    return parts


def main() -> None:
    """Count, print the table and draw the diagram."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--rounds", type=int, default=2, help="spoiled pictures of each render")
    parser.add_argument("--rooms", type=int, default=6, help="virtual installations of each part")
    parser.add_argument("--step", type=int, default=24, help="from throw to throw, in pictures")
    parser.add_argument("--again", action="store_true", help="draw what was counted before")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    counted = TARGET.with_suffix(".json")
    parts = load(counted) if asked.again else count(asked)
    save(parts, counted)
    draw(parts, TARGET)
    print("\n".join(table(parts)))
    print(f"\nThe reliability diagram is drawn in {TARGET}.")


if __name__ == "__main__":
    main()
