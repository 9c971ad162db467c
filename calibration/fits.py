"""Makes a calibration from pictures: the empty tray, and the dice with known faces.

Pure: pictures in, values out. May import: numpy, cv2, vision, the rest of calibration.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.dice_set import FIRST_OFFSET, measured_offset, measured_set, remeasured
from calibration.faces import Face
from calibration.known import CalibrationImpossible, KnownDie, known_dice
from calibration.pose import PipsOfDie, Pose, fit_pose, usual_focal_px
from calibration.remarks import remarks_on
from calibration.silhouettes import fit_silhouettes, resized
from calibration.tray import tray_outline
from vision.board import board_of
from vision.calibration_values import Calibration, Camera
from vision.residue import contrast_of_dice, find_residue, glow_of_dice
from vision.sight import sight_of

Picture = NDArray[np.uint8]

_REFINEMENTS = 2


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
    pose = fit_pose([die.pips for die in dice], first, FIRST_OFFSET)
    for _ in range(_REFINEMENTS):
        pips = remeasured(pictures, dice, pose)
        pose = fit_pose(pips, pose.camera, FIRST_OFFSET)
    pose, offset = _sized(pictures, empty_bgr, dice, pips, pose)
    measures = measured_set(pictures, dice, pose, offset, name)
    inside = np.array([die.centre_px for die in dice])
    made = Calibration(
        (width, height),
        pose.camera,
        tray_outline(empty_bgr, inside),
        measures.dice_set,
        measures.sharpness,
        0.0,
        0.0,
        0.0,
        shrunken_jpeg(empty_bgr),
    )
    made = _with_contrast(made, pictures, dice, pose)
    return replace(made, remarks=remarks_on(made, frames, measures.bodies_bgr))


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
        residue = find_residue(sight_of(board.look(bgr), board), with_levels, poses)
        fills += [1 - deficit for deficit in residue.deficit]
    return replace(with_levels, fills=float(np.percentile(fills, 10)))


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
) -> tuple[Pose, float]:
    """Give the pose in edges of the dice, and the distance of their pips in edges."""
    fitted = fit_silhouettes(pictures, empty_bgr, [die.frame for die in dice], pips, pose)
    if fitted is not None:
        return fitted
    offset = measured_offset(pictures, dice, pose)
    return resized(pose, FIRST_OFFSET, offset), offset


__all__ = ["CalibrationImpossible", "KnownDie", "calibrate", "known_dice"]
