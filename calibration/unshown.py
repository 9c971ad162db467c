"""Says why the dice that were named are not found in a calibration picture, and what to do.

May import: numpy, calibration.faces and calibration.locate.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.locate import ways_to_cut

Picture = NDArray[np.uint8]
Faces = tuple[Face, ...]

_LIGHT_PERCENT, _DARK_LEVEL = 95.0, 75.0  # of pixels around dice that are darker, in their
# lightest channel; pips or bodies of dice in enough light are lighter


def miscounted(named: int, seen: int) -> str:
    """Give why the dice that were named can't be found, and what to do."""
    if seen < named:
        return (
            f"{named} dice are named, but only {seen} stand out from the empty tray: lay the dice"
            " apart, with more light"
        )
    if seen > named:
        return (
            f"{named} dice are named, but {seen} things differ from the empty tray: take out what"
            " is no die, keep the light as it was, or take a tray of another colour than the dice"
        )
    return "the dice do not stand out clearly from the empty tray: add light, and lay them apart"


def not_shown_in(number: int | None) -> str:
    """Give how a sentence begins that tells what the dice, or a picture of several, don't show."""
    return "the dice do not show" if number is None else f"picture {number} does not show"


def not_seen(number: int | None, bgr: Picture, empty_bgr: Picture, faces: Faces) -> str:
    """Give why the faces that were named can't be seen, and what to do.

    number : of the picture, if there are several.
    """
    told = f"{not_shown_in(number)} {' '.join(str(face) for face in faces)}"
    boxes = [one.bgr for one in next(ways_to_cut(bgr, empty_bgr, len(faces)), [])]
    lightest = [float(np.percentile(box.max(axis=2), _LIGHT_PERCENT)) for box in boxes]
    if lightest and float(np.median(lightest)) < _DARK_LEVEL:
        return f"{told}: the dice are too dark to be seen, add light"
    return f"{told}: check the faces, the sharpness of the picture and reflections of the lamp"
