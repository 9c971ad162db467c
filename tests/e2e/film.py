"""A film of our own: an empty tray, a throw with a red die in it, and a hand that turns that die.

Drawn by the virtual tray with seeded chance, the same every time. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.virtual import (
    Frame,
    Scene,
    VirtualDie,
    animate,
    calibration_dice,
    demo_scene,
    render,
    throw,
)

SEED = 5
STILL_FRAMES = 10  # more than settling and reading take
VALUES = (5, 2, 5, 5, 3, 4)  # die k has its red on k: here only the 2 of the second is red
TURNED = 1  # the die that is turned,
TURNED_TO = 5  # and what it shows then


@dataclass(frozen=True, slots=True)
class Film:
    """The dice as they fell, and as they lie after the hand."""

    scene: Scene
    thrown: tuple[VirtualDie, ...]
    turned: tuple[VirtualDie, ...]


def film() -> Film:
    """A throw of 2r 3 4 5 5 5, and the red two turned to a five."""
    scene = demo_scene()
    landed = throw(np.random.default_rng(SEED), scene, len(VALUES), lean=0.0, touching=0.0)
    thrown = tuple(replace(die, value=value) for die, value in zip(landed, VALUES, strict=True))
    turned = list(thrown)
    turned[TURNED] = replace(thrown[TURNED], value=TURNED_TO)
    return Film(scene, thrown, tuple(turned))


def draw_set_up(folder: Path) -> tuple[Path, list[Path]]:
    """The pictures that a person takes before the first game: the empty tray, and the dice."""
    scene, rng = demo_scene(), np.random.default_rng(SEED)
    empty = folder / "empty.png"
    _draw(empty, scene, Frame(()), rng)
    shots = []
    for which in range(2):
        dice = calibration_dice(scene, which)
        shots.append(folder / f"{'-'.join(map(str, dice))}--{which}.png")
        _draw(shots[-1], scene, Frame(dice), rng)
    return empty, shots


def draw_throw(folder: Path, shown: Film) -> None:
    """The empty tray, the hand that throws, and the dice at rest."""
    rng = np.random.default_rng(SEED + 1)
    coming = animate(rng, shown.scene, (), shown.thrown)
    empty, rest = [Frame(())] * STILL_FRAMES, [Frame(shown.thrown)] * STILL_FRAMES
    _add(folder, shown.scene, (*empty, *coming, *rest), rng)


def draw_turn(folder: Path, shown: Film) -> None:
    """The hand that turns the red die, and the dice at rest again."""
    rng = np.random.default_rng(SEED + 2)
    coming = animate(rng, shown.scene, shown.thrown, shown.turned, 1)
    _add(folder, shown.scene, (*coming, *[Frame(shown.turned)] * STILL_FRAMES), rng)


def _add(folder: Path, scene: Scene, frames: Iterable[Frame], rng: np.random.Generator) -> None:
    """The next pictures of a folder that a camera may be looking at."""
    first = len(list(folder.glob("*.png")))
    for number, frame in enumerate(frames, first):
        hidden = folder / f"{number:03d}.part"
        _draw(hidden, scene, frame, rng)
        hidden.rename(folder / f"{number:03d}.png")


def _draw(file: Path, scene: Scene, frame: Frame, rng: np.random.Generator) -> None:
    _, data = cv2.imencode(".png", render(scene, frame.dice, rng, hand=frame.hand))
    file.write_bytes(data.tobytes())
