"""Takes the veil of a mirrored lamp off glossy faces, so that they can be read as any other.

A flat glossy face throws a lamp's image back as a veil: light of the lamp's colour, added to the
body's, more or less even over the face. Pips are bowls or paint and keep their own colour, so
that they still stand out from the veil until both are white. Each pixel lies between what is
around it and a pip; it is painted as far between the calibrated body and the calibrated pip.
May import: numpy, cv2, vision.board, vision.find, vision.geometry, vision.pips, vision.residue,
vision.sight, vision.calibration_values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX, Board
from vision.calibration_values import Calibration, Colour, DiceSet, FaceLook
from vision.find import Found
from vision.geometry import SQUARE, edge_px, to_picture, turned, warped
from vision.pips import looks_of
from vision.residue import Residue
from vision.sight import Sight

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Part = tuple[slice, slice]

_DARK = 150.0  # smallest channel of a body that a veil can be told from
_LEAST_FACES, _MOST_FACES = 0.3, 2.8  # area of faces that were not read, alone or touching
_NEAR_EDGES = 2.0  # from its middle: what lies so near a die may put it in doubt
_LEAST_VEIL, _TELLING_VEIL = 0.12, 0.2  # of the step to pips: of a pixel, of a face that was found
_WHITE_OFF, _LEAST_OFF = 0.35, 12.0  # of a veil, and grey levels: by which its colour may be off
_LEAST_STEP = 18.0  # grey levels that pips must stand out from the veil
_LEAST_PART = 0.25  # of a face that is veiled
_FULL = 250  # grey levels from which a channel can't show more light
_SHADED, _MARKS = 40, 6  # percents of a face: its sides in shadow, and its pips
_DARKER, _BRIGHTER = -0.1, 1.2  # beyond body and pip, in steps
_OVER_PIPS = (0.0, 0.5, 1.0)  # parts of a veil that may lie over pips, too
_SURELY = 5.0  # grey levels by which one look must be likelier than the other
_LEAST_LIGHT, _MOST_LIGHT = 0.25, 1.4  # of the body's light as it was calibrated
_AS_USUAL = 0.05  # how much it counts that the light is as usual: black bodies tell no light
_SOFT_PX, _FINE_PX = 5, 0.7


def unveiled(
    bgr: Picture,
    doubted_px: Doubles,
    residue: Residue,
    found: Found,
    sight: Sight,
    calibration: Calibration,
    moved: Doubles | None = None,
) -> Picture | None:
    """Give the picture with the veils taken off that lie on faces, or None where that is no help.

    doubted_px : middles of the dice in doubt, in a picture as calibrated: shape (N, 2).
    residue, found : what was left over and what was found in the picture as it is.
    moved : the perspective map from pictures as calibrated to this one, if the camera was moved.

    It is no help where something else stays in doubt: a die that is far from every veil, or what
    is left over and is none.
    """
    lit = _lit(calibration.dice, sight.gain)
    if not any(map(_is_dark, looks_of(lit))):
        return None  # on white bodies a veil does not show
    left = _left_over(residue.rest, sight.board)
    if any(area > _MOST_FACES for area, _ in left):
        return None
    outlines = [*(outline for _, outline in left), *_veiled_dice(found, lit, sight.board)]
    camera, edge = calibration.camera, edge_px(calibration.camera)
    flat = [to_picture(camera, sight.board.to_uv(outline), 1.0) for outline in outlines]
    if not _all_near(doubted_px, flat, edge):
        return None  # which is quicker found out than what veils hide
    clear = [_taken_off(bgr, warped(moved, one), lit, edge) for one in flat]
    off = [at for at, one in zip(flat, clear, strict=True) if one is not None]
    if None in clear[: len(left)] or not off or not _all_near(doubted_px, off, edge):
        return None
    return _painted(bgr, clear)


def _painted(bgr: Picture, clear: list[_Clear | None]) -> Picture:
    after = bgr.copy()
    for one in clear:
        if one is not None:
            after[one.window][one.told] = one.colours
    return after


def _all_near(points_px: Doubles, outlines_px: list[Doubles], edge: float) -> bool:
    """Tell whether each point is near one of the outlines or more."""
    reach = _NEAR_EDGES * edge
    return all(
        any(np.hypot(*(outline - point).T).min() < reach for outline in outlines_px)
        for point in points_px
    )


def _lit(dice: DiceSet, gain: Floats) -> DiceSet:
    """Give the set as it looks at another exposure."""
    plain, *red = (
        replace(look, body_bgr=_times(look.body_bgr, gain), pip_bgr=_times(look.pip_bgr, gain))
        for look in looks_of(dice)
    )
    return replace(dice, plain=plain, red=red[0] if red else None)


def _times(colour: Colour, gain: Floats) -> Colour:
    b, g, r = (min(float(one * by), 255.0) for one, by in zip(colour, gain, strict=True))
    return b, g, r


def _is_dark(look: FaceLook) -> bool:
    return min(look.body_bgr) < _DARK


def _left_over(rest: Mask, board: Board) -> list[tuple[float, Doubles]]:
    """Give what may be faces that were not read: areas in faces, and outlines on the board.

    An outline has the shape (N, 2).
    """
    outlines, _ = cv2.findContours(rest, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    areas = [cv2.contourArea(outline) / EDGE_PX**2 for outline in outlines]
    return [
        (area, outline[:, 0].astype(np.float64))
        for area, outline in zip(areas, outlines, strict=True)
        if area > _LEAST_FACES
    ]


def _veiled_dice(found: Found, dice: DiceSet, board: Board) -> Iterator[Doubles]:
    """Give the outlines on the board of the faces that were found and are veiled."""
    looks, white = looks_of(dice), _white(dice)
    for k in found.taken:
        look = looks[int(found.faces.looks[k])]
        veil = float((found.evidence.body_bgr[k] - look.body_bgr) @ white)
        if _is_dark(look) and veil > _TELLING_VEIL * _step(look):
            u, v, angle = found.faces.poses[k]
            yield board.to_px(turned(SQUARE, angle) + np.array([u, v]))


def _white(dice: DiceSet) -> Doubles:
    """Give the lamp's colour as a unit vector, as the set's lightest colour shows it."""
    lightest = np.array(max(dice.plain.body_bgr, dice.plain.pip_bgr, key=sum))
    return np.asarray(lightest / max(float(np.linalg.norm(lightest)), 1.0))


def _step(look: FaceLook) -> float:
    return float(np.linalg.norm(np.subtract(look.pip_bgr, look.body_bgr)))


@dataclass(frozen=True, slots=True, eq=False)
class _Clear:
    """The colours, shape (N, 3), of some pixels of a window as they are without a veil."""

    window: Part
    told: NDArray[np.bool_]
    colours: Picture


def _taken_off(bgr: Picture, outline_px: Doubles, dice: DiceSet, edge: float) -> _Clear | None:
    """Give what is veiled inside an outline as it would be without; None if nothing is.

    edge : of a die, in pixels.
    """
    window, inside = _window(outline_px, bgr.shape)
    if not inside.any():
        return None
    seen, white = bgr[window], _white(dice)
    parts = _parts(seen, inside, white)
    guesses = [_guess(*parts, look, white) for look in looks_of(dice) if _is_dark(look)]
    best, *others = sorted(guesses, key=lambda guess: guess.apart)
    if any(other.apart < best.apart + _SURELY for other in others):
        return None
    around = _without_pips(seen, inside, best.pip_bgr, dice.pip_radius * edge)
    told, share = _unmixed(seen, inside, around, best, white)
    if np.count_nonzero(told) < _LEAST_PART * edge**2:
        return None
    look = best.look
    step = np.subtract(look.pip_bgr, look.body_bgr)
    colours = np.clip(look.body_bgr + share[told][:, None] * step, 0, 255).astype(np.uint8)
    return _Clear(window, told, colours)


@dataclass(frozen=True, slots=True, eq=False)
class _Guess:
    """A look that a veiled face may have: its pips' colour there, and how far the face is off."""

    look: FaceLook
    pip_bgr: Doubles
    apart: float


