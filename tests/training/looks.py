"""Random colours and dice styles, and whether a face counts as red."""

from __future__ import annotations

import colorsys

import numpy as np

from vision.virtual import DieStyle, RedKind, VirtualDie
from vision.virtual.model import Rgb

Rng = np.random.Generator


def hsv(hue: float, saturation: float, value: float) -> Rgb:
    """A screen colour from hue, saturation, value, each 0..1."""
    return colorsys.hsv_to_rgb(hue % 1, min(max(saturation, 0), 1), min(max(value, 0), 1))


def any_colour(rng: Rng) -> Rgb:
    """Any colour at all, greys and browns more often than bright ones."""
    return hsv(rng.random(), rng.beta(1.2, 2.2), rng.uniform(0.03, 0.98))


def _white(rng: Rng) -> Rgb:
    return hsv(rng.uniform(0.05, 0.65), rng.uniform(0, 0.10), rng.uniform(0.72, 1.0))


def _body(rng: Rng) -> Rgb:
    kind = rng.random()
    if kind < 0.34:
        return _white(rng)
    if kind < 0.44:
        return hsv(rng.uniform(0.09, 0.15), rng.uniform(0.15, 0.5), rng.uniform(0.7, 0.95))
    if kind < 0.56:
        return hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2))
    if kind < 0.68:
        return hsv(rng.uniform(-0.03, 0.025), rng.uniform(0.75, 1), rng.uniform(0.5, 0.95))
    return hsv(rng.random(), rng.uniform(0.4, 1), rng.uniform(0.12, 0.95))


def _luma(colour: Rgb) -> float:
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def _ink(rng: Rng, body: Rgb) -> Rgb:
    """A pip colour that one can see on that body, by its lightness or its hue alone."""
    dark = _luma(body) < 0.3 and rng.random() < 0.3
    for _ in range(50):
        kind = rng.uniform(0.72, 0.84) if dark else rng.random()
        if kind < 0.36:
            ink = hsv(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.02, 0.2))
        elif kind < 0.72:
            ink = _white(rng)
        elif kind < 0.84:
            ink = hsv(rng.uniform(-0.03, 0.025), rng.uniform(0.65, 1), rng.uniform(0.45, 0.95))
        elif kind < 0.92:
            ink = hsv(rng.uniform(0.1, 0.15), rng.uniform(0.4, 0.8), rng.uniform(0.6, 0.95))
        else:
            ink = hsv(rng.random(), rng.uniform(0.3, 1), rng.uniform(0.1, 0.9))
        apart = max(abs(of_ink - of_body) for of_ink, of_body in zip(ink, body, strict=True))
        if abs(_luma(ink) - _luma(body)) > 0.28 or apart > 0.36:
            return ink
    return (0.95, 0.95, 0.95) if _luma(body) < 0.5 else (0.05, 0.05, 0.05)


def _is_red(colour: Rgb) -> int:
    """1 clearly red, 0 clearly not, -1 arguable (burgundy, orange, pink, brown)."""
    hue, saturation, value = colorsys.rgb_to_hsv(*colour)
    near = min(hue, 1 - hue)
    if near < 0.03 and saturation > 0.7 and value > 0.45:
        return 1
    if near > 0.11 or saturation < 0.3 or value < 0.2:
        return 0
    return -1


def random_style(rng: Rng) -> DieStyle:
    """A die that somebody might own."""
    body = _body(rng)
    pearly = rng.random() < 0.4
    kind = rng.choice([RedKind.NONE, RedKind.BODY, RedKind.PIPS], p=[0.5, 0.15, 0.35])
    white = hsv(0.1, 0.03, rng.uniform(0.8, 1.0))
    return DieStyle(
        "random",
        body,
        _ink(rng, body),
        kind if _is_red(body) == 0 else RedKind.NONE,
        red=hsv(rng.uniform(-0.025, 0.02), rng.uniform(0.8, 1), rng.uniform(0.6, 0.98)),
        red_pip=white if rng.random() < 0.9 else (0.05, 0.05, 0.05),
        vein=hsv(rng.random(), rng.random(), rng.random())
        if rng.random() < 0.25
        else (body[0] * 0.4, body[1] * 0.4, body[2] * 0.4),
        marble=rng.uniform(0.2, 0.8) if pearly else 0.0,
        glow=rng.uniform(0, 1) if rng.random() < 0.2 else 0.0,
        wear=rng.uniform(0, 0.8) if rng.random() < 0.3 else 0.0,
        edge=rng.uniform(0.03, 0.2),
        ball=rng.uniform(0.66, 0.84) if rng.random() < 0.4 else 0.0,
        pip_radius=rng.uniform(0.07, 0.125),
        pip_inset=rng.uniform(0.2, 0.29),
        one_scale=rng.uniform(1.2, 2.0) if rng.random() < 0.2 else 1.0,
        pip_depth=rng.uniform(0, 0.9),
        gloss=rng.uniform(0, 1) ** 1.5,
        handed="right" if rng.random() < 0.5 else "left",
        orient=tuple(int(v) for v in rng.integers(0, 2, 6)),
    )


def face_red(die: VirtualDie, style: DieStyle) -> int:
    """1, 0, or -1 (not to be scored) for the top face of a die."""
    if die.red and style.red_kind is RedKind.BODY:
        return 1
    if die.red and style.red_kind is RedKind.PIPS:
        return 1 if abs(_luma(style.body) - _luma(style.red)) > 0.1 else -1
    of_body, of_pip = _is_red(style.body), _is_red(style.pip)
    if of_body == 0 and (style.marble == 0 or _is_red(style.vein) == 0):
        return of_pip
    return 1 if of_body == 1 and style.marble == 0 else -1
