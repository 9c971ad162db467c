"""Notices things of the size of a die that lie outside the tray.

May import: numpy, cv2, vision.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.around import COARSE_PX, Around, around_tray, in_means, thinned
from vision.account.blobs import Window
from vision.account.underfoot import NO_FLOOR, unlike_floor, wall_before
from vision.boxes import Box, merged, union
from vision.calibration_values import Calibration, Camera
from vision.strange import exposure_gain, strangeness
from vision.tray.geometry import edge_px, to_floor, to_picture
from vision.types import Point

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_LEVELS = 22.0
_DIFFERS, _TOGETHER = 8.0, 2  # grey levels of that mean; how many such places lie together
_REACH = np.ones((7, 7), np.uint8)  # of them: so far a thing may reach beyond those that differ
_CALL = 700  # of them could be looked at in the time that a call takes
_BRIGHTEST = 1.03  # light that dice throw on the table from inside the tray, at most
_JOINED = np.ones((5, 5), np.uint8)  # joins the pips of a die that is as dark as its shadow
_ROOM_PX = 4  # around them: as far as joining looks
_LEAST_FACES, _MOST_FACES = 0.3, 2.4  # area of a die and a little shadow; sides add
_MOST_DICE_FACES = 6.0  # area of some dice that touch
_MOST_SIDE_EDGES = 2.2
_WALL_WIDE_EDGES = 1.0  # as blocks show it, half of it in truth; narrower may be drawn on the floor
_OVER_EDGES = 2.3  # of the wall that a hand or a sheet covers; a die with a side does 2.1 at most
_THICK_EDGES = 0.3  # of these, at least: thinner ones are the wall in another light (0.11)
_MOST_THINGS = 3  # of those; more is a hand's shadow, a moved camera or another light
# Black dice on a table look like a shadow. Of six traced ones that went by as such, two on paper or
# a table that the grain of its picture hides, four differ so much over so many faces, and no less
# across; what else does, where dice are missing in eight seeds, is narrower.
_PLAINLY, _DIM_FACES, _DIM_EDGES = 20.0, 1.2, 1.0
_AROUND = np.ones((3, 3), np.uint8)  # pixels whose light it may have, as a sharp edge moves by less


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that lies outside the outline of the tray.

    die_sized : whether it is about as large as a die.
    on_floor : whether it lies on what looks like the tray's floor with no wall before it, so that
        the outline may be wrong there and it be a die at the wall, or several.
    over_wall : whether it is longer than a die along the wall, as what reaches in over that; in the
        tray it may be of the floor's colour and hide a die.
    dim : whether it may be a shadow, too.
    """

    at_px: Point
    die_sized: bool
    on_floor: bool
    over_wall: bool = False
    dim: bool = False

    @property
    def is_likely_a_die(self) -> bool:
        """Whether it is of a die's size and no shadow."""
        return self.die_sized and not self.dim


def things_outside(
    bgr: Picture, calibration: Calibration, moved: Doubles | None = None, *, missing: bool = False
) -> tuple[Thing, ...]:
    """Give what lies outside the tray that the picture of the empty tray does not show.

    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.
    missing : whether dice are missing in the tray, so that a shadow may be one of them.
    """
    empty = around_tray(calibration).seen_from((bgr.shape[1], bgr.shape[0]), moved)
    thin = thinned(bgr, empty.bgr.shape[1], empty.bgr.shape[0], moved)
    scale = bgr.shape[1] / empty.bgr.shape[1]
    edge = edge_px(calibration.camera) / scale
    gain = exposure_gain(thin, empty.bgr)
    places = _differing(thin, empty, gain)
    regions = _regions(_new(thin, empty, gain, places), empty.wall)
    small, large = _things(regions, edge, scale, calibration)
    if len(small) > _MOST_THINGS:
        return tuple(large)
    if missing and not large and not any(one.die_sized for one in small):
        plainly = _regions(_plainly_new(thin, empty, gain, places), empty.wall)
        small += _dim(plainly, edge, scale)  # of a black die pips alone may be no shadow
    return (*small, *large)


