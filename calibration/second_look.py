"""Looks again for dice that were taken for being elsewhere: by a calibration made from them all.

A two, or an ace, has so few pips that a mirrored lamp or the bright corner of a bevel can stand in
for one. The other dice tell size and looks of the set well enough to read it where it lies.
May import: numpy, cv2, vision, calibration.known and below.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.known import KnownDie, shown_places
from calibration.lattice import Lattice
from calibration.locate import Cutout
from calibration.shades import drawing_of
from vision.calibration_values import Calibration
from vision.faces.layout import PATTERNS, places_in
from vision.read import read_tray
from vision.tray.geometry import SQUARE, edge_px, to_floor
from vision.types import DieReading

Picture = NDArray[np.uint8]

_ELSEWHERE = 0.12  # edges that a die is moved by, at least; places of dice agree within 0.03
_MARGIN_PX = 4
# Edges that pips are from the places of their face: up to 0.021 in 33 of 41 rendered and traced
# installations, 0.024 to 0.051 in eight in which a lamp mirrors in faces; of two twos of a drawn
# room that were taken for others by 0.030 and 0.036.
_MISPLACED = 0.025


def looked_again(
    dice: list[KnownDie], pictures: list[Picture], made: Calibration
) -> list[KnownDie] | None:
    """Give the dice with those moved that the calibration sees elsewhere; None if there is none."""
    edge = edge_px(made.camera)
    better = list(dice)
    for frame, bgr in enumerate(pictures):
        seen = [die for die in read_tray(bgr, made).dice if die.value is not None]
        for k, die in enumerate(dice):
            if die.frame != frame:
                continue
            sure = [one for one in seen if one.problem is None]
            found = _elsewhere(die, dice, seen if _contradicts(die, made) else sure, edge)
            if found is not None:
                better[k] = _moved(die, bgr, found, made.dice.pip_offset)
    return better if any(a is not b for a, b in zip(better, dice, strict=True)) else None


def _elsewhere(
    die: KnownDie, dice: list[KnownDie], seen: list[DieReading], edge: float
) -> DieReading | None:
    """Give the die of this face that is seen beside where it was taken to be."""
    others = [one for one in dice if one.frame == die.frame and one is not die]
    free = [
        one
        for one in seen
        if Face(one.value or 0, bool(one.red)) == die.face
        and all(_apart(one, other) > edge / 2 for other in others)
    ]
    nearest = min(free, key=lambda one: _apart(one, die), default=None)
    if nearest is None or not _ELSEWHERE * edge < _apart(nearest, die) < edge:
        return None
    return nearest


def _contradicts(die: KnownDie, made: Calibration) -> bool:
    """Tell whether a die's pips are not as far apart as in the place where it was taken to be.

    An ace's always are.
    """
    at = to_floor(made.camera, die.pips.pips_px, 1.0) @ np.array([1, 1j])
    drawn = made.dice.pip_offset * die.pips.places @ np.array([1, 1j])
    at, drawn = at - at.mean(), drawn - drawn.mean()
    turn = np.vdot(drawn, at)
    away = np.abs(at - drawn * turn / max(abs(turn), 1e-9))
    return bool(np.sqrt(np.mean(away**2)) > _MISPLACED)


def _apart(one: DieReading, die: KnownDie) -> float:
    return float(np.hypot(*np.subtract(one.centre_px, die.centre_px)))


def _moved(die: KnownDie, bgr: Picture, found: DieReading, pip_offset: float) -> KnownDie:
    """Give the die with its pips where the face that was read has them.

    They are not measured in the picture again: of a red patch with a white rim, the rim pulls.
    """
    corners = np.array(found.corners_px)
    x, y, right, bottom = cv2.boundingRect(np.rint(corners).astype(np.int32))
    x, y = max(0, x - _MARGIN_PX), max(0, y - _MARGIN_PX)
    part = bgr[y : bottom + y + 2 * _MARGIN_PX, x : right + x + 2 * _MARGIN_PX]
    along = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    middle = corners.mean(0)
    lattice = Lattice(
        die.face.value,
        (float(middle[0] - x), float(middle[1] - y)),
        float(np.arctan2(along[1], along[0])),
        pip_offset * float(np.linalg.norm(along)),
        die.clarity,
    )
    drawn = shown_places(Cutout(x, y, part.astype(np.float32)), lattice)
    drawing = drawing_of(drawn)
    places = places_in(die.pips.spreads)[drawing][PATTERNS[drawing]]
    onto, _ = cv2.findHomography(SQUARE, corners)
    at = cv2.perspectiveTransform((places * pip_offset)[None], onto)[0]
    return replace(
        die,
        pips=replace(die.pips, places=places, pips_px=np.asarray(at, dtype=np.float64)),
        centre_px=found.centre_px,
        pitch_px=lattice.pitch_px,
    )
