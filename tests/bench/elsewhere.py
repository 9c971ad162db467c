"""Measures the reading without calibration on photographs of other public repositories.

Run `python -m tests.bench.elsewhere --clones DIR`: DIR holds clones of the repositories that
elsewhere.json names, each as owner__name at the commit that stands there; those that are missing
are named and left out. No photograph is in this project. The labels were made by looking at every
die that the reader found, and at every picture for dice that it had missed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2

from tests.bench.pairs import timed
from tests.bench.wild import HEADER, Tally, line, score
from tests.bench.wild_tables import compared, reliability

LABELS = Path(__file__).with_suffix(".json")
HALF = "all"


def labelled(die: tuple[int, bool, float, float, float]) -> dict[str, Any]:
    """Give a label (value, red, x, y and side in pixels) as the manifests of photographs do."""
    value, red, x, y, side = die
    return {"value": value, "red": red, "bbox": [x - side / 2, y - side / 2, side, side]}


def read_all(clone: Path, pictures: dict[str, Any], *, talk: bool) -> Tally:
    """Give the tally of one repository's pictures; SystemExit for one that can't be opened."""
    total = Tally()
    for file, dice in pictures.items():
        bgr = cv2.imread(str(clone / file))
        if bgr is None:
            raise SystemExit(f"{clone / file} is no picture: is the clone at the named commit?")
        reading, ms = timed(bgr)
        one = score({"dice": [labelled(die) for die in dice]}, reading, ms)
        total = total + one
        if talk and not one.whole:
            print(f"  {file} {one.right}/{one.dice} silent={one.silent}: {reading}")
    return total


def missing(clones: Path, names: Iterable[str]) -> list[str]:
    """Give the repositories of which no clone is there."""
    return [name for name in names if not folder_of(clones, name).is_dir()]


def folder_of(clones: Path, name: str) -> Path:
    """Give where the clone of owner/name lies."""
    return clones / name.replace("/", "__")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=Path, required=True)
    parser.add_argument("--talk", action="store_true", help="name the pictures that went wrong")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    sources = json.loads(LABELS.read_text())
    absent = missing(asked.clones, sources)
    print(*(f"no clone of {name} at {sources[name]['commit']}" for name in absent), sep="\n")
    print(HEADER)
    tallies = {}
    for name in sorted(set(sources) - set(absent)):
        clone = folder_of(asked.clones, name)
        tallies[name] = read_all(clone, sources[name]["pictures"], talk=asked.talk)
        print(line(name, HALF, tallies[name]), flush=True)
    total = sum(tallies.values(), Tally())
    tallies["all photographs"] = total
    print(line("all", HALF, total))
    print(f"\n{compared({name: one.column() for name, one in tallies.items()})}")
    print(f"\n{reliability(total.trust)}")


if __name__ == "__main__":
    main()
