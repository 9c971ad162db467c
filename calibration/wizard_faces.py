"""What the dice of a set-up picture seem to show, before a person confirms it.

The places come from the difference to the empty tray, the faces from a reading: of the picture
alone at first, by what has been measured so far later on. Pure.
May import: numpy, vision, calibration.faces and locate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.locate import Spot, difference, spots
from vision.types import DieReading, Point, Reading

Picture = NDArray[np.uint8]

_LEAST_PART = 0.3  # of the largest spot's area: what is smaller is no die of the same set
_HALVED_FROM_PX = 1000
_FACE_PART = 0.72  # edge of the top face over the root of the spot's area (walls and shadow)
_TOUCHING = 1.6  # times the usual area: two dice, or one with something beside it
_LONG = 1.6  # times as long as wide: the same


@dataclass(frozen=True, slots=True)
class Proposal:
    """One die of a picture: where it lies and what it shows.

    face : None when nobody knows yet. read : what the reading said, whatever a person said later.
    sure : the reading had no doubt. said : a person said what it shows. absent : a person said
    that it is no die. size_px : about the edge of its top face.
    """

    centre_px: Point
    size_px: float
    face: Face | None
    read: Face | None = None
    sure: bool = False
    said: bool = False
    absent: bool = False

    @property
    def corners_px(self) -> tuple[Point, ...]:
        """The corners of an upright square around it, in turning order."""
        (x, y), half = self.centre_px, self.size_px * 0.7
        return (
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        )


def die_spots(bgr: Picture, empty_bgr: Picture) -> tuple[Spot, ...]:
    """What differs from the empty tray and is large enough to be a die, left to right."""
    step = 2 if bgr.shape[1] >= _HALVED_FROM_PX else 1  # looked at several times a second
    found = spots(difference(bgr[::step, ::step], empty_bgr[::step, ::step]))
    if not found:
        return ()
    large = [_enlarged(spot, step) for spot in found if spot.area >= _LEAST_PART * found[0].area]
    return tuple(sorted(large, key=lambda spot: spot.x))


def _enlarged(spot: Spot, by: int) -> Spot:
    return replace(
        spot,
        x=spot.x * by,
        y=spot.y * by,
        width=spot.width * by,
        height=spot.height * by,
        area=spot.area * by * by,
    )


def touching(found: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """The spots that seem to be more than one die."""
    if not found:
        return ()
    usual = float(np.median([spot.area for spot in found]))
    return tuple(
        spot
        for spot in found
        if spot.area > _TOUCHING * usual
        or max(spot.width, spot.height) > _LONG * min(spot.width, spot.height)
    )


def size_px(found: tuple[Spot, ...]) -> float:
    """About how long the edge of a die's top face is."""
    return _FACE_PART * float(np.sqrt(np.median([spot.area for spot in found])))


def proposals(found: tuple[Spot, ...], reading: Reading) -> tuple[Proposal, ...]:
    """A die for each spot, with the face that the reading has nearest to it, if any is near."""
    left = list(reading.dice)
    made = []
    for spot in found:
        die = _nearest(spot, left)
        if die is not None:
            left.remove(die)
        made.append(_proposal(spot, die))
    return tuple(made)


def centre_of(spot: Spot) -> Point:
    """The middle of a spot."""
    return (spot.x + spot.width / 2, spot.y + spot.height / 2)


def _nearest(spot: Spot, dice: list[DieReading]) -> DieReading | None:
    near = [die for die in dice if _apart(spot, die) < max(spot.width, spot.height) / 2]
    return min(near, key=lambda die: _apart(spot, die), default=None)


def _apart(spot: Spot, die: DieReading) -> float:
    x, y = centre_of(spot)
    return hypot(die.centre_px[0] - x, die.centre_px[1] - y)


def _proposal(spot: Spot, die: DieReading | None) -> Proposal:
    size = _FACE_PART * float(np.sqrt(spot.area))
    if die is None or die.value is None:
        return Proposal(centre_of(spot), size, None)
    face = Face(die.value, bool(die.red))
    sure = die.problem is None and die.red is not None
    return Proposal(die.centre_px, size, face, read=face, sure=sure)
