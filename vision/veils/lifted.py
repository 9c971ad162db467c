"""Takes the veil of a mirrored lamp off one dark face.

A flat glossy face throws a lamp's image back: light of the lamp's colour, added to the body's, more
or less even over the face. Drilled pips are bowls, which mirror what is elsewhere: so the veil lies
on the body around them, fades over their rims, and they show as they always do. Under a strong veil
they hardly differ from the body, but for their rims, which are darker than both.
May import: numpy, cv2, vision.calibration_values, vision.lamplight, vision.light, vision.pip_hue,
vision.veils (backing, bowls, clear, guess, under_veil).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.lamplight import FULL, is_dark, lamplight, may_fill, step_of
from vision.light import under, without
from vision.pip_hue import Hue, has_hue, has_other_hue, hue_between, hue_way
from vision.veils.backing import FINE_PX, flat_part, without_pips
from vision.veils.bowls import lying, lying_by_colour, whole
from vision.veils.clear import Clear
from vision.veils.guess import SURELY, Guess, guess_of, parts_of
from vision.veils.under_veil import LEAST_STEP, Bowls, Veil, bowls

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Part = tuple[slice, slice]

_LEAST_VEIL = 0.12  # of the step to pips, of a pixel
_WHITE_OFF, _LEAST_OFF = 0.35, 12.0  # of a veil, and grey levels: by which its colour may be off
_STRONG = 0.5  # steps from body to pips: a veil beside which bevels and rims are dark
_LEAST_PART = 0.12  # of a face that is veiled
_LEAST_FACE = 0.08  # of a face, of what is veiled in one piece
_GLANCE_PX, _GLANCE_PART = 3, 0.15  # of pixels; of a face, half of what is asked of it later
_GLANCE_OFF, _GLANCE_VEIL = 1.5, 0.5  # of the limits for what is veiled
_SOFT_PX, _BESIDE_PX = 5, 5
_COLOURED = 0.2  # of a red body's colour, that must be left of it under a veil
_LEAST_COLOURED = 0.25  # of a face
_KEPT = 0.4  # part of a veil around that what is darker still has: else it lies beside the face


def may_be_veiled(
    bgr: Picture,
    outline_px: Doubles,
    looks: tuple[FaceLook, ...],
    white: Doubles,
    edge_px: float,
) -> bool:
    """Tell at a glance whether `taken_off` may find a veil inside an outline.

    Some pixels are looked at as they are, pips with the rest, which are a quarter of a face.
    """
    window, inside = window_of(outline_px, bgr.shape)
    if not inside.any():
        return False
    some = cv2.blur(bgr[window], (_GLANCE_PX, _GLANCE_PX))[::_GLANCE_PX, ::_GLANCE_PX]
    colours = some[inside[::_GLANCE_PX, ::_GLANCE_PX] > 0]
    least = _GLANCE_PART * edge_px**2 / _GLANCE_PX**2
    for look in filter(is_dark, looks):
        off, amount = lamplight(colours, look, white, fills=may_fill(looks))
        like = off < _GLANCE_OFF * np.maximum(_LEAST_OFF, _WHITE_OFF * amount)
        veiled = amount > _GLANCE_VEIL * _LEAST_VEIL * step_of(look)
        if np.count_nonzero(like & veiled) > least:
            return True
    return False


def taken_off(
    bgr: Picture,
    outline_px: Doubles,
    looks: tuple[FaceLook, ...],
    white: Doubles,
    radius_px: float,
    edge_px: float,
    *,
    by_opposite: bool = True,
) -> Clear | None:
    """Give what is veiled inside an outline as it would be without.

    looks : that faces may have. white : the lamp's colour, a unit vector.
    radius_px, edge_px : of a pip and of a die. by_opposite : see `vision.veils.under_veil.bowls`.

    None if nothing is veiled, if more than one look may be, or if something is half like a pip.
    """
    window, outlined = window_of(outline_px, bgr.shape)
    if not outlined.any():
        return None
    seen = bgr[window]
    inside = _coloured(seen, outlined, looks, white)
    if inside is None:
        return None
    parts = parts_of(seen, inside, white)
    fills = may_fill(looks)
    guesses = [guess_of(*parts, look, white, fills=fills) for look in looks if is_dark(look)]
    sizes = _Sizes(radius_px, edge_px, by_opposite)
    tried = [_tried(seen, inside, guess, white, sizes) for guess in guesses]
    best = _best(seen, tried, white, radius_px)
    if best is None or best.found is None:
        return None
    look, found, around = best.guess.look, best.found, best.veil.around
    faces = _faces(found.told, edge_px)
    on_face = found.told & faces
    if np.count_nonzero(on_face) < _LEAST_PART * edge_px**2:
        return None
    usual = lying(found.pips.places_px, seen.shape, radius_px)
    lies = lying_by_colour(seen, around, found.pip_bgr, white, usual)[..., None]
    body = np.array(look.body_bgr)
    pips = without(seen, body, around, found.over) if found.over else seen
    clear = seen.copy()
    bare = lies * (seen - (around - body)) + (1 - lies) * pips
    clear[on_face] = np.clip(bare[on_face], 0, 255)
    rim, by = _beside(seen, on_face, best.guess, white)
    rim &= faces & (lies[..., 0] >= 1)  # a pip is bright without a veil, too
    clear[rim] = np.clip(seen[rim] - by[rim][:, None] * white, 0, 255)
    told, bright = on_face | rim, float(np.median(around[on_face] @ white))
    outshone = bright > np.array(look.pip_bgr) @ white
    return Clear(
        window, told, clear[told], found.pips, found.spreads, look=look, outshone=bool(outshone)
    )


def _faces(told: Bools, edge_px: float) -> Bools:
    """Give which pixels lie on faces that are veiled, or right beside them.

    Specks farther off are floor: brown wood is nearly as a dark green die is under a veil. Taken
    for such, it is left with spots that look like pips of no die.
    """
    outlines, _ = cv2.findContours(told.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    faces = np.zeros(told.shape, np.uint8)
    for outline in outlines:
        if cv2.contourArea(outline) > _LEAST_FACE * edge_px**2:
            cv2.fillConvexPoly(faces, cv2.convexHull(outline), 1)
    near = cv2.dilate(faces, np.ones((_BESIDE_PX, _BESIDE_PX), np.uint8))
    return np.asarray(near > 0, dtype=np.bool_)


def _coloured(
    seen: Picture, inside: Mask, looks: tuple[FaceLook, ...], white: Doubles
) -> Mask | None:
    """Give the part of a face that shows another colour than white bodies, if the set has such.

    None if it shows none: a lamp that took a red body's colour so far would leave nothing of its
    pips. White bevels around a red face are none of it.
    """
    pale, dark = ([look for look in looks if is_dark(look) == one] for one in (False, True))
    if not pale or not dark:
        return inside
    hue = hue_way(pale[0].body_bgr, dark[0].body_bgr, white)
    if hue is None:
        return inside
    smooth = cv2.blur(seen, (3, 3)).astype(np.float32)
    coloured = (hue.of(smooth) > _COLOURED) & (inside > 0)
    if coloured.mean() < _LEAST_COLOURED * inside.mean():
        return None
    whole = np.zeros_like(inside)
    cv2.fillConvexPoly(whole, cv2.convexHull(cv2.findNonZero(coloured.astype(np.uint8))), 1)
    return np.asarray(whole & inside, np.uint8)


def _veil(seen: Picture, inside: Mask, around: Floats, guess: Guess, white: Doubles) -> Veil:
    off, amount = lamplight(around, guess.look, white, fills=guess.fills)
    apart = cv2.GaussianBlur(seen, (0, 0), FINE_PX).astype(np.float32) - around
    veiled = amount > _LEAST_VEIL * step_of(guess.look)
    # what lacks more light than rims and pips do is no face in such a veil: a gap, a side
    lacks = np.minimum(
        (_KEPT - 1) * amount, (np.array(guess.look.pip_bgr) - around) @ white - LEAST_STEP
    )
    face = (inside > 0) & (off < np.maximum(_LEAST_OFF, _WHITE_OFF * amount))
    face &= ~veiled | (apart @ white > lacks)
    clean = np.asarray(cv2.medianBlur(face.astype(np.uint8), 3), dtype=np.uint8)
    full = np.asarray((around >= FULL).all(2), np.bool_)
    return Veil(around, apart, clean, face & veiled, amount, full)


def _beside(seen: Picture, told: Bools, guess: Guess, white: Doubles) -> tuple[Bools, Doubles]:
    """Give which pixels beside veiled ones are veiled in part, and how much light that throws."""
    near = cv2.dilate(told.astype(np.uint8), np.ones((_BESIDE_PX, _BESIDE_PX), np.uint8)) > told
    off, amount = lamplight(seen, guess.look, white, fills=guess.fills)
    return near & (amount > 0) & (off < np.maximum(_LEAST_OFF, _WHITE_OFF * amount)), amount


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Radius of a pip and edge of a die; and whether opposite places tell what is filled."""

    radius_px: float
    edge_px: float
    by_opposite: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """What a face shows if it has the look of a guess; found is None if that is half like pips."""

    guess: Guess
    veil: Veil
    found: Bowls | None


