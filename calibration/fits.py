"""Makes a calibration from pictures: the empty tray, and the dice with known faces.

Pure: pictures in, values out. May import: numpy, cv2, vision, the rest of calibration.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.lattice import (
    PIP_TO_PITCH,
    Lattice,
    assign,
    best_lattices,
    best_pattern,
    blob_response,
    refined,
)
from calibration.locate import Spot, difference, spots
from calibration.looks import half_edge, pip_profile, pip_radius, places_of, ring_steps
from calibration.pose import PipsOfDie, Pose, fit_pose, usual_focal_px
from calibration.shades import drawing_of, typical_look
from calibration.silhouettes import fit_silhouettes, resized
from calibration.tray import tray_outline
from vision.board import board_of
from vision.calibration_values import Calibration, Camera, DiceSet
from vision.faces import PATCH_PX, REACH, FaceColours, examine, face_colours
from vision.geometry import to_picture, turned
from vision.measure import measure, pip_middles, pip_part
from vision.patches import patches
from vision.residue import contrast_of_dice, find_residue, glow_of_dice

Picture = NDArray[np.uint8]

_FIRST_OFFSET = 0.25  # edges between neighbouring pips, until the edge is measured
_PITCHES = 1.12 ** np.arange(13)  # times the least pitch: 6 mm dice far off to 20 mm dice near
_LEAST_PITCH = 1.0 / 190  # of the picture's width
_FIRST_RADIUS = 0.085  # edges, until the pips are measured
_REFINEMENTS = 2
_SIZE, _REACH = 96, 0.8  # of the patches that are measured


class CalibrationImpossible(ValueError):
    """The pictures don't allow a calibration; the sentence says why and what to mend."""

    slug = "calibration-impossible"


@dataclass(frozen=True, slots=True, eq=False)
class KnownDie:
    """One die of a calibration frame: its face, where its pips are, and its frame's number."""

    frame: int
    face: Face
    pips: PipsOfDie
    centre_px: tuple[float, float]
    pitch_px: float
    clarity: float


def calibrate(
    empty_bgr: Picture,
    frames: list[tuple[Picture, tuple[Face, ...]]],
    *,
    name: str = "dice",
    focal_px: float | None = None,
) -> Calibration:
    """Give the calibration that these pictures amount to.

    Parameters
    ----------
    empty_bgr : the empty tray, uint8 array of shape (M, N, 3).
    frames : pictures of the same size with dice lying apart, and the faces that they show.
    name : what the dice set is called.
    focal_px : focal length of the lens, if it is known.

    Raises
    ------
    CalibrationImpossible
        A picture does not show the dice that were named; the sentence says what was seen.
    """
    _check_sizes(empty_bgr, frames)
    dice = [die for k, frame in enumerate(frames) for die in known_dice(k, empty_bgr, *frame)]
    height, width = empty_bgr.shape[:2]
    pitch_px = float(np.median([die.pitch_px for die in dice]))
    focal = focal_px or usual_focal_px(width)
    first = Camera(
        focal, ((width - 1) / 2, (height - 1) / 2), 0.0, (0.0, 0.0), focal * 0.25 / pitch_px + 1
    )
    pictures = [bgr for bgr, _ in frames]
    pose = fit_pose([die.pips for die in dice], first, _FIRST_OFFSET)
    for _ in range(_REFINEMENTS):
        pips = remeasured(pictures, dice, pose)
        pose = fit_pose(pips, pose.camera, _FIRST_OFFSET)
    pose, offset = _sized(pictures, empty_bgr, dice, pips, pose)
    dice_set, sharpness = _measured_set(pictures, dice, pose, offset, name)
    inside = np.array([die.centre_px for die in dice])
    made = Calibration(
        (width, height),
        pose.camera,
        tray_outline(empty_bgr, inside),
        dice_set,
        sharpness,
        0.0,
        0.0,
        0.0,
        shrunken_jpeg(empty_bgr),
    )
    return _with_contrast(made, pictures, dice, pose)