def _parts(seen: Picture, inside: Mask, white: Doubles) -> tuple[Doubles, Doubles]:
    """Give the middle colour of a face, (3,), and by how much its marks differ from it: (N, 3)."""
    colours = cv2.blur(seen, (3, 3))[inside > 0].astype(np.float64)
    bright = colours @ white
    top = colours[bright >= np.percentile(bright, _SHADED)]
    around = np.median(top, axis=0)
    marks = top - around
    far = np.linalg.norm(marks, axis=1)
    return around, marks[far >= np.percentile(far, 100 - _MARKS)]


def _guess(around: Doubles, marks: Doubles, look: FaceLook, white: Doubles) -> _Guess:
    """Give how well a look explains the face's veil and what stands out most from it.

    Pips keep their colour if they are bowls; flat ones are under the veil, too.
    """
    off, amount = _off(around, np.array(look.body_bgr), white)
    veils = (part * max(0.0, float(amount)) * white for part in _OVER_PIPS)
    pips = [np.minimum(look.pip_bgr + veil, 255.0) for veil in veils]
    apart = [_apart(marks, pip - around) for pip in pips]
    k = next(k for k, one in enumerate(apart) if one < min(apart) + _SURELY)
    return _Guess(look, pips[k], apart[k] + min(float(off), 255.0))


