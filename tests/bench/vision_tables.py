"""The tables of the vision bench: what is counted, and how it is printed."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from tests.bench.vision_truth import Comparison, TrueFrame, compare, sureness_of
from vision.types import Reading, Status

TROUBLES = ("cocked", "stacked", "hand", "moving", "seven", "out")
# What a sentence must say to have noticed a trouble for what it is.
_SAYS = {
    "cocked": ("leans",),
    "stacked": ("on one another", "on another one", "leans"),
    "hand": ("hand", "hidden"),
    "moving": ("moving",),
    "seven": ("seven dice",),
    "out": ("outside",),
}
_BOUNDS = (0.0, 0.2, 0.5, 0.9, 0.97, 0.99, 0.997, 1.0001)
_SUMS = (
    *("fair", "fair_ok", "mirrored", "mirrored_said"),
    *("silent", "pictures", "reds", "reds_right"),
)


@dataclass(slots=True)
class Tally:
    """The counts of one installation or of several.

    fair, fair_ok : fair rolls whose faces can be read, and those that were read right.
    mirrored, mirrored_said : fair rolls with a face whose pips a lamp hides, and those that
        were called unsure with that as the first reason.
    """

    fair: int = 0
    fair_ok: int = 0
    mirrored: int = 0
    mirrored_said: int = 0
    silent: int = 0
    pictures: int = 0
    reds: int = 0
    reds_right: int = 0
    faces: Counter[tuple[int, int]] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    noticed: Counter[str] = field(default_factory=Counter)
    named: Counter[str] = field(default_factory=Counter)
    times_ms: list[float] = field(default_factory=list)
    sureness: list[tuple[float, bool]] = field(default_factory=list)
    wholes: list[tuple[float, bool]] = field(default_factory=list)

    def add(
        self, reading: Reading, frame: TrueFrame, time_ms: float, *, mirrored: bool = False
    ) -> None:
        """Count one picture; mirrored if a lamp hides a pip of it."""
        comparison = compare(reading, frame)
        ok = reading.status is Status.OK
        self.pictures += 1
        self.silent += ok and not comparison.right
        self.times_ms.append(time_ms)
        if frame.fair and mirrored:
            self.mirrored += 1
            self.mirrored_said += not ok and "lamp mirrors" in reading.problems[0]
        elif frame.fair:
            self.fair += 1
            self.fair_ok += ok and comparison.right
        if frame.label in TROUBLES:
            self._add_trouble(reading, frame.label, right=comparison.right)
        self._add_dice(comparison)
        self.sureness += sureness_of(reading, frame)
        if ok:
            self.wholes.append((reading.confidence, comparison.right))

    def _add_trouble(self, reading: Reading, label: str, *, right: bool) -> None:
        said = " ".join(reading.problems)
        named = any(words in said for words in _SAYS[label])
        held = reading.status is not Status.OK or (right and (label == "hand" or named))
        self.troubles[label] += 1
        self.noticed[label] += held
        self.named[label] += named

    def _add_dice(self, comparison: Comparison) -> None:
        for true, read, red, read_red, doubted in comparison.pairs:
            if true is None or read is None:
                continue
            self.faces[true, read] += 1
            if not doubted:
                self.reds += 1
                self.reds_right += red == read_red

    def join(self, other: Tally) -> None:
        """Add another tally's counts."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("faces", "troubles", "noticed", "named"):
            getattr(self, name).update(getattr(other, name))
        self.times_ms += other.times_ms
        self.sureness += other.sureness
        self.wholes += other.wholes


HEADER = (
    f"{'installation':24}{'part':8}{'silent':>7}{'fair ok':>10}{'mirrored':>10}"
    + "".join(f"{name:>9}" for name in TROUBLES)
    + f"{'reds':>10}{'ms':>7}"
)


def row(name: str, part: str, tally: Tally) -> str:
    """Give one line of the main table: silent errors first."""
    troubles = "".join(f"{f'{tally.noticed[kind]}/{tally.troubles[kind]}':>9}" for kind in TROUBLES)
    fair, mirrored = f"{tally.fair_ok}/{tally.fair}", f"{tally.mirrored_said}/{tally.mirrored}"
    return (
        f"{name:24}{part:8}{tally.silent:>7}{fair:>10}{mirrored:>10}{troubles}"
        f"{f'{tally.reds_right}/{tally.reds}':>10}{np.median(tally.times_ms):>7.1f}"
    )


def confusion(tally: Tally) -> list[str]:
    """Give the die-level confusion matrix: true values down, read values across."""
    lines = ["true \\ read" + "".join(f"{value:>6}" for value in range(1, 7))]
    for true in range(1, 7):
        cells = "".join(f"{tally.faces[true, read]:>6}" for read in range(1, 7))
        lines.append(f"{true:>11}{cells}")
    return lines


def reliability(tally: Tally) -> list[str]:
    """Give how often dice of a confidence were right, and whole readings that were ok."""
    lines = ["confidence        dice  promised     right"]
    for name, counted in (("", tally.sureness), ("ok readings", tally.wholes)):
        if name:
            lines.append(name)
        lines += [_reliability_row(part, low, high) for part, low, high in parts_of(counted)]
        lines.append(f"expected calibration error {calibration_error(counted):.3f}")
    return lines


def parts_of(
    counted: list[tuple[float, bool]],
) -> list[tuple[list[tuple[float, bool]], float, float]]:
    """Give what was counted in parts of like confidence, with the bounds of each."""
    parts = (
        ([one for one in counted if low <= one[0] < high], low, high)
        for low, high in itertools.pairwise(_BOUNDS)
    )
    return [part for part in parts if part[0]]


def calibration_error(counted: list[tuple[float, bool]]) -> float:
    """Give by how much the parts' confidence misses how often they are right, in the mean."""
    misses = [abs(sum(sure - right for sure, right in part)) for part, _, _ in parts_of(counted)]
    return float(sum(misses) / max(1, len(counted)))


def _reliability_row(part: list[tuple[float, bool]], low: float, high: float) -> str:
    sure, right = (float(np.mean(column)) for column in zip(*part, strict=True))
    return f"{low:>5.3f}-{min(high, 1):<6.3f}{len(part):>9}{sure:>10.2%}{right:>10.2%}"
