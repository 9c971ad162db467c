"""From pictures with truth to the small canvases that the finder learns from."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.clutter import blank_thing
from tests.training.degrade import degrade
from tests.training.worlds import World, is_upright

Array = NDArray[Any]
Rng = np.random.Generator

SIZE = 160
STRIDE = 4
SIDES_PX = (8.5, 28.0)
"""The range of top-face sides that the finder learns to see; larger dice are scaled down."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One die: the top face's corners, class 0..5, 6 when unreadable, or None: look away."""

    corners: Array
    label: int | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, uint8 (rows, columns, 3), the dice in it, and their usual side.

    upright : that it is oblique and its lower edge is the near one, so that fronts lie below tops.
    """

    bgr: Array
    spots: tuple[Spot, ...]
    side_px: float
    upright: bool = False


def _side(corners: Array) -> float:
    return float(np.sqrt(max(abs(cv2.contourArea(corners.astype(np.float32))), 1.0)))


def _picture(jpeg: bytes, spots: list[Spot], *, halve: bool) -> Picture:
    """Decode once; at half size, where that is still larger than what is wanted."""
    how = cv2.IMREAD_REDUCED_COLOR_2 if halve else cv2.IMREAD_COLOR
    bgr = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), how))
    if halve:
        spots = [Spot((spot.corners + 0.5) / 2 - 0.5, spot.label) for spot in spots]
    sides = [_side(spot.corners) for spot in spots] or [25.0]
    return Picture(bgr, tuple(spots), float(np.median(sides)))


def of_world(world: World) -> Picture:
    """A drawn world."""
    spots = [Spot(m.corners_px, m.value - 1 if m.value else 6) for m in world.marks]
    upright = bool(world.marks) and is_upright(world.marks[0])
    return replace(_picture(world.jpeg, spots, halve=True), upright=upright)


def of_render(folder: Path) -> list[Picture]:
    """The frames of a ray-traced installation that do not move."""
    pictures = []
    for frame in json.loads((folder / "truth.json").read_text())["frames"].values():
        if frame["kind"] == "moving":
            continue
        spots = []
        for die in frame["dice"]:
            flat, seen = die["tilt_deg"] < 6, die["visible_top"]
            label: int | None = None
            if seen > 0.93:
                label = die["value"] - 1 if flat and die["value"] else 6
            spots.append(Spot(np.array(die["corners_px"], np.float32), label))
        jpeg = (folder / frame["file"]).read_bytes()
        pictures.append(_picture(jpeg, spots, halve=False))
    return pictures


@dataclass(frozen=True, slots=True)
class Canvas:
    """What the finder is shown, and what it should answer at every fourth pixel.

    heat : (rows, columns) 1 at centres, falling off; weight 0 where one looks away.
    fields : (11, rows, columns): dx, dy, log side, stretch, shear; label : -1 away from dice.
    """

    bgr: Array
    heat: Array
    weight: Array
    fields: Array
    label: Array


def _scaled(rng: Rng, picture: Picture, factor: float) -> tuple[Array, list[Spot]]:
    bgr = picture.bgr
    size = (max(8, round(bgr.shape[1] * factor)), max(8, round(bgr.shape[0] * factor)))
    bgr = cv2.resize(bgr, size, interpolation=cv2.INTER_AREA)
    spots = [Spot((s.corners + 0.5) * factor - 0.5, s.label) for s in picture.spots]
    if rng.random() < 0.5:
        bgr = bgr[:, ::-1]
        flip = np.array([size[0] - 1, 0]), np.array([-1, 1])
        spots = [Spot(flip[0] + s.corners * flip[1], s.label) for s in spots]
    if not picture.upright and rng.random() < 0.5:
        bgr = bgr[::-1]
        flip = np.array([0, size[1] - 1]), np.array([1, -1])
        spots = [Spot(flip[0] + s.corners * flip[1], s.label) for s in spots]
    return np.ascontiguousarray(bgr), spots


def _place(
    canvas: Array, kept: list[Spot], bgr: Array, spots: list[Spot], at: tuple[int, int], crop: Array
) -> None:
    """Put a picture's part from `crop` on at (x, y); cut dice are looked away from."""
    height = min(canvas.shape[0] - at[1], bgr.shape[0] - int(crop[1]))
    width = min(canvas.shape[1] - at[0], bgr.shape[1] - int(crop[0]))
    part = bgr[crop[1] : crop[1] + height, crop[0] : crop[0] + width]
    canvas[at[1] : at[1] + height, at[0] : at[0] + width] = part
    for spot in spots:
        corners = spot.corners - crop + at
        centre = corners.mean(axis=0)
        end = np.add(at, (width, height))
        room = np.minimum(centre - at, end - centre).min()
        side = _side(corners)
        if room > 0.45 * side:
            kept.append(Spot(corners, spot.label))
        elif room > -1.2 * side:
            kept.append(Spot(corners, None))


