"""Materials as pictures: colour and relief of felt, leather, wood, stone, cloth and paint.

A texture covers SPAN_MM by SPAN_MM and repeats. May import: numpy, cv2 and this package.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.studio.noise import cells, field
from tests.studio.spec import Surface

Image = NDArray[np.float32]
Rng = np.random.Generator

SPAN_MM = 600.0
_SIDE = 1800
_PX = _SIDE / SPAN_MM  # texels in a mm


@dataclass(frozen=True, slots=True)
class Look:
    """colour : float32 linear RGB (n, n, 3); relief : heights in mm (n, n) or None.

    rough : roughness of the gloss, or None where there is none.
    """

    colour: Image
    relief: Image | None
    rough: float | None


def look(surface: Surface, seed: int) -> Look:
    """The texture of a surface."""
    rng = np.random.default_rng([seed, 31])
    makers: dict[str, Any] = {
        "felt": _felt,
        "velvet": _velvet,
        "leather": _leather,
        "wood": _wood,
        "stone": _stone,
        "cloth": _cloth,
        "paint": _paint,
    }
    colour, relief = makers[surface.kind](rng, surface)
    return Look(np.clip(colour, 0.001, 0.95).astype(np.float32), relief, surface.rough)


def _noise(rng: Rng, grain_mm: float) -> Image:
    return field(rng, (_SIDE, _SIDE), grain_mm * _PX)


def _tinted(surface: Surface, factor: Image) -> Image:
    return np.asarray(factor[..., None] * np.array(surface.rgb, np.float32), np.float32)


def _felt(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    fuzz = _noise(rng, 0.4) * 0.09 + _noise(rng, 1.3) * 0.06 + _noise(rng, 22) * 0.035
    fibres = _fibres(rng, int(2500 * surface.scale))
    factor = 1 + surface.scale * (fuzz + 0.10 * fibres)
    return _tinted(surface, factor), None


def _fibres(rng: Rng, count: int) -> Image:
    """Loose hairs: short strokes, a little lighter than the felt."""
    strokes = np.zeros((_SIDE, _SIDE), np.float32)
    at, way = rng.uniform(0, _SIDE, (count, 2)), rng.uniform(0, 2 * np.pi, count)
    ends = at + np.stack([np.cos(way), np.sin(way)], axis=1) * rng.uniform(3, 10, count)[:, None]
    for a, b in zip(at.astype(int), ends.astype(int), strict=True):
        cv2.line(strokes, a.tolist(), b.tolist(), float(rng.uniform(-0.6, 1)), 1, cv2.LINE_AA)
    return strokes


def _velvet(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    """Pile that was stroked here and there: large soft patches, lighter and darker."""
    strokes = np.tanh(1.5 * _noise(rng, 45))
    factor = 1 + 0.28 * strokes + 0.08 * _noise(rng, 0.4) + 0.1 * _noise(rng, 6)
    return _tinted(surface, factor), None


def _leather(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    crack = np.clip(cells(rng, (_SIDE, _SIDE), surface.scale * _PX * 1.2) * 4, 0, 1)
    blotch = 0.10 * _noise(rng, 30) + 0.06 * _noise(rng, 8) + 0.03 * _noise(rng, 0.5)
    relief = np.asarray(0.10 * np.sqrt(crack), np.float32)
    return _tinted(surface, (0.72 + 0.28 * crack) * (1 + blotch)), relief


def _wood(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    """Grain along x: rings that wander, with fine pores."""
    y = np.arange(_SIDE, dtype=np.float32)[:, None] / _PX
    long = cv2.resize(field(rng, (_SIDE, 180), 60.0), (_SIDE, _SIDE), interpolation=cv2.INTER_CUBIC)
    rings = np.sin(2 * np.pi * (y + 6 * long) / surface.scale)
    pores = cv2.blur(rng.normal(0, 1, (_SIDE, _SIDE)).astype(np.float32), (61, 1)) * 5
    mix = np.clip(0.5 + 0.33 * rings + 0.22 * pores + 0.16 * long, 0, 1)
    second = np.array(surface.second or surface.rgb, np.float32)
    colour = mix[..., None] * np.array(surface.rgb, np.float32) + (1 - mix[..., None]) * second
    return np.asarray(colour, np.float32), np.asarray(0.01 * pores, np.float32)


def _stone(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    spots = np.clip(0.5 + 0.9 * _noise(rng, surface.scale) + 0.3 * _noise(rng, 0.8), 0, 1)
    second = np.array(surface.second or surface.rgb, np.float32)
    mix = spots[..., None]
    return np.asarray(mix * np.array(surface.rgb, np.float32) + (1 - mix) * second), None


def _cloth(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    """A chequered cloth: two sets of stripes woven into each other."""
    step = int(surface.scale * _PX)
    stripe = (np.arange(_SIDE) // step) % 2
    mix = ((stripe[:, None] + stripe[None]) / 2).astype(np.float32)[..., None]
    second = np.array(surface.second or surface.rgb, np.float32)
    colour = mix * np.array(surface.rgb, np.float32) + (1 - mix) * second
    weave = 1 + 0.08 * _noise(rng, 0.5)[..., None]
    return np.asarray(colour * weave, np.float32), None


def _paint(rng: Rng, surface: Surface) -> tuple[Image, Image | None]:
    return _tinted(surface, 1 + 0.025 * _noise(rng, 40) + 0.01 * _noise(rng, 2)), None