def _tried(
    seen: Picture,
    inside: Mask,
    guess: Guess,
    white: Doubles,
    sizes: _Sizes,
) -> _Tried:
    """Look for the pips of a face as if it had the look of a guess."""
    radius_px, edge_px = sizes.radius_px, sizes.edge_px
    flat = flat_part(seen, inside, radius_px) if guess.veil > _STRONG else inside
    around = without_pips(seen, flat, guess.pip_bgr, radius_px)
    veil = _veil(seen, inside, around, guess, white)
    found = bowls(veil, guess.look, radius_px, edge_px, by_opposite=sizes.by_opposite)
    return _Tried(guess, veil, found)


def _best(seen: Picture, tried: list[_Tried], white: Doubles, radius_px: float) -> _Tried | None:
    """Give the look that a face has: by its pips' hue or, where that does not tell, by its marks.

    None if that is not sure. Of 190 veiled faces that may have two looks, in 14 traced and
    rendered sets, none is given the other look's pips; by marks alone 7 were.
    """
    hues = [_hue(*pair, white) for pair in zip(tried, reversed(tried), strict=True)]
    shown = [
        one
        for one, hue in zip(tried, hues, strict=True)
        if hue is not None and _shows_pips(seen, one, hue, radius_px)
    ]
    if shown:
        return shown[0] if len(shown) == 1 else None
    best = _likeliest(tried)
    return None if best is None or _contradicts(seen, best, hues[tried.index(best)]) else best


