"""Finds marks like pips on what passes for floor: of dice of its colour, or as dark as its shadow.

Shadow makes a light floor darker, and a pip is as dark as that; the rest of a white die on a white
floor is hardly to be told from it. But a shadow begins at what throws it and is no smaller. A mark
of a pip's size, with bright floor all around it and another such mark beside it, is no shadow. One
without another is the pip of an ace, or a crumb: where dice are missing, that is worth a question.
So are two marks in deep shadow that are brighter than the floor is in light: a black die's pips.
May import: numpy, cv2, vision.middle, vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.middle import middle
from vision.tray.board import EDGE_PX, Board

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Doubles = NDArray[np.float64]

_LIGHT_LEVELS = 100.0  # of a floor: a darker one does not hide white dice
_COARSE_PX = 9
_DARKER = 0.3  # part of the floor's light that a mark takes at least; noise and grain stay below
_LEAST_FACES, _MOST_FACES = 0.006, 0.05  # area of a mark; pips cover 0.02 to 0.04
_LONGEST_EDGES = 0.34  # width and height of a mark
_ROUND = 0.5  # of the rectangle around it that a mark fills
_APART_EDGES = (0.2, 0.85)  # of two pips of one face
_SHADED, _LIT = 0.14, 0.8  # part of its light that lit floor lacks at most; part of the ring
# Times the floor's light and levels more that a bright mark has; part of that light around it, at
# most; and part of the ring: a black die of a smaller set ends near its pips.
_BRIGHTER, _DEEP, _SHADOWY = (1.25, 15.0), 0.5, 0.6
_AS_BRIGHT, _WHITISH_LEVELS = (0.95, 0.0), 170.0  # where that is beyond white
_RING_PX = 3
_RING, _BLUR = (np.ones((2 * n + 1,) * 2, np.uint8) for n in (_RING_PX, 1))
_NEAR = np.ones((2 * round(0.12 * EDGE_PX) + 1,) * 2, np.uint8)  # to dice: gaps between them


def marks_on(
    bare: Mask, seen_bgr: Picture, gain: Floats, board: Board, *, lone: bool = False
) -> tuple[tuple[float, float], ...]:
    """Give where on the board, in pixels, such marks lie that have another one beside them.

    lone : whether those without another count, too.

    bare : uint8 mask of the board, 1 where the floor is looked at and no die hides it.
    gain : exposure of the picture over that of the empty tray, from `exposure_gain`.
    """
    usual = middle(board.empty_bgr[::_COARSE_PX, ::_COARSE_PX, 1].ravel())
    if usual * float(gain[1]) < _LIGHT_LEVELS:
        return ()
    before, now = (cv2.extractChannel(one, 1) for one in (board.empty_bgr, seen_bgr))
    darker = cv2.addWeighted(before, (1 - _DARKER) * float(gain[1]), now, -1.0, 0.0)
    shaded = cv2.addWeighted(before, (1 - _SHADED) * float(gain[1]), now, -1.0, 0.0)
    return _marks(_above(darker), shaded == 0, bare, _LIT, lone=lone)


def bright_marks_on(
    bare: Mask, seen_bgr: Picture, gain: Floats, board: Board
) -> tuple[tuple[float, float], ...]:
    """Give the same of bright marks in deep shadow, of which another one lies beside each.

    On a whitish floor white pips are hardly brighter than it is in light; that is enough there.
    """
    before, now = (cv2.extractChannel(one, 1) for one in (board.empty_bgr, seen_bgr))
    usual = middle(before[::_COARSE_PX, ::_COARSE_PX].ravel())
    times, more = _AS_BRIGHT if usual > _WHITISH_LEVELS else _BRIGHTER
    brighter = cv2.addWeighted(now, 1.0, before, -times * float(gain[1]), -more)
    in_shadow = cv2.addWeighted(before, _DEEP * float(gain[1]), now, -1.0, 0.0)
    return _marks(_above(brighter), in_shadow > 0, bare, _SHADOWY, lone=False)


def _above(plane: cv2.typing.MatLike) -> Mask:
    return np.asarray(cv2.threshold(plane, 0, 1, cv2.THRESH_BINARY)[1], np.uint8)


def _marks(
    spots: Mask, beside: NDArray[np.bool_], bare: Mask, least: float, *, lone: bool
) -> tuple[tuple[float, float], ...]:
    """Give the middles of small spots that have others near and, around them, what is `beside`.

    least : the part of what is around them that must be so.
    """
    x, y, width, height = cv2.boundingRect(spots & bare)
    if not width:
        return ()
    rows, columns = (
        slice(max(0, start - _RING_PX), start + size + _RING_PX)
        for start, size in ((y, height), (x, width))
    )
    clear = np.asarray(cv2.erode(bare[rows, columns], _NEAR), np.uint8)
    places = _small(spots[rows, columns], clear, beside[rows, columns], least)
    places += columns.start + 1j * rows.start
    gaps = np.abs(places[:, None] - places)
    least, most = (part * EDGE_PX for part in _APART_EDGES)
    counts = ((gaps > least) & (gaps < most)).any(1) | lone
    return tuple((float(one.real), float(one.imag)) for one in places[counts])


def _small(
    spots: Mask, bare: Mask, beside: NDArray[np.bool_], least: float
) -> NDArray[np.complex128]:
    """Give the middles of the regions of a pip's size with what is `beside` all around: x + i y.

    Where two shadows cross, it is as dark as a pip, but not as light around it.
    """
    _, labels, stats, middles = cv2.connectedComponentsWithStats(
        spots, connectivity=8, ltype=cv2.CV_16U
    )
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    small = (area > _LEAST_FACES * EDGE_PX**2) & (area < _MOST_FACES * EDGE_PX**2)
    small &= np.maximum(width, height) < _LONGEST_EDGES * EDGE_PX
    small &= area > _ROUND * width * height
    small[0] = False
    of = np.asarray(labels, np.uint16)
    kept = [
        k for k in np.flatnonzero(small) if _part_around(of, int(k), stats[k], bare, beside) > least
    ]
    return np.asarray(middles[kept, 0] + 1j * middles[kept, 1], np.complex128)


def _part_around(
    labels: NDArray[np.uint16],
    label: int,
    box: NDArray[np.int32],
    bare: Mask,
    beside: NDArray[np.bool_],
) -> float:
    """Give which part of the ring around a region is `beside`; 0 unless that lies on bare floor."""
    left, top, width, height = box[:4].tolist()
    rows = slice(max(0, top - _RING_PX), top + height + _RING_PX)
    columns = slice(max(0, left - _RING_PX), left + width + _RING_PX)
    here = (labels[rows, columns] == label).view(np.uint8)
    ring = (cv2.dilate(here, _RING) > 0) & (cv2.dilate(here, _BLUR) == 0)
    on_floor = bool(bare[rows, columns][here > 0].all())
    return float(beside[rows, columns][ring].mean()) if on_floor and ring.any() else 0.0
