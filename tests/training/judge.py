"""Fit how the clues of the wild reader are weighed, on drawn pictures that no net has seen.

Run `python -m tests.training.judge --held DIR`; prints the two rows for vision/wild_clues.py.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.patches import degrade, load_worlds
from tests.training.worlds import World
from vision.learned.finder import find
from vision.wild_clues import CLUES, clues, joined, usual_side
from vision.wild_face import look

Array = NDArray[Any]
Rng = np.random.Generator

SEED = 40


def _seen(rng: Rng, world: World) -> tuple[Array, float]:
    """A world as some camera shows it, and the scale."""
    bgr = world.bgr()
    scale = float(np.exp(rng.uniform(np.log(0.32), np.log(1.0))))
    size = (round(bgr.shape[1] * scale), round(bgr.shape[0] * scale))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    return degrade(rng, small), scale


def gather(rng: Rng, worlds: list[World]) -> tuple[Array, Array, Array]:
    """The clues of all candidates, whether each is a readable die, and its value right."""
    rows, dice, right = [], [], []
    for world in worlds:
        bgr, scale = _seen(rng, world)
        faces = look(bgr, find(bgr))
        usual = usual_side(faces)
        for face in faces:
            marks = [
                (
                    float(
                        np.linalg.norm(m.corners_px.mean(axis=0) * scale - face.candidate.centre)
                    ),
                    m,
                )
                for m in world.marks
            ]
            away, mark = min(marks, key=lambda pair: pair[0], default=(1e9, None))
            side = face.candidate.side_px
            near = mark is not None and away < 0.3 * side
            if mark is not None and not near and away < 0.6 * side:
                continue
            readable = near and mark is not None and mark.value > 0
            rows.append(clues(face, usual))
            dice.append(readable)
            right.append(bool(readable and mark and mark.value == int(joined(face).argmax()) + 1))
    return np.array(rows), np.array(dice), np.array(right)


def fit(rows: Array, truth: Array, shrink: float = 1.0) -> Array:
    """Weights of a logistic regression (Newton's steps, slightly shrunk)."""
    weights = np.zeros(rows.shape[1])
    hold = np.full(rows.shape[1], shrink)
    hold[0] = 0.01
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (truth - chance) - hold * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + np.diag(hold)
        weights = weights + np.linalg.solve(bend, slope)
    return np.asarray(weights)


def _print(name: str, rows: Array, truth: Array) -> None:
    half = len(rows) // 2
    chance = 1 / (1 + np.exp(-rows[half:] @ fit(rows[:half], truth[:half])))
    surprise = -np.mean(np.log(np.where(truth[half:], chance, 1 - chance) + 1e-9))
    right = np.mean((chance > 0.5) == truth[half:])
    sure = chance > 0.99
    print(f"# {name}: right {right:.4f}, surprise {surprise:.4f} on the half not fitted,")
    print(f"#   {int(sure.sum())} above 0.99, of these wrong {int((~truth[half:][sure]).sum())}")
    print(f"{name} = ({', '.join(f'{w:.3f}' for w in fit(rows, truth))})")


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--times", type=int, default=2)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    worlds = load_worlds(asked.held) * asked.times
    rows, dice, right = gather(np.random.default_rng(SEED), worlds)
    print("#", CLUES, len(rows), "candidates")
    _print("DIE_WEIGHTS", rows, dice)
    _print("VALUE_WEIGHTS", rows[dice], right[dice])


if __name__ == "__main__":
    main()