def _with_contrast(
    made: Calibration, pictures: list[Picture], dice: list[KnownDie], pose: Pose
) -> Calibration:
    """Give the calibration with how clearly the dice's silhouettes stand out from the tray."""
    board = board_of(made)
    levels: list[float] = []
    fills: list[float] = []
    glows: list[float] = []
    for k, bgr in enumerate(pictures):
        mine = np.array([one.frame == k for one in dice])
        poses = pose.dice[mine]
        levels += contrast_of_dice(board.look(bgr), board, made.camera, poses).tolist()
        glows.append(glow_of_dice(board.look(bgr), board, made.camera, poses))
    with_levels = replace(made, stands_out=float(np.percentile(levels, 20)), glow=max(glows))
    for k, bgr in enumerate(pictures):
        poses = pose.dice[np.array([one.frame == k for one in dice])]
        residue = find_residue(board.look(bgr), board, with_levels, poses)
        fills += [1 - deficit for deficit in residue.deficit]
    return replace(with_levels, fills=float(np.percentile(fills, 10)))


def shrunken_jpeg(bgr: Picture) -> bytes:
    """Give the picture at half size as the bytes of a JPEG file."""
    half = cv2.resize(bgr, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".jpg", half, [cv2.IMWRITE_JPEG_QUALITY, 92])
    return bytes(data)


def known_dice(
    frame: int, empty_bgr: Picture, bgr: Picture, faces: tuple[Face, ...]
) -> list[KnownDie]:
    """Give the dice of one calibration frame, each with its face and measured pips."""
    regions = spots(difference(bgr, empty_bgr))[: len(faces)]
    if len(regions) < len(faces):
        raise CalibrationImpossible(
            f"{len(faces)} dice are named, but only {len(regions)} stand out from the empty tray:"
            " lay the dice apart, with more light"
        )
    crops = [_crop(bgr, region) for region in regions]
    lattices = _clearest(crops, [face.value for face in faces], bgr.shape[1])
    reds = _reds_by_value(faces)
    known = []
    for (x0, y0, crop), lattice in zip(crops, lattices, strict=True):
        fitted, pips = refined(crop, lattice)
        response = blob_response(crop, PIP_TO_PITCH * lattice.pitch_px)
        places = places_of(best_pattern(response, lattice))
        known.append(
            KnownDie(
                frame,
                Face(lattice.value, reds[lattice.value].pop(0)),
                PipsOfDie(places, pips + np.array([x0, y0])),
                (fitted.centre_px[0] + x0, fitted.centre_px[1] + y0),
                fitted.pitch_px,
                fitted.clarity,
            )
        )
    return known


def _check_sizes(empty_bgr: Picture, frames: list[tuple[Picture, tuple[Face, ...]]]) -> None:
    if not frames:
        raise CalibrationImpossible("no picture of the dice is given: take one with known faces")
    for bgr, _ in frames:
        if bgr.shape != empty_bgr.shape:
            raise CalibrationImpossible(
                f"the pictures differ in size ({bgr.shape[1]} x {bgr.shape[0]} and"
                f" {empty_bgr.shape[1]} x {empty_bgr.shape[0]}): take all with one setting"
            )


def _reds_by_value(faces: tuple[Face, ...]) -> dict[int, list[bool]]:
    reds: dict[int, list[bool]] = {}
    for face in faces:
        reds.setdefault(face.value, []).append(face.red)
    return reds


def _crop(bgr: Picture, region: Spot) -> tuple[int, int, NDArray[np.float32]]:
    x0, y0 = max(0, region.x - 6), max(0, region.y - 6)
    cut = bgr[y0 : region.y + region.height + 6, x0 : region.x + region.width + 6]
    return x0, y0, cut.astype(np.float32)


def _clearest(
    crops: list[tuple[int, int, NDArray[np.float32]]], values: list[int], width_px: int
) -> list[Lattice]:
    best: tuple[float, list[Lattice]] | None = None
    for pitch_px in _LEAST_PITCH * width_px * _PITCHES:
        found = assign([best_lattices(crop, float(pitch_px)) for _, _, crop in crops], values)
        if found is None:
            continue
        total = sum(lattice.clarity for lattice in found)
        if best is None or total > best[0]:
            best = (total, found)
    if best is None or min(lattice.clarity for lattice in best[1]) <= 0:
        raise CalibrationImpossible(
            f"the dice do not show {' '.join(map(str, values))}: check the faces, the sharpness of"
            " the picture and reflections of the lamp"
        )
    return best[1]


