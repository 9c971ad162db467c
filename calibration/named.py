"""Checks that calibration pictures show the faces that were named.

May import: numpy, vision, calibration.faces and calibration.known.
"""

from __future__ import annotations

import numpy as np

from calibration.faces import Face
from calibration.known import CalibrationImpossible
from calibration.redness import redness_of
from vision.calibration_values import DiceSet, FaceLook
from vision.types import DieReading, Reading, Status

_REDDER = 0.1  # by which looks of one redness may differ; red ones are redder by 0.25 or more


def check_faces(readings: list[Reading], named: list[tuple[Face, ...]]) -> None:
    """Refuse faces that a picture surely does not show: then others were learned for them."""
    frame = misread(readings, named)
    if frame is None:
        return
    seen, known = _in_order(readings[frame].dice), _in_order(named[frame])
    which = f"picture {frame + 1} shows" if len(named) > 1 else "the dice show"
    raise CalibrationImpossible(
        f"{which} {' '.join(seen)}, not {' '.join(known)}: check the faces that were named",
        frame=frame,
    )


def misread(readings: list[Reading], named: list[tuple[Face, ...]]) -> int | None:
    """Give the first picture that is surely read, and not as the faces that were named."""
    for frame, (reading, faces) in enumerate(zip(readings, named, strict=True)):
        if reading.status is Status.OK and _in_order(reading.dice) != _in_order(faces):
            return frame
    return None


def _in_order(faces: tuple[Face, ...] | tuple[DieReading, ...]) -> list[str]:
    return sorted(str(face) for face in faces)


def check_reds(dice: DiceSet) -> None:
    """Refuse faces named red that are less red than the others: then they were exchanged."""
    if dice.red is not None and _redness(dice.red) < _redness(dice.plain) - _REDDER:
        raise CalibrationImpossible(
            "the faces that were named red are less red than the others: check which are red (5r is"
            " a red five, 5 another one)"
        )


def _redness(look: FaceLook) -> float:
    """Give how much red outweighs the other colours, in the body and, counted half, in the pips."""
    body, pip = redness_of(np.array([look.body_bgr, look.pip_bgr])).tolist()
    return float(body + pip / 2)
