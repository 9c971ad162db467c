"""Tells by their hue which of two looks a veiled face has, above all its pips.

A veil adds light of the lamp's colour: what is left of a pip's colour without that is its own.
May import: numpy, cv2, vision.calibration_values, vision.lamplight, vision.light.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Colour, FaceLook
from vision.lamplight import FULL
from vision.light import light_of

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_APART = 40.0  # grey levels, without the lamp's: by which pips' hues differ that can be told
# Parts of the way from one look's hue to the other's. Of 160 faces that were looked at under veils
# in seven traced and rendered sets white pips are at -0.11 to 0.07, red ones at 0.77 to 1.14.
_OWN = 0.25
_FULL_LEVEL = 255.0
_SAME_BODY = 25.0  # grey levels between the bodies of looks whose pips alone differ
_HIDDEN = 0.5  # part of a face's pips whose full channels may hide that they are another look's
_VEILED = 200.0  # of the lamp's colour between them, if it mirrored in those that were calibrated
_LIGHT_APART = 0.1  # part of full light, by which pips' hues differ that tell looks under a veil
_OTHER, _SPOT = 0.5, 0.25  # such a part of what is no pip; and of a pip's area that shows it
_BESIDE, _BRIGHT = (1.35, 1.9), 75  # pip radii from a pip's middle; percents of what lies there
# Of full light, that a pip has more than one of another look could have there. Of faces that a
# lamp fills, in 23 traced and rendered sets of two looks, none of 94 with red pips has so much
# more, and 46 of the 383 with white ones whose hue doesn't tell.
_TOO_BRIGHT = 0.1
_SOME_LIGHT = 1e-3  # of full light: bodies that differ by less are alike


@dataclass(frozen=True, slots=True, eq=False)
class Hue:
    """The way from the hue of one colour to that of another, at 0 and at 1.

    white : the lamp's colour, a unit vector.
    """

    start: Doubles
    way: Doubles
    white: Doubles

    def of(self, colours: NDArray[np.floating]) -> Doubles:
        """Give where on the way colours, shape (..., 3), are."""
        apart = without_lamp(np.asarray(colours, np.float64), self.white) - self.start
        return np.asarray(apart @ self.way / (self.way @ self.way))


def hue_between(one: FaceLook, other: FaceLook, white: Doubles) -> Hue | None:
    """Give the way between the hues of two looks' pips; None if these can't be told apart.

    white : the lamp's colour, a unit vector.
    """
    return hue_way(one.pip_bgr, other.pip_bgr, white)


def hue_way(one_bgr: Colour | Doubles, other_bgr: Colour | Doubles, white: Doubles) -> Hue | None:
    """Give the way between the hues of two colours; None if these can't be told apart."""
    start, end = (without_lamp(np.array(bgr), white) for bgr in (one_bgr, other_bgr))
    if np.linalg.norm(end - start) < _APART:
        return None
    return Hue(start, end - start, white)


def has_hue(
    hue: Hue, seen: Picture, places_px: Doubles, around: Floats, face: Mask, radius_px: float
) -> bool:
    """Tell whether all pips have the hue that starts a way, and nothing in the face the other one.

    seen, around : a window as it is and as it would be without pips; face : which pixels are face.
    """
    smooth = cv2.blur(seen, (3, 3)).astype(np.float32)
    if not len(places_px) or np.abs(_at(hue, smooth, places_px)).max() > _OWN:
        return False
    other = (hue.of(smooth) - hue.of(around) > _OTHER) & (face > 0)
    return bool(np.count_nonzero(other) < _SPOT * np.pi * radius_px**2)


def has_other_hue(hue: Hue, seen: Picture, places_px: Doubles) -> bool:
    """Tell whether a pip has the hue that ends a way. seen : a window as it is."""
    smooth = cv2.blur(seen, (3, 3)).astype(np.float32)
    return bool((np.abs(_at(hue, smooth, places_px) - 1) < _OWN).any())