def _hue(one: _Tried, other: _Tried, white: Doubles) -> Hue | None:
    """Give the way from the hue of a look's pips to that of another's, under as much of a veil."""
    looks, over = (one.guess.look, other.guess.look), 0.0 if one.found is None else one.found.over
    if not over:
        return hue_between(*looks, white)
    body, veiled = np.array(looks[0].body_bgr), np.median(one.veil.around[one.veil.told], axis=0)
    own, others = (under(np.array(look.pip_bgr), body, veiled, over) for look in looks)
    return hue_way(own, others, white)


def _contradicts(seen: Picture, tried: _Tried, hue: Hue | None) -> bool:
    """Tell whether what looks like pips of one look has the hue of the other's."""
    if hue is None or tried.found is None:
        return False
    return has_other_hue(hue, seen, tried.found.pips.places_px)


def _likeliest(tried: list[_Tried]) -> _Tried | None:
    """Give the look that explains a face's marks best; None if another one does nearly as well."""
    best, *others = sorted(tried, key=lambda one: one.guess.apart)
    unsure = any(other.guess.apart < best.guess.apart + SURELY for other in others)
    return None if unsure else best


def _shows_pips(seen: Picture, tried: _Tried, hue: Hue, radius_px: float) -> bool:
    """Tell whether a face shows pips of the look that was tried, and none of the other."""
    found, veil = tried.found, tried.veil
    if found is None:
        return False
    face = whole(veil.face, radius_px)
    return has_hue(hue, seen, found.pips.places_px, veil.around, face, radius_px)


def window_of(outline_px: Doubles, shape: tuple[int, ...]) -> tuple[Part, Mask]:
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
