"""Makes a calibration from pictures: the empty tray, and the dice with known faces.

Pure: pictures in, values out. May import: numpy, cv2, vision, the rest of calibration.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.contrasts import with_contrast
from calibration.dice_set import FIRST_OFFSET, measured_offset, measured_set
from calibration.faces import Face
from calibration.focal import fit_focal
from calibration.known import CalibrationImpossible, KnownDie, known_dice, redness_of
from calibration.lenses import UNKNOWN, USUAL_K2, Lens
from calibration.lit_faces import LitFaces, lit_as_seen, without_veils
from calibration.placed import Fit, placed
from calibration.pose import PipsOfDie, Pose, fit_pose
from calibration.remarks import remarks_on
from calibration.second_look import looked_again
from calibration.silhouettes import resized, seen_silhouettes
from calibration.straight import Sides, straight_sides
from calibration.tray import outlines_through_lens, tray_outline
from vision.calibration_values import Calibration, Camera, DiceSet, FaceLook
from vision.markers import Marker, find_markers, seen_markers
from vision.read import read_tray
from vision.types import Point, Reading, Status

Picture = NDArray[np.uint8]
Doubles = NDArray[np.float64]

_VEILED = 0.25  # of the contrast: by how much veiled bodies are whiter
# The faintest pip over the usual one, where a set was measured on faces that show their pips: 0.8
# or more in six traced sets under ring and halo lamps, -2.2 to 0.6 where some don't.
_UNEVEN = 0.7
_REDDER = 0.1  # by which looks of one redness may differ; red ones are redder by 0.25 or more
_MOST_ROUND = 1.07  # by which round corners make silhouettes smaller than faces say: by up to 1.060
# in 30 traced and rendered installations, 1.086 where a lamp mirrored in all faces; where they are
# smaller still, sides as dark as the floor don't stand out
_MOST_SHADED = 0.88  # by which silhouettes may seem larger; larger still, they hold shadows
# Faces by which what stands out may differ from any die's silhouette: 0.09 to 0.23 in 22 traced and
# rendered installations whose size it told within 0.02, 0.34 to 0.69 where shadows stood out, too.
_MOST_MISFIT = 0.28


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
    dice = known_dice(empty_bgr, frames)
    pictures = [bgr for bgr, _ in frames]
    made, mirrors_px = _fitted(empty_bgr, lit_as_seen(pictures, dice), name, lens)
    _check_reds(made.dice)
    moved = looked_again(dice, pictures, made)
    if moved is not None:
        made, mirrors_px = _fitted(empty_bgr, lit_as_seen(pictures, moved), name, lens)
    count = max(len(faces) for _, faces in frames)
    made = _of_count(made, count)
    named = [faces for _, faces in frames]
    readings = [read_tray(bgr, made) for bgr in pictures]
    if mirrors_px and not all(map(_is_ok, readings)):
        lit = without_veils(pictures, moved or dice)
        other, others_px = _fitted(empty_bgr, lit, name, lens)
        other = _of_count(other, count)
        again = [read_tray(bgr, other) for bgr in pictures]
        likelier = _likelier(again, readings, _is_unsound(made.dice, other.dice))
        if lit.mirrors_px and likelier and _misread(again, named) is None:
            made, mirrors_px, readings = other, lit.mirrors_px or others_px, again
    _check_faces(readings, named)
    return replace(made, remarks=remarks_on(made, frames, mirrors_px))


def _of_count(made: Calibration, count: int) -> Calibration:
    """Give the calibration for so many dice, which may be more than could be measured."""
    return replace(made, dice=replace(made.dice, count=count))


def _is_ok(reading: Reading) -> bool:
    return reading.status is Status.OK


def _is_unsound(dice: DiceSet, bare: DiceSet) -> bool:
    """Tell whether a set was measured on faces in which a lamp mirrors, so that its plain look is
    theirs, or pips are missing where they were looked for."""
    step = np.linalg.norm(np.subtract(bare.plain.pip_bgr, bare.plain.body_bgr))
    whiter = min(dice.plain.body_bgr) - min(bare.plain.body_bgr)
    return bool(whiter > _VEILED * step) or dice.evenness < _UNEVEN < bare.evenness


def _likelier(some: list[Reading], others: list[Reading], unsound: bool) -> bool:
    """Tell whether some readings are surer than others: by pictures, then by dice.

    unsound : whether the others are by a set that was measured wrongly, so that as many pictures
        are enough.
    """

    def sure(readings: list[Reading]) -> tuple[int, int]:
        clear = [die for one in readings for die in one.dice if die.problem is None]
        return sum(map(_is_ok, readings)), len(clear)

    (ok, clear), (ok_before, clear_before) = sure(some), sure(others)
    return ok > ok_before or (ok == ok_before and (unsound or clear > clear_before))


def _check_faces(readings: list[Reading], named: list[tuple[Face, ...]]) -> None:
    """Refuse faces that a picture surely does not show: then others were learned for them."""
    frame = _misread(readings, named)
    if frame is None:
        return
    seen, known = (sorted(map(str, one)) for one in (readings[frame].dice, named[frame]))
    which = f"picture {frame + 1} shows" if len(named) > 1 else "the dice show"
    raise CalibrationImpossible(
        f"{which} {' '.join(seen)}, not {' '.join(known)}: check the faces that were named",
        frame=frame,
    )


def _misread(readings: list[Reading], named: list[tuple[Face, ...]]) -> int | None:
    """Give the first picture that is surely read, and not as the faces that were named."""
    for frame, (reading, faces) in enumerate(zip(readings, named, strict=True)):
        if _is_ok(reading) and sorted(map(str, reading.dice)) != sorted(map(str, faces)):
            return frame
    return None


def _check_reds(dice: DiceSet) -> None:
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


def _fitted(
    empty_bgr: Picture, lit: LitFaces, name: str, lens: Lens
) -> tuple[Calibration, tuple[Point, ...]]:
    """Give the calibration that dice at known places amount to, without remarks, and the middles of
    faces that mirror a lamp."""
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
    pose, offset = _sized(pictures, empty_bgr, dice, pips, pose, lens, sides, markers)
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
    return with_contrast(made, lit.pictures, dice, pose), measures.mirrors_px


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


def _sized(
    pictures: list[Picture],
    empty_bgr: Picture,
    dice: list[KnownDie],
    pips: list[PipsOfDie],
    pose: Pose,
    lens: Lens,
    sides: Sides,
    markers: tuple[Marker, ...],
) -> tuple[Pose, float]:
    """Give the pose in edges of the dice, and the distance of their pips in edges."""
    seen = seen_silhouettes(pictures, empty_bgr, [die.frame for die in dice], pose)
    size_px = (empty_bgr.shape[1], empty_bgr.shape[0])
    best = fit_focal(pips, pose, FIRST_OFFSET, seen, lens, sides, markers, size_px)
    by_faces = measured_offset(pictures, dice, best.pose)
    offset = pips_apart(best.offset, best.misfit, by_faces)
    return resized(best.pose, FIRST_OFFSET, offset), offset


def pips_apart(by_silhouettes: float | None, misfit: float, by_faces: float) -> float:
    """Give the distance of neighbouring pips, in edges: silhouettes tell it best if they can.

    misfit : by how much silhouettes differ from what stands out, in faces; see `best_offset`. Two
        lamps of different colours throw shadows that stand out, and no size of the dice fits these.

    >>> pips_apart(0.245, 0.1, 0.25), pips_apart(0.205, 0.1, 0.25), pips_apart(0.27, 0.1, 0.25)
    (0.245, 0.25, 0.25)
    >>> pips_apart(0.235, 0.4, 0.25)
    0.25
    """
    if by_silhouettes is None or misfit > _MOST_MISFIT:
        return by_faces
    fits = _MOST_SHADED < by_silhouettes / by_faces < _MOST_ROUND
    return by_silhouettes if fits else by_faces


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
