"""From a scene and dice to a camera picture, and to the truth about it.

May import: numpy, cv2 and this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.geometry import (
    Array,
    camera_position,
    cube_corners,
    die_centre,
    die_rotation,
    lamp_samples,
    project,
    rays,
    size_of,
    style_of,
    top_corners,
)
from vision.virtual.model import CameraPose, Hand, Scene, TruthDie, VirtualDie
from vision.virtual.paint import kelvin_rgb, shade, surface
from vision.virtual.sensor import bands, encode, sensor, with_hand
from vision.virtual.solid import Solid, hit
from vision.virtual.tray import empty_tray

Bgr = NDArray[Any]
Dice = tuple[VirtualDie, ...]
Window = tuple[slice, slice]

_LAMPS = 5
_LATEST: list[tuple[Scene, Dice, Bgr]] = []  # the picture that was drawn last, of what
_DRAWING = Lock()  # the next is drawn in its place


def render(scene: Scene, dice: Dice, rng: np.random.Generator, hand: Hand | None = None) -> Bgr:
    """The camera's picture of the dice: uint8 (height_px, width_px, 3), B, G, R.

    Everything but the sensor's noise is the same for the same scene and dice, and remembered
    for the latest, so that dice at rest cost little. Any thread may ask; one draws at a time.
    """
    with _DRAWING:
        still = _still(scene, dice)
        if hand is None:
            return sensor(still, scene.effects, rng)
        return sensor(with_hand(scene, still, hand), scene.effects, rng, own=True)


def truth(scene: Scene, dice: Dice) -> tuple[TruthDie, ...]:
    """What is so about each die, in the order given."""
    return tuple(_truth(scene, die) for die in dice)


def _truth(scene: Scene, die: VirtualDie) -> TruthDie:
    corners = top_corners(die, style_of(scene, die), size_of(scene, die))
    seen = project(scene.camera, np.vstack([corners, corners.mean(axis=0)]))
    points = tuple((float(x), float(y)) for x, y in seen)
    value = die.value if die.flat else None
    return TruthDie(value, die.flat and die.red, points[4], points[:4], die.flat)


@lru_cache(maxsize=2)
def _background(scene: Scene) -> NDArray[np.float16]:
    """The empty tray in linear light; not to be written to."""
    light = empty_tray(scene)
    light.setflags(write=False)
    return light


def _gains(scene: Scene, window: Window) -> Array:
    """What lens and white balance make of the light in a part of the picture: (rows, columns, 3).

    Computed anew for each part, as it would take as much memory as the light itself.
    """
    camera, effects = scene.camera, scene.effects
    x = np.linspace(-1, 1, camera.width_px, dtype=np.float32)[window[1]]
    y = np.linspace(-1, 1, camera.height_px, dtype=np.float32)[window[0]]
    fall = 1 - effects.vignette * (np.square(x)[None] + np.square(y)[:, None]) / 2
    tint = kelvin_rgb(scene.light.kelvin) / kelvin_rgb(camera.kelvin)
    return np.asarray(fall[..., None] * tint * effects.exposure, np.float32)


def _still(scene: Scene, dice: Dice) -> Bgr:
    """The picture before the sensor's noise; not to be written to. The latest is remembered.

    The next one is made of it, in its place: a picture takes four megabytes.
    """
    for before, lying, picture in _LATEST:
        if (before, lying) == (scene, dice):
            return picture
    picture = _empty_picture(scene)
    for window, part in drawn(scene, dice, _background(scene)):
        _develop(picture, scene, window, part)
    picture.setflags(write=False)
    _LATEST.append((scene, dice, picture))
    return picture


def _empty_picture(scene: Scene) -> Bgr:
    """The picture without dice, made of the latest one, which is forgotten."""
    light = _background(scene)
    before, lying, picture = _LATEST.pop() if _LATEST else (None, (), None)
    if picture is None or before != scene:
        picture = np.empty(light.shape, np.uint8)
        _develop(picture, scene, (slice(0, light.shape[0]), slice(0, light.shape[1])), light)
        return picture
    picture.setflags(write=True)
    for window, _ in _groups(scene, lying):
        _develop(picture, scene, window, light[window])
    return picture


def _develop(picture: Bgr, scene: Scene, window: Window, light: NDArray[Any]) -> None:
    """Make the picture in a window of the linear light there, in bands of rows."""
    rows, columns = window
    for band in bands(len(light)):
        here = slice(rows.start + band.start, rows.start + band.stop), columns
        picture[here] = encode(light[band] * _gains(scene, here))


def drawn(scene: Scene, dice: Dice, light: NDArray[Any]) -> Iterator[tuple[Window, Array]]:
    """Give the parts of a linear background that dice and their shadows change, as they then look.

    One after the other: a part can be nearly the whole picture, which takes much memory as floats.

    light : float array of shape (height_px, width_px, 3), linear r, g, b; left as it is.
    """
    for window, group in _groups(scene, dice):
        part = light[window].astype(np.float32)
        _shadow(part, window, scene, group)
        _draw_dice(part, window, scene, group)
        yield window, part


def _window(camera: CameraPose, points_px: Array, margin_px: float) -> Window:
    low = np.floor(points_px.min(axis=0) - margin_px).astype(int)
    high = np.ceil(points_px.max(axis=0) + margin_px).astype(int) + 1
    columns = slice(max(0, int(low[0])), max(0, min(camera.width_px, int(high[0]))))
    rows = slice(max(0, int(low[1])), max(0, min(camera.height_px, int(high[1]))))
    return rows, columns


def _solid_corners(scene: Scene, die: VirtualDie, share: float = 1.0) -> Array:
    style, size = style_of(scene, die), size_of(scene, die)
    centre = die_centre(die, style, size)
    return cube_corners(die_rotation(die, style), centre, size / 2 * share)


def _shadow_hulls(scene: Scene, die: VirtualDie) -> list[Array]:
    """The picture outlines of the shadows that a die throws from each point of the lamp."""
    corners, hulls = _solid_corners(scene, die, 0.94), []
    for lamp in lamp_samples(scene.light, _LAMPS):
        along = corners - lamp
        floor = corners - along * (corners[:, 2:] / along[:, 2:])
        hulls.append(cv2.convexHull(project(scene.camera, floor))[:, 0])
    return hulls


def _reach(scene: Scene, die: VirtualDie) -> Window:
    """The part of the picture that a die and its shadow can change."""
    points = [project(scene.camera, _solid_corners(scene, die)), *_shadow_hulls(scene, die)]
    longest = max(abs(die.smear_mm[0]), abs(die.smear_mm[1]))
    return _window(scene.camera, np.vstack(points), 14 + 3 * longest)


def _groups(scene: Scene, dice: Dice) -> list[tuple[Window, Dice]]:
    """The dice in groups whose parts of the picture do not meet."""
    groups: list[tuple[Window, Dice]] = []
    for die in dice:
        window = _reach(scene, die)
        members: Dice = (die,)
        while met := [group for group in groups if _meet(group[0], window)]:
            for group in met:
                groups.remove(group)
                window, members = _union(window, group[0]), members + group[1]
        groups.append((window, members))
    return [group for group in groups if _area(group[0])]


def _area(window: Window) -> int:
    rows, columns = (max(0, side.stop - side.start) for side in window)
    return int(rows * columns)


def _meet(a: Window, b: Window) -> bool:
    return all(one.start < two.stop and two.start < one.stop for one, two in zip(a, b, strict=True))


def _union(a: Window, b: Window) -> Window:
    rows, columns = (
        slice(min(one.start, two.start), max(one.stop, two.stop))
        for one, two in zip(a, b, strict=True)
    )
    return rows, columns


def _shadow(part: Array, window: Window, scene: Scene, dice: Dice) -> None:
    """Darken the floor where the dice keep the lamp, or the room, from it."""
    lit: Bgr = np.zeros(part.shape[:2], np.uint8)
    corner = np.array([window[1].start, window[0].start], np.float32)
    outlines = [_shadow_hulls(scene, die) for die in dice]
    for lamp in range(_LAMPS):
        mask = np.zeros_like(lit)
        for hulls in outlines:
            points = np.round((hulls[lamp] - corner) * 16).astype(np.int32)
            cv2.fillConvexPoly(mask, points, 255 // _LAMPS, cv2.LINE_AA, 4)
        lit = cv2.add(lit, mask)
    dark = cv2.GaussianBlur(lit, (0, 0), 1.5).astype(np.float32) / 255
    lamp_share = scene.light.direct / (scene.light.direct + scene.light.ambient)
    keep = (1 - lamp_share * dark) * (1 - 0.45 * _contact(lit.shape, corner, scene, dice))
    part *= keep[..., None]


def _contact(shape: tuple[int, ...], corner: Array, scene: Scene, dice: Dice) -> Array:
    """0..1: how near the floor is to standing dice (they hide the room's light)."""
    mask = np.zeros(shape[:2], np.uint8)
    for die in dice:
        corners = _solid_corners(scene, die, 1.05)
        foot = corners[np.argsort(corners[:, 2])[:4]] * np.array([1, 1, 0], np.float32)
        hull = cv2.convexHull(project(scene.camera, foot))[:, 0] - corner
        near = max(0.0, 1 - die.lift_mm / size_of(scene, die))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 255 * near, 0, 4)
    return cv2.GaussianBlur(mask, (0, 0), 5).astype(np.float32) / 255