def _apart(marks: Doubles, step: Doubles) -> float:
    """Give how far marks are from lying on the way from body to pip, in the mean."""
    share = np.clip(marks @ step / max(float(step @ step), 1.0), 0.0, 1.0)
    return float(np.linalg.norm(marks - share[:, None] * step, axis=1).mean())


def _window(outline_px: Doubles, shape: tuple[int, ...]) -> tuple[Part, Mask]:
    """Give the rows and columns around an outline, and the mask of its inside there."""
    x, y, width, height = cv2.boundingRect(np.round(outline_px).astype(np.int32))
    rows = slice(max(0, y - _SOFT_PX), min(shape[0], y + height + _SOFT_PX))
    columns = slice(max(0, x - _SOFT_PX), min(shape[1], x + width + _SOFT_PX))
    mask = np.zeros(
        (max(0, rows.stop - rows.start), max(0, columns.stop - columns.start)), np.uint8
    )
    if mask.size:
        corner = [columns.start, rows.start]
        cv2.fillPoly(mask, [np.round(outline_px - corner).astype(np.int32)], 1)
    return (rows, columns), mask


def _without_pips(seen: Picture, inside: Mask, pip_bgr: Doubles, radius_px: float) -> Floats:
    """Give what the face would show without pips: its body under the veil."""
    soft = cv2.blur(seen, (_SOFT_PX, _SOFT_PX))
    reach = 2 * int(np.ceil(radius_px + _SOFT_PX / 2)) + 1
    pip = np.ones((reach, reach), np.uint8)
    rim = np.ones((_SOFT_PX, _SOFT_PX), np.uint8)
    planes = []
    for plane, bright in zip(cv2.split(soft), pip_bgr, strict=True):
        usual = float(np.median(plane[inside > 0]))
        how = cv2.MORPH_OPEN if bright > usual else cv2.MORPH_CLOSE
        # towards the face's rim the veil goes on: what is darker there is body
        planes.append(cv2.dilate(cv2.morphologyEx(plane, how, pip), rim))
    return np.asarray(cv2.blur(cv2.merge(planes), (_SOFT_PX, _SOFT_PX)), dtype=np.float32)


def _unmixed(
    seen: Picture, inside: Mask, around: Floats, guess: _Guess, white: Doubles
) -> tuple[NDArray[np.bool_], Floats]:
    """Give which pixels are veiled, and how far each is from what is around it to a pip."""
    off, amount = _off(around, np.array(guess.look.body_bgr), white)
    step = guess.pip_bgr - around
    square = (step * step).sum(2)
    told = inside > 0
    told &= off < np.maximum(_LEAST_OFF, _WHITE_OFF * amount)
    told &= (amount > _LEAST_VEIL * _step(guess.look)) & (square > _LEAST_STEP**2)
    fine = cv2.GaussianBlur(seen, (0, 0), _FINE_PX).astype(np.float32)
    share = ((fine - around) * step).sum(2) / np.maximum(square, 1.0)
    return told, np.asarray(np.clip(share, _DARKER, _BRIGHTER), np.float32)


def _off(colours: NDArray[Any], body: Doubles, white: Doubles) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give how far colours are from a body in some light under a veil, and the veils.

    Two numbers explain three channels: how much light falls on the body, which is near to what it
    was, and how much of the lamp is thrown back. Channels that are full don't count.
    """
    counts = colours < _FULL
    usual = _AS_USUAL * float(body @ body) + 1.0
    a, b, c = (
        counts @ (one * other) for one, other in ((body, body), (body, white), (white, white))
    )
    lit, thrown = usual + (counts * colours) @ body, (counts * colours) @ white
    a, c = a + usual, c + 1e-3
    inverse = 1.0 / (a * c - b * b)
    light, amount = (c * lit - b * thrown) * inverse, (a * thrown - b * lit) * inverse
    off = colours - light[..., None] * body - amount[..., None] * white
    far = np.sqrt((counts * off * off).sum(-1))
    return np.where((light > _LEAST_LIGHT) & (light < _MOST_LIGHT), far, np.inf), amount
