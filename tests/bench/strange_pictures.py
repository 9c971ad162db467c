"""Pictures that show no throw of dice: noise, patterns, print, faces of other things, damage.

`KINDS` names a maker for each; all take a generator and a size and give uint8 (rows, columns, 3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import PIPS

Picture = NDArray[np.uint8]
Rng = np.random.Generator
Size = tuple[int, int]
Colour = tuple[int, int, int]
Maker = Callable[[Rng, Size], Picture]
"""From a generator and (rows, columns) to a picture."""

_GRID: dict[int, tuple[tuple[int, int], ...]] = {
    **PIPS,
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}
_LARGE = 700  # pixels wide: made at half size, which takes a quarter of the time


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


def noise(rng: Rng, size: Size) -> Picture:
    """Noise, coarse or fine, in colour or grey."""
    cell = int(rng.choice([1, 1, 2, 5, 12, 40]))
    channels = int(rng.choice([1, 3]))
    shape = (max(2, size[0] // cell), max(2, size[1] // cell), channels)
    rough = rng.integers(0, 256, shape).astype(np.uint8)
    large = cv2.resize(rough, size[::-1], interpolation=int(rng.choice([0, 1, 2])))
    return np.array(np.broadcast_to(np.atleast_3d(large), (*size, 3)), np.uint8)


def gradient(rng: Rng, size: Size) -> Picture:
    """A colour that runs into another one."""
    y, x = np.mgrid[-1 : 1 : size[0] * 1j, -1 : 1 : size[1] * 1j]
    turn = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(turn) + y * np.sin(turn) if rng.random() < 0.6 else np.hypot(x, y)
    share = ((along - along.min()) / np.ptp(along))[..., None]
    one, two = np.array(colour(rng)), np.array(colour(rng))
    return np.asarray(one + share * (two - one), np.uint8)


def stripes(rng: Rng, size: Size) -> Picture:
    """Stripes or checks of any width and direction."""
    y, x = np.mgrid[: size[0], : size[1]]
    turn, wide = rng.uniform(0, np.pi), float(rng.uniform(3, 80))
    along = (x * np.cos(turn) + y * np.sin(turn)) // wide
    across = (y * np.cos(turn) - x * np.sin(turn)) // wide
    odd = (along + (across if rng.random() < 0.5 else 0)) % 2
    return np.where(odd[..., None] > 0, colour(rng), colour(rng)).astype(np.uint8)


def text(rng: Rng, size: Size) -> Picture:
    """Lines of letters, digits, points and circles."""
    page, ink = plain(rng, size), colour(rng)
    high = float(rng.uniform(0.4, 2.5))
    letters = "0123456789oO.:;•%&8BQ*'\"" if rng.random() < 0.5 else "abcdefgijmopqs, ."
    for y in range(20, size[0] + 40, max(8, int(34 * high))):
        line = "".join(letters[int(k)] for k in rng.integers(0, len(letters), 60))
        cv2.putText(page, line, (4, y), int(rng.integers(0, 7)), high, ink, int(rng.integers(1, 5)))
    return page


def code(rng: Rng, size: Size) -> Picture:
    """QR-like codes and markers."""
    page = plain(rng, size)
    for _ in range(int(rng.integers(1, 9))):
        cells, px = int(rng.integers(5, 26)), int(rng.integers(2, 10))
        bits = rng.integers(0, 2, (cells, cells), np.uint8)
        bits[0], bits[-1], bits[:, 0], bits[:, -1] = 0, 0, 0, 0
        square = np.kron(bits, np.ones((px, px), np.uint8)) * 255
        _paste(rng, page, np.repeat(square[..., None], 3, axis=2))
    return page


def _paste(rng: Rng, page: Picture, tile: Picture) -> None:
    """Lay a tile somewhere on the page, cut at its border."""
    rows, columns = page.shape[:2]
    y, x = int(rng.integers(0, rows)), int(rng.integers(0, columns))
    high, wide = min(tile.shape[0], rows - y), min(tile.shape[1], columns - x)
    page[y : y + high, x : x + wide] = tile[:high, :wide]


def pip_cards(rng: Rng, size: Size) -> Picture:
    """Playing cards whose pips are discs, squares or diamonds."""
    return _tiles(rng, size, ratio=1.5, values=(1, 2, 3, 4, 5, 6, 8, 9), shrink=0.62)


def dominoes(rng: Rng, size: Size) -> Picture:
    """Dominoes: two fields of pips on one tile."""
    page = plain(rng, size)
    body, ink, side = colour(rng), colour(rng), _side(rng, size)
    for _ in range(int(rng.integers(1, 9))):
        at, turn = _place(rng, size), float(rng.uniform(0, 2 * np.pi))
        _polygon(page, _turned(_box(2 * side, side), at, turn), body)
        _polygon(page, _turned(_box(side * 0.04, side * 0.8), at, turn), ink)
        for half in (-0.5, 0.5):
            grid = np.array(_GRID[int(rng.integers(1, 7))]) * 0.26 + (half, 0)
            _discs(page, _turned(grid * side, at, turn), side * 0.09, ink)
    return page


def _tiles(rng: Rng, size: Size, ratio: float, values: tuple[int, ...], shrink: float) -> Picture:
    """Tiles of that ratio of sides with a value's pips spread over them."""
    page = plain(rng, size)
    body, ink, side = colour(rng), colour(rng), _side(rng, size) * 1.5
    for _ in range(int(rng.integers(1, 9))):
        at, turn = _place(rng, size), float(rng.uniform(0, 2 * np.pi))
        _polygon(page, _turned(_box(side, side * ratio), at, turn), body)
        spread = np.array([side, side * ratio]) / 2 * shrink
        grid = np.array(_GRID[values[int(rng.integers(len(values)))]]) * spread
        places = _turned(grid, at, turn)
        if rng.random() < 0.5:
            _discs(page, places, side * 0.07, ink)
            continue
        for place in places:
            _polygon(page, _turned(_box(side * 0.13, side * 0.13), place, turn + 0.8), ink)
    return page