def _draw_dice(part: Array, window: Window, scene: Scene, dice: Dice) -> None:
    """Draw the dice into a part of the linear picture, the farthest first."""
    eye = camera_position(scene.camera)

    def near(die: VirtualDie) -> float:
        style = style_of(scene, die)
        centre = die_centre(die, style, size_of(scene, die))
        return float(np.linalg.norm(centre - eye))

    for die in sorted(dice, key=near, reverse=True):
        others = tuple(other for other in dice if other is not die)
        rows, columns = _own_window(scene, die)
        colour, cover = _draw(scene, die, others, (rows, columns))
        if colour.size == 0:
            continue
        top, left = rows.start - window[0].start, columns.start - window[1].start
        below = part[top : top + colour.shape[0], left : left + colour.shape[1]]
        below += colour - cover[..., None] * below


def _own_window(scene: Scene, die: VirtualDie) -> Window:
    points = project(scene.camera, _solid_corners(scene, die))
    smear = max(abs(die.smear_mm[0]), abs(die.smear_mm[1])) * 1.5
    return _window(scene.camera, points, 2 + smear)


def _draw(scene: Scene, die: VirtualDie, others: Dice, window: Window) -> tuple[Array, Array]:
    """The light of a die, times how much it covers, and that cover, in a window."""
    shape = (window[0].stop - window[0].start, window[1].stop - window[1].start)
    if min(shape) <= 0:
        return np.zeros((0, 0, 3), np.float32), np.zeros((0, 0), np.float32)
    y_px, x_px = np.mgrid[window].astype(np.float32)
    style, size = style_of(scene, die), size_of(scene, die)
    rotation, centre = die_rotation(die, style), die_centre(die, style, size)
    eye = camera_position(scene.camera)
    pixel_mm = float(np.linalg.norm(centre - eye)) / scene.camera.focal_px
    solid = Solid(size / 2 - pixel_mm / 2, max(style.edge * size, 0.1), style.ball * size)
    along = rays(scene.camera, x_px, y_px).reshape(-1, 3) @ rotation
    found = hit((eye - centre) @ rotation, along, solid, pixel_mm)
    light = np.zeros((len(along), 3), np.float32)
    on = found.cover > 0
    points, normals = found.points[on], found.normals[on]
    colour, normals = surface(points, normals, die, style, size, pixel_mm)
    world, facing = points @ rotation.T + centre, normals @ rotation.T
    light[on] = shade(world, facing, colour, scene, die, others, eye) * found.cover[on, None]
    return _smeared(light.reshape(*shape, 3), found.cover.reshape(shape), scene, die)


def _smeared(light: Array, cover: Array, scene: Scene, die: VirtualDie) -> tuple[Array, Array]:
    """Blur along the way that the die went during the exposure."""
    if die.smear_mm == (0.0, 0.0):
        return light, cover
    scale = scene.camera.focal_px / scene.camera.height_mm
    way = np.array([die.smear_mm[0], -die.smear_mm[1]]) * scale / 2
    reach = int(np.ceil(np.abs(way).max())) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = np.round(np.stack([reach - way, reach + way])).astype(int)
    cv2.line(kernel, tuple(map(int, ends[0])), tuple(map(int, ends[1])), 1.0)
    kernel /= kernel.sum()
    smeared = cv2.filter2D(np.dstack([light, cover]), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    return smeared[..., :3], smeared[..., 3]
