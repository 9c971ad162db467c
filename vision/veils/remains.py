"""Tells what is wrong with a face whose veil was taken off: light that is left, pips that are none.

May import: numpy, vision.calibration_values, vision.lamplight, vision.veils (clear, opposites).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.lamplight import FULL
from vision.veils.clear import Clear
from vision.veils.opposites import each_has_opposite

Picture = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

_LEFT = 0.05  # of a face: more than what light pips throw beside what was told of it
# Edges around a pip in which its light lies; and of the step to pips, what else is lighter by.
_AROUND_PIP, _AS_LIGHT, _LIGHT_LEFT = 0.12, 0.5, 0.02
# Pip radii from a pip's middle, and part of this ring that is not as light as a pip: of 3,800 under
# veils no brighter than they, in traced and drawn seeds, six show more than 0.4: five are spots.
_RING, _RING_LIGHT = (1.25, 1.75), 0.5
_OFF_OPPOSITE = 0.08  # edges from where it would be; with a pip less the middle shifts by as much
_OFF_MIDDLE = 0.2  # edges from the middle of what is veiled of a face


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
