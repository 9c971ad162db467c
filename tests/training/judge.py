"""Fit how the clues of the wild reader are weighed, on drawn pictures that no net has seen.

Run `python -m tests.training.judge --held DIR`; prints the three rows for vision/wild_clues.py.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.clutter import blank_thing
from tests.training.degrade import degrade
from tests.training.patches import load_worlds
from tests.training.worlds import World
from vision import wild_clues
from vision.learned.finder import find
from vision.learned.network import softmax
from vision.wild_clues import CLUES, clues, joined, opinions, usual_side
from vision.wild_face import WildFace, look

Array = NDArray[Any]
Rng = np.random.Generator

SEED = 40


def _seen(rng: Rng, world: World) -> tuple[Array, float]:
    """A world as some camera shows it, and the scale."""
    bgr = world.bgr()
    centres = np.array([mark.cube_px.mean(axis=0) for mark in world.marks]).reshape(-1, 2)
    for _ in range(int(rng.integers(0, 4))):
        at = rng.uniform(0.05, 0.95, 2) * bgr.shape[1::-1]
        if not len(centres) or np.hypot(*(centres - at).T).min() > 110:
            blank_thing(rng, bgr, (float(at[0]), float(at[1])), float(rng.uniform(35, 95)))
    scale = float(np.exp(rng.uniform(np.log(0.32), np.log(1.0))))
    size = (round(bgr.shape[1] * scale), round(bgr.shape[0] * scale))
    small = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    return degrade(rng, small), scale


def _truth(face: WildFace, world: World, scale: float) -> int | None:
    """The value that lies where a face is supposed: 0 for none, None when it is arguable."""
    side = face.candidate.side_px
    for mark in world.marks:
        away = np.linalg.norm(mark.corners_px.mean(axis=0) * scale - face.candidate.centre)
        size = side / (np.sqrt(max(abs(cv2.contourArea(mark.corners_px)), 1.0)) * scale)
        if away < 0.25 * side and 0.74 < size < 1.35:
            return mark.value
        if away < 0.4 * side and 0.65 < size < 1.55:
            return None
    return 0


def gather(rng: Rng, worlds: list[World]) -> list[tuple[WildFace, float, int]]:
    """All supposed faces, the usual side beside them, and the true value or 0."""
    found = []
    for world in worlds:
        bgr, scale = _seen(rng, world)
        faces = look(bgr, find(bgr))
        usual = usual_side(faces)
        for face in faces:
            value = _truth(face, world, scale)
            if value is not None:
                found.append((face, usual, value))
    return found


def fit_join(found: list[tuple[WildFace, float, int]]) -> Array:
    """How the three opinions of the value count: the weights with the least surprise."""
    seen = np.stack([opinions(face) for face, _, value in found if value])
    truth = np.array([value - 1 for *_, value in found if value])
    weights = np.array([0.8, 0.2, 8.0])
    for _ in range(60):
        chance = softmax(weights @ seen)
        error = chance.copy()
        error[np.arange(len(truth)), truth] -= 1
        slope = np.einsum("nkv,nv->k", seen, error)
        mean = np.einsum("nkv,nv->nk", seen, chance)
        bend = np.einsum("nkv,nv,nlv->kl", seen, chance, seen) - mean.T @ mean
        weights = weights - np.linalg.solve(bend + np.eye(3), slope)
    return np.asarray(weights)


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
    parser.add_argument("--layout", type=float, help="a weight of the layout instead of the fitted")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    worlds = load_worlds(asked.held) * asked.times
    found = gather(np.random.default_rng(SEED), worlds)
    print("#", CLUES, len(found), "faces")
    reader, finder, layout = (float(w) for w in fit_join(found))
    print(f"# fitted: {reader:.3f}, {finder:.3f}, {layout:.3f}")
    wild_clues.JOIN_WEIGHTS = (reader, finder, asked.layout or layout)
    print(f"JOIN_WEIGHTS = ({', '.join(f'{w:.3f}' for w in wild_clues.JOIN_WEIGHTS)})")
    rows = np.stack([clues(face, usual) for face, usual, _ in found])
    value = np.array([value for *_, value in found])
    right = np.array([int(joined(face).argmax()) + 1 == value for face, _, value in found])
    _print("DIE_WEIGHTS", rows, value > 0)
    _print("VALUE_WEIGHTS", rows[value > 0], right[value > 0])


if __name__ == "__main__":
    main()
