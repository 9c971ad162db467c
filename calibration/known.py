"""Finds the dice of a calibration frame, whose faces are known, and measures their pips.

May import: numpy, vision, the rest of calibration below `fits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.attempts import CLEAR, FAINT, Attempt, attempts_at, common_pitch, found_again
from calibration.faces import Face
from calibration.lattice import (
    PIP_TO_PITCH,
    Lattice,
    assign,
    best_lattices,
    blob_response,
    lattices_on,
)
from calibration.locate import Cutout, difference, spots
from calibration.looks import places_of
from calibration.pose import PipsOfDie
from calibration.redness import reds_of
from calibration.refine import best_pattern, refined
from calibration.spreads import OTHERS, TELLING, USUAL, Layouts, are_of_a_set
from calibration.squares import face_alone, square_in
from calibration.unshown import miscounted, not_seen
from vision.calibration_values import Spread
from vision.veils.squares import Square

Picture = NDArray[np.uint8]
Faces = tuple[Face, ...]

_MOST_UNCLEAR = 0.2  # of the faces of a picture, which may be unreadable where a lamp mirrors
_MOST_MIRRORING = 0.5  # of them, where that is known to be so
# Pips of such a face are measured with a pixel around it: in 26 faces of six traced sets they are
# as far apart as in 19 without a veil (0.987 and 0.994 of what is true, in the middle), and by 1.04
# with all that is around.
_WIDER_PX = 1.0


class CalibrationImpossible(ValueError):
    """The pictures don't allow a calibration; the sentence says why and what to mend.

    frame : which picture of the dice is to blame, from 0, if it is one of several.
    """

    slug = "calibration-impossible"

    def __init__(self, sentence: str, *, frame: int | None = None) -> None:
        super().__init__(sentence)
        self.frame = frame


@dataclass(frozen=True, slots=True, eq=False)
class KnownDie:
    """One die of a calibration frame: its face, where its pips are, and its frame's number."""

    frame: int
    face: Face
    pips: PipsOfDie
    centre_px: tuple[float, float]
    pitch_px: float
    clarity: float


def known_dice(empty_bgr: Picture, frames: list[tuple[Picture, Faces]]) -> list[KnownDie]:
    """Give the dice of all calibration frames, each with its face and measured pips.

    Where some are not seen as most sets' faces are laid out, but clearly as those of some other
    sets are, they are taken for one of these.

    Raises CalibrationImpossible if a frame does not show the dice that are named.
    """
    named = sum(len(faces) for _, faces in frames)
    impossible, known = _tried(empty_bgr, frames, USUAL)
    if impossible is None and _clear(known, FAINT) == named:
        return known
    others = clearer_dice(empty_bgr, frames, known)
    if others is None and impossible is not None:
        raise impossible
    return others or known


def clearer_dice(
    empty_bgr: Picture,
    frames: list[tuple[Picture, Faces]],
    known: list[KnownDie],
    telling: int = TELLING,
) -> list[KnownDie] | None:
    """Give the dice as faces of other sets are laid out, if more of them are seen so than before.

    telling : how many dice of a value have to be laid out otherwise alike.
    """
    _, others = _tried(empty_bgr, frames, OTHERS)
    clearer = _clear(others, CLEAR) > _clear(known, FAINT)
    return others if clearer and are_of_a_set(_lying(others), telling) else None


def _lying(dice: list[KnownDie]) -> list[tuple[int, Spread]]:
    """Give the values of dice, and how far out their pips were found."""
    far = [np.abs(die.pips.places).max(0).tolist() for die in dice]
    return [(die.face.value, (a, b)) for die, (a, b) in zip(dice, far, strict=True)]


def _clear(known: list[KnownDie], least: float) -> int:
    """Give how many dice show their face as clearly as that."""
    return sum(die.clarity >= least for die in known)


def _tried(
    empty_bgr: Picture, frames: list[tuple[Picture, Faces]], layouts: Layouts
) -> tuple[CalibrationImpossible | None, list[KnownDie]]:
    """Give the dice whose faces are laid out as some sets' are, or why there are none."""
    try:
        return None, list(_known(empty_bgr, frames, layouts))
    except CalibrationImpossible as impossible:
        return impossible, []


