"""The colours of a die: body, marble, painted faces, pips; and how light falls on them.

Colours inside are linear (red, green, blue). May import: numpy and this package's geometry.
"""

from __future__ import annotations

import numpy as np

from vision.virtual.geometry import (
    Array,
    die_centre,
    die_rotation,
    lamp_position,
    lamp_samples,
    size_of,
    style_of,
)
from vision.virtual.model import DieStyle, Light, RedKind, Rgb, Scene, VirtualDie
from vision.virtual.solid import dot, largest, slab_entry, unit
from vision.virtual.styles import axis_values, face_axes, pip_centres

_GAMMA = 2.2


def linear(colour: Rgb) -> Array:
    """A screen colour as linear light."""
    return np.asarray(np.array(colour) ** _GAMMA, np.float32)


def kelvin_rgb(kelvin: float) -> Array:
    """The linear colour of a lamp, green = 1 (a fit to the black-body line, 2000-10000 K)."""
    mired = 1e6 / kelvin
    red = 0.55 + 0.0029 * mired
    blue = 1.62 - 0.0040 * mired
    return np.array([max(red, 0.3), 1.0, max(blue, 0.12)], np.float32)


def _grain(points: Array, seed: int) -> Array:
    """Smooth noise -1..1 in the die's body: warped waves, the same for the same seed."""
    phase = np.random.default_rng(seed).uniform(0, 6.28, 6).astype(np.float32)
    x, y, z = 0.45 * points.T
    warp = np.sin(2.1 * y + phase[0]) + np.sin(1.7 * z + 2.3 * x + phase[1])
    waves = np.sin(1.3 * x + 1.9 * warp + phase[2]) + np.sin(1.6 * z - 1.4 * warp + phase[3])
    return np.asarray((waves + 0.7 * np.sin(4.1 * x + 3.7 * y + phase[4])) / 2.7, np.float32)


def _body(points: Array, style: DieStyle, die: VirtualDie) -> Array:
    body = linear(style.body)
    if not style.marble:
        return np.broadcast_to(body, points.shape).copy()
    share = (0.5 + 0.5 * _grain(points, die.seed))[:, None] * style.marble
    sparkle = np.clip(_grain(points * 1.7 + 5, die.seed + 1) - 0.55, 0, 1)[:, None]
    return np.asarray(body * (1 - share) + linear(style.vein) * share + 0.12 * sparkle, np.float32)


def _ramp(distance: Array, soft: float) -> Array:
    """1 inside, 0 outside, over a width of `soft`: an edge without stairs."""
    return np.clip(0.5 - distance / soft, 0, 1)


def _paint_face(
    at: Array, colour: Array, normals: Array, style: DieStyle, value: int, *, red: bool, soft: float
) -> None:
    """Paint one face in place; `at` are (n, 2) places on it as fractions of the side."""
    if red and style.red_kind is RedKind.BODY:
        # The paint ends where the edge begins; on a ball-cut die that is a circle.
        limit = 0.5 - style.edge
        inside = _ramp(np.abs(at).max(axis=1) - limit, soft)
        if style.ball:
            disc = np.sqrt(max(style.ball**2 - 0.25, 0.01)) * 0.97
            inside = np.minimum(inside, _ramp(np.hypot(at[:, 0], at[:, 1]) - disc, soft))
        colour += inside[:, None] * (linear(style.red) - colour)
    pip = linear(style.pip)
    if red:
        pip = linear(style.red if style.red_kind is RedKind.PIPS else style.red_pip)
    radius = style.pip_radius * (style.one_scale if value == 1 else 1.0)
    for centre in pip_centres(style, value):
        away = at - centre
        share = _ramp(np.hypot(away[:, 0], away[:, 1]) - radius, soft)[:, None]
        colour += share * (pip - colour)
        bend = share * away / radius * style.pip_depth
        normals[:, :2] -= bend


