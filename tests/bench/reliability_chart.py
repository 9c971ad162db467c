"""Draws the reliability diagram: promised against right, with counts and intervals."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from math import log10, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Counted = tuple[float, bool]
"""A probability that was promised, and whether it came true."""

BOUNDS = (0.0, 0.2, 0.5, 0.7, 0.85, 0.92, 0.95, 0.97, 0.98, 0.99, 0.9925, 1.0001)
"""Between these a diagram's points are counted together."""

_TICKS = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
_NEAREST = 0.003  # to 0 and 1: the axes stretch there without end
_WIDE, _HIGH, _LEFT, _TOP = 620, 560, 70, 50  # pixels of a panel, and where its axes begin
_SQUARE = 460
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_INK, _FAINT, _POINT = (40, 40, 40), (215, 215, 215), (170, 80, 20)


@dataclass(frozen=True, slots=True)
class Point:
    """One point of a diagram: counts between two promises.

    low, high : the 95 % interval of the share that was right (Wilson's), as if all were drawn
        independently; several pictures of one throw are not, so it is rather wider.
    """

    promised: float
    right: float
    count: int
    wrong: int
    low: float
    high: float


def points_of(counted: list[Counted]) -> tuple[Point, ...]:
    """The points of a diagram, by rising promise.

    >>> [(one.count, one.wrong) for one in points_of([(0.1, False), (0.999, True), (1.0, False)])]
    [(1, 1), (2, 1)]
    """
    points = []
    for low, high in itertools.pairwise(BOUNDS):
        part = [one for one in counted if low <= one[0] < high]
        if part:
            promised = sum(one for one, _ in part) / len(part)
            right = sum(came for _, came in part)
            points.append(_point(promised, right, len(part)))
    return tuple(points)


def _point(promised: float, right: int, count: int) -> Point:
    return Point(promised, right / count, count, count - right, *wilson(right, count))


def wilson(right: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927).

    >>> [round(end, 3) for end in wilson(99, 100)]
    [0.946, 0.998]
    """
    z = 1.96
    share, spread = right / count, 1 + z * z / count
    middle = (share + z * z / (2 * count)) / spread
    reach = z / spread * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def miss_of(counted: list[Counted]) -> float:
    """By how much the promises miss what came true, in the mean over the points of a diagram."""
    points = points_of(counted)
    total = sum(one.count for one in points)
    return sum(abs(one.promised - one.right) * one.count for one in points) / max(1, total)


def chart(panels: list[list[tuple[str, list[Counted]]]]) -> Picture:
    """The diagram: rows of panels, each with its title."""
    return np.vstack([np.hstack([_panel(*one) for one in row]) for row in panels])


def _panel(title: str, counted: list[Counted]) -> Picture:
    page = np.full((_HIGH, _WIDE, 3), 255, np.uint8)
    summary = f"{title}: {len(counted)}, missed by {miss_of(counted):.3f} in the mean"
    _text(page, summary, (_LEFT, 30), 0.5)
    for tick in _TICKS:
        at = _along(tick)
        x, y = _LEFT + at, _TOP + _SQUARE - at
        cv2.line(page, (x, _TOP), (x, _TOP + _SQUARE), _FAINT, 1)
        cv2.line(page, (_LEFT, y), (_LEFT + _SQUARE, y), _FAINT, 1)
        _text(page, f"{tick:g}", (x - 14, _TOP + _SQUARE + 18), 0.35)
        _text(page, f"{tick:g}", (_LEFT - 42, y + 4), 0.35)
    cv2.line(page, (_LEFT, _TOP + _SQUARE), (_LEFT + _SQUARE, _TOP), _INK, 1, cv2.LINE_AA)
    _text(page, "promised", (_LEFT + _SQUARE // 2 - 30, _HIGH - 14), 0.45)
    _text(page, "right", (8, _TOP - 12), 0.45)
    for number, point in enumerate(points_of(counted)):
        _draw(page, point, number % 3)
    return page


def _draw(page: Picture, point: Point, row: int) -> None:
    """Draw a point; labels at the top are in several rows, as points are close there."""
    x = _LEFT + _along(point.promised)
    y, low, high = (_TOP + _SQUARE - _along(v) for v in (point.right, point.low, point.high))
    cv2.line(page, (x, low), (x, high), _POINT, 2, cv2.LINE_AA)
    cv2.circle(page, (x, y), 3 + round(2 * log10(point.count)), _POINT, -1, cv2.LINE_AA)
    label = f"{point.count - point.wrong}/{point.count}"
    below = y < _TOP + 40
    _text(page, label, (x + 9, _TOP + 40 + 16 * row if below else y - 8), 0.36)


def _along(share: float) -> int:
    """Pixels along an axis that stretches towards 0 and 1 (log odds)."""
    kept = min(max(share, _NEAREST), 1 - _NEAREST)
    ends = [log10(end / (1 - end)) for end in (0.1, 1 - _NEAREST)]
    at = log10(kept / (1 - kept))
    return round(_SQUARE * min(max((at - ends[0]) / (ends[1] - ends[0]), 0.0), 1.0))


def _text(page: Picture, words: str, at: tuple[int, int], size: float) -> None:
    cv2.putText(page, words, at, _FONT, size, _INK, 1, cv2.LINE_AA)