def _known(
    empty_bgr: Picture, frames: list[tuple[Picture, Faces]], layouts: Layouts
) -> Iterator[KnownDie]:
    attempts, pitch_px = found_again(*_attempts(empty_bgr, frames, layouts), layouts)
    for k, ((_, faces), attempt) in enumerate(zip(frames, attempts, strict=True)):
        yield from _measured(k, _on_squares(attempt, faces, pitch_px, layouts), faces)


def _attempts(
    empty_bgr: Picture, frames: list[tuple[Picture, Faces]], layouts: Layouts
) -> tuple[list[Attempt], float]:
    """Give how the dice of each frame are seen at one distance of pips, and that distance."""
    tried = [attempts_at(empty_bgr, bgr, faces, layouts) for bgr, faces in frames]
    for attempts, (bgr, faces) in zip(tried, frames, strict=True):
        if not attempts:
            seen = len(spots(difference(bgr, empty_bgr)))
            raise CalibrationImpossible(miscounted(len(faces), seen))
    pitch_px = common_pitch(tried)
    found = []
    for k, ((bgr, faces), attempts) in enumerate(zip(frames, tried, strict=True)):
        attempt = attempts.get(pitch_px)
        if attempt is None or attempt.unclear > _MOST_UNCLEAR * len(faces):
            number = k + 1 if len(frames) > 1 else None
            raise CalibrationImpossible(not_seen(number, bgr, empty_bgr, faces), frame=k)
        found.append(attempt)
    return found, pitch_px


def _on_squares(attempt: Attempt, faces: Faces, pitch_px: float, layouts: Layouts) -> Attempt:
    """Give the attempt with faces where bright squares are, if a lamp mirrors in some of them.

    Faces in which a lamp mirrors then need not be seen, but most of the picture's must be.
    """
    squares = [square_in(cut, pitch_px) for cut in attempt.cutouts]
    if all(_lies_on(*one) for one in zip(attempt.lattices, squares, strict=True)):
        return attempt
    options, cutouts = [], []
    for cut, square in zip(attempt.cutouts, squares, strict=True):
        some = (
            best_lattices(cut, pitch_px, layouts=layouts)
            if square is None
            else lattices_on(cut, square, pitch_px, layouts)
        )
        options.append(some)
        cutouts.append(cut if square is None else face_alone(cut, square, _WIDER_PX))
    lattices = assign(options, [face.value for face in faces])
    if lattices is None:
        return attempt
    again = Attempt(cutouts, lattices)
    return again if again.unclear <= _MOST_MIRRORING * len(faces) else attempt


def _lies_on(lattice: Lattice, square: Square | None) -> bool:
    return square is None or bool(square.is_around(np.array([lattice.centre_px]))[0])


def _measured(frame: int, attempt: Attempt, faces: Faces) -> Iterator[KnownDie]:
    reds = reds_of(attempt.cutouts, attempt.lattices, faces)
    for cut, lattice, red in zip(attempt.cutouts, attempt.lattices, reds, strict=True):
        if lattice.clarity <= 0:
            continue  # a lamp mirrors in it: the other faces tell as much
        fitted, pips = refined(cut if cut.is_face else replace(cut, inside=None), lattice)
        yield KnownDie(
            frame,
            Face(lattice.value, red),
            PipsOfDie(shown_places(cut, lattice) * lattice.spread, pips + np.array([cut.x, cut.y])),
            (fitted.centre_px[0] + cut.x, fitted.centre_px[1] + cut.y),
            fitted.pitch_px,
            fitted.clarity,
        )


def shown_places(cut: Cutout, lattice: Lattice) -> NDArray[np.float64]:
    """Give the places of the pips, in pitches, as the face of a lattice is turned: shape (N, 2)."""
    response = blob_response(cut, PIP_TO_PITCH * lattice.pitch_px)
    return places_of(best_pattern(response, lattice))
