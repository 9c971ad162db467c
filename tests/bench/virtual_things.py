"""Things that are no dice, painted into a picture of the virtual tray: coins, cards, pens, dirt.

Each is a list of flat shapes in millimetres at a height over the floor, lit as the floor there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.virtual_looks import pick
from vision.virtual import Hand, Scene, VirtualDie
from vision.virtual.geometry import project, size_of, style_of, top_corners
from vision.virtual.model import Rgb
from vision.virtual.paint import kelvin_rgb, linear
from vision.virtual.sensor import encode, with_hand
from vision.virtual.styles import pip_centres
from vision.virtual.tray import floor_light

Picture = NDArray[np.uint8]
Floats = NDArray[Any]
Rng = np.random.Generator

_PAPER: Rgb = (0.90, 0.89, 0.86)
_INK: Rgb = (0.08, 0.08, 0.10)
_METALS: tuple[Rgb, ...] = ((0.62, 0.36, 0.22), (0.72, 0.72, 0.70), (0.74, 0.60, 0.30))
_PLASTICS: tuple[Rgb, ...] = (_PAPER, (0.85, 0.45, 0.50), _INK, (0.10, 0.30, 0.60), (0.7, 0.1, 0.1))


@dataclass(frozen=True, slots=True)
class Shape:
    """One flat polygon: `corners_mm` of shape (n, 2), in the thing's own frame, and its colour."""

    corners_mm: Floats
    colour: Rgb


@dataclass(frozen=True, slots=True)
class Thing:
    """Shapes at a place; `height_mm` over the floor, `spoils` the faces below rather than hides."""

    name: str
    shapes: tuple[Shape, ...]
    x_mm: float
    y_mm: float
    angle_deg: float
    height_mm: float
    spoils: bool = False


def disc(radius_mm: float, x_mm: float = 0.0, y_mm: float = 0.0) -> Floats:
    """The corners of a disc."""
    turn = np.arange(40) * (2 * np.pi / 40)
    return np.stack([x_mm + radius_mm * np.cos(turn), y_mm + radius_mm * np.sin(turn)], axis=1)


def box(width_mm: float, depth_mm: float) -> Floats:
    """The corners of a rectangle around the origin."""
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width_mm / 2, depth_mm / 2)


