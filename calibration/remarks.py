"""Judges the pictures of a calibration: what is not good about them, and how to mend it.

May import: numpy, cv2, vision, calibration.faces.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from vision.account.residue import thing_level
from vision.calibration_values import Calibration, DiceSet, FaceLook
from vision.judgement.cues import hardly_stands_out
from vision.judgement.judge import has_clear_silhouettes
from vision.read import read_tray
from vision.tray.geometry import edge_px
from vision.types import Point, Reading, Status
from vision.words import where

Picture = NDArray[np.uint8]

SMALL_DIE = "The dice are small in the picture ({size} pixels): lower the camera or zoom in."
DARK = "The pictures are too dark or too flat to tell pips from dice: add light."
BRIGHT = "The dice are overexposed: shorten the exposure or dim the lamp."
BLURRED = "The pictures are not sharp: focus the camera on the tray and keep it still."
MIRRORS = (
    "The lamp mirrors in dice {where}: move it aside or shade it, or faces can't be read there."
)
NO_TRAY = (
    "No tray's edge is found, so that dice anywhere in the picture count as thrown. If there is a"
    " tray: add light, or put it on a table of another colour, and calibrate again."
)
FAINT = (
    "The dice hardly stand out from the tray: a tray of another colour would let leaning and"
    " stacked dice be noticed sooner."
)
UNEVEN = "Some pips are worn, uneven or hard to see: the dice will be read, but sooner asked about."
HARDLY = (
    "These dice can hardly be read here ({sure} of {count} pictures surely), so that nearly every"
    " throw will be asked about: move the lamp, add light from the sides, or take a tray of another"
    " colour, and calibrate again."
)
ONLY_RED = (
    "All faces that were shown are red ones, so that plain faces can't be read: throw again until"
    " some of them show, and calibrate again."
)
MISREAD = "Read again, picture {number} of the dice shows {seen}, not {known}: {why}"

_LEAST_EDGE_PX = 22.0
_LEAST_CONTRAST = 60.0  # grey levels between body and pips
_WHITE = 253.0
_ALL = 0.98  # of the picture: such a floor has no wall
_LEAST_SHARPNESS = 0.57  # renders in focus have 0.7 or more, a drawn tray blurred by 3 px 0.56
_LEAST_EVENNESS = 0.7
_LEAST_SURE = 0.5  # of the pictures, where dice lie apart: of five drawn trays with fewer, all but
# one read 2 of 23 fair throws; of four with half of them, 22 of 29


def remarks_on(
    calibration: Calibration,
    frames: list[tuple[Picture, tuple[Face, ...]]],
    mirrors_px: tuple[Point, ...],
) -> tuple[str, ...]:
    """Give sentences about what should be mended; none if all is well.

    mirrors_px : the middles of faces that mirror a lamp.
    """
    looks = _looks(calibration)
    remarks = []
    edge = edge_px(calibration.camera)
    if edge < _LEAST_EDGE_PX:
        remarks.append(SMALL_DIE.format(size=round(edge)))
    if min(_contrast(look) for look in looks) < _LEAST_CONTRAST:
        remarks.append(DARK)
    if min(calibration.dice.plain.body_bgr) > _WHITE:
        remarks.append(BRIGHT)
    if calibration.sharpness < _LEAST_SHARPNESS:
        remarks.append(BLURRED)
    if mirrors_px:
        x, y = np.mean(mirrors_px, axis=0)
        remarks.append(MIRRORS.format(where=where((float(x), float(y)), calibration.size_px)))
    if _floor_part(calibration) > _ALL:
        remarks.append(NO_TRAY)
    faint = hardly_stands_out(calibration, thing_level(0.0, calibration))
    if faint and not has_clear_silhouettes(calibration):
        remarks.append(FAINT)
    if calibration.dice.evenness < _LEAST_EVENNESS:
        remarks.append(UNEVEN)
    misread = [
        _self_test(number, read_tray(bgr, calibration), faces)
        for number, (bgr, faces) in enumerate(frames, start=1)
    ]
    remarks += _on_the_whole(calibration, sum(not sentences for sentences in misread), len(frames))
    return (*remarks, *(sentence for sentences in misread for sentence in sentences))


def _on_the_whole(calibration: Calibration, sure: int, count: int) -> list[str]:
    """Give what keeps nearly every throw from being read, where so few pictures are read surely."""
    if _shows_only_red(calibration.dice):
        return [ONLY_RED]
    return [HARDLY.format(sure=sure or "none", count=count)] if sure < _LEAST_SURE * count else []


def _shows_only_red(dice: DiceSet) -> bool:
    """Tell whether no plain face was shown, for which red ones stand then, but for their size."""
    return dice.red is not None and dice.plain == replace(dice.red, pip_spread=0.0)


def _floor_part(calibration: Calibration) -> float:
    """Give the part of the picture that is the tray's floor."""
    width, height = calibration.size_px
    return cv2.contourArea(np.array(calibration.tray_px, np.float32)) / (width * height)


def _looks(calibration: Calibration) -> list[FaceLook]:
    dice = calibration.dice
    return [dice.plain] if dice.red is None else [dice.plain, dice.red]


def _contrast(look: FaceLook) -> float:
    return float(np.linalg.norm(np.subtract(look.pip_bgr, look.body_bgr)))


def _self_test(number: int, reading: Reading, faces: tuple[Face, ...]) -> list[str]:
    seen = Counter(str(die) for die in reading.dice)
    known = Counter(str(face) for face in faces)
    if seen == known and reading.status is Status.OK:
        return []
    why = reading.problems[0] if reading.problems else "check the faces that were named."
    if seen == known:
        return [f"Read again, picture {number} of the dice is unsure: {why}"]
    return [
        MISREAD.format(
            number=number,
            seen=" ".join(sorted(seen.elements())) or "nothing",
            known=" ".join(sorted(known.elements())),
            why=why,
        )
    ]
