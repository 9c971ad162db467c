"""Reads faces that a mirrored lamp fills so far that their pips show by little but their rims.

What colour a pip has tells nothing there, but that something differs from the face around it at
each of its places, and at no other. The learned reader, which does not know the set, must see the
value that these marks have. How far apart they are tells no height, as drilled pips show by their
outer rims: so no die may be missing that such a one could lie on.
Of 1,526 flat faces with a bright square, in 25 traced and rendered sets under ring, halo and
ceiling lamps, 1,104 are read so, all of them rightly, where the learned reader must give the value
a half; and so are 17 of 38 that lean: those are left to the judge. Where a veil grows across a
face, marks are what differs from that slope, too: of 670 flat faces in 25 such sets, dark or
coloured ones under any lamp, marks twice as strong as elsewhere show 618, three times 594, none
wrongly.
May import: numpy, cv2, vision.calibration_values, vision.learned, vision.pip_hue,
vision.faces.layout, vision.veils (bowls, clear, lifted, remains, rim_marks, squares),
vision.wild.face.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.faces.layout import PATTERNS, PLACES, VALUES
from vision.learned.finder import Candidate
from vision.pip_hue import look_by_light
from vision.veils.bowls import Pips
from vision.veils.clear import Clear, Part, usual_spreads
from vision.veils.lifted import taken_off, window_of
from vision.veils.remains import is_blank, leaves_some, shows_a_spot
from vision.veils.rim_marks import Marks, faint_pips, marks_of
from vision.veils.squares import Square, bright_squares
from vision.wild.face import looked_at_twice, patch_of

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

_COVERED = 0.5  # of what was not read, faces and their sides, that squares cover at least
_MOST_OBLONG = 0.03  # by which a face may be longer than wide, seen from above
_SURE = 0.3  # probability of a value, in the mean of both looks of the learned reader
_TIMES, _LEAST_LEVELS = 2.0, 5.0  # what differs where no pip is; grey levels
# The same, and `_FAINTER`, where the learned reader gives the value this much: of 1,279 bright
# squares on flat faces in 53 traced and rendered sets 19 more are read so with 1.3 and 0.3, all of
# them rightly; with 1.2 and 0.25 five more of 77 in eleven traced seeds, rightly, too.
_LIKELY, _TIMES_LIKELY, _FAINTER_LIKELY = 0.5, 1.2, 0.25
_FAINTER = 0.4  # of the strongest mark: weaker ones may be followed by some that are not seen
# How much longer one way the marks of an ace spread, at most, and grey levels from which these tell
# that: of 124 flat ones under any light, of 18 traced and rendered sets, one shows more, and of
# these smeared by 1.5 pip radii 43 of 98, by 2.5 55 of 56. Marks of several pips tell less.
_LONGEST, _TELLING_LEVELS = 0.22, 20.0
_WIDER_PX = 3.0  # than the square, which ends at bevels
_NEAR = np.ones((3, 3), np.uint8)
_SOFT_PX = 0.7
_FINE = 4  # bits of the parts of a pixel to which pips are drawn


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of a die in the picture, in pixels: edge, radius of a pip, distance of neighbouring pips.

    alike : whether this distance is the same on all faces of the set.
    """

    edge_px: float
    radius_px: float
    pitch_px: float
    alike: bool = True


def filled_faces(
    bgr: Picture,
    outline_px: Doubles,
    looks: tuple[FaceLook, ...],
    white: Doubles,
    sizes: Sizes,
) -> tuple[Clear, ...]:
    """Give the faces inside an outline as they would be without a lamp that fills them.

    outline_px : around what was not read, shape (N, 2). looks : that faces may have.
    white : the lamp's colour, a unit vector.

    None at all if one is not surely read, or if much is no face. White light leaves no hue: which
    of two looks a face has must be told by what colours are left of it, or of its pips' light.
    Nor do marks tell a value in sets whose faces are not laid out alike.
    """
    if not sizes.alike:
        return ()
    window, inside = window_of(outline_px, bgr.shape)
    if not inside.any():
        return ()
    darkest = bgr[window].min(axis=2) * cv2.dilate(inside, _NEAR)
    squares = bright_squares(darkest, sizes.pitch_px)
    covered = sum(square.side_px**2 for square in squares)
    if covered < _COVERED * np.count_nonzero(inside):
        return ()
    place = _Place(bgr, window, white, sizes)
    clear: list[Clear] = []
    for square in squares:
        one = _cleared(place, square, looks)
        if one is None:
            return ()
        clear.append(one)
    return tuple(clear)


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A window of a picture, the colour of the lamp that fills faces there, and a die's sizes."""

    bgr: Picture
    window: Part
    white: Doubles
    sizes: Sizes

    @property
    def corner_px(self) -> Doubles:
        """The window's corner in the picture, (x, y)."""
        return np.array([self.window[1].start, self.window[0].start], np.float64)