def coin(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A coin with a raised rim and some motif."""
    radius, metal = float(rng.uniform(7.5, 13)), np.array(pick(rng, _METALS))
    motif = cv2.convexHull(rng.normal(0, 0.3 * radius, (6, 2)).astype(np.float32))[:, 0]
    shades = (metal * 0.8, metal, metal * 0.75)
    corners = (disc(radius), disc(radius * 0.9), motif)
    return tuple(Shape(c, _rgb(s)) for c, s in zip(corners, shades, strict=True))


def button(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A button with two or four holes, about as large as a die."""
    radius, colour = float(rng.uniform(6, 11)), pick(rng, _PLASTICS)
    places = ((-1, 0), (1, 0)) if rng.random() < 0.4 else ((-1, -1), (-1, 1), (1, -1), (1, 1))
    hole = tuple(0.25 * part for part in scene.tray.floor_colour)
    holes = [disc(0.13 * radius, x * 0.28 * radius, y * 0.28 * radius) for x, y in places]
    return (Shape(disc(radius), colour), *(Shape(each, _rgb(np.array(hole))) for each in holes))


def domino(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A domino whose halves are as large as a face of the dice, in the dice's colours or others."""
    side = scene.die_size_mm * float(rng.uniform(0.8, 1.25))
    own = rng.random() < 0.6
    body, pip = (scene.style.body, scene.style.pip) if own else (_PAPER, _INK)
    shapes = [Shape(box(2 * side, side), body)]
    for half in (-0.5, 0.5):
        for x, y in pip_centres(scene.style, int(rng.integers(1, 7))):
            spot = disc(side * scene.style.pip_radius, (half + x) * side, y * side)
            shapes.append(Shape(spot, pip))
    return tuple(shapes)


def card(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A playing card with round or square pips."""
    colour = pick(rng, (_INK, (0.75, 0.06, 0.09)))
    columns, rows = (2, int(rng.integers(1, 5)))
    shapes = [Shape(box(59, 89), _PAPER)]
    for i in range(columns):
        for j in range(rows):
            x, y = (i - 0.5) * 26, (j - (rows - 1) / 2) * 62 / rows
            spot = disc(4, x, y) if rng.random() < 0.5 else box(7, 7) + np.array([x, y])
            shapes.append(Shape(spot, colour))
    return tuple(shapes)


def slip(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A slip of paper, or the corner of a scorepad."""
    size = rng.uniform(12, 45, 2)
    return (Shape(box(*size) + rng.normal(0, 2, (4, 2)), _PAPER),)


def pen(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A pen."""
    return (
        Shape(box(float(rng.uniform(80, 140)), float(rng.uniform(5, 9))), pick(rng, _PLASTICS)),
    )


def thread(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A hair or a thread."""
    return (Shape(box(float(rng.uniform(20, 80)), float(rng.uniform(0.25, 0.9))), _INK),)


def block(rng: Rng, scene: Scene) -> tuple[Shape, ...]:
    """A rubber or a sweet: a plain square about as large as a die."""
    side = scene.die_size_mm * rng.uniform(0.7, 1.3, 2)
    return (Shape(box(*side), pick(rng, (*_PLASTICS, scene.style.body))),)


BESIDE = (coin, button, domino, card, slip, pen, thread, block)
OVER = (slip, pen, thread, card, coin)


def lone_thing(rng: Rng, scene: Scene, x_mm: float, y_mm: float) -> Thing:
    """A thing on the floor."""
    make = pick(rng, BESIDE)
    angle = float(rng.uniform(0, 360))
    return Thing(make.__name__, make(rng, scene), x_mm, y_mm, angle, float(rng.uniform(0.2, 4)))


def thing_over(rng: Rng, scene: Scene, die: VirtualDie) -> Thing:
    """A thing that lies over a part of a die, or all of it."""
    make = pick(rng, OVER)
    x, y = np.array([die.x_mm, die.y_mm]) + rng.normal(0, 0.6 * scene.die_size_mm, 2)
    angle = float(rng.uniform(0, 360))
    high = scene.die_size_mm + 0.5
    return Thing(make.__name__, make(rng, scene), float(x), float(y), angle, high)


def spot_on(rng: Rng, scene: Scene, die: VirtualDie) -> Thing:
    """Dirt or a bright reflection on a die's top face; the face stays what it is."""
    side = scene.die_size_mm
    x, y = np.array([die.x_mm, die.y_mm]) + rng.uniform(-0.45, 0.45, 2) * side
    if rng.random() < 0.5:
        radius = scene.style.pip_radius * side * float(rng.uniform(0.3, 0.8))
        shape = Shape(disc(radius), pick(rng, ((0.25, 0.2, 0.15), _INK, scene.style.body)))
        return Thing("dirt", (shape,), float(x), float(y), 0.0, side, spoils=True)
    shape = Shape(disc(float(rng.uniform(0.1, 0.35)) * side), (1.0, 1.0, 1.0))
    return Thing("glare", (shape,), float(x), float(y), 0.0, side, spoils=True)


def _rgb(colour: Floats) -> Rgb:
    return (float(colour[0]), float(colour[1]), float(colour[2]))


def outline_px(scene: Scene, thing: Thing, shape: Shape) -> Floats:
    """The (n, 2) picture points of a shape."""
    turn = np.radians(thing.angle_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    at = shape.corners_mm @ matrix.T + (thing.x_mm, thing.y_mm)
    high = np.full(len(at), thing.height_mm)
    return project(scene.camera, np.column_stack([at, high]).astype(np.float32))


def cover_of(scene: Scene, thing: Thing) -> Picture:
    """0..255 (rows, columns): what a thing hides."""
    return _filled(scene, outline_px(scene, thing, thing.shapes[0]))


def _filled(scene: Scene, corners_px: Floats) -> Picture:
    mask = np.zeros((scene.camera.height_px, scene.camera.width_px), np.uint8)
    cv2.fillPoly(mask, [np.round(corners_px * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


@lru_cache(maxsize=4)
def _lit(scene: Scene) -> Floats:
    """(rows, columns, 3): what light reaches the floor, as the camera's white balance shows it."""
    lamp = floor_light(scene) * scene.light.direct * 1.25 + scene.light.ambient
    tint = kelvin_rgb(scene.light.kelvin) / kelvin_rgb(scene.camera.kelvin)
    return np.asarray(lamp[..., None] * tint * scene.effects.exposure, np.float32)


def painted(scene: Scene, clean: Picture, thing: Thing) -> Picture:
    """The picture with a thing and its soft shadow over it."""
    bgr = clean.copy() if thing.spoils else _shadowed(clean, cover_of(scene, thing), thing)
    for shape in thing.shapes:
        mask = _filled(scene, outline_px(scene, thing, shape))
        if thing.spoils:
            mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.5), np.uint8)
        rows, columns = np.nonzero(mask.any(1))[0], np.nonzero(mask.any(0))[0]
        if not len(rows):
            continue
        part = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        colour = encode(linear(shape.colour) * _lit(scene)[part])
        share = mask[part].astype(np.float32)[..., None] / 255
        bgr[part] = np.round(bgr[part] + share * (colour - bgr[part].astype(np.float32)))
    return bgr


def _shadowed(clean: Picture, cover: Picture, thing: Thing) -> Picture:
    aside = 1 + thing.height_mm / 3
    moved = cv2.warpAffine(cover, np.array([[1, 0, aside], [0, 1, aside]]), cover.shape[::-1])
    soft = cv2.GaussianBlur(moved, (0, 0), 1 + aside / 3).astype(np.float32)[..., None]
    return np.asarray(clean * (1 - 0.45 * soft / 255), np.uint8)


def hand_cover(scene: Scene, hand: Hand) -> Picture:
    """0 or 255 (rows, columns): what a hand hides; its shadow hides nothing.

    A hand over white and over black differs only by what shows through beside it.
    """
    shape = (scene.camera.height_px, scene.camera.width_px, 3)
    white = with_hand(scene, np.full(shape, 255, np.uint8), hand)
    black = with_hand(scene, np.zeros(shape, np.uint8), hand)
    through = cv2.subtract(white, black).max(axis=2)
    return np.asarray((through < 100) * np.uint8(255), np.uint8)


def hidden_part(scene: Scene, die: VirtualDie, cover: Picture) -> float:
    """0..1: how much of a die's top face something covers."""
    corners = top_corners(die, style_of(scene, die), size_of(scene, die))
    top = _filled(scene, project(scene.camera, corners)) > 127
    return float(cover[top].mean()) / 255 if top.any() else 1.0
