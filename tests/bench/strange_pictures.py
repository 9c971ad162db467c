"""Pictures that show no throw of dice: noise, patterns, print, faces of other things, damage.

`KINDS` names a maker for each; all take a generator and a size and give uint8 (rows, columns, 3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench import strange_patterns, strange_things
from tests.bench.strange_paint import Picture, Rng, Size, box, plain

Maker = Callable[[Rng, Size], Picture]
"""From a generator and (rows, columns) to a picture."""

_LARGE = 700  # pixels wide: made at half size, which takes a quarter of the time

KINDS: dict[str, Maker] = {
    make.__name__.replace("_", " "): make
    for make in (
        plain,
        strange_patterns.noise,
        strange_patterns.gradient,
        strange_patterns.stripes,
        strange_patterns.text,
        strange_patterns.code,
        strange_things.pip_cards,
        strange_things.dominoes,
        strange_things.buttons,
        strange_things.ladybirds,
        strange_things.coins,
        strange_patterns.dotted,
        strange_patterns.photograph,
        strange_things.blank_squares,
    )
}


def random_picture(rng: Rng, size: Size) -> tuple[str, Picture]:
    """A kind and a picture of it."""
    name = tuple(KINDS)[int(rng.integers(len(KINDS)))]
    if size[1] < _LARGE:
        return name, KINDS[name](rng, size)
    half = KINDS[name](rng, (size[0] // 2, size[1] // 2))
    return name, np.asarray(cv2.resize(half, size[::-1]), np.uint8)


def laid_in(rng: Rng, empty: Picture, floor_px: NDArray[Any], page: Picture) -> Picture:
    """The empty tray with a part of a page, or only what is printed on it, lying in it.

    floor_px : the outline of the tray's floor, shape (n, 2).
    """
    wide = np.ptp(floor_px, axis=0)
    at = floor_px.mean(0) + rng.uniform(-0.25, 0.25, 2) * wide
    outline = at + wide * rng.uniform(0.05, 0.4) * box(2, 2) * rng.uniform(0.5, 1, 2)
    mask = np.zeros(empty.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.5:
        ground = page[tuple(rng.integers(0, page.shape[:2]))]
        mask[(page == ground).all(axis=2)] = 0
    x, y, wide_px, high_px = cv2.boundingRect(mask)
    here = np.s_[y : y + high_px, x : x + wide_px]
    share = mask[here].astype(np.float32)[..., None] / 255
    laid = empty.copy()
    laid[here] = empty[here] + share * (page[here] - empty[here].astype(np.float32))
    return laid


def damaged(rng: Rng, jpeg: bytes) -> bytes:
    """A JPEG file cut off, with bytes changed, doubled or missing."""
    data = bytearray(jpeg)
    match int(rng.integers(4)):
        case 0:
            return bytes(data[: int(rng.integers(0, len(data)))])
        case 1:
            for at in rng.integers(2, len(data), int(rng.integers(1, 60))):
                data[int(at)] = int(rng.integers(256))
        case 2:
            at = int(rng.integers(0, len(data) - 1))
            del data[at : at + int(rng.integers(1, 4000))]
        case _:
            at = int(rng.integers(0, len(data) - 1))
            data[at:at] = rng.integers(0, 256, int(rng.integers(1, 4000)), np.uint8).tobytes()
    return bytes(data)