def buttons(rng: Rng, size: Size) -> Picture:
    """Buttons, sockets and studs: discs with one to six holes."""
    page, side = plain(rng, size), _side(rng, size)
    for _ in range(int(rng.integers(1, 14))):
        at, turn, body = _place(rng, size), float(rng.uniform(0, 2 * np.pi)), colour(rng)
        _discs(page, at[None], side * 0.6, body)
        _discs(page, at[None], side * 0.52, _darker(body))
        grid = np.array(_GRID[int(rng.integers(1, 7))]) * float(rng.uniform(0.1, 0.27)) * side
        _discs(page, _turned(grid, at, turn), side * float(rng.uniform(0.05, 0.11)), colour(rng))
    return page


def ladybirds(rng: Rng, size: Size) -> Picture:
    """Ladybirds: red ovals with black spots and a head."""
    page, side = plain(rng, size), _side(rng, size)
    for _ in range(int(rng.integers(1, 12))):
        at, turn = _place(rng, size), float(rng.uniform(0, 360))
        centre, axes = _whole(at), _whole(np.array([side * 0.62, side * 0.5]))
        cv2.ellipse(page, centre, axes, turn, 0, 360, (25, 30, 205), -1, cv2.LINE_AA)
        head = at + side * 0.55 * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        _discs(page, head[None], side * 0.2, (15, 15, 15))
        spots = rng.uniform(-0.33, 0.33, (int(rng.integers(2, 8)), 2)) * side
        _discs(page, at + spots, side * 0.09, (15, 15, 15))
    return page


def coins(rng: Rng, size: Size) -> Picture:
    """Coins and counters: discs in discs."""
    page, side = plain(rng, size), _side(rng, size)
    for _ in range(int(rng.integers(1, 16))):
        at, metal = _place(rng, size), colour(rng)
        for part, shade in ((0.7, metal), (0.6, _darker(metal)), (0.55, metal)):
            _discs(page, at[None], side * part, shade)
        cv2.putText(page, str(int(rng.integers(1, 51))), _whole(at), 0, side / 40, colour(rng), 2)
    return page


