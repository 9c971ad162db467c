"""Finds the top face of a die that is lighter than all around it, by its outline alone.

A lamp that mirrors in a glossy face fills it up to its bevels: it is a bright square then, even
where its pips hardly show, and its corners may look more like pips than these do. In 58 traced and
rendered sets under ring, halo and ceiling lamps 438 of 696 faces are such squares, and the middles
of all lie within 0.12 edges of the faces'; of 101 that pips alone showed as another face, or
beside where they lie, 92 are among them.
May import: numpy, cv2, vision.types.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Point

Mask = NDArray[np.uint8]
Doubles = NDArray[np.float64]

_LEVELS = range(40, 240, 8)  # grey levels between a face and what is around it
_LEAST_SIDE, _MOST_SIDE = 3.1, 4.2  # of a face up to its bevels, in distances of pips
_MOST_OBLONG = 1.12
_LEAST_FULL = 0.88  # of the square around it; a disc fills 0.79
_NEARLY = 0.03  # of a square: such levels tell it as well
_OVERLAP = 0.7  # sides between the middles of two faces, at least
_OFF = 0.15  # of its side, by which a face's middle may be off that of the square
_TURNED_RAD = np.radians(12.0)  # by which a face may be turned from the square
_QUARTER_RAD = np.pi / 2
_FINE = 3  # bits of the parts of a pixel to which a square is drawn


@dataclass(frozen=True, slots=True)
class Square:
    """A bright square in a cutout: its middle and its side in pixels, and how it is turned.

    oblong : how much longer it is along that turn than across.
    """

    centre_px: Point
    side_px: float
    angle_rad: float
    oblong: float = 1.0

    def is_around(self, points_px: Doubles) -> NDArray[np.bool_]:
        """Tell which points, shape (N, 2), are near enough to be the middle of its face."""
        return np.asarray(self._far_px(points_px) < _OFF * self.side_px, np.bool_)

    def holds(self, points_px: Doubles) -> NDArray[np.bool_]:
        """Tell which points, shape (N, 2), lie in the circle that it holds."""
        return np.asarray(self._far_px(points_px) < self.side_px / 2, np.bool_)

    def _far_px(self, points_px: Doubles) -> Doubles:
        return np.asarray(np.linalg.norm(points_px - np.array(self.centre_px), axis=1), np.float64)

    def mask(self, shape: tuple[int, ...], wider_px: float = 0.0) -> Mask:
        """Give the pixels of a cutout of a shape that lie in it, or in a wider one: 1 there."""
        inside: Mask = np.zeros(shape[:2], np.uint8)
        corners = np.rint(self.corners_px(wider_px) * 2**_FINE).astype(np.int32)
        cv2.fillConvexPoly(inside, corners, 1, shift=_FINE)
        return inside

    def corners_px(self, wider_px: float = 0.0) -> Doubles:
        """Give its corners, or those of a wider one: shape (4, 2)."""
        sides = (self.side_px + wider_px,) * 2
        turn_deg = float(np.degrees(self.angle_rad))
        return np.asarray(cv2.boxPoints((self.centre_px, sides, turn_deg)), np.float64)

    def is_along(self, angles_rad: Doubles) -> NDArray[np.bool_]:
        """Tell which turns, shape (N,), may be those of its face."""
        turn = (angles_rad - self.angle_rad + _QUARTER_RAD / 2) % _QUARTER_RAD - _QUARTER_RAD / 2
        return np.asarray(np.abs(turn) < _TURNED_RAD, np.bool_)


def bright_square(darkest: NDArray[Any], pitch_px: float) -> Square | None:
    """Give the square that a face of about that distance of pips fills, or None if none is seen.

    darkest : of a cutout's three channels, shape (H, W); 0 where no face is.
    """
    largest = (max(_outlines(darkest, level), key=cv2.contourArea, default=None)
               for level in _LEVELS)  # fmt: skip
    tried = [_square(outline, pitch_px) for outline in largest if outline is not None]
    return _halfway([one for one in tried if one is not None])


def bright_squares(darkest: NDArray[Any], pitch_px: float) -> tuple[Square, ...]:
    """Give the squares of several such faces, as far as they are seen apart, the fullest first."""
    outlines = (outline for level in _LEVELS for outline in _outlines(darkest, level))
    tried = [_square(outline, pitch_px) for outline in outlines]
    found = sorted((one for one in tried if one is not None), key=lambda one: -one[0])
    squares: list[Square] = []
    for _, fullest in found:
        if any(_apart(fullest, other) < _OVERLAP for other in squares):
            continue
        same = [one for one in found if _apart(one[1], fullest) < _OFF]
        square = _halfway(sorted(same, key=lambda one: -one[1].side_px))
        squares += [] if square is None else [square]
    return tuple(squares)


def _apart(one: Square, other: Square) -> float:
    """Give how far apart the middles of squares are, in sides."""
    return float(np.hypot(*np.subtract(one.centre_px, other.centre_px)) / other.side_px)


def _halfway(found: list[tuple[float, Square]]) -> Square | None:
    """Give the middle one of those that fill their squares best, from lower levels to higher."""
    fullest = max((full for full, _ in found), default=0.0)
    full = [square for part, square in found if part > fullest - _NEARLY]
    return full[len(full) // 2] if full else None  # halfway from what is around it to the face


def _outlines(darkest: NDArray[Any], level: int) -> Sequence[NDArray[Any]]:
    bright = (darkest > level).astype(np.uint8)
    outlines, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return outlines


def _square(outline: NDArray[Any], pitch_px: float) -> tuple[float, Square] | None:
    """Give how much of a square a bright region fills, and that square, if it does."""
    (x, y), (width, height), turn_deg = cv2.minAreaRect(outline)
    width, height = width + 1, height + 1  # from the middles of pixels to their outer sides
    area = cv2.contourArea(outline) + cv2.arcLength(outline, True) / 2 + 1
    side, full = float(np.sqrt(width * height)), float(area / (width * height))
    square = max(width, height) < _MOST_OBLONG * min(width, height) and full > _LEAST_FULL
    if not square or not _LEAST_SIDE < side / pitch_px < _MOST_SIDE:
        return None
    return full, Square((float(x), float(y)), side, float(np.radians(turn_deg)), width / height)
