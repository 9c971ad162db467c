"""Measures the reading without calibration on labelled photographs and drawn lookalikes.

Run `python -m tests.bench.wild --photos DIR`: one row a folder and half, silent errors first.
The `look` half may be looked at while working on the reader; only the `report` half counts.
`values%` scores values alone, as public readers are scored; `right%` red or not as well.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.bench.pairs import is_right, paired, summed, timed
from tests.bench.wild_lookalikes import BOX, LEANING, ROUND, lookalikes
from tests.bench.wild_tables import Column, compared, processor_times, reliability
from vision.types import DieReading, Reading, Status


@dataclass(slots=True)
class Tally:
    """Counts over the pictures of one folder and half."""

    pictures: int = 0
    whole: int = 0
    values_whole: int = 0
    ok: int = 0
    silent: int = 0
    dice: int = 0
    right: int = 0
    values: int = 0
    extra: int = 0
    ms: list[float] = field(default_factory=list)
    trust: list[tuple[float, bool]] = field(default_factory=list)

    def __add__(self, other: Tally) -> Tally:
        return summed(self, other)

    def column(self) -> Column:
        """What is compared with public readers."""
        return Column(self.pictures, self.values_whole, self.ok, self.silent)


def half_of(folder: str, index: int, image: dict[str, Any]) -> str:
    """`look` or `report`: by the makers' split where one is useful, else every second picture."""
    if folder.startswith("nell-byler"):
        return "report" if image["split"] == "test" else "look"
    return "report" if index % 2 else "look"


def reach_of(die: dict[str, Any], dice: list[dict[str, Any]]) -> float:
    """How far a reading's centre may be from a label's: some boxes hold only the pips."""
    largest = max(max(other["bbox"][2:]) for other in dice)
    return float(0.5 * max(*die["bbox"][2:], 0.8 * largest))


def pair(dice: list[dict[str, Any]], seen: tuple[DieReading, ...]) -> list[DieReading | None]:
    """The nearest reading for each labelled die, none used twice."""
    middles = [np.add(die["bbox"][:2], np.divide(die["bbox"][2:], 2)) for die in dice]
    return paired([(at, reach_of(die, dice)) for at, die in zip(middles, dice, strict=True)], seen)


def is_right_of(die: dict[str, Any], seen: DieReading | None) -> bool:
    """Whether value and (where it is scored) red are right."""
    return is_right(die["value"], die.get("red"), seen)


def score(image: dict[str, Any], reading: Reading, ms: float) -> Tally:
    """One picture as a tally."""
    pairs = pair(image["dice"], reading.dice)
    both = [
        (die, seen)
        for die, seen in zip(image["dice"], pairs, strict=True)
        if die["value"] is not None
    ]
    right = sum(is_right_of(die, seen) for die, seen in both)
    values = sum(seen is not None and seen.value == die["value"] for die, seen in both)
    extra = len(reading.dice) - sum(seen is not None for seen in pairs)
    whole = right == len(image["dice"]) and extra == 0
    trust = [(seen.confidence, is_right_of(die, seen)) for die, seen in both if seen is not None]
    trust += [(one.confidence, False) for one in reading.dice if one not in pairs]
    ok = reading.status is Status.OK
    return Tally(
        pictures=1,
        whole=int(whole),
        values_whole=int(values == len(image["dice"]) and extra == 0),
        ok=int(ok),
        silent=int(ok and not whole),
        dice=len(both),
        right=right,
        values=values,
        extra=extra,
        ms=[ms],
        trust=trust,
    )


HEADER = (
    f"{'folder':28s} {'half':7s} {'pictures':>8s} {'silent':>6s} {'whole':>6s} {'ok':>5s} "
    f"{'unsure%':>8s} {'dice':>5s} {'right%':>7s} {'values%':>7s} {'extra':>6s} {'ms':>6s}"
)


def line(folder: str, half: str, tally: Tally) -> str:
    """One row of the table."""
    unsure = 100 * (1 - tally.ok / max(tally.pictures, 1))
    right, values = (100 * count / max(tally.dice, 1) for count in (tally.right, tally.values))
    return (
        f"{folder[:28]:28s} {half:7s} {tally.pictures:8d} {tally.silent:6d} {tally.whole:6d} "
        f"{tally.ok:5d} {unsure:8.1f} {tally.dice:5d} {right:7.2f} {values:7.2f} {tally.extra:6d} "
        f"{float(np.median(tally.ms or [0])):6.0f}"
    )


def run(folder: Path, half: str, *, talk: bool) -> Tally:
    """The tally of one half of a folder."""
    images = json.loads((folder / "manifest.json").read_text())["images"]
    total = Tally()
    for index, image in enumerate(images):
        if half_of(folder.name, index, image) != half:
            continue
        bgr = cv2.imread(str(folder / image["file"]))
        if bgr is None:
            raise SystemExit(f"{folder / image['file']} is no picture")
        reading, ms = timed(bgr)
        one = score(image, reading, ms)
        total = total + one
        if talk and not (one.whole and one.ok):
            print(f"  {image['file']} {one.right}/{one.dice} silent={one.silent}: {reading}")
    return total


def run_drawn(kind: str, count: int) -> Tally:
    """The tally of drawn pictures; with a leaning die none is right, and each `ok` is silent."""
    total = Tally()
    for drawn in lookalikes(kind, count):
        reading, ms = timed(drawn.bgr)
        total = total + score({"dice": drawn.dice}, reading, ms)
    return total


def some(photos: Path, half: str) -> list[Any]:
    """The first two pictures of each folder's half."""
    chosen = []
    for folder in sorted(path for path in photos.iterdir() if path.is_dir()):
        images = json.loads((folder / "manifest.json").read_text())["images"]
        mine = [one for i, one in enumerate(images) if half_of(folder.name, i, one) == half]
        chosen += [cv2.imread(str(folder / one["file"])) for one in mine[:2]]
    return chosen


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--half", choices=("look", "report", "both"), default="both")
    parser.add_argument("--talk", action="store_true", help="name the pictures that went wrong")
    parser.add_argument("--drawn", type=int, default=25, help="so many lookalikes of each kind")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print(HEADER)
    tallies: dict[str, Tally] = {}
    for half in ("look", "report") if asked.half == "both" else (asked.half,):
        tallies = {}
        for folder in sorted(path for path in asked.photos.iterdir() if path.is_dir()):
            tallies[folder.name] = run(folder, half, talk=asked.talk)
            print(line(folder.name, half, tallies[folder.name]), flush=True)
        total = sum(tallies.values(), Tally())
        tallies["all photographs"] = total
        print(line("all", half, total))
    for kind in (ROUND, BOX, LEANING) if asked.drawn else ():
        tallies[kind] = run_drawn(kind, asked.drawn)
        print(line(kind, "drawn", tallies[kind]), flush=True)
    print(f"\nThe {half} half and drawn pictures, shares with their 95 % intervals:\n")
    print(compared({name: tally.column() for name, tally in tallies.items()}))
    print(f"\n{reliability(total.trust)}\n\n{processor_times(some(asked.photos, half))}")


if __name__ == "__main__":
    main()
