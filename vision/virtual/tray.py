"""The empty tray: floor, walls, rim and table, as the camera sees them without dice.

May import: numpy, cv2 and this package's geometry.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.geometry import (
    Array,
    camera_position,
    lamp_position,
    project,
    project_outline,
    rays,
)
from vision.virtual.markers import print_markers
from vision.virtual.model import FloorKind, Rgb, Scene, Tray, TrayShape
from vision.virtual.paint import linear
from vision.virtual.sensor import bands

Mask = NDArray[Any]

_SIDES = {TrayShape.HEXAGON: 6, TrayShape.OCTAGON: 8, TrayShape.ROUND: 60}


def outline_mm(tray: Tray, grow_mm: float = 0.0) -> Array:
    """The (n, 2) corners of the tray's floor, anticlockwise; grown outwards if asked."""
    half = np.array([tray.width_mm / 2 + grow_mm, tray.depth_mm / 2 + grow_mm], np.float32)
    if tray.shape is TrayShape.RECT:
        return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * half
    sides = _SIDES[tray.shape]
    angles = (np.arange(sides) + 0.5) * (2 * np.pi / sides)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1) / np.cos(np.pi / sides)
    return np.asarray(circle * half, np.float32)


def _noise(shape: tuple[int, int], cell_px: float, rng: np.random.Generator) -> Array:
    rows, columns = (max(2, round(side / cell_px)) for side in shape)
    coarse = np.empty((rows, columns), np.float32)
    for band in bands(rows):
        coarse[band] = rng.standard_normal(coarse[band].shape)
    return np.asarray(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), np.float32)


def texture(
    kind: FloorKind, colour: Rgb, shape: tuple[int, int], rng: np.random.Generator
) -> Array:
    """A linear (rows, columns, 3) picture of a material of that colour."""
    return _coloured(colour, _grain(kind, shape, rng))


def _coloured(colour: Rgb, grain: NDArray[Any]) -> Array:
    return np.asarray(linear(colour) * grain[..., None], np.float32)


def _grain(kind: FloorKind, shape: tuple[int, int], rng: np.random.Generator) -> Array:
    """How bright each place of a material is, over its colour: (rows, columns)."""
    rough = _noise(shape, 90, rng) * 0.06 + _noise(shape, 14, rng) * 0.03
    match kind:
        case FloorKind.FELT:
            rough += _noise(shape, 2, rng) * 0.07 + _noise(shape, 1, rng) * 0.07
        case FloorKind.LEATHER:
            rough += np.abs(_noise(shape, 5, rng)) * 0.16 + _noise(shape, 30, rng) * 0.1
        case FloorKind.WOOD:
            rows = np.linspace(0, shape[0] / 22, shape[0], dtype=np.float32)[:, None]
            rough += 0.13 * np.sin(rows * 6.28 + 2.5 * _noise(shape, 160, rng))
            rough += cv2.resize(_noise((shape[0], 40), 2, rng), shape[::-1]) * 0.06
        case FloorKind.PLAIN:
            rough += _noise(shape, 3, rng) * 0.02
    return np.asarray((1 + rough).clip(0.2, 2.5), np.float32)


