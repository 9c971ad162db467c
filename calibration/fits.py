"""Makes a calibration from pictures: the empty tray, and the dice with known faces.

Pure: pictures in, values out. May import: numpy, cv2, vision, the rest of calibration.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.contrasts import with_contrast
from calibration.dice_set import measured_set
from calibration.faces import Face
from calibration.known import CalibrationImpossible, KnownDie, clearer_dice, known_dice
from calibration.layouts import as_found, laid_out, spreads_of
from calibration.lenses import UNKNOWN, USUAL_K2, Lens
from calibration.lit_faces import LitFaces, lit_as_seen, without_veils
from calibration.named import check_faces, check_reds, misread
from calibration.placed import Fit, placed, with_aces_turned
from calibration.pose import PipsOfDie, fit_pose
from calibration.remarks import remarks_on
from calibration.second_look import looked_again
from calibration.shown import FIRST_OFFSET
from calibration.sized import sized
from calibration.spreads import TELLING
from calibration.straight import Sides, straight_sides
from calibration.surest import Found, reads_all, surest, with_aces_of
from calibration.tray import outlines_through_lens, tray_outline
from calibration.whitened import bare_set
from vision.calibration_values import Calibration, Camera, Spread
from vision.read import read_tray
from vision.tray.markers import find_markers, seen_markers
from vision.types import Point

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]
_Frame = tuple[Picture, tuple[Face, ...]]

# Times at most that it is told how faces are laid out, and the camera placed by that; done when no
# spread changes by more.
_LAYINGS, _SETTLED = 6, 0.004


def calibrate(
    empty_bgr: Picture,
    frames: list[tuple[Picture, tuple[Face, ...]]],
    *,
    name: str = "dice",
    lens: Lens = UNKNOWN,
) -> Calibration:
    """Give the calibration that these pictures amount to.

    Parameters
    ----------
    empty_bgr : the empty tray, uint8 array of shape (M, N, 3).
    frames : pictures of the same size with dice lying apart, and the faces that they show.
    name : what the dice set is called.
    lens : the camera's lens, if it is known.

    Raises
    ------
    CalibrationImpossible
        A picture does not show the dice that were named; the sentence says what was seen.
    """
    _check_sizes(empty_bgr, frames)
    fit = partial(_fitted, empty_bgr, name=name, lens=lens)
    shots = _shots(empty_bgr, frames, fit, known_dice(empty_bgr, frames))
    found = _found_by(shots, TELLING)
    if not reads_all(found):
        found = _found_by_lone_faces(shots) or found
    check_faces(found.readings, shots.named)
    return replace(found.made, remarks=remarks_on(found.made, frames, found.mirrors_px))


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    """A calibration without remarks, the middles of faces that mirror a lamp, and the pips as
    they were measured on square faces."""

    made: Calibration
    mirrors_px: tuple[Point, ...]
    pips: list[PipsOfDie]


_Fit = Callable[[LitFaces], _Fitted]


@dataclass(frozen=True, slots=True, eq=False)
class _Shots:
    """The empty tray, pictures of dice with the faces that were named, the dice as they were found,
    how to fit a calibration to dice, and that to these."""

    empty_bgr: Picture
    frames: list[_Frame]
    fit: _Fit
    dice: list[KnownDie]
    first: _Fitted

    @property
    def pictures(self) -> list[Picture]:
        return [bgr for bgr, _ in self.frames]

    @property
    def named(self) -> list[tuple[Face, ...]]:
        return [faces for _, faces in self.frames]


def _shots(empty_bgr: Picture, frames: list[_Frame], fit: _Fit, known: list[KnownDie]) -> _Shots:
    dice = as_found(known)
    first = fit(lit_as_seen([bgr for bgr, _ in frames], dice))
    return _Shots(empty_bgr, frames, fit, dice, first)


def _found_by_lone_faces(shots: _Shots) -> Found | None:
    """Give the calibration if one die is enough to tell how a value is laid out.

    None if no die tells so, or the pictures are not all read surely then, and as they were named:
    a die may have been named wrongly, or a lamp mirror in it.
    """
    try:
        lone = clearer_dice(shots.empty_bgr, shots.frames, shots.dice, telling=1)
        if lone is not None:
            shots = _shots(shots.empty_bgr, shots.frames, shots.fit, lone)
        elif _spreads(shots, shots.first, 1) == _spreads(shots, shots.first, TELLING):
            return None
        found = _found_by(shots, telling=1)
    except CalibrationImpossible:
        return None
    believed = reads_all(found) and misread(found.readings, shots.named) is None
    return found if believed else None


def _found_by(shots: _Shots, telling: int) -> Found:
    """Give the calibration by so many dice that tell of a value how it is laid out."""
    dice, as_seen = _laid(shots, telling)
    check_reds(as_seen.made.dice)
    moved = looked_again(dice, shots.frames, as_seen.made)
    if moved is not None:
        as_seen = shots.fit(lit_as_seen(shots.pictures, moved))
    found = _found(as_seen.made, as_seen.mirrors_px, shots)
    lit = without_veils(shots.pictures, moved or dice) if found.mirrors_px else None
    if lit is not None and lit.mirrors_px:
        made = with_aces_of(as_seen.made, shots.fit(lit).made)
        found = surest(found, _found(made, lit.mirrors_px, shots), shots.named)
    return _not_whitened(found, shots)


def _not_whitened(found: Found, shots: _Shots) -> Found:
    """Give the calibration with the set as it looks where no lamp mirrors, if one does in all of
    its faces, and that reads its pictures as surely, or nearly so."""
    dice = bare_set(found.made.dice)
    if dice is None:
        return found
    made = replace(found.made, dice=dice)
    return surest(found, _found(made, found.mirrors_px, shots), shots.named)


def _laid(shots: _Shots, telling: int) -> tuple[list[KnownDie], _Fitted]:
    """Give the dice as they turn out to be laid out, and what is fitted to them."""
    dice, fitted = shots.dice, shots.first
    for _ in range(_LAYINGS):
        spreads = _spreads(replace(shots, dice=dice), fitted, telling)
        if np.allclose(spreads, fitted.made.dice.spreads, rtol=0, atol=_SETTLED):
            break
        dice = laid_out(dice, spreads)
        fitted = shots.fit(lit_as_seen(shots.pictures, dice))
    return dice, fitted


def _spreads(shots: _Shots, fitted: _Fitted, telling: int) -> tuple[Spread, ...]:
    """Give how the dice's faces are laid out, as a calibration sees them."""
    made = fitted.made
    return spreads_of(shots.dice, made.camera, made.dice.pip_offset, fitted.pips, telling)