def _sized(
    pictures: list[Picture],
    empty_bgr: Picture,
    dice: list[KnownDie],
    pips: list[PipsOfDie],
    pose: Pose,
) -> tuple[Pose, float]:
    """Give the pose in edges of the dice, and the distance of their pips in edges."""
    fitted = fit_silhouettes(pictures, empty_bgr, [die.frame for die in dice], pips, pose)
    if fitted is not None:
        return fitted
    offset = _measured_offset(pictures, dice, pose)
    return resized(pose, _FIRST_OFFSET, offset), offset


def _measured_offset(pictures: list[Picture], dice: list[KnownDie], pose: Pose) -> float:
    """Give the distance of neighbouring pips in edges, from where the faces end."""
    stack = [
        patches(pictures[die.frame], pose.camera, placed[None], _SIZE, _REACH)[0]
        for die, placed in zip(dice, pose.dice, strict=True)
        if die.face.value > 1
    ]
    return _FIRST_OFFSET / (2 * half_edge(np.array(stack), _REACH))


def remeasured(pictures: list[Picture], dice: list[KnownDie], pose: Pose) -> list[PipsOfDie]:
    """Give the dice's pips as measured on the rectified faces, where neighbours don't pull."""
    better = []
    for die, placed in zip(dice, pose.dice, strict=True):
        cut = patches(pictures[die.frame], pose.camera, placed[None], PATCH_PX, REACH)[0]
        drawing = drawing_of(die.pips.places)
        colours = face_colours(cut, drawing, _FIRST_RADIUS, _FIRST_OFFSET)
        body = np.median(colours.cells_bgr, axis=0)
        part = pip_part(cut, body, colours.pips_bgr.mean(0))
        middles = pip_middles(part, die.pips.places * _FIRST_OFFSET, _FIRST_RADIUS)
        on_floor = turned(middles, placed[2]) + placed[:2]
        better.append(PipsOfDie(die.pips.places, to_picture(pose.camera, on_floor, 1.0)))
    return better


def _measured_set(
    pictures: list[Picture], dice: list[KnownDie], pose: Pose, offset: float, name: str
) -> tuple[DiceSet, float]:
    radii = ring_steps()
    placed = list(zip(dice, pose.dice, strict=True))
    profiles = np.array([
        pip_profile(
            patches(pictures[die.frame], pose.camera, at[None], _SIZE, _REACH)[0],
            _REACH, die.pips.places, offset, radii,
        )
        for die, at in placed
    ])  # fmt: skip
    radius = pip_radius(profiles, radii)
    colours: dict[bool, list[FaceColours]] = {}
    cuts = []
    for die, at in placed:
        cut = patches(pictures[die.frame], pose.camera, at[None], PATCH_PX, REACH)[0]
        drawing = drawing_of(die.pips.places)
        if drawing > 0:  # an ace does not tell how it is turned
            found = face_colours(cut, drawing, radius, offset)
            colours.setdefault(die.face.red, []).append(found)
            cuts.append((cut, drawing, found))
    plain = typical_look(colours.get(False) or colours[True])
    red = typical_look(colours[True]) if True in colours else None
    count = max(sum(die.frame == k for die in dice) for k in range(len(pictures)))
    bare = DiceSet(name, count, radius, offset, 0.0, 1.0, plain, red)
    measured = [
        measure(cut, drawing, np.median(found.cells_bgr, axis=0), found.pips_bgr.mean(0), bare)
        for cut, drawing, found in cuts
    ]
    scatter = float(np.percentile([one.misfit for one in measured], 80))
    looks = [red if red is not None and die.face.red else plain for die, _ in placed]
    drawings = np.array([drawing_of(die.pips.places) for die, _ in placed])
    all_cuts = np.array([
        patches(pictures[die.frame], pose.camera, at[None], PATCH_PX, REACH)[0]
        for die, at in placed
    ])  # fmt: skip
    weakest = examine(all_cuts, drawings, looks, bare).weakest_pip
    dice_set = replace(bare, scatter=scatter, evenness=float(weakest.min()))
    return dice_set, float(np.percentile([one.sharpness for one in measured], 20))


__all__ = ["CalibrationImpossible", "KnownDie", "calibrate", "known_dice"]
