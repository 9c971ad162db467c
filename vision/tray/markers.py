"""Finds the printed corner markers in a picture: squares of one size on one plane.

Where they are tells how the camera is tilted, better than six dice in the middle do, and how it
was moved since. Which size they have, and how high they lie, need not be known.
May import: numpy, cv2, vision.calibration_values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import SeenMarker

Doubles = NDArray[np.float64]

DICTIONARY = cv2.aruco.DICT_4X4_50
IDS = range(8)  # those that are printed; other numbers are noise, or somebody else's
_LEAST_PX = 14.0  # of a side; smaller ones are seen wrongly too often
_ALIKE = 1.5  # the largest side over the smallest: all lie on one plane, hardly tilted
_MOVED_ALONE_PX = 2.0  # a marker so far from where the others say was itself moved


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    """One marker: its number and its corners in the picture, shape (4, 2), in turning order."""

    number: int
    corners_px: Doubles


def find_markers(bgr: NDArray[np.uint8]) -> tuple[Marker, ...]:
    """Give the markers of a picture by number, corners to a part of a pixel; none if in doubt.

    The dictionary is DICT_4X4_50. Fewer than two, two of one number, or markers of clearly
    different size are in doubt.
    """
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, settings).detectMarkers(gray)
    if numbers is None:
        return ()
    found = [
        Marker(int(number), np.asarray(four, dtype=np.float64).reshape(4, 2))
        for number, four in zip(np.ravel(numbers), corners, strict=True)
        if int(number) in IDS and _side_px(four) >= _LEAST_PX
    ]
    sides = [_side_px(one.corners_px) for one in found]
    if len(found) < 2 or len({one.number for one in found}) < len(found):
        return ()
    if max(sides) > _ALIKE * min(sides):
        return ()
    return tuple(sorted(found, key=lambda one: one.number))


def _side_px(corners: NDArray[Any]) -> float:
    four = np.asarray(corners, dtype=np.float64).reshape(4, 2)
    return float(np.linalg.norm(four - np.roll(four, 1, axis=0), axis=1).mean())


def seen_markers(found: tuple[Marker, ...]) -> tuple[SeenMarker, ...]:
    """Give markers as a calibration keeps them; to a hundredth of a pixel."""
    return tuple(
        SeenMarker(one.number, tuple((round(float(x), 2), round(float(y), 2)) for x, y in four))
        for one in found
        for four in (one.corners_px,)
    )


@dataclass(frozen=True, slots=True, eq=False)
class MarkerMove:
    """How markers lie in one picture against another: turned and shifted, without being bent.

    matrix : float32 array of shape (2, 3), from the picture then to the picture now.
    turn_deg : positive from x to y, which is clockwise on a screen.
    scale : how much larger they are now; not part of the matrix.
    off_px : root mean square of what turn, shift and scale do not explain.
    numbers : the markers that it was measured on.
    """

    matrix: NDArray[np.float32]
    turn_deg: float
    scale: float
    off_px: float
    numbers: tuple[int, ...]


def move_of(then: tuple[SeenMarker, ...], now: tuple[SeenMarker, ...]) -> MarkerMove | None:
    """Give how the camera was turned and shifted between two pictures; None without two markers.

    Notes
    -----
    A marker that lies elsewhere than the others say was moved itself and is left out, as long as
    two others agree. Positions are compared as points of the plane of the picture: a camera that
    tilted or rose shows in `off_px` and in `scale`.
    """
    before, after = _common(then, now)
    while len(before) >= 2:
        a, b = _similarity(np.concatenate([*before.values()]), np.concatenate([*after.values()]))
        off = {k: float(np.abs(a * before[k] + b - after[k]).max()) for k in before}
        worst = max(off, key=lambda k: off[k])
        if off[worst] <= _MOVED_ALONE_PX or len(before) == 2:
            return _move(before, after, a, b)
        del before[worst], after[worst]
    return None


Complex = NDArray[np.complex128]


def _common(
    then: tuple[SeenMarker, ...], now: tuple[SeenMarker, ...]
) -> tuple[dict[int, Complex], dict[int, Complex]]:
    """Give the corners of the markers that both have, as complex numbers by marker."""
    before, after = ({one.number: _complex(one) for one in seen} for seen in (then, now))
    both = sorted(before.keys() & after.keys())
    return {k: before[k] for k in both}, {k: after[k] for k in both}


def _complex(marker: SeenMarker) -> Complex:
    return np.array([complex(x, y) for x, y in marker.corners_px])


def _similarity(before: Complex, after: Complex) -> tuple[complex, complex]:
    """Give a and b so that a * before + b is nearest to after."""
    middle, there = before.mean(), after.mean()
    arm = before - middle
    a = complex(np.vdot(arm, after - there) / np.vdot(arm, arm))
    return a, complex(there - a * middle)


def _move(
    before: dict[int, Complex], after: dict[int, Complex], a: complex, b: complex
) -> MarkerMove:
    was, now = np.concatenate([*before.values()]), np.concatenate([*after.values()])
    off_px = float(np.sqrt(np.mean(np.abs(a * was + b - now) ** 2)))
    turn = a / abs(a)
    shift = complex(now.mean() - turn * was.mean())
    matrix = [[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag]]
    turn_deg = float(np.degrees(np.angle(turn)))
    return MarkerMove(np.array(matrix, np.float32), turn_deg, abs(a), off_px, tuple(before))
