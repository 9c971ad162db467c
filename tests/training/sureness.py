"""Fits how probable it is that a die of some doubt was read right.

    python -m tests.training.sureness --renders ../shared/renders
    python -m tests.training.sureness --counted build/bench/reliability.json

Prints the tuples for vision/sureness.py: for dice and for whole readings. Learned from: the renders
d0 to d4, each throw spoiled at random, and drawn throws of seed 0. The fits are isotonic: of all
falling curves the one nearest to what was counted, with one right and one wrong added to each
part, so that nothing is ever certain. Dice of one reading err together - a lamp, a knock -, so
that the product of their chances says too little of the whole; the second fit mends that. For
that alone, what the bench has counted on its own part for fitting may be used.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import prod
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.files import load_picture
from tests.bench import reliability, virtual
from tests.bench.virtual_shots import PER_ROOM, shot
from tests.bench.vision import calibration_of
from tests.bench.vision_augment import spoiled
from tests.bench.vision_truth import SURENESS_FROM, frames, installations, sureness_of
from vision.read import read_tray
from vision.sureness import CHANCES, DOUBTS, PRODUCTS, doubt_of

SEED = 0
Doubles = NDArray[np.float64]
Counted = tuple[float, bool]
Dice = list[Counted]
"""The dice of one reading: chance and rightness of each."""


def of_renders(folder: Path, rounds: int) -> Iterator[Dice]:
    """Give the dice of each spoiled throw."""
    random = np.random.default_rng(40)
    for home in installations(folder):
        if home.name.split("_")[0] not in SURENESS_FROM:
            continue
        calibration = calibration_of(home)
        for frame in frames(home):
            bgr = load_picture(home / f"{frame.name}.jpg")
            for _ in range(rounds):
                yield sureness_of(read_tray(spoiled(bgr, random), calibration), frame)


def of_virtual(rooms: int, step: int) -> Iterator[Dice]:
    """Give the dice of drawn throws."""
    for first, room, calibration in virtual.calibrated_rooms(SEED, range(rooms)):
        for index in range(first, first + PER_ROOM, step):
            one = shot(room, SEED, index)
            yield sureness_of(read_tray(one.bgr, calibration), one.frame)


def falling(doubts: Doubles, right: Doubles, at: tuple[float, ...] = DOUBTS) -> Doubles:
    """Give the falling curve at some doubts that is nearest to what was counted."""
    middles = np.convolve(at, (0.5, 0.5), "valid")
    part = np.searchsorted(middles, doubts)
    counts = np.bincount(part, minlength=len(at)) + 2.0
    shares = (np.bincount(part, right, minlength=len(at)) + 1.0) / counts
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


def fit_dice(seen: list[Dice]) -> Doubles:
    """Give the chances of dice at DOUBTS."""
    doubts, right = zip(
        *((doubt_of(sure), came) for dice in seen for sure, came in dice), strict=True
    )
    return falling(np.array(doubts), np.array(right, dtype=np.float64))


def fit_whole(seen: list[Dice], chances: Doubles) -> Doubles:
    """Give the chances of whole readings at PRODUCTS, when dice have these chances at DOUBTS."""
    apart, right = [], []
    for dice in filter(None, seen):
        sure = [float(np.interp(doubt_of(one), DOUBTS, chances)) for one, _ in dice]
        apart.append(1 - prod(sure))
        right.append(all(came for _, came in dice))
    at = tuple(1 - product for product in reversed(PRODUCTS))
    return falling(np.array(apart), np.array(right, dtype=np.float64), at)[::-1]


def main() -> None:
    """Count, fit and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--counted", type=Path, help="from tests.bench.reliability")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=8)
    parser.add_argument("--step", type=int, default=6)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.counted:
        seen = [list(one.dice) for one in reliability.load(asked.counted)["fit"]]
        print(f"ALL_RIGHT = {_rounded(fit_whole(seen, np.array(CHANCES)))}")
        return
    seen = [*of_renders(asked.renders, asked.rounds), *of_virtual(asked.rooms, asked.step)]
    chances = fit_dice(seen)
    print(f"{sum(map(len, seen))} dice in {len(seen)} pictures")
    print(f"CHANCES = {_rounded(chances)}")
    print(f"ALL_RIGHT = {_rounded(fit_whole(seen, chances))}")


def _rounded(curve: Doubles) -> tuple[float, ...]:
    return tuple(round(float(chance), 5) for chance in curve)


if __name__ == "__main__":
    main()
