"""Fits how probable it is that a die of some doubt was read right.

    python -m tests.training.sureness --renders ../shared/renders

Prints the two tuples for vision/sureness.py. Learned from: the renders d0 to d4, each throw
spoiled at random, and drawn throws of seed 0. The fit is isotonic: of all falling curves the one
nearest to what was counted, with one right and one wrong die added to each part, so that nothing
is ever certain.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import load_picture
from calibration.fits import CalibrationImpossible
from tests.bench import virtual
from tests.bench.virtual_shots import PER_ROOM, room_of, shot
from tests.bench.vision import calibration_of
from tests.bench.vision_augment import spoiled
from tests.bench.vision_truth import SURENESS_FROM, TrueFrame, frames, installations, sureness_of
from vision.read import read_tray
from vision.sureness import DOUBTS, doubt_of

SEED = 0
Doubles = NDArray[np.float64]
Counted = tuple[float, bool]


def of_renders(folder: Path, rounds: int) -> Iterator[Counted]:
    """Give doubt and rightness of the dice in spoiled throws."""
    random = np.random.default_rng(40)
    for home in installations(folder):
        if home.name.split("_")[0] not in SURENESS_FROM:
            continue
        calibration = calibration_of(home)
        for frame in frames(home):
            bgr = load_picture(home / f"{frame.name}.jpg")
            for _ in range(rounds):
                yield from counted(read_tray(spoiled(bgr, random), calibration), frame)


def of_virtual(rooms: int, step: int) -> Iterator[Counted]:
    """Give doubt and rightness of the dice in drawn throws."""
    for first in range(0, rooms * PER_ROOM, PER_ROOM):
        room = room_of(SEED, first)
        try:
            calibration = virtual.calibration_of(room, SEED, first)
        except CalibrationImpossible:
            continue
        for index in range(first, first + PER_ROOM, step):
            one = shot(room, SEED, index)
            yield from counted(read_tray(one.bgr, calibration), one.frame)


def counted(reading: object, frame: TrueFrame) -> Iterator[Counted]:
    """Give doubt and rightness of each die that was read."""
    for chance, right in sureness_of(reading, frame):  # type: ignore[arg-type]
        yield doubt_of(chance), right


def falling(doubts: Doubles, right: Doubles) -> Doubles:
    """Give the falling curve at DOUBTS that is nearest to what was counted."""
    middles = np.convolve(DOUBTS, (0.5, 0.5), "valid")
    part = np.searchsorted(middles, doubts)
    counts = np.bincount(part, minlength=len(DOUBTS)) + 2.0
    shares = (np.bincount(part, right, minlength=len(DOUBTS)) + 1.0) / counts
    blocks = [[share, count, 1] for share, count in zip(shares, counts, strict=True)]
    k = 0
    while k + 1 < len(blocks):
        if blocks[k][0] > blocks[k + 1][0]:
            k += 1
            continue
        (one, many, width), (other, more, wide) = blocks[k], blocks.pop(k + 1)
        blocks[k] = [(one * many + other * more) / (many + more), many + more, width + wide]
        k = max(0, k - 1)
    curve = np.concatenate([[share] * int(width) for share, _, width in blocks])
    return np.asarray(curve - 1e-5 * np.arange(len(curve)))  # falling, so that it can be undone


def main() -> None:
    """Count, fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=8)
    parser.add_argument("--step", type=int, default=6)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    seen = [*of_renders(asked.renders, asked.rounds), *of_virtual(asked.rooms, asked.step)]
    doubts, right = (np.array(column, dtype=np.float64) for column in zip(*seen, strict=True))
    curve = falling(doubts, right)
    print(f"{len(seen)} dice, {right.mean():.1%} of them right")
    print(f"DOUBTS = {DOUBTS}")
    print(f"CHANCES = {tuple(round(float(chance), 5) for chance in curve)}")


if __name__ == "__main__":
    main()
