"""Measures the reading without calibration on path-traced throws: per die, and per picture.

Run `python -m tests.bench.wild_traced build/studio/seed3 ...`: one row an installation. A die is
scored where it lies flat and bare, at rest, its top wholly in the picture; a picture is silently
wrong where it is `ok` and any die in it leans, moves, is hidden or lies on another one, or its
dice were read otherwise than they lie. Dice beside the tray count: the picture alone shows no tray.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import load_picture
from tests.bench.pairs import is_right, paired, summed, timed
from tests.bench.vision_truth import installations
from tests.bench.wild_tables import share
from vision.types import DieReading, Reading, Status

Array = NDArray[Any]
FLAT_DEG, BARE, HIDDEN = 4.0, 0.97, 0.05
"""A die that leans less than the first and of whose top more than the second is seen is scored; one
of which less than the third is seen at all can't be missed."""

ALL_RED = ("red",)
"""Styles with red bodies on every face: whether these are red faces, a picture does not tell."""


@dataclass(slots=True)
class Counts:
    """Dice and pictures of an installation; near: dice that touch or nearly touch another one."""

    dice: int = 0
    found: int = 0
    values: int = 0
    right: int = 0
    near: int = 0
    near_right: int = 0
    reds: int = 0
    reds_right: int = 0
    extra: int = 0
    pictures: int = 0
    fair: int = 0
    fair_values: int = 0
    fair_ok: int = 0
    silent: int = 0
    ms: list[float] = field(default_factory=list)

    def __add__(self, other: Counts) -> Counts:
        return summed(self, other)


@dataclass(frozen=True, slots=True)
class Traced:
    """A die of the truth. state: `fair`, `trouble`, or `cut` off by the picture's edge."""

    value: int | None
    red: bool | None
    centre: Array
    side_px: float
    state: str
    near: bool


def _state(die: dict[str, Any], corners: Array, size: tuple[int, int]) -> str:
    if not ((corners > 1).all() and (corners < np.array(size) - 1).all()):
        return "cut"
    odd = any(die[key] for key in ("cocked", "stacked", "under_another", "moving"))
    flat = die["value"] is not None and die["tilt_deg"] < FLAT_DEG
    return "fair" if flat and not odd and die["visible_top"] > BARE else "trouble"


def dice_of(frame: dict[str, Any], size: tuple[int, int]) -> list[Traced]:
    """The dice of a frame of which anything is seen."""
    found = []
    for die in frame["dice"]:
        corners = np.array(die["corners_px"], float)
        if die["visible"] < HIDDEN and not die["under_another"]:
            continue
        side = float(max(abs(cv2.contourArea(corners.astype(np.float32))), 1.0) ** 0.5)
        red = None if die["style"] in ALL_RED else bool(die["red"])
        state = _state(die, corners, size)
        centre = corners.mean(axis=0)
        found.append(Traced(die["value"], red, centre, side, state, bool(die["touching"])))
    return found


def rolls(folder: Path) -> Iterator[tuple[str, Array, list[Traced]]]:
    """Name, picture and dice of each throw that does not move."""
    truth = json.loads((folder / "truth.json").read_text())
    size = (truth["camera"]["width"], truth["camera"]["height"])
    for name, frame in truth["frames"].items():
        if name.startswith("roll") and frame["kind"] != "moving":
            bgr = load_picture(folder / frame["file"])
            yield name, bgr, dice_of(frame, size)


def readings_of(dice: list[Traced], reading: Reading) -> list[DieReading | None]:
    """For each die of the truth the nearest reading within half a side."""
    return paired([(die.centre, die.side_px / 2) for die in dice], reading.dice)


def score(dice: list[Traced], reading: Reading, ms: float) -> Counts:
    """One picture's counts."""
    pairs = list(zip(dice, readings_of(dice, reading), strict=True))
    fair = [(die, seen) for die, seen in pairs if die.state == "fair"]
    read = [(die, seen) for die, seen in fair if seen is not None]
    extra = len(reading.dice) - sum(seen is not None for _, seen in pairs)
    whole = all(is_right(die.value, die.red, seen) for die, seen in fair) and not extra
    values = sum(seen.value == die.value for die, seen in read)
    near = [(die, seen) for die, seen in fair if die.near]
    reds = [(die, seen) for die, seen in read if die.red is not None]
    trouble = any(die.state == "trouble" for die in dice)
    ok = reading.status is Status.OK
    return Counts(
        dice=len(fair),
        found=len(read),
        values=values,
        right=sum(is_right(die.value, die.red, seen) for die, seen in fair),
        near=len(near),
        near_right=sum(is_right(die.value, die.red, seen) for die, seen in near),
        reds=len(reds),
        reds_right=sum(die.red == seen.red for die, seen in reds),
        extra=extra,
        pictures=1,
        fair=int(not trouble),
        fair_values=int(not trouble and values == len(fair) and not extra),
        fair_ok=int(ok and whole and not trouble),
        silent=int(ok and (trouble or not whole)),
        ms=[ms],
    )


HEADER = (
    "| installation | dice | found | values | found and right | touching | red or not | extra "
    "| fair: values right | fair: ok | silent | ms |\n" + "|---" * 12 + "|"
)


def row(name: str, counts: Counts) -> str:
    """One line of the table."""
    of_dice = (
        f"{100 * part / max(counts.dice, 1):.1f} %" for part in (counts.found, counts.values)
    )
    cells = (
        f"{counts.dice}",
        *of_dice,
        share(counts.right, counts.dice),
        f"{counts.near_right}/{counts.near}",
        f"{counts.reds_right}/{counts.reds}",
        f"{counts.extra}",
        f"{counts.fair_values}/{counts.fair}",
        f"{counts.fair_ok}/{counts.fair}",
        f"{counts.silent}/{counts.pictures}",
        f"{float(np.median(counts.ms or [0])):.0f}",
    )
    return f"| {name} | {' | '.join(cells)} |"


def run(folder: Path, *, talk: bool) -> Counts:
    """The counts of an installation."""
    total = Counts()
    for name, bgr, dice in rolls(folder):
        reading, ms = timed(bgr)
        one = score(dice, reading, ms)
        total = total + one
        if talk:
            _tell(f"{folder.name}/{name}", dice, reading, one)
    return total


def _tell(name: str, dice: list[Traced], reading: Reading, counts: Counts) -> None:
    """Print what went wrong in a picture."""
    for die, seen in zip(dice, readings_of(dice, reading), strict=True):
        if die.state == "fair" and not is_right(die.value, die.red, seen):
            said = f"read {seen.value} red={seen.red}" if seen else "missed"
            print(f"  {name} at {die.centre.round()}: {die.value} red={die.red} {said}")
    if counts.silent or counts.extra:
        print(f"  {name} silent={counts.silent} extra={counts.extra} {reading.problems}")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="each holds installations d*")
    parser.add_argument("--talk", action="store_true", help="name the dice that went wrong")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print(HEADER)
    total = Counts()
    for folder in asked.folders:
        for each in installations(folder):
            counts = run(each, talk=asked.talk)
            print(row(f"{folder.name} {each.name}", counts), flush=True)
            total = total + counts
    print(row("all", total))


if __name__ == "__main__":
    main()
