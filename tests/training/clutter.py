"""Things that are no dice: coins, cards, writing, cables, fingers, stripes, lone dots."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.training.looks import any_colour, hsv
from vision.virtual.paint import linear

Array = NDArray[Any]
Rng = np.random.Generator


def _spot(rng: Rng) -> tuple[int, int]:
    return int(rng.integers(0, 640)), int(rng.integers(0, 480))


def _tone(rng: Rng) -> tuple[float, ...]:
    return tuple(float(v) for v in linear(any_colour(rng)) * rng.uniform(0.4, 1))


def _coin(rng: Rng, light: Array) -> None:
    at, radius, tone = _spot(rng), int(rng.integers(8, 60)), _tone(rng)
    cv2.circle(light, at, radius, tone, -1, cv2.LINE_AA)
    cv2.circle(light, at, int(radius * 0.85), tuple(0.7 * v for v in tone), 2, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.circle(light, at, max(1, radius // 3), _tone(rng), -1, cv2.LINE_AA)


def _dots(rng: Rng, light: Array) -> None:
    centre, tone = np.array(_spot(rng)), _tone(rng)
    for _ in range(int(rng.integers(1, 14))):
        at = centre + rng.normal(0, 30, 2)
        cv2.circle(light, (int(at[0]), int(at[1])), int(rng.integers(1, 9)), tone, -1, cv2.LINE_AA)


def blank_thing(rng: Rng, bgr: Array, at: tuple[float, float], size: float) -> None:
    """Draw a disc, ring, square or marker without pips on a uint8 picture, as large as a die."""
    if rng.random() < 0.3:
        _marker(rng, bgr, at, size)
        return
    tone = tuple(float(v) for v in bgr[int(at[1]), int(at[0])] * rng.uniform(0.3, 1.6))
    place = (round(at[0] * 16), round(at[1] * 16))
    kind = rng.random()
    if kind < 0.6:
        width = -1 if kind < 0.4 else max(1, round(size * rng.uniform(0.08, 0.3)))
        cv2.circle(bgr, place, round(size * 8), tone, width, cv2.LINE_AA, 4)
    else:
        box = cv2.boxPoints((at, (size, size * rng.uniform(0.7, 1.0)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(bgr, (box * 16).round().astype(np.int32), tone, cv2.LINE_AA, 4)


def _marker(rng: Rng, bgr: Array, at: tuple[float, float], size: float) -> None:
    """A square code of dark and light cells, as printed for cameras; one cell alone or a few."""
    cells = int(rng.integers(2, 8))
    code = np.where(rng.random((cells, cells)) < rng.uniform(0.3, 0.6), 255, 0).astype(np.uint8)
    edges = [0, 255] if rng.random() < 0.7 else [255, 0]
    for edge in edges[: int(rng.integers(0, 3))]:
        code = np.pad(code, 1, constant_values=edge)
    dark, light = rng.uniform(0, 70, 3), rng.uniform(120, 255, 3)
    side = len(code)
    box = cv2.boxPoints((at, (size * rng.uniform(0.8, 1.3),) * 2, rng.uniform(0, 90)))
    corners = np.array([[0, 0], [side, 0], [side, side]], np.float32) - 0.5
    matrix = cv2.getAffineTransform(corners, box[:3].astype(np.float32))
    shape = bgr.shape[1::-1]
    share = cv2.warpAffine(code, matrix, shape, flags=cv2.INTER_NEAREST)[..., None] / 255.0
    inside = np.zeros(bgr.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, box.round().astype(np.int32), 1)
    bgr[inside > 0] = (dark + share * (light - dark)).astype(np.uint8)[inside > 0]


def _quad(rng: Rng) -> Array:
    size = (rng.uniform(15, 180), rng.uniform(15, 180))
    return np.asarray(cv2.boxPoints((_spot(rng), size, rng.uniform(0, 90))))


def _card(rng: Rng, light: Array) -> None:
    corners = _quad(rng)
    cv2.fillConvexPoly(light, corners.astype(np.int32), _tone(rng), cv2.LINE_AA)
    tone = _tone(rng)
    for _ in range(int(rng.integers(0, 8))):
        share = rng.dirichlet(np.ones(4) * 0.7)
        x, y = (share @ corners).astype(int)
        if rng.random() < 0.5:
            cv2.circle(light, (int(x), int(y)), int(rng.integers(2, 7)), tone, -1, cv2.LINE_AA)
        else:
            text = str(rng.integers(0, 100))
            _write(light, text, (int(x), int(y)), float(rng.uniform(0.3, 1)), tone)


def _write(
    light: Array, text: str, at: tuple[int, int], scale: float, tone: tuple[float, ...]
) -> None:
    mask = np.zeros(light.shape[:2], np.uint8)
    cv2.putText(mask, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, 255, 1, cv2.LINE_AA)
    light[mask > 100] = tone


def _text(rng: Rng, light: Array) -> None:
    x, y = _spot(rng)
    tone, scale = _tone(rng), float(rng.uniform(0.3, 1.2))
    for row in range(int(rng.integers(1, 6))):
        line = "".join(chr(c) for c in rng.integers(48, 91, int(rng.integers(3, 12))))
        place = (x, int(y + row * 28 * scale))
        _write(light, line, place, scale, tone)


def _cable(rng: Rng, light: Array) -> None:
    points = np.cumsum(rng.normal(0, 45, (8, 2)), axis=0) + _spot(rng)
    fine = cv2.resize(points.astype(np.float32), (2, 60), interpolation=cv2.INTER_CUBIC)
    width = int(rng.integers(1, 26))
    cv2.polylines(light, [fine.astype(np.int32)], False, _tone(rng), width, cv2.LINE_AA)


def _finger(rng: Rng, light: Array) -> None:
    skin = linear(hsv(rng.uniform(0.03, 0.08), rng.uniform(0.25, 0.6), rng.uniform(0.4, 0.95)))
    start, angle = np.array(_spot(rng)), rng.uniform(0, 6.28)
    end = start + np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(80, 300)
    tone = tuple(float(v) for v in skin * 0.8)
    line = (tuple(int(v) for v in start), tuple(int(v) for v in end))
    cv2.line(light, *line, tone, int(rng.integers(20, 70)), cv2.LINE_AA)


def _stripes(rng: Rng, light: Array) -> None:
    corners, tone = _quad(rng), _tone(rng)
    for share in np.linspace(0, 1, int(rng.integers(3, 10))):
        a = corners[0] * (1 - share) + corners[1] * share
        b = corners[3] * (1 - share) + corners[2] * share
        ends = (tuple(int(v) for v in a), tuple(int(v) for v in b))
        cv2.line(light, *ends, tone, int(rng.integers(1, 6)), cv2.LINE_AA)


_CLUTTER = (_coin, _dots, _card, _text, _cable, _finger, _stripes)


def add_clutter(rng: Rng, light: Array) -> None:
    """Draw none or some things that are no dice on a linear picture."""
    for _ in range(int(rng.integers(0, 9))):
        _CLUTTER[int(rng.integers(len(_CLUTTER)))](rng, light)
