"""How much of a lamp's light a glossy face throws back, by its colours.

May import: numpy, vision.calibration_values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook

Doubles = NDArray[np.float64]

DARK = 150.0  # smallest channel of a body that a veil can be told from
FULL = 250  # grey levels from which a channel can't show more light
_LEAST_LIGHT, _MOST_LIGHT = 0.25, 1.4  # of the body's light as it was calibrated
_AS_USUAL = 0.05  # how much it counts that the light is as usual: black bodies tell no light


def is_dark(look: FaceLook) -> bool:
    """Tell whether a veil can be told from the body."""
    return min(look.body_bgr) < DARK


def lamp_colour(plain: FaceLook) -> Doubles:
    """Give the lamp's colour as a unit vector, as the lightest colour of plain faces shows it."""
    lightest = np.array(max(plain.body_bgr, plain.pip_bgr, key=sum))
    return np.asarray(lightest / max(float(np.linalg.norm(lightest)), 1.0))


def step_of(look: FaceLook) -> float:
    """Give the grey levels from body to pips."""
    return float(np.linalg.norm(np.subtract(look.pip_bgr, look.body_bgr)))


def may_fill(looks: tuple[FaceLook, ...]) -> bool:
    """Tell whether only a lamp makes faces of a set white: so it is if all of its bodies are dark.

    A white body in much light is no red one that a lamp fills.
    """
    return all(map(is_dark, looks))


def lamplight(
    colours: NDArray[Any], look: FaceLook, white: Doubles, *, fills: bool
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give how far colours are from a look's body in some light under a veil, and the veils.

    Two numbers explain three channels: how much light falls on the body, which is near to what it
    was, and how much of the lamp is thrown back. Channels that are full don't count; where all of
    them are, the veil is the least that fills them, if a lamp `fills` what is white, else none.
    """
    body = np.array(look.body_bgr)
    counts = colours < FULL
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
    least = float(np.max((FULL - body) / np.maximum(white, 1e-3))) if fills else 0.0
    amount = np.where(counts.any(-1), amount, max(least, 0.0))
    return np.where((light > _LEAST_LIGHT) & (light < _MOST_LIGHT), far, np.inf), amount