def make_canvas(rng: Rng, pictures: list[Picture]) -> Canvas:
    """One canvas, of one picture or several side by side, all scaled to one size of dice."""
    target = float(np.exp(rng.uniform(*np.log(SIDES_PX))))
    canvas = np.zeros((SIZE, SIZE, 3), np.uint8)
    kept: list[Spot] = []
    y, upright = 0, False
    while y < SIZE:
        x, row = 0, SIZE
        while x < SIZE:
            picture = pictures[int(rng.integers(len(pictures)))]
            upright = upright or picture.upright
            factor = target / picture.side_px * float(np.exp(rng.normal(0, 0.08)))
            bgr, spots = _scaled(rng, picture, min(factor, 1.3))
            room = np.maximum(np.array(bgr.shape[1::-1]) - SIZE, 0)
            crop = _crop_at(rng, spots, room)
            _place(canvas, kept, bgr, spots, (x, y), crop)
            row = min(row, bgr.shape[0] - int(crop[1]))
            x += bgr.shape[1] - int(crop[0])
        y += row
    if not upright and rng.random() < 0.5:
        canvas = canvas.transpose(1, 0, 2).copy()
        kept = [Spot(spot.corners[:, ::-1], spot.label) for spot in kept]
    if rng.random() < 0.35:
        if rng.random() < 0.3:
            canvas, kept = np.full_like(canvas, rng.integers(20, 230, 3)), []
        canvas = _woven(rng, canvas, blank=not kept)
    if rng.random() < 0.4:
        _add_blanks(rng, canvas, kept, target)
    return _answers(degrade(rng, canvas), kept)


def _add_blanks(rng: Rng, canvas: Array, kept: list[Spot], side: float) -> None:
    """Things as large as a die without pips, where no die is."""
    centres = np.array([spot.corners.mean(axis=0) for spot in kept]).reshape(-1, 2)
    for _ in range(int(rng.integers(1, 5))):
        at = rng.uniform(4, SIZE - 4, 2)
        if len(centres) and np.hypot(*(centres - at).T).min() < 2.2 * side:
            continue
        place = (float(at[0]), float(at[1]))
        blank_thing(rng, canvas, place, side * float(rng.uniform(0.6, 1.4)))


def _woven(rng: Rng, canvas: Array, *, blank: bool) -> Array:
    """The canvas under rough stuff: knots, grain and stripes, stronger where there are no dice."""
    rough = np.zeros((SIZE, SIZE), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cells = (np.exp(rng.uniform(np.log(5), np.log(110), 2))).astype(int) + 1
        coarse = rng.standard_normal((int(cells[0]), int(cells[1]))).astype(np.float32)
        rough += cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.4:
        y, x = np.mgrid[:SIZE, :SIZE].astype(np.float32)
        angle, pitch = rng.uniform(0, 6.28), rng.uniform(3, 16)
        u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
        rough += 1.5 * np.sin(u * 6.28 / pitch) * np.sin(v * 6.28 / (pitch * rng.uniform(0.6, 1.7)))
    strength = rng.uniform(0.05, 0.3) if blank else rng.uniform(0.01, 0.05)
    return np.asarray(
        np.clip(canvas * np.exp(strength * rough)[..., None], 0, 255).astype(np.uint8)
    )


def _crop_at(rng: Rng, spots: list[Spot], room: Array) -> Array:
    """Where to cut a picture that is larger than the canvas: mostly so that a die is in it."""
    if spots and rng.random() < 0.85:
        centre = spots[int(rng.integers(len(spots)))].corners.mean(axis=0)
        start = centre - rng.uniform(0.15, 0.85, 2) * SIZE
        return np.asarray(np.clip(start, 0, room).astype(int))
    return np.asarray((rng.random(2) * room).astype(int))


def _shape(corners: Array) -> Array:
    """Log of the side (16 px: 0), stretch and shear of a top face."""
    u = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    v = (corners[2] + corners[3] - corners[0] - corners[1]) / 2
    spread = np.outer(u, u) + np.outer(v, v)
    values, vectors = np.linalg.eigh(spread)
    root = vectors @ np.diag(np.sqrt(np.maximum(values, 1e-3))) @ vectors.T
    trace = root[0, 0] + root[1, 1]
    bent = np.array([root[0, 0] - root[1, 1], 2 * root[0, 1]]) / trace
    return np.array([np.log(trace / 32), *bent], np.float32)


def _answers(bgr: Array, spots: list[Spot]) -> Canvas:
    cells = SIZE // STRIDE
    heat, weight = np.zeros((cells, cells), np.float32), np.ones((cells, cells), np.float32)
    fields = np.zeros((5, cells, cells), np.float32)
    label = np.full((cells, cells), -1, np.int64)
    nearest = np.full((cells, cells), np.inf, np.float32)
    grid = (np.stack(np.meshgrid(np.arange(cells), np.arange(cells))) * STRIDE + 1.5).astype(
        np.float32
    )
    for spot in spots:
        centre, side = spot.corners.mean(axis=0), _side(spot.corners)
        away = centre[:, None, None] - grid
        distance = np.hypot(away[0], away[1])
        if spot.label is None:
            weight[distance < 0.9 * side] = 0
            continue
        cell = np.unravel_index(int(distance.argmin()), distance.shape)
        sigma = 0.11 * side + 1.2
        np.maximum(heat, np.exp(-np.square(distance) / (2 * sigma**2)), out=heat)
        heat[cell] = 1
        near = (distance < np.maximum(0.25 * side, 3.0)) & (distance < nearest)
        nearest[near] = distance[near]
        fields[:2, near] = away[:, near] / 16
        fields[2:, near] = _shape(spot.corners)[:, None]
        label[near] = spot.label
    return Canvas(bgr, heat, weight, fields, label)
