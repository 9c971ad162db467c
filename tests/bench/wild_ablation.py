"""Measures what each part of the reading without calibration adds, on the `look` half.

Run `python -m tests.bench.wild_ablation --photos DIR`: one row for each part that is left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.wild import Tally, run
from vision.learned import finder
from vision.learned.finder import Candidate
from vision.wild import clues as wild_clues
from vision.wild import face as wild_face
from vision.wild import judge as wild_judge
from vision.wild import reader as wild
from vision.wild.layout import Layout

Array = NDArray[Any]


def squares(bgr: Array) -> tuple[Candidate, ...]:
    """Candidates without learning: what is square among the outlines of light and dark parts."""
    scale = min(1.0, (307_200 / (bgr.shape[0] * bgr.shape[1])) ** 0.5)
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = []
    for mask in _masks(gray):
        for outline in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
            centre, sides, angle = cv2.minAreaRect(outline)
            if min(sides) < 10 or max(sides) > 1.35 * min(sides):
                continue
            if cv2.contourArea(outline) < 0.65 * sides[0] * sides[1]:
                continue
            turn = np.radians(angle)
            spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
            at = (np.array(centre) + 0.5) / scale - 0.5
            side = 0.85 * float(np.sqrt(sides[0] * sides[1])) / scale
            found.append(Candidate(at, spin * side, 0.8, np.full(7, 1 / 7)))
    return tuple(found[: finder.MOST_DICE])


def _masks(gray: Array) -> Iterator[Array]:
    """Light parts, lines, and what lies between lines."""
    edges = cv2.Canny(cv2.GaussianBlur(gray, (0, 0), 1.2), 25, 70)
    lines = cv2.dilate(edges, np.ones((3, 3), np.uint8))
    yield np.asarray(cv2.threshold(gray, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1])
    yield np.asarray(lines)
    yield np.asarray(cv2.bitwise_not(lines))


def blind(patch: Array) -> Layout:
    """A layout that says nothing."""
    return Layout((0.5,) * 6)


@contextmanager
def left_out(what: str) -> Iterator[None]:
    """The reader without a part."""
    reader, found, layout = wild_clues.JOIN_WEIGHTS
    parts: dict[str, tuple[Any, str, Any]] = {
        "nothing": (wild, "SMALLEST_PX", wild.SMALLEST_PX),
        "the finder (outlines instead)": (wild, "find_in", lambda halves: squares(halves[0])),
        "the finest scale": (finder, "_window", lambda *_: None),
        "the face reader's values": (wild_clues, "JOIN_WEIGHTS", (0.0, found, layout)),
        "the finder's values": (wild_clues, "JOIN_WEIGHTS", (reader, 0.0, layout)),
        "the layout's values": (wild_clues, "JOIN_WEIGHTS", (reader, found, 0.0)),
        "the layout": (wild_face, "explain", blind),
        "setting faces upright": (wild_face, "_refined", lambda candidate, _: candidate),
        "the rule for fronts": (wild_judge, "_is_front", lambda *_: False),
        "the usual size": (wild, "at_usual_size", lambda _, faces: faces),
        "the second look": (wild, "NEAR", 0.0),
    }
    module, name, value = parts[what]
    with patch.object(module, name, value):
        yield


PARTS = (
    "nothing", "the finder (outlines instead)", "the finest scale", "the face reader's values",
    "the finder's values", "the layout's values", "the layout", "setting faces upright",
    "the rule for fronts", "the usual size", "the second look",
)  # fmt: skip


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print("| left out | silent | whole pictures | ok | dice right | too many |")
    print("|---|---|---|---|---|---|")
    folders = sorted(path for path in asked.photos.iterdir() if path.is_dir())
    for part in PARTS:
        with left_out(part):
            all_of = sum((run(folder, "look", talk=False) for folder in folders), Tally())
        right = 100 * all_of.right / max(all_of.dice, 1)
        print(
            f"| {part} | {all_of.silent} | {all_of.whole}/{all_of.pictures} | {all_of.ok} "
            f"| {right:.1f} % | {all_of.extra} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