def _things(
    regions: list[_Region], edge: float, scale: float, calibration: Calibration
) -> tuple[list[Thing], list[Thing]]:
    """Give what is as small as some dice, and what is larger and reaches in over the wall."""
    small, large = [], []
    for region in regions:
        faces = region.stats[cv2.CC_STAT_AREA] / edge**2
        over_wall = _reaches_over_wall(region, edge)
        if _LEAST_FACES < faces < _MOST_DICE_FACES:
            thing = _thing(region.at_px(scale), region.stats, edge, calibration)
            small.append(replace(thing, over_wall=over_wall))
        elif over_wall and faces > _LEAST_FACES:
            large.append(Thing(region.at_px(scale), False, False, over_wall=True))
    return small, large


def _dim(regions: list[_Region], edge: float, scale: float) -> list[Thing]:
    """Give what is of a die's size among what may be shadow, too."""
    large = [one for one in regions if one.stats[cv2.CC_STAT_AREA] > _LEAST_FACES * edge**2]
    if len(large) > _MOST_THINGS:
        return []
    whole = [one for one in large if _is_as_wide_as_a_die(one.stats, edge)]
    return [Thing(one.at_px(scale), True, False, dim=True) for one in whole]


def _is_as_wide_as_a_die(stats: NDArray[np.int32], edge: float) -> bool:
    narrowest = min(int(stats[cv2.CC_STAT_WIDTH]), int(stats[cv2.CC_STAT_HEIGHT]))
    whole = stats[cv2.CC_STAT_AREA] > _DIM_FACES * edge**2 and narrowest > _DIM_EDGES * edge
    return bool(whole and _may_be_a_die(stats, edge, 0.0))


def dice_apart(things: tuple[Thing, ...], camera: Camera, poses: Doubles) -> int:
    """Give how many things are likely dice, beside those that were found at the poses."""
    found_px = to_picture(camera, poses[:, :2], 1.0)
    edge = edge_px(camera)
    likely = [one for one in things if one.is_likely_a_die]
    gaps_px = [np.hypot(*(found_px - one.at_px).T) for one in likely]
    return sum(bool(gaps.min(initial=np.inf) > edge) for gaps in gaps_px)


@dataclass(frozen=True, slots=True, eq=False)
class _Region:
    """Something new in the thinned picture: its middle, and by how many pixels it touches the wall.

    stats : as OpenCV gives them of a connected component.
    """

    middle_px: Point
    wall_px: int
    stats: NDArray[np.int32]

    def at_px(self, scale: float) -> Point:
        """Give its middle in the picture, of which the thinned one shows one pixel of `scale`."""
        return self.middle_px[0] * scale, self.middle_px[1] * scale


def _reaches_over_wall(region: _Region, edge: float) -> bool:
    """Tell whether a region covers more of the wall than a die, and is more than a strip of it."""
    thick = region.stats[cv2.CC_STAT_AREA] > _THICK_EDGES * edge * region.wall_px
    return bool(thick and region.wall_px > _OVER_EDGES * edge)


def _regions(new: NDArray[np.uint8], wall: NDArray[np.bool_]) -> list[_Region]:
    """Give what hangs together of a mask; pixels that nearly do are joined."""
    x, y, width, height = cv2.boundingRect(new)
    if not width:
        return []
    right, below = x + width + _ROOM_PX, y + height + _ROOM_PX
    x, y = max(0, x - _ROOM_PX), max(0, y - _ROOM_PX)
    joined = cv2.morphologyEx(new[y:below, x:right], cv2.MORPH_CLOSE, _JOINED)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        joined, connectivity=8, ltype=cv2.CV_16U
    )
    at_wall = np.bincount(labels[wall[y:below, x:right]], minlength=count)
    return [
        _Region((float(middles[k, 0] + x), float(middles[k, 1] + y)), int(at_wall[k]), stats[k])
        for k in range(1, count)
    ]


