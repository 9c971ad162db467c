"""Looks again for dice that were taken for being elsewhere: by a calibration made from them all.

A two, or an ace, has so few pips that a mirrored lamp or the bright corner of a bevel can stand in
for one. The other dice tell size and looks of the set well enough to read it where it lies.
May import: numpy, cv2, vision, calibration.known and below.
"""

from __future__ import annotations

from collections import Counter
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
    dice: list[KnownDie], frames: list[tuple[Picture, tuple[Face, ...]]], made: Calibration
) -> list[KnownDie] | None:
    """Give the dice with those placed anew that the calibration sees elsewhere; None if none is.

    frames : the pictures, and the faces that were named of each.
    """
    better: list[KnownDie] = []
    for frame, (bgr, faces) in enumerate(frames):
        known = [die for die in dice if die.frame == frame]
        seen = [die for die in read_tray(bgr, made).dice if die.value is not None]
        if _shows_more(seen, known, faces, made):
            better += [_placed(one, known, bgr, made) for one in seen]
        else:
            better += [_moved_if_elsewhere(die, known, seen, bgr, made) for die in known]
    same = len(better) == len(dice) and all(a is b for a, b in zip(better, dice, strict=True))
    return None if same else better


def _shows_more(
    seen: list[DieReading], known: list[KnownDie], faces: tuple[Face, ...], made: Calibration
) -> bool:
    """Tell whether just the faces that were named are seen, and one of them where none is known.

    However doubtful each of them is, dice that were taken for others don't show all of them.
    """
    as_named = Counter(map(_face_of, seen)) == Counter(faces)
    return as_named and any(
        all(_apart(one, die) > edge_px(made.camera) for die in known) for one in seen
    )


def _placed(found: DieReading, known: list[KnownDie], bgr: Picture, made: Calibration) -> KnownDie:
    """Give a die as it was known if it is seen there, else as it is seen."""
    face = _face_of(found)
    near = [die for die in known if _apart(found, die) < _ELSEWHERE * edge_px(made.camera)]
    for die in near:
        if die.face == face:
            return die
    return _moved(replace(known[0], face=face), bgr, found, made.dice.pip_offset)


def _moved_if_elsewhere(
    die: KnownDie, known: list[KnownDie], seen: list[DieReading], bgr: Picture, made: Calibration
) -> KnownDie:
    """Give a die where it is seen, if that is beside where it was taken to be."""
    sure = [one for one in seen if one.problem is None]
    places = seen if _contradicts(die, made) else sure
    found = _elsewhere(die, known, places, edge_px(made.camera))
    return die if found is None else _moved(die, bgr, found, made.dice.pip_offset)


def _elsewhere(
    die: KnownDie, known: list[KnownDie], seen: list[DieReading], edge: float
) -> DieReading | None:
    """Give the die of this face that is seen beside where it was taken to be."""
    others = [one for one in known if one is not die]
    free = [
        one
        for one in seen
        if _face_of(one) == die.face and all(_apart(one, other) > edge / 2 for other in others)
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


def _face_of(one: DieReading) -> Face:
    return Face(one.value or 0, bool(one.red))


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
