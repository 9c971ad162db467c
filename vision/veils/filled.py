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
May import: numpy, cv2, vision.calibration_values, vision.lamplight, vision.learned, vision.pip_hue,
vision.faces.layout, vision.veils (bowls, clear, lifted, rim_marks, squares), vision.wild.face.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.faces.layout import PATTERNS, PLACES, VALUES
from vision.lamplight import FULL
from vision.learned.finder import Candidate
from vision.pip_hue import look_by_light
from vision.veils.bowls import Pips, each_has_opposite
from vision.veils.clear import Clear, Part, usual_spreads
from vision.veils.lifted import taken_off, window_of
from vision.veils.rim_marks import Marks, faint_pips, marks_of
from vision.veils.squares import Square, bright_squares
from vision.wild.face import looked_at_twice, patch_of

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

_COVERED = 0.5  # of what was not read, faces and their sides, that squares cover at least
_LEFT = 0.05  # of a face: more than what light pips throw beside what was told of it
# Edges around a pip in which its light lies; and of the step to pips, what else is lighter by.
_AROUND_PIP, _AS_LIGHT, _LIGHT_LEFT = 0.12, 0.5, 0.02
# Pip radii from a pip's middle, and part of this ring that is not as light as a pip: of 3,800 under
# veils no brighter than they, in traced and drawn seeds, six show more than 0.4: five are spots.
_RING, _RING_LIGHT = (1.25, 1.75), 0.5
_OFF_OPPOSITE = 0.08  # edges from where it would be; with a pip less the middle shifts by as much
_OFF_MIDDLE = 0.2  # edges from the middle of what is veiled of a face
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


def leaves_some(bgr: Picture, clear: Clear, edge_px: float) -> bool:
    """Tell whether a veil was taken off in part, or not all pips were seen under it."""
    if is_blank(clear) or is_lopsided(clear, edge_px):
        return True
    return leaves_white(bgr, clear, edge_px) or leaves_light(clear, edge_px)


def is_blank(clear: Clear) -> bool:
    """Tell whether no pip was seen, as on no face."""
    return not len(clear.pips.places_px)


def is_lopsided(clear: Clear, edge_px: float) -> bool:
    """Tell whether a pip has none opposite it, as on no face: one was not seen.

    With a pip less twos and threes may be other faces. A lone one must lie amid what is veiled.
    """
    places = clear.pips.places_px
    if len(places) == 1:
        amid = np.argwhere(clear.told).mean(axis=0)[::-1]
        return bool(np.linalg.norm(places[0] - amid) > _OFF_MIDDLE * edge_px)
    return not each_has_opposite(places, places.mean(axis=0), _OFF_OPPOSITE * edge_px)


def leaves_white(bgr: Picture, clear: Clear, edge_px: float) -> bool:
    """Tell whether much light is left where a veil was taken off in part."""
    left = (bgr[clear.window] >= FULL).all(2) & ~clear.told
    return bool(np.count_nonzero(left) > _LEFT * edge_px**2)


def leaves_light(clear: Clear, edge_px: float) -> bool:
    """Tell whether much of a face is as light as its white pips where it has none.

    Dark sides that were taken for a part of it make its veil seem weaker beside them.
    """
    if clear.look is None:
        return False
    beside = _far_px(clear).min(1) > _AROUND_PIP * edge_px
    light = _as_light_as_pips(clear, clear.look)
    return bool(np.count_nonzero(light & beside) > _LIGHT_LEFT * edge_px**2)


def shows_a_spot(clear: Clear, radius_px: float) -> bool:
    """Tell whether one of a face's pips is a light spot, too wide for a pip.

    Where veils are no brighter than pips, these show how wide they are.
    """
    if clear.look is None or clear.outshone:
        return False
    far = _far_px(clear) / radius_px
    rings = (far > _RING[0]) & (far < _RING[1])
    lit = np.count_nonzero(rings & _as_light_as_pips(clear, clear.look)[:, None], axis=0)
    whole = np.pi * (_RING[1] ** 2 - _RING[0] ** 2) * radius_px**2
    return bool((lit > _RING_LIGHT * whole).any())


def _far_px(clear: Clear) -> Doubles:
    """Give how far what was veiled, of N pixels, is from each of M pips: shape (N, M)."""
    apart = np.argwhere(clear.told)[:, None, ::-1] - clear.pips.places_px
    return np.asarray(np.linalg.norm(apart, axis=2))


def _as_light_as_pips(clear: Clear, look: FaceLook) -> Bools:
    """Tell which of what was veiled is rather as light as white pips than as the body."""
    body = np.array(look.body_bgr)
    step = np.array(look.pip_bgr) - body
    return np.asarray((clear.colours - body > _AS_LIGHT * step).all(1))


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