def _from_where_it_stands(scene: Scene, grain: Array) -> Array:
    """The grain as the scene's camera sees it, if it grew in another camera's picture."""
    first, camera = scene.grown_for, scene.camera
    if first is None or first == camera:
        return grain
    eye, seen = camera_position(camera), np.empty_like(grain)
    for rows in bands(len(grain)):
        x_px, y_px = np.meshgrid(np.arange(camera.width_px), np.arange(camera.height_px)[rows])
        along = rays(camera, x_px.astype(np.float32), y_px.astype(np.float32))
        on_floor = eye - along * (eye[2] / along[..., 2:])
        at = project(first, on_floor.reshape(-1, 3)).reshape(*x_px.shape, 2)
        seen[rows] = cv2.remap(
            grain, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
    return seen


def _mask(scene: Scene, outline: Array, z_mm: float) -> Array:
    """0..1 (rows, columns): what lies inside an outline at a height, as the camera sees it."""
    corners = np.column_stack([outline, np.full(len(outline), z_mm, np.float32)])
    return _fill(scene, project_outline(scene.camera, corners))


def _fill(scene: Scene, corners_px: Array) -> Array:
    mask: Mask = np.zeros((scene.camera.height_px, scene.camera.width_px), np.uint8)
    points = np.round(corners_px * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) * np.float32(1 / 255)


def _over(canvas: NDArray[Any], colour: NDArray[Any], mask: Array) -> None:
    """Lay one colour, or one for each place, over a canvas."""
    for rows in bands(len(canvas)):
        if mask[rows].any():
            here = colour[rows] if colour.ndim == 3 else colour
            canvas[rows] += mask[rows, :, None] * (here - canvas[rows])


def _walls(canvas: NDArray[Any], scene: Scene, low: Array, high: Array) -> None:
    """Paint the inner walls, each by how it faces the lamp."""
    lamp = lamp_position(scene.light)
    base = linear(scene.tray.rim_colour)
    for i in range(len(low)):
        j = (i + 1) % len(low)
        edge = low[j] - low[i]
        inward = np.array([-edge[1], edge[0], 0]) / np.hypot(*edge)
        facing = max(0.0, float(inward @ lamp / np.linalg.norm(lamp)))
        quad = np.array(
            [[*low[i], 0], [*low[j], 0], [*high[j], scene.tray.rim_height_mm],
             [*high[i], scene.tray.rim_height_mm]], np.float32,
        )  # fmt: skip
        light = scene.light.direct * facing * 0.8 + scene.light.ambient * 0.5
        _over(canvas, base * light, _fill(scene, project_outline(scene.camera, quad)))


def _rim_shadow(scene: Scene, inner: Array) -> Array:
    """0..1: how much of the lamp reaches the floor past the rim."""
    lamp = lamp_position(scene.light)
    height = scene.tray.rim_height_mm
    shifted = inner - lamp[:2] / lamp[2] * height
    soft_px = max(1.0, scene.light.radius_mm / scene.light.distance_mm * height * 2)
    return np.asarray(cv2.GaussianBlur(_mask(scene, shifted, 0), (0, 0), soft_px), np.float32)


def floor_light(scene: Scene) -> Array:
    """(rows, columns) the lamp's light on the floor plane: falls off with distance and slant."""
    camera = scene.camera
    x_px, y_px = np.meshgrid(
        np.arange(0, camera.width_px, 16, dtype=np.float32),
        np.arange(0, camera.height_px, 16, dtype=np.float32),
    )
    along, eye = rays(camera, x_px, y_px), camera_position(camera)
    floor = eye - along * (eye[2] / along[..., 2:])
    to_lamp = lamp_position(scene.light) - floor
    away = np.sqrt(np.square(to_lamp).sum(axis=2))
    light = to_lamp[..., 2] / away * (scene.light.distance_mm / away) ** 2
    size = (camera.width_px, camera.height_px)
    return np.asarray(cv2.resize(light.astype(np.float32), size), np.float32)


def empty_tray(scene: Scene) -> NDArray[np.float16]:
    """The linear (rows, columns, 3) r, g, b picture of the scene without dice: float16.

    Half precision is finer than the pictures that are made of it, for half the memory.
    """
    tray, camera = scene.tray, scene.camera
    shape = (camera.height_px, camera.width_px)
    rng = np.random.default_rng(scene.seed)
    lamp, room = scene.light.direct * 1.25, scene.light.ambient
    direct = floor_light(scene) * lamp
    inner, outer = outline_mm(tray), outline_mm(tray, tray.rim_width_mm)
    kinds = (tray.table, FloorKind.LEATHER, tray.floor)
    table, rim, ground = (
        _from_where_it_stands(scene, _grain(kind, shape, rng)).astype(np.float16) for kind in kinds
    )
    canvas = _inside(scene, inner, ground, direct)
    rim_mask, opening = (_mask(scene, edge, tray.rim_height_mm) for edge in (outer, inner))
    for rows in bands(len(canvas)):
        light = (direct[rows] + room)[..., None]
        around = _coloured(tray.table_colour, table[rows]) * light
        _over(around, _coloured(tray.rim_colour, rim[rows]) * light, rim_mask[rows])
        _over(around, canvas[rows], opening[rows])
        canvas[rows] = around
    print_markers(canvas, scene, direct + room)
    return canvas


def _inside(
    scene: Scene, inner: Array, grain: NDArray[np.float16], direct: Array
) -> NDArray[np.float16]:
    """The tray's walls and floor, (rows, columns, 3); what is outside of them is black."""
    tray, room = scene.tray, scene.light.ambient
    corner = 0.8 + 0.2 * cv2.GaussianBlur(_mask(scene, outline_mm(tray, -4), 0), (0, 0), 12)
    light = direct * _rim_shadow(scene, inner) + room * corner
    canvas = np.zeros((*grain.shape, 3), np.float16)
    _walls(canvas, scene, inner, inner)
    mask = _mask(scene, inner, 0)
    for rows in bands(len(canvas)):
        floor = _coloured(tray.floor_colour, grain[rows]) * light[rows, :, None]
        _over(canvas[rows], floor, mask[rows])
    return canvas