def look_by_light(
    seen: Picture,
    inside: Mask,
    places_px: Doubles,
    looks: tuple[FaceLook, ...],
    white: Doubles,
    radius_px: float,
) -> FaceLook | None:
    """Give the look whose pips' light differs from what is around as that of all pips of a face.

    A veil adds light, and turns no difference between two lights: so their hues tell looks under
    any veil that leaves most of them short of white. Under others pips are plain that shine more
    in blue and green than red ones can. None if they don't, or if the looks' bodies differ by more
    than a lamp's light; the only look of a set is told.

    seen : a window. inside : which of its pixels, shape (H, W), are face. radius_px : of a pip.
    """
    if len(looks) == 1:
        return looks[0]
    smooth = np.asarray(cv2.blur(seen, (3, 3)), np.uint8)
    x, y = np.rint(places_px).astype(int).T
    pips, way = smooth[y, x], _way_by_light(looks, white)
    if way is None:
        return None
    part = way.of(light_of(pips) - light_of(np.median(smooth[inside > 0], axis=0)))
    # there may be more light, which only such channels hide; all pips of a face are of one colour
    full = pips >= FULL
    hides_red, hides_plain = ((full & (sign * way.way > 0)).any(1) for sign in (1, -1))
    if part.max() < _OWN and hides_red.mean() < _HIDDEN:
        return looks[0]
    if _outshine(pips, _beside(smooth, places_px, radius_px), (looks[0], looks[1])):
        return looks[0]
    return looks[1] if part.min() > _OTHER and hides_plain.mean() < _HIDDEN else None


def _outshine(pips_bgr: Picture, beside_bgr: Doubles, looks: tuple[FaceLook, FaceLook]) -> bool:
    """Tell whether all pips are brighter than red ones could be under the veil right beside them.

    In channels in which these are no brighter than their body: blue and green. Bowls lack a veil
    that lies on the body when a red face was shown; under less of one they lack less.
    """
    plain, red = (light_of(np.array(look.body_bgr)) for look in looks)
    step, beside = light_of(np.array(looks[1].pip_bgr)) - red, light_of(beside_bgr)
    lying = np.clip((beside - plain) / np.maximum(red - plain, _SOME_LIGHT), 0.0, 1.0)
    more = light_of(pips_bgr) - beside - step * lying
    dull = step < _TOO_BRIGHT / 2
    return bool(dull.any() and more[:, dull].min() > _TOO_BRIGHT)


def _beside(smooth: Picture, places_px: Doubles, radius_px: float) -> Doubles:
    """Give the colours of the brightest body right around pips: shape (N, 3)."""
    y, x = np.mgrid[: smooth.shape[0], : smooth.shape[1]]
    far = np.hypot(x - places_px[:, :1, None], y - places_px[:, 1:, None])
    near, end = (radii * radius_px for radii in _BESIDE)
    return np.array([
        np.percentile(smooth[(one > near) & (one < end)], _BRIGHT, axis=0) for one in far
    ])  # fmt: skip


def have_same_body(one: FaceLook, other: FaceLook) -> bool:
    """Tell whether the pips of two looks lie on bodies of one colour."""
    return bool(np.linalg.norm(np.subtract(one.body_bgr, other.body_bgr)) < _SAME_BODY)


def _have_same_hue(one: FaceLook, other: FaceLook, white: Doubles) -> bool:
    """Tell whether the bodies of two looks are of one colour, but for a lamp's veil on one."""
    apart = np.subtract(one.body_bgr, other.body_bgr)
    hue = float(np.linalg.norm(without_lamp(apart, white)))
    return hue < _SAME_BODY and abs(float(apart @ white)) < _VEILED


def parts_by_light(
    colours: NDArray[Any], around: NDArray[Any], looks: tuple[FaceLook, ...], white: Doubles
) -> Doubles | None:
    """Give where on the way from plain pips' hue to red ones' colours are, as light.

    colours : shape (N, 3). around : of the body beside them, under the same veil.
    None if that tells nothing, as in sets of one look, or where bodies differ, too.
    """
    way = _way_by_light(looks, white)
    return None if way is None else way.of(light_of(colours) - light_of(around))


def _way_by_light(looks: tuple[FaceLook, ...], white: Doubles) -> Hue | None:
    """Give the way from the light by which plain pips differ from the body to that of red ones."""
    if len(looks) < 2 or not _have_same_hue(looks[0], looks[1], white):
        return None
    bodies = [np.array(look.body_bgr) for look in looks]
    lamp = light_of(_FULL_LEVEL * white)
    lamp /= np.linalg.norm(lamp)
    pips = [np.array(look.pip_bgr) for look in looks]
    steps = [light_of(pip) - light_of(body) for pip, body in zip(pips, bodies, strict=True)]
    plain, red = (without_lamp(step, lamp) for step in steps)
    way = red - plain
    return None if np.linalg.norm(way) < _LIGHT_APART else Hue(plain, way, lamp)


def _at(hue: Hue, smooth: Floats, places_px: Doubles) -> Doubles:
    x, y = np.rint(places_px).astype(int).T
    return hue.of(smooth[y, x])


def without_lamp(colours: Doubles, white: Doubles) -> Doubles:
    """Give colours without what they have of the lamp's.

    colours : shape (..., 3), blue first. white : the lamp's colour, of length 1.
    """
    return np.asarray(colours - (colours @ white)[..., None] * white)
