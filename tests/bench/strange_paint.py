"""What strange pictures are painted with: colours, places, discs and polygons."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Rng = np.random.Generator
Size = tuple[int, int]
Colour = tuple[int, int, int]


def colour(rng: Rng) -> Colour:
    """Any colour; black, white and red are likelier."""
    usual: tuple[Colour, ...] = ((12, 12, 12), (245, 245, 245), (30, 30, 200))
    if rng.random() < 0.4:
        return usual[int(rng.integers(3))]
    b, g, r = (int(v) for v in rng.integers(0, 256, 3))
    return b, g, r


def plain(rng: Rng, size: Size) -> Picture:
    """One colour: black, white or any."""
    page = np.empty((*size, 3), np.uint8)
    page[:] = colour(rng)
    return page


def darker(ink: Colour) -> Colour:
    """The same colour, a little darker."""
    b, g, r = (round(0.8 * part) for part in ink)
    return b, g, r


def side_of(rng: Rng, size: Size) -> float:
    """About the length of a die's edge in a picture of that size."""
    return float(size[1] * rng.uniform(0.03, 0.12))


def any_place(rng: Rng, size: Size) -> NDArray[Any]:
    """Any place that is not at the very border."""
    return np.asarray(rng.uniform(0.03, 0.97, 2) * size[::-1])


def box(wide: float, high: float) -> NDArray[Any]:
    """The corners of a rectangle around the origin."""
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (wide / 2, high / 2)


def turned(points: NDArray[Any], at: NDArray[Any], turn: float) -> NDArray[Any]:
    """The points turned about the origin and moved to a place."""
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(points @ matrix.T + at)


def whole(at: NDArray[Any]) -> tuple[int, int]:
    """The pixel of a place."""
    return round(float(at[0])), round(float(at[1]))


def polygon(page: Picture, corners: NDArray[Any], ink: Colour) -> None:
    """Fill a polygon, to a sixteenth of a pixel."""
    cv2.fillPoly(page, [np.round(corners * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def discs(page: Picture, places: NDArray[Any], radius: float, ink: Colour) -> None:
    """Fill discs of one radius, to a sixteenth of a pixel."""
    for place in places:
        centre = whole(place * 16)
        cv2.circle(page, centre, max(8, round(radius * 16)), ink, -1, cv2.LINE_AA, 4)


def paste(rng: Rng, page: Picture, tile: Picture) -> None:
    """Lay a tile somewhere on the page, cut at its border."""
    rows, columns = page.shape[:2]
    y, x = int(rng.integers(0, rows)), int(rng.integers(0, columns))
    high, wide = min(tile.shape[0], rows - y), min(tile.shape[1], columns - x)
    page[y : y + high, x : x + wide] = tile[:high, :wide]
