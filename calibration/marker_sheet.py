"""The sheet of corner markers to print, as a drawing in millimetres.

Which markers, where they are cut out, and a bar that tells whether the print is true to scale.
`calibration.sheet_files` makes files of it. Pure. May import: numpy, cv2, vision.tray.markers.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.tray.markers import DICTIONARY, IDS

PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIDE_MM = 20.0  # 75 px under a camera that shows a die with an edge of 60 px
CELLS = 6  # of a marker's side, its black border included
BORDER_MM = 5.0  # white around a marker; it is not found without
BAR_MM = 100.0
_PIECE_MM = SIDE_MM + 2 * BORDER_MM
_COLUMNS, _GAP_MM, _TOP_MM = 4, 8.0, 30.0
_LINE_MM = 0.15
_WORDS = (
    "Print this page at 100 %, not fitted to the paper.",
    "The bar above must be 100 mm long: measure it with a ruler.",
    "Cut out four markers along the thin lines, each with its white border.",
    "Glue them flat and all at one height, one at each corner: on the rim of",
    "the tray, or on the table beside it. The camera must see them whole.",
    "From then on neither they nor the tray may move: a tape holds the tray.",
    "Then set the tray up: they are found without being asked for.",
    "Markers 5 to 8 are spare ones.",
)


class SheetError(ValueError):
    """A sheet that can't be made; the sentence says what can."""

    slug = "marker-sheet"


@dataclass(frozen=True, slots=True)
class Box:
    """A black rectangle; x_mm, y_mm is its upper left corner on the page."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words; x_mm, y_mm is the left end of its base line."""

    x_mm: float
    y_mm: float
    height_mm: float
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page: black rectangles, words, and where each marker is (its upper left corner)."""

    width_mm: float
    height_mm: float
    boxes: tuple[Box, ...]
    words: tuple[Words, ...]
    places_mm: tuple[tuple[float, float], ...]


def marker_sheet(paper: str = "a4") -> Sheet:
    """Give the page with all markers for a paper.

    >>> sheet = marker_sheet("letter")
    >>> sheet.width_mm, len(sheet.places_mm)
    (215.9, 8)

    Raises
    ------
    SheetError
        There is no such paper.
    """
    if paper.lower() not in PAPERS_MM:
        raise SheetError(f'no paper is called "{paper}": use one of {", ".join(PAPERS_MM)}')
    width, height = PAPERS_MM[paper.lower()]
    left = (width - _COLUMNS * _PIECE_MM - (_COLUMNS - 1) * _GAP_MM) / 2
    places = [_place(k, left) for k in range(len(IDS))]
    below = max(y for _, y in places) + _PIECE_MM + 14
    boxes = [
        box
        for number, (x, y) in zip(IDS, places, strict=True)
        for box in (*_marker(number, x, y), *_cutting_lines(x, y))
    ]
    return Sheet(
        width,
        height,
        (*boxes, *_bar(left, below)),
        (*_numbers(places), *_texts(left, below)),
        tuple(places),
    )


def _place(k: int, left: float) -> tuple[float, float]:
    """The upper left corner of a marker's black square."""
    row, column = divmod(k, _COLUMNS)
    step = _PIECE_MM + _GAP_MM
    return (left + BORDER_MM + column * step, _TOP_MM + BORDER_MM + row * step)


def _marker(number: int, x: float, y: float) -> list[Box]:
    """The black cells of a marker, those of a row that lie side by side in one piece."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    cells = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS))
    cell = SIDE_MM / CELLS
    boxes = []
    for row, line in enumerate(cells < 128):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            boxes.append(Box(x + start * cell, y + row * cell, (end - start) * cell, cell))
    return boxes


def _cutting_lines(x: float, y: float) -> list[Box]:
    """The outline of the piece of paper around a marker."""
    left, top = x - BORDER_MM, y - BORDER_MM
    across = [Box(left, top + k * _PIECE_MM, _PIECE_MM, _LINE_MM) for k in (0, 1)]
    return across + [Box(left + k * _PIECE_MM, top, _LINE_MM, _PIECE_MM) for k in (0, 1)]


def _bar(x: float, y: float) -> list[Box]:
    """A bar of 100 mm with a stroke every 10 mm, outer edge to outer edge."""
    strokes = [
        Box(x + k * 10.0 - (_LINE_MM if k == 10 else 0.0), y - 4, _LINE_MM, 4) for k in range(11)
    ]
    return [Box(x, y, BAR_MM, 2.0), *strokes]


def _numbers(places: list[tuple[float, float]]) -> list[Words]:
    """Beside each piece its number; counted from one, as people do."""
    return [
        Words(x - BORDER_MM, y + SIDE_MM + BORDER_MM + 3.5, 2.5, f"{k}")
        for k, (x, y) in enumerate(places, start=1)
    ]


def _texts(left: float, below: float) -> list[Words]:
    lines = [
        Words(left, below + 12 + 6.0 * k, 3.0, text) for k, text in enumerate(_WORDS)
    ]  # fmt: skip
    title = Words(left, 18, 6.0, "Tallytray: corner markers")
    return [title, Words(left + BAR_MM + 4, below + 2, 3.4, "100 mm"), *lines]
