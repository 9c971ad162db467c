"""Named dice styles, and where the numbers and pips of a die are.

May import: numpy, vision.faces.layout and the values of this package.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.faces.layout import PIPS
from vision.virtual.model import DieStyle, RedKind, Rgb

Array = NDArray[Any]

_WHITE: Rgb = (0.92, 0.91, 0.88)
_INK: Rgb = (0.07, 0.07, 0.08)
_RED: Rgb = (0.86, 0.09, 0.13)


def _pearl(name: str, body: Rgb, vein: Rgb) -> DieStyle:
    """The set sold today: a pearly body, white pips, red pips on one face of each die."""
    return DieStyle(
        name,
        body,
        pip=(0.95, 0.95, 0.93),
        red_kind=RedKind.PIPS,
        red=_RED,
        vein=vein,
        marble=0.55,
        edge=0.11,
        gloss=0.45,
    )


STYLES: dict[str, DieStyle] = {
    style.name: style
    for style in (
        _pearl("pearl_blue", (0.10, 0.16, 0.62), (0.02, 0.04, 0.30)),
        _pearl("pearl_green", (0.04, 0.36, 0.22), (0.01, 0.12, 0.08)),
        _pearl("pearl_purple", (0.34, 0.12, 0.48), (0.14, 0.03, 0.24)),
        _pearl("pearl_black", (0.07, 0.07, 0.08), (0.02, 0.02, 0.02)),
        DieStyle("red_face", _WHITE, _INK, RedKind.BODY, red=(0.76, 0.07, 0.10), edge=0.08),
        DieStyle("red_pips", _WHITE, _INK, RedKind.PIPS, red=(0.78, 0.06, 0.10), edge=0.08),
        DieStyle("ivory", (0.88, 0.80, 0.62), (0.10, 0.08, 0.07), edge=0.12, ball=0.76, wear=0.4),
        DieStyle("black", (0.05, 0.05, 0.06), (0.94, 0.94, 0.93), edge=0.07),
    )
}
"""The styles by name; the first is the demo's default."""

_AXIS_VALUE = {"right": (1, 6, 2, 5, 3, 4), "left": (1, 6, 5, 2, 3, 4)}
"""The values on +x, -x, +y, -y, +z, -z. Right-handed: 1, 2, 3 run anticlockwise."""


def axis_values(style: DieStyle) -> tuple[int, ...]:
    """The values on the faces +x, -x, +y, -y, +z, -z of a die.

    >>> values = axis_values(STYLES["black"])
    >>> [a + b for a, b in zip(values[::2], values[1::2])]
    [7, 7, 7]
    """
    return _AXIS_VALUE[style.handed]


@lru_cache(maxsize=6)
def face_axes(face: int) -> Array:
    """The rows u, v, normal of face 0..5 (+x, -x, +y, ...) in the die's frame, right-handed."""
    axis, sign = divmod(face, 2)
    normal = np.zeros(3, np.float32)
    normal[axis] = 1 - 2 * sign
    along = np.zeros(3, np.float32)
    along[(axis + 1) % 3] = 1
    return np.stack([along, np.cross(normal, along), normal]).astype(np.float32)


@lru_cache(maxsize=64)
def pip_centres(style: DieStyle, value: int) -> Array:
    """The pips of a face as (n, 2) fractions of the side, from the face's centre.

    >>> len(pip_centres(STYLES["ivory"], 5))
    5
    """
    grid = np.array(PIPS[value], np.float32) * np.array(style.spreads[value - 1], np.float32)
    if style.orient[value - 1]:
        grid = np.stack([-grid[:, 1], grid[:, 0]], axis=1)
    return (grid * np.float32(0.5 - style.pip_inset)).astype(np.float32)
