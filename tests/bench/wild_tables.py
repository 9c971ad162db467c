"""What the bench of photographs prints beside its rows: other readers, trust, processor time."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.reliability_chart import wilson
from tests.bench.wild_lookalikes import BOX, ROUND
from vision.wild.reader import read_wild

Array = NDArray[Any]
EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0)
SIZES = (("8 MP", 3264, 2448), ("1080p", 1920, 1080), ("VGA", 640, 480))


@dataclass(frozen=True, slots=True)
class Public:
    """Whole pictures that the best public reader gets right, of those of its column."""

    words: str
    right: int
    pictures: int


PUBLIC = {
    ROUND: Public("Pi camera over a round tray, 6 white dice", 19, 20),
    BOX: Public("fixed camera over a box, 5 dice", 22, 25),
    "nell-byler__dice_detection": Public("many colours from straight above", 21, 50),
    "matteop65__Dice_Detection_Recognition": Public("oblique webcam, 1-5 dice", 64, 84),
    "skovy__tensorflow-dice-model": Public("red and cream dice, small", 5, 49),
}
"""Measured by the project's owner, each reader as shipped or at its best scale, values alone.

The makers' pictures here are others or fewer, so that only shares can be compared. For the first
two columns there are no photographs here: `tests.bench.wild_lookalikes` draws pictures of the kind.
"""

PUBLIC_MS = {"8 MP": (15, 79), "1080p": (10, 46), "VGA": (6, 34)}
"""Processor time of the same readers, least and most; one more takes 20 s at 8 MP."""


@dataclass(frozen=True, slots=True)
class Column:
    """Of `pictures` so many have all values right, so many are ok, so many ok but wrong."""

    pictures: int
    right: int
    ok: int
    silent: int


def compared(columns: dict[str, Column]) -> str:
    """Each set of pictures: what is right, ok and silently wrong, beside the best public reader."""
    head = "| pictures | all values right | ok | ok but wrong | best public reader |"
    rows = [_row(name, column) for name, column in columns.items()]
    return "\n".join([head, "|---|---|---|---|---|", *rows])


def _row(name: str, column: Column) -> str:
    there = PUBLIC.get(name)
    public = share(there.right, there.pictures) if there else "-"
    words = f"{name} ({there.words})" if there else name
    cells = (share(count, column.pictures) for count in (column.right, column.ok, column.silent))
    return f"| {words} | {' | '.join(cells)} | {public} |"


def share(count: int, all_of: int) -> str:
    """A count, its share and the share's 95 % interval.

    >>> share(19, 20)
    '19/20 95% (76-99)'
    """
    low, high = wilson(count, all_of)
    return (
        f"{count}/{all_of} {100 * count / max(all_of, 1):.0f}% ({100 * low:.0f}-{100 * high:.0f})"
    )


def reliability(trust: list[tuple[float, bool]]) -> str:
    """How often dice of each confidence are right: what was said beside what was so."""
    lines = [f"{'confidence':12s} {'dice':>5s} {'said%':>6s} {'right%':>7s}"]
    said = np.array([chance for chance, _ in trust])
    right = np.array([so for _, so in trust])
    for low, high in pairwise(EDGES):
        here = (said >= low) & ((said < high) | (high == EDGES[-1]))
        if here.any():
            means = f"{100 * said[here].mean():6.1f} {100 * right[here].mean():7.1f}"
            lines.append(f"{low:.2f}-{high:.2f}    {int(here.sum()):5d} {means}")
    return "\n".join(lines)


def processor_times(pictures: list[Array]) -> str:
    """The median processor time at some sizes, beside that of the public readers."""
    lines = [f"{'processor time':14s} {'here':>8s} {'public readers':>16s}"]
    for name, columns, rows in SIZES:
        spent = [_spent_ms(_fitted(bgr, columns, rows)) for bgr in pictures]
        least, most = PUBLIC_MS[name]
        lines.append(f"{name:14s} {float(np.median(spent)):5.0f} ms {least:9d}-{most} ms")
    return "\n".join(lines)


def _fitted(bgr: Array, columns: int, rows: int) -> Array:
    """The picture enlarged or shrunk to about as many pixels."""
    scale = (columns * rows / (bgr.shape[0] * bgr.shape[1])) ** 0.5
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=way))


def _spent_ms(bgr: Array) -> float:
    """The lesser of two readings: the first one may build what is kept."""
    spent = []
    for _ in range(2):
        start = time.process_time()
        read_wild(bgr)
        spent.append(1000 * (time.process_time() - start))
    return min(spent)
