"""Tells sets in whose faces a lamp mirrored whenever they were shown, and takes its light off.

White pips are for dark bodies: no dice are made whose white pips hardly show. A body that looks
nearly as white as its pips is a dark one, then, under a lamp. It whitens some faces more than
others, which tells the lamp's colour, and a dark body reflects next to nothing of one channel.
May import: numpy, vision.calibration_values, vision.lamplight, vision.light.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Colour, DiceSet, FaceLook
from vision.lamplight import step_of
from vision.light import levels_of, light_of, without

Doubles = NDArray[np.float64]

# Of the pips' light, that a body shows in its darkest channel. Of 204 drawn sets with white pips,
# whose bodies are all dark, 30 show more: a lamp mirrors in their faces.
_WHITENED = 0.15
MAYBE_WHITENED = 0.1  # less of it is a body's own: blue that is lit like white pips shows 0.09
_ALONG = 0.9  # of how the light of faces differs, that must be along one line
_LEAST_LIGHT = 0.01  # by which it differs, that tells the line
# Times as much contrast as it shows where no lamp mirrors: less is read by either look.
_LESS_CONTRAST = (2.0, 4.0)
_DARKEST = 0.02  # of its body's light, that is left of the darkest channel


def is_whitened(look: FaceLook, part: float = _WHITENED) -> bool:
    """Tell whether so little tells a body from white pips that a lamp must mirror in it.

    part : of the pips' light, that the body shows at least in its darkest channel.
    """
    body, pips = light_of(np.array([look.body_bgr, look.pip_bgr]))
    return bool(part * pips.mean() < body.min() and body.mean() < pips.mean())


def with_bare_bodies(looks: list[FaceLook], bodies: list[Doubles]) -> list[FaceLook]:
    """Give the looks of a set, plain ones first, with their bodies where no lamp mirrors, if plain
    ones are whitened.

    bodies : of each look's faces, (B, G, R), shape (N, 3).
    """
    lamp = _lamp_in(bodies) if is_whitened(looks[0]) else None
    if lamp is None:
        return looks
    return [replace(look, unveiled_bgr=_bare_body(look, lamp)) for look in looks]


def bare_body(look: FaceLook, bodies: Doubles) -> Colour | None:
    """Give the body of a look without a lamp's light; None if its faces don't tell that light.

    bodies : of its faces, (B, G, R), shape (N, 3).
    """
    lamp = _lamp_in([bodies])
    return None if lamp is None else _bare_body(look, lamp)


def bare_set(dice: DiceSet) -> DiceSet | None:
    """Give a whitened set as it looks where no lamp mirrors; None if it is none, or not known.

    Nor if its dice are read by the whitened look where no lamp mirrors, as most are, or if so
    little shows through that it is not known well enough.
    """
    plain = _bare_look(dice.plain) if is_whitened(dice.plain) else None
    red = dice.red and _bare_look(dice.red)
    if plain is None or (red is None) != (dice.red is None):
        return None
    if not _is_much_clearer(plain, dice.plain):
        return None
    return replace(dice, plain=plain, red=red)


def _is_much_clearer(bare: FaceLook, look: FaceLook) -> bool:
    least, most = _LESS_CONTRAST
    return least < step_of(bare) / max(step_of(look), 1.0) < most


def _bare_look(look: FaceLook) -> FaceLook | None:
    """Give a look without the light that its unveiled body lacks; white pips stay white."""
    if look.unveiled_bgr is None:
        return None
    pips = look.pip_bgr
    if not _has_white_pips(look):
        whitened, bare, seen = map(np.array, (look.body_bgr, look.unveiled_bgr, pips))
        pips = _colour(without(seen, bare, whitened, 1.0))
    return replace(look, body_bgr=look.unveiled_bgr, pip_bgr=pips, unveiled_bgr=None)


def _has_white_pips(look: FaceLook) -> bool:
    return min(look.pip_bgr) > max(look.body_bgr)


def _lamp_in(bodies: list[Doubles]) -> Doubles | None:
    """Give the lamp's light as a unit vector (B, G, R), if faces of a look differ by some of it."""
    light = [light_of(some) for some in bodies]
    away = np.concatenate([some - np.median(some, axis=0) for some in light])
    _, sizes, ways = np.linalg.svd(away)
    way = ways[0] * np.sign(ways[0].sum())
    told = sizes[0] > _LEAST_LIGHT and sizes[0] ** 2 > _ALONG * (sizes**2).sum()
    return np.asarray(way, np.float64) if told and way.min() > 0 else None


def _bare_body(look: FaceLook, lamp: Doubles) -> Colour:
    """Give a body without the lamp's light: until there is next to nothing of one channel."""
    light = light_of(np.array(look.body_bgr))
    return _colour(levels_of(light - (1.0 - _DARKEST) * (light / lamp).min() * lamp))


def _colour(bgr: Doubles) -> Colour:
    b, g, r = bgr.tolist()
    return (b, g, r)


__all__ = ["MAYBE_WHITENED", "bare_body", "bare_set", "is_whitened", "with_bare_bodies"]