def _found(made: Calibration, mirrors_px: tuple[Point, ...], shots: _Shots) -> Found:
    """Give a calibration for as many dice as were named, which may be more than were measured, and
    how it reads its pictures."""
    count = max(map(len, shots.named))
    made = replace(made, dice=replace(made.dice, count=count))
    return Found(made, mirrors_px, [read_tray(bgr, made) for bgr in shots.pictures])


def _fitted(empty_bgr: Picture, lit: LitFaces, *, name: str, lens: Lens) -> _Fitted:
    """Give the calibration that dice at known places amount to."""
    pictures, dice = lit.seen, lit.dice
    height, width = empty_bgr.shape[:2]
    inside = np.array([die.centre_px for die in dice])
    first = _first_camera(dice, lens, (width, height))
    sides = straight_sides(
        empty_bgr, tray_outline(empty_bgr, inside), lens.focals_px(width, height)
    )
    first = _bending(first, sides)
    markers = find_markers(empty_bgr)
    fit: Fit = partial(fit_pose, pip_offset=FIRST_OFFSET, lens=lens, markers=markers)
    pose, pips, fit = placed(lit, first, partial(fit, sides=sides))
    if not sides.is_whole:
        sides = _sides_at_wall(empty_bgr, inside, pose.camera, sides, lens)
        pose = fit(pips, pose.camera, sides=sides)
    pose, offset = sized(pictures, empty_bgr, dice, pips, pose, lens, sides, markers)
    pose = with_aces_turned(lit, pose)
    measures = measured_set(lit.pictures, dice, pose, offset, name)
    outlines = outlines_through_lens(empty_bgr, inside, pose.camera, sides)
    made = Calibration(
        (width, height),
        pose.camera,
        outlines.floor_px,
        measures.dice_set,
        measures.sharpness,
        0.0,
        0.0,
        0.0,
        shrunken_jpeg(empty_bgr),
        markers=seen_markers(markers),
        sure_px=outlines.sure_px,
    )
    made = with_contrast(made, lit.pictures, dice, pose)
    return _Fitted(made, measures.mirrors_px, pips)


def shrunken_jpeg(bgr: Picture) -> bytes:
    """Give the picture at half size as the bytes of a JPEG file."""
    half = cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", half, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return bytes(data)


def _check_sizes(empty_bgr: Picture, frames: list[tuple[Picture, tuple[Face, ...]]]) -> None:
    if not frames:
        raise CalibrationImpossible("no picture of the dice is given: take one with known faces")
    for bgr, _ in frames:
        if bgr.shape != empty_bgr.shape:
            raise CalibrationImpossible(
                f"the pictures differ in size ({bgr.shape[1]} x {bgr.shape[0]} and"
                f" {empty_bgr.shape[1]} x {empty_bgr.shape[0]}): take all with one setting"
            )


def _sides_at_wall(
    empty_bgr: Picture, inside_px: Doubles, camera: Camera, sides: Sides, lens: Lens
) -> Sides:
    """Give the sides of the tray along the outline that is found on its plan, if they are more."""
    outline = outlines_through_lens(empty_bgr, inside_px, camera, sides).floor_px
    height, width = empty_bgr.shape[:2]
    others = straight_sides(empty_bgr, outline, lens.focals_px(width, height))
    return others if len(others.opposite) > len(sides.opposite) else sides


def _bending(camera: Camera, sides: Sides) -> Camera:
    """Give the camera with a lens that makes the sides straight, if there are any."""
    if not len(sides.side):
        return camera
    factor = camera.focal_px / sides.focal_px
    return replace(camera, k1=sides.k1 * factor**2, k2=USUAL_K2 * sides.k1 * factor**4)


def _first_camera(dice: list[KnownDie], lens: Lens, size_px: tuple[int, int]) -> Camera:
    """Give a camera that looks straight down and shows the dice as large as they are seen."""
    pitch_px = float(np.median([die.pitch_px for die in dice]))
    focal = lens.focal_px(*size_px)
    middle = ((size_px[0] - 1) / 2, (size_px[1] - 1) / 2)
    height = focal * FIRST_OFFSET / pitch_px + 1
    return Camera(focal, middle, lens.k1, (0.0, 0.0), height, lens.k2)


__all__ = ["CalibrationImpossible", "KnownDie", "calibrate", "known_dice"]