def _new(now: Picture, empty: Around, gain: Floats, places: list[Window]) -> NDArray[np.uint8]:
    """Give a mask of what is new in some places around the tray: 1 there, else 0."""
    new = np.zeros(empty.around.shape, np.uint8)
    for at in places:
        here = np.ascontiguousarray(now[at])
        strange = strangeness(here, empty.ground.part(*at), gain, _BRIGHTEST)
        new[at] = (strange > _LEVELS).view(np.uint8) & empty.around[at]
    return new


def _plainly_new(
    now: Picture, empty: Around, gain: Floats, places: list[Window]
) -> NDArray[np.uint8]:
    """Give the same of what is another colour than the empty tray, also if it may be shadow."""
    new = np.zeros(empty.around.shape, np.uint8)
    for at in places:
        apart = np.maximum(cv2.erode(empty.bgr[at], _AROUND) * gain - now[at], _PLAINLY)
        np.maximum(apart, now[at] - cv2.dilate(empty.bgr[at], _AROUND) * gain, out=apart)
        new[at] = (apart.max(axis=2) > _PLAINLY).view(np.uint8) & empty.around[at]
    return new


def _differing(now: Picture, empty: Around, gain: Floats) -> list[Window]:
    """Give where things may be new: where the picture differs in the mean of some pixels."""
    # channel by channel, as numpy is slow along short rows
    apart = empty.coarse * gain[:, None, None]
    apart -= in_means(now).transpose(2, 0, 1)
    b, g, r = np.abs(apart, out=apart)
    differs = ((cv2.max(cv2.max(b, g), r) > _DIFFERS) & empty.coarse_around).view(np.uint8)
    differs &= (cv2.boxFilter(differs, -1, (3, 3), normalize=False) >= _TOGETHER).view(np.uint8)
    return _reached(differs)


def _reached(differs: NDArray[np.uint8]) -> list[Window]:
    """Give the rows and columns that things may cover which differ in some coarse places."""
    if not cv2.countNonZero(differs):
        return []
    count, _, stats, _ = cv2.connectedComponentsWithStats(
        cv2.dilate(differs, _REACH), connectivity=8, ltype=cv2.CV_16U
    )
    boxes: list[Box] = merged([tuple(stats[k, :4].tolist()) for k in range(1, count)])
    whole = reduce(union, boxes)
    if whole[2] * whole[3] + _CALL < sum(box[2] * box[3] + _CALL for box in boxes):
        boxes = [whole]
    return [
        (
            slice(y * COARSE_PX, (y + height) * COARSE_PX),
            slice(x * COARSE_PX, (x + width) * COARSE_PX),
        )
        for x, y, width, height in boxes
    ]


def _thing(at_px: Point, stats: NDArray[np.int32], edge: float, calibration: Calibration) -> Thing:
    on_top = to_floor(calibration.camera, np.array([at_px]), 1.0)[0]
    on_floor = unlike_floor(calibration, on_top) < NO_FLOOR
    on_floor = on_floor and wall_before(calibration, on_top) < _WALL_WIDE_EDGES
    shows = float(np.hypot(*on_top)) / calibration.camera.height
    return Thing(at_px, _may_be_a_die(stats, edge, shows), on_floor)


def _may_be_a_die(stats: NDArray[np.int32], edge: float, shows: float) -> bool:
    """Tell whether a region is about as large as a die that shows so much of a side, in faces."""
    width, height = int(stats[cv2.CC_STAT_WIDTH]), int(stats[cv2.CC_STAT_HEIGHT])
    area = float(stats[cv2.CC_STAT_AREA]) / edge**2
    most, longest = _MOST_FACES + shows, _MOST_SIDE_EDGES + shows
    if not _LEAST_FACES < area < most or max(width, height) > longest * edge:
        return False
    return area * edge**2 > 0.45 * width * height