def dotted(rng: Rng, size: Size) -> Picture:
    """Dotted cloth: dots in a lattice, straight or in quincunx, or strewn."""
    page, ink = plain(rng, size), colour(rng)
    pitch = float(rng.uniform(8, 60))
    radius = pitch * float(rng.uniform(0.12, 0.4))
    y, x = np.mgrid[0 : size[0] / pitch, 0 : size[1] / pitch]
    x = x + (y % 2) * float(rng.choice([0, 0.5]))
    at = np.stack([x.ravel(), y.ravel()], axis=1)
    at += rng.normal(0, float(rng.choice([0, 0, 0.1, 0.5])), at.shape)
    _discs(page, _turned(at * pitch, np.zeros(2), float(rng.uniform(-0.1, 0.8))), radius, ink)
    return page


def photograph(rng: Rng, size: Size) -> Picture:
    """Soft clouds of colour with edges: something out of focus."""
    page = noise(rng, size)
    for _ in range(int(rng.integers(2, 9))):
        hull = cv2.convexHull(np.asarray(rng.uniform(0, 1, (6, 2)) * size[::-1], np.float32))
        cv2.fillConvexPoly(page, hull.astype(np.int32), colour(rng))
    return np.asarray(cv2.GaussianBlur(page, (0, 0), float(rng.uniform(1, 12))), np.uint8)


def blank_squares(rng: Rng, size: Size) -> Picture:
    """Squares about as large as dice, some with one to nine marks at odd places."""
    page, side = plain(rng, size), _side(rng, size)
    for _ in range(int(rng.integers(1, 10))):
        at, turn = _place(rng, size), float(rng.uniform(0, 2 * np.pi))
        _polygon(page, _turned(_box(side, side), at, turn), colour(rng))
        marks = rng.uniform(-0.4, 0.4, (int(rng.integers(0, 8)), 2)) * side
        _discs(page, _turned(marks, at, turn), side * float(rng.uniform(0.04, 0.12)), colour(rng))
    return page


def _side(rng: Rng, size: Size) -> float:
    return float(size[1] * rng.uniform(0.03, 0.12))


def _place(rng: Rng, size: Size) -> NDArray[Any]:
    return np.asarray(rng.uniform(0.03, 0.97, 2) * size[::-1])


def _box(wide: float, high: float) -> NDArray[Any]:
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (wide / 2, high / 2)


def _turned(points: NDArray[Any], at: NDArray[Any], turn: float) -> NDArray[Any]:
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(points @ matrix.T + at)


def _whole(at: NDArray[Any]) -> tuple[int, int]:
    return round(float(at[0])), round(float(at[1]))


def _polygon(page: Picture, corners: NDArray[Any], ink: Colour) -> None:
    cv2.fillPoly(page, [np.round(corners * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)


def _discs(page: Picture, places: NDArray[Any], radius: float, ink: Colour) -> None:
    for place in places:
        centre = _whole(place * 16)
        cv2.circle(page, centre, max(8, round(radius * 16)), ink, -1, cv2.LINE_AA, 4)


def _darker(ink: Colour) -> Colour:
    b, g, r = (round(0.8 * part) for part in ink)
    return b, g, r


KINDS: dict[str, Maker] = {
    make.__name__.replace("_", " "): make
    for make in (
        plain,
        noise,
        gradient,
        stripes,
        text,
        code,
        pip_cards,
        dominoes,
        buttons,
        ladybirds,
        coins,
        dotted,
        photograph,
        blank_squares,
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
    outline = at + wide * rng.uniform(0.05, 0.4) * _box(2, 2) * rng.uniform(0.5, 1, 2)
    mask = np.zeros(empty.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.5:
        ground = page[tuple(rng.integers(0, page.shape[:2]))]
        mask[(page == ground).all(axis=2)] = 0
    share = mask.astype(np.float32)[..., None] / 255
    return np.asarray(empty + share * (page - empty.astype(np.float32)), np.uint8)


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