def surface(
    points: Array, normals: Array, die: VirtualDie, style: DieStyle, size_mm: float, pixel_mm: float
) -> tuple[Array, Array]:
    """The linear colours and the normals, bent by the pips, of points on a die (its own frame)."""
    colour = _body(points, style, die)
    if style.wear:
        edge = np.clip(1 - largest(np.abs(normals)), 0, 0.4)[:, None] * 2.5
        colour *= 1 - style.wear * edge
    normals = normals.copy()
    axis = np.abs(points).argmax(axis=1)
    side = points[np.arange(len(points)), axis] < 0
    faces = axis * 2 + side
    for face, value in enumerate(axis_values(style)):
        here = faces == face
        if not here.any():
            continue
        axes = face_axes(face)
        at = points[here] @ axes[:2].T / np.float32(size_mm)
        local = normals[here] @ axes.T
        some = colour[here]
        red = value in die.red_values
        _paint_face(at, some, local, style, value, red=red, soft=pixel_mm / size_mm)
        colour[here], normals[here] = some, local @ axes
    return colour, unit(normals)


def _in_shadow(points: Array, light: Light, scene: Scene, others: tuple[VirtualDie, ...]) -> Array:
    """0..1: how much of the lamp other dice hide from points in the world."""
    dark = np.zeros(len(points), np.float32)
    for other in others:
        style, size = style_of(scene, other), size_of(scene, other)
        rotation, centre = die_rotation(other, style), die_centre(other, style, size)
        local = (points - centre) @ rotation
        for lamp in lamp_samples(light, 3):
            along = (lamp - centre) @ rotation - local
            begin, end = slab_entry(local, along, size * 0.485)
            dark += (end > np.maximum(begin, 0)) & (begin < 1)
    return np.minimum(dark / 3, 1)


def _crevice(points: Array, scene: Scene, others: tuple[VirtualDie, ...], size_mm: float) -> Array:
    """0..1: how much of the room's light reaches points low beside the floor and other dice."""
    open_sky = 0.55 + 0.45 * np.clip(points[:, 2] / size_mm, 0, 1)
    for other in others:
        style, size = style_of(scene, other), size_of(scene, other)
        local = (points - die_centre(other, style, size)) @ die_rotation(other, style)
        gap = np.maximum(largest(np.abs(local)) - size / 2, 0)
        below = np.clip(1 - points[:, 2] / size_mm, 0, 1)
        open_sky = open_sky * (1 - 0.75 * below**0.5 * np.exp(-gap / (0.15 * size_mm)))
    return np.asarray(open_sky, np.float32)


def shade(
    points: Array,
    normals: Array,
    colour: Array,
    scene: Scene,
    die: VirtualDie,
    others: tuple[VirtualDie, ...],
    eye: Array,
) -> Array:
    """The linear light (n, 3) that points of a die in the world send to the eye."""
    style, size, light = style_of(scene, die), size_of(scene, die), scene.light
    to_lamp, to_eye = unit(lamp_position(light) - points), unit(eye - points)
    facing = np.clip(dot(normals, to_lamp), 0, 1)
    near = tuple(o for o in others if np.hypot(o.x_mm - die.x_mm, o.y_mm - die.y_mm) < 4 * size)
    lit = 1 - _in_shadow(points + normals * 0.3, light, scene, near)
    room = _crevice(points, scene, near, size) * (0.62 + 0.38 * normals[:, 2])
    diffuse = light.direct * facing * lit * 1.25 + light.ambient * room + style.glow * 0.25
    half = unit(to_lamp + to_eye)
    sharp = 20 + 400 * style.gloss * 60 / (60 + light.radius_mm)
    shine = np.clip(dot(normals, half), 0, 1) ** sharp
    shine = shine * lit * style.gloss * light.direct * scene.effects.glare * 2.2
    grazing = 1 - np.clip(dot(normals, to_eye), 0, 1)
    shine = shine + 0.16 * style.gloss * light.ambient * (0.25 + grazing**3)
    return np.asarray(colour * diffuse[:, None] + shine[:, None], np.float32)
