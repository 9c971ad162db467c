"""Fit how the clues of the wild reader are weighed: drawn, traced and photographed pictures.

Run `python -m tests.training.judge --held DIR`; prints the three rows for vision/wild/clues.py,
and how well each kind of pictures is judged by weights that were fitted without it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.vision_truth import installations
from tests.training.patches import load_worlds
from tests.training.seen import Seen, of_photographs, of_renders, of_strange, of_worlds
from vision.learned.network import softmax
from vision.wild import clues as wild_clues
from vision.wild.clues import CLUES, clues, joined, opinions

Array = NDArray[Any]

SEED = 40
PHOTOGRAPHED = 6
"""Each photographed face counts as so many drawn or traced ones."""


def gather(held: Path, renders: list[Path], photos: Path, strange: int) -> list[Seen]:
    """All that the reader supposes in drawn, ray-traced and photographed pictures."""
    found = list(of_worlds(np.random.default_rng(SEED), load_worlds(held)))
    found += of_strange(np.random.default_rng(SEED + 1), strange)
    for folder in (each for some in renders for each in installations(some)):
        found += of_renders(folder)
    for folder in sorted(path for path in photos.iterdir() if path.is_dir()):
        found += PHOTOGRAPHED * list(of_photographs(folder))
    return found


def fit_join(found: list[Seen]) -> Array:
    """How the three opinions of the value count: the weights with the least surprise."""
    seen = np.stack([opinions(one.face) for one in found if one.value])
    truth = np.array([one.value - 1 for one in found if one.value])
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


def table(found: list[Seen]) -> tuple[Array, Array, Array]:
    """The clues of all, the true values, and whether the value that is read is right."""
    rows = np.stack([clues(one.face, one.usual_px) for one in found])
    value = np.array([one.value for one in found])
    right = np.array([int(joined(one.face).argmax()) + 1 == one.value for one in found])
    return rows, value, right


def left_out(found: list[Seen]) -> None:
    """Print how well each source is judged by weights that were fitted without it."""
    rows, value, right = table(found)
    sources = np.array([one.source for one in found])
    for name in sorted(set(sources)):
        there, dice = sources == name, value > 0
        _print_fit(f"{name[:12]} die", rows, value > 0, there)
        _print_fit(f"{name[:12]} value", rows[dice], right[dice], there[dice])


def _print_fit(name: str, rows: Array, truth: Array, there: Array) -> None:
    """One line: `there` is reported on, the rest is fitted."""
    chance = 1 / (1 + np.exp(-rows[there] @ fit(rows[~there], truth[~there])))
    so = truth[there]
    surprise = -np.mean(np.log(np.where(so, chance, 1 - chance) + 1e-9))
    sure = chance > 0.99
    print(
        f"# without {name:20s} {len(so):5d}: right {np.mean((chance > 0.5) == so):.4f}, surprise "
        f"{surprise:.4f}, {int(sure.sum())} above 0.99, of these wrong {int((~so[sure]).sum())}"
    )


def main() -> None:
    """Gather, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument("--renders", type=Path, nargs="+", default=[Path("../shared/renders")])
    parser.add_argument("--photos", type=Path, default=Path("../shared/photos"))
    parser.add_argument("--strange", type=int, default=0, help="so many strange pictures too")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    found = gather(asked.held, asked.renders, asked.photos, asked.strange)
    report(found)


def report(found: list[Seen]) -> None:
    """Fit and print all three rows."""
    print("#", CLUES, len(found), "faces")
    weights = tuple(float(w) for w in fit_join(found))
    print(f"JOIN_WEIGHTS = ({', '.join(f'{w:.3f}' for w in weights)})")
    wild_clues.JOIN_WEIGHTS = weights  # type: ignore[assignment]
    left_out(found)
    rows, value, right = table(found)
    for name, part, truth in (
        ("DIE_WEIGHTS", rows, value > 0),
        ("VALUE_WEIGHTS", rows[value > 0], right[value > 0]),
    ):
        print(f"{name} = ({', '.join(f'{w:.3f}' for w in fit(part, truth))})")


if __name__ == "__main__":
    main()
