"""Pictures of things that have pips or holes and are no dice: cards, dominoes, buttons, coins."""

from __future__ import annotations

import cv2
import numpy as np

from tests.bench.strange_paint import (
    Picture,
    Rng,
    Size,
    any_place,
    box,
    colour,
    darker,
    discs,
    plain,
    polygon,
    side_of,
    turned,
    whole,
)
from vision.faces.layout import PIPS

_GRID: dict[int, tuple[tuple[int, int], ...]] = {
    **PIPS,
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}


def pip_cards(rng: Rng, size: Size) -> Picture:
    """Playing cards whose pips are discs, squares or diamonds."""
    return _tiles(rng, size, ratio=1.5, values=(1, 2, 3, 4, 5, 6, 8, 9), shrink=0.62)


def dominoes(rng: Rng, size: Size) -> Picture:
    """Dominoes: two fields of pips on one tile."""
    page = plain(rng, size)
    body, ink, side = colour(rng), colour(rng), side_of(rng, size)
    for _ in range(int(rng.integers(1, 9))):
        at, turn = any_place(rng, size), float(rng.uniform(0, 2 * np.pi))
        polygon(page, turned(box(2 * side, side), at, turn), body)
        polygon(page, turned(box(side * 0.04, side * 0.8), at, turn), ink)
        for half in (-0.5, 0.5):
            grid = np.array(_GRID[int(rng.integers(1, 7))]) * 0.26 + (half, 0)
            discs(page, turned(grid * side, at, turn), side * 0.09, ink)
    return page


def _tiles(rng: Rng, size: Size, ratio: float, values: tuple[int, ...], shrink: float) -> Picture:
    """Tiles of that ratio of sides with a value's pips spread over them."""
    page = plain(rng, size)
    body, ink, side = colour(rng), colour(rng), side_of(rng, size) * 1.5
    for _ in range(int(rng.integers(1, 9))):
        at, turn = any_place(rng, size), float(rng.uniform(0, 2 * np.pi))
        polygon(page, turned(box(side, side * ratio), at, turn), body)
        spread = np.array([side, side * ratio]) / 2 * shrink
        grid = np.array(_GRID[values[int(rng.integers(len(values)))]]) * spread
        places = turned(grid, at, turn)
        if rng.random() < 0.5:
            discs(page, places, side * 0.07, ink)
            continue
        for place in places:
            polygon(page, turned(box(side * 0.13, side * 0.13), place, turn + 0.8), ink)
    return page


def buttons(rng: Rng, size: Size) -> Picture:
    """Buttons, sockets and studs: discs with one to six holes."""
    page, side = plain(rng, size), side_of(rng, size)
    for _ in range(int(rng.integers(1, 14))):
        at, turn, body = any_place(rng, size), float(rng.uniform(0, 2 * np.pi)), colour(rng)
        discs(page, at[None], side * 0.6, body)
        discs(page, at[None], side * 0.52, darker(body))
        grid = np.array(_GRID[int(rng.integers(1, 7))]) * float(rng.uniform(0.1, 0.27)) * side
        discs(page, turned(grid, at, turn), side * float(rng.uniform(0.05, 0.11)), colour(rng))
    return page


def ladybirds(rng: Rng, size: Size) -> Picture:
    """Ladybirds: red ovals with black spots and a head."""
    page, side = plain(rng, size), side_of(rng, size)
    for _ in range(int(rng.integers(1, 12))):
        at, turn = any_place(rng, size), float(rng.uniform(0, 360))
        centre, axes = whole(at), whole(np.array([side * 0.62, side * 0.5]))
        cv2.ellipse(page, centre, axes, turn, 0, 360, (25, 30, 205), -1, cv2.LINE_AA)
        head = at + side * 0.55 * np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))])
        discs(page, head[None], side * 0.2, (15, 15, 15))
        spots = rng.uniform(-0.33, 0.33, (int(rng.integers(2, 8)), 2)) * side
        discs(page, at + spots, side * 0.09, (15, 15, 15))
    return page


def coins(rng: Rng, size: Size) -> Picture:
    """Coins and counters: discs in discs."""
    page, side = plain(rng, size), side_of(rng, size)
    for _ in range(int(rng.integers(1, 16))):
        at, metal = any_place(rng, size), colour(rng)
        for part, shade in ((0.7, metal), (0.6, darker(metal)), (0.55, metal)):
            discs(page, at[None], side * part, shade)
        cv2.putText(page, str(int(rng.integers(1, 51))), whole(at), 0, side / 40, colour(rng), 2)
    return page


def blank_squares(rng: Rng, size: Size) -> Picture:
    """Squares about as large as dice, some with one to nine marks at odd places."""
    page, side = plain(rng, size), side_of(rng, size)
    for _ in range(int(rng.integers(1, 10))):
        at, turn = any_place(rng, size), float(rng.uniform(0, 2 * np.pi))
        polygon(page, turned(box(side, side), at, turn), colour(rng))
        marks = rng.uniform(-0.4, 0.4, (int(rng.integers(0, 8)), 2)) * side
        discs(page, turned(marks, at, turn), side * float(rng.uniform(0.04, 0.12)), colour(rng))
    return page
