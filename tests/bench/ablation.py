"""What each stage of reading adds: silent errors and fair rolls read without it.

    python -m tests.bench.ablation [--renders FOLDER] [--only d0]

Every throw of the renders is read as it is and spoiled once at random, the same for all rows.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.files import load_picture
from tests.bench.vision import calibration_of
from tests.bench.vision_augment import spoiled
from tests.bench.vision_truth import TrueFrame, compare, frames, installations
from vision import judge, outside, read, residue
from vision.calibration_values import Calibration
from vision.types import Status

Patches = tuple[tuple[Any, str, Any], ...]


def _no_residue(sight: Any, calibration: Calibration, poses: Any) -> residue.Residue:
    """Give a residue that says everything is explained."""
    nothing = (0.0,) * len(poses)
    return residue.Residue((), nothing, nothing, 9.0, 0.0)


def _judged(**less: Any) -> Callable[..., judge.Verdict]:
    """Give a judge that does not know some cues."""
    whole = judge.judge_die

    def judged(cues: Any, calibration: Calibration) -> judge.Verdict:
        named = {key: value for key, value in less.items() if key != "measures"}
        measures = replace(cues.measures, **less.get("measures", {}))
        return whole(replace(cues, measures=measures, **named), calibration)

    return judged


PARTS: dict[str, Patches] = {
    "nothing": (),
    "steady: a knocked camera": ((read, "looks_knocked", lambda *_: False),),
    "silhouettes turn aces": ((read, "turned_to_silhouettes", lambda s, b, c, poses, a: poses),),
    "residue: all is explained": ((read, "find_residue", _no_residue),),
    "glow of red sides": ((residue, "glow_on", lambda rest, *_: np.zeros_like(rest)),),
    "rivals": ((read, "judge_die", _judged(rival=-9.0)),),
    "ghosts of pips": ((read, "judge_die", _judged(measures={"ghost": 0.0})),),
    "pips' spread: size, squareness": (
        (
            read,
            "judge_die",
            _judged(outward=1.0, measures={"size": 1.0, "squeeze": 1.0, "misfit": 0.0}),
        ),
    ),
    "pips' stretch at the wall": ((read, "judge_die", _judged(outward=None)),),
    "sharpness": ((read, "judge_die", _judged(measures={"sharpness": 1.0})),),
    "what dice stand on": (
        (read, "judge_die", _judged(unlike_floor=0.0)),
        (outside, "unlike_floor", lambda *_: 9.0),
    ),
    "learned second opinion": ((read, "reconsidered", lambda bgr, dice: dice),),
}
"""Per stage what is put in its place."""


@contextmanager
def without(patches: Patches) -> Iterator[None]:
    """Put something else in the place of a stage for a while."""
    kept = [(module, name, getattr(module, name)) for module, name, _ in patches]
    for module, name, other in patches:
        setattr(module, name, other)
    try:
        yield
    finally:
        for module, name, own in kept:
            setattr(module, name, own)


def pictures(folder: Path) -> Iterator[tuple[TrueFrame, Any]]:
    """Give the throws of an installation, each as it is and spoiled."""
    random = np.random.default_rng(60)
    for frame in frames(folder):
        bgr = load_picture(folder / f"{frame.name}.jpg")
        yield frame, bgr
        yield frame, spoiled(bgr, random)


def counts(folder: Path) -> dict[str, np.ndarray[Any, Any]]:
    """Give per stage left out: silent errors, fair rolls, those right, leaning and such let by."""
    calibration = calibration_of(folder)
    sums = {name: np.zeros(4, np.int64) for name in PARTS}
    for frame, bgr in pictures(folder):
        for name, patches in PARTS.items():
            with without(patches):
                reading = read.read_tray(bgr, calibration)
            ok, right = reading.status is Status.OK, compare(reading, frame).right
            leans = any(die.trouble for die in frame.inside)
            sums[name] += (ok and not right, frame.fair, ok and right and frame.fair, ok and leans)
    return sums


def main() -> None:
    """Count everything and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--renders", type=Path, default=Path("../shared/renders"))
    parser.add_argument("--only", nargs="*", default=[], metavar="dN")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    total = {name: np.zeros(4, np.int64) for name in PARTS}
    for folder in installations(asked.renders):
        if not asked.only or folder.name.split("_")[0] in asked.only:
            for name, four in counts(folder).items():
                total[name] += four
    print("| left out | silent errors | fair rolls ok | troubles let through |\n|---|---|---|---|")
    for name, (silent, fair, good, leaning) in total.items():
        print(f"| {name} | {silent} | {good}/{fair} | {leaning} |")


if __name__ == "__main__":
    main()
