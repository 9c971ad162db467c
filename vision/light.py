"""Adds and takes away light, of which grey levels show less the more there is.

A mirrored lamp adds its light to that of a body and, in part, to that of its pips. What that does
to their grey levels depends on what light was there: a red pip's hue fades, and is not shifted.

May import: numpy.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

_GAMMA = 2.2  # of sRGB, nearly
_FULL = 255.0


def light_of(levels: NDArray[Any]) -> Doubles:
    """Give the light, 1 at most, that grey levels of 0 to 255 show."""
    return np.asarray((np.clip(levels, 0.0, _FULL) / _FULL) ** _GAMMA, np.float64)


def levels_of(light: NDArray[Any]) -> Doubles:
    """Give the grey levels that some light is shown by; no light is 0, too much is full."""
    return np.asarray(_FULL * np.clip(light, 0.0, 1.0) ** (1.0 / _GAMMA), np.float64)


def under(
    pip_bgr: NDArray[Any], body_bgr: NDArray[Any], around: NDArray[Any], part: float
) -> Doubles:
    """Give the colour of pips under part of the veil that makes a body look as what is around.

    Colours of shape (..., 3), which are broadcast against each other.
    """
    veil = light_of(around) - light_of(body_bgr)
    return levels_of(light_of(pip_bgr) + part * np.maximum(veil, 0.0))


def without(
    seen: NDArray[Any], body_bgr: NDArray[Any], around: NDArray[Any], part: float
) -> Doubles:
    """Give colours as they are without part of such a veil; shapes as above."""
    veil = light_of(around) - light_of(body_bgr)
    return levels_of(light_of(seen) - part * np.maximum(veil, 0.0))