def _cleared(place: _Place, square: Square, looks: tuple[FaceLook, ...]) -> Clear | None:
    """Give what fills a square as what is read, where white is left of it without its veil."""
    around, sizes = square.corners_px(_WIDER_PX) + place.corner_px, place.sizes
    one = taken_off(place.bgr, around, looks, place.white, sizes.radius_px, sizes.edge_px)
    if one is not None and shows_a_spot(one, sizes.radius_px):
        return None
    if one is not None and not leaves_some(place.bgr, one, sizes.edge_px):
        return one
    told = looks if one is None or one.look is None or is_blank(one) else (one.look,)
    return _filled_face(place, square, told) or one


def _filled_face(place: _Place, square: Square, looks: tuple[FaceLook, ...]) -> Clear | None:
    """Give a face that fills a square of a window, if its marks are the pips of what is read.

    looks : that it may have; it is none if its pips don't tell which.
    """
    if abs(np.log(square.oblong)) > _MOST_OBLONG:
        return None
    seen, sizes = place.bgr[place.window], place.sizes
    grid = _grid(square, sizes.pitch_px)
    marks = marks_of(seen, square, grid, sizes.radius_px)
    value, chance = _value(place.bgr, square, place.corner_px, sizes.edge_px)
    drawn = _pips(marks, value, likely=chance > _LIKELY) if chance > _SURE else None
    if drawn is None and chance < _LIKELY:  # else the learned reader likely sees another value
        drawn = faint_pips(marks)
    if drawn is None or _is_smeared_ace(marks, drawn):
        return None
    places = np.asarray(grid[drawn], np.float64)
    inside = square.mask(seen.shape)
    look = look_by_light(seen, inside, places, looks, place.white, sizes.radius_px)
    if look is None:
        return None
    told = square.mask(seen.shape, _WIDER_PX) > 0
    pips = Pips(places, np.ones(len(places)), np.zeros((0, 2)))
    colours = _drawn(places, look, sizes.radius_px, seen.shape)[told]
    return Clear(place.window, told, colours, pips, usual_spreads(len(places)), tells_height=False)


def _value(bgr: Picture, square: Square, corner: Doubles, edge_px: float) -> tuple[int, float]:
    """Give the value that the learned reader sees, and how probable it is."""
    c, s = np.cos(square.angle_rad), np.sin(square.angle_rad)
    frame = edge_px * np.array([[c, -s], [s, c]])
    seen = Candidate(corner + square.centre_px, frame, 1.0, np.zeros(7))
    _, opinions, _ = looked_at_twice(partial(patch_of, bgr), seen)
    chances = np.mean([opinion.chances for opinion in opinions], axis=0)
    return int(chances.argmax()) + 1, float(chances.max())


def _pips(marks: Marks, value: int, *, likely: bool) -> Bools | None:
    """Give which places are a value's pips, shape (9,), if there are marks and nowhere else.

    likely : whether the learned reader sees that value, too.

    Others may be outshone in brighter light, or where some of these are much fainter than others:
    then no value is sure.
    """
    strong = marks.strong
    times, fainter = (_TIMES_LIKELY, _FAINTER_LIKELY) if likely else (_TIMES, _FAINTER)
    for drawn in PATTERNS[value == VALUES]:
        most = fainter * strong[drawn].max()
        least = max(times * strong[~drawn].max(), most, _LEAST_LEVELS)
        if not marks.are_brighter_beside(drawn) and strong[drawn].min() > least:
            return np.asarray(drawn, np.bool_)
    return None


def _is_smeared_ace(marks: Marks, drawn: Bools) -> bool:
    """Tell whether a lone pip's marks are clear and long, as in motion."""
    clear = marks.strong[drawn].min() > _TELLING_LEVELS
    return bool(np.count_nonzero(drawn) == 1 and clear and marks.long > _LONGEST)


def _grid(square: Square, pitch_px: float) -> Doubles:
    """Give the nine places of a face that fills a square: shape (9, 2)."""
    c, s = np.cos(square.angle_rad), np.sin(square.angle_rad)
    long = np.sqrt([square.oblong, 1 / square.oblong])
    return np.asarray(square.centre_px + pitch_px * (PLACES * long) @ np.array([[c, s], [-s, c]]))


def _drawn(places: Doubles, look: FaceLook, radius_px: float, shape: tuple[int, ...]) -> Picture:
    """Give a window of a body's colour with pips at some places."""
    part = np.zeros(shape[:2], np.uint8)
    for x, y in np.rint(places * 2**_FINE).astype(int).tolist():
        cv2.circle(part, (x, y), round(radius_px * 2**_FINE), 255, -1, cv2.LINE_AA, _FINE)
    share = cv2.GaussianBlur(part, (0, 0), _SOFT_PX)[..., None] / 255.0
    body, pip = np.array(look.body_bgr), np.array(look.pip_bgr)
    return np.asarray(np.rint(np.clip(body + share * (pip - body), 0, 255)), dtype=np.uint8)
