"""What the wild reader supposes in pictures of which the truth is known.

Drawn worlds that no net has seen, the ray-traced installations, strange pictures without dice,
and the `look` half of the photographs (tests/bench/wild.py says which pictures these are).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.strange_pictures import random_picture
from tests.bench.wild import half_of
from tests.training.clutter import blank_thing
from tests.training.degrade import degrade
from tests.training.worlds import World
from vision.wild import reader as wild
from vision.wild.face import WildFace
from vision.wild.sizes import usual_side

Array = NDArray[Any]
Rng = np.random.Generator

SAME, ARGUABLE = (0.5, 1.35), (0.38, 1.7)
"""A supposed face's side over a die's: the die itself; outside the second something else."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A die of the truth: where, its side in px as far as is known, value 0 unreadable."""

    centre: Array
    side_px: float
    value: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A supposed face, the usual side beside it, and the true value; 0: no readable die."""

    face: WildFace
    usual_px: float
    value: int
    source: str


def supposed(bgr: Array, places: list[Place], source: str) -> Iterator[Seen]:
    """Give what the reader supposes in a picture, without what is arguable."""
    faces = wild.supposed(bgr)
    usual_px = usual_side(faces)
    for face in faces:
        value = _truth(face, places)
        if value is not None:
            yield Seen(face, usual_px, value, source)


def _truth(face: WildFace, places: list[Place]) -> int | None:
    """The value that lies where a face is supposed: 0 for none, None when it is arguable."""
    for place in places:
        away = float(np.linalg.norm(place.centre - face.candidate.centre)) / place.side_px
        size = face.candidate.side_px / place.side_px
        if away < 0.3 and SAME[0] < size < SAME[1]:
            return place.value
        if away < 0.55 and ARGUABLE[0] < size < ARGUABLE[1]:
            return None
    return 0


def of_worlds(rng: Rng, worlds: list[World]) -> Iterator[Seen]:
    """Give what is supposed in drawn worlds, as some camera shows them."""
    for world in worlds:
        bgr = world.bgr()
        centres = np.array([mark.cube_px.mean(axis=0) for mark in world.marks]).reshape(-1, 2)
        for _ in range(int(rng.integers(0, 4))):
            at = rng.uniform(0.05, 0.95, 2) * bgr.shape[1::-1]
            if not len(centres) or np.hypot(*(centres - at).T).min() > 110:
                blank_thing(rng, bgr, (float(at[0]), float(at[1])), float(rng.uniform(35, 95)))
        scale = float(np.exp(rng.uniform(np.log(0.32), np.log(1.0))))
        size = (round(bgr.shape[1] * scale), round(bgr.shape[0] * scale))
        shown = degrade(rng, cv2.resize(bgr, size, interpolation=cv2.INTER_AREA))
        places = [_at(mark.corners_px * scale, mark.value) for mark in world.marks]
        yield from supposed(shown, places, "worlds")


def _at(corners: Array, value: int | None) -> Place:
    side = np.sqrt(max(abs(cv2.contourArea(np.asarray(corners, np.float32))), 1.0))
    return Place(corners.mean(axis=0), float(side), value)


def of_strange(rng: Rng, count: int) -> Iterator[Seen]:
    """Give what is supposed in noise, print, cards, dominoes, buttons and the like."""
    sizes = ((240, 320), (300, 300), (480, 640), (360, 200), (160, 120))
    for _ in range(count):
        _, bgr = random_picture(rng, sizes[int(rng.integers(len(sizes)))])
        yield from supposed(bgr, [], "strange")


def of_renders(folder: Path) -> Iterator[Seen]:
    """Give what is supposed in the frames of a ray-traced installation that do not move."""
    for frame in json.loads((folder / "truth.json").read_text())["frames"].values():
        if frame["kind"] == "moving":
            continue
        places = []
        for die in frame["dice"]:
            flat = die["tilt_deg"] < 4 and die["visible_top"] > 0.97
            value = die["value"] if flat else None
            places.append(_at(np.array(die["corners_px"]), value))
        yield from supposed(cv2.imread(str(folder / frame["file"])), places, "renders")


def of_photographs(folder: Path) -> Iterator[Seen]:
    """Give what is supposed in the `look` half of a folder of photographs."""
    for index, image in enumerate(json.loads((folder / "manifest.json").read_text())["images"]):
        if half_of(folder.name, index, image) != "look":
            continue
        dice = image["dice"]
        # Some labels hold only the pips: dice of one picture are as large as the largest there.
        tight = folder.name.startswith("matteop65")
        largest = max(max(die["bbox"][2:]) for die in dice)
        places = []
        for die in dice:
            corner, sides = np.array(die["bbox"][:2]), np.array(die["bbox"][2:])
            side = 1.25 * largest if tight else 0.85 * max(die["bbox"][2:])
            places.append(Place(corner + sides / 2, float(side), die["value"]))
        yield from supposed(cv2.imread(str(folder / image["file"])), places, folder.name)
