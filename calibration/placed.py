"""Places the camera by the dice: by all of them, or by the plain ones if red ones contradict them.

And turns aces, which their one pip does not.
May import: numpy, vision, calibration.dice_set, lit_faces and pose.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from calibration.dice_set import remeasured
from calibration.lit_faces import LitFaces
from calibration.pose import PipsOfDie, Pose
from vision.calibration_values import Camera
from vision.faces.turn import turned_to_sides

_REFINEMENTS = 2
# Of their distance, by which pips may miss a good pose: else plain faces are tried alone. In 11
# rendered installations they do by 0.025 at most, but for one (0.057) in whose faces a lamp
# mirrors, in 59 of 62 drawn ones by 0.013; with white-rimmed red faces by 0.054 to 0.1 in pictures
# that are not sharp, and by 0.027 in a drawn room whose tilt was four degrees off.
_MOST_MISSED = 0.012
_MUCH_NEARER = 0.5  # of what they miss another one by
_WORSE = 1.2  # than at best: by 1.1 at most in the renders, by 4 in a drawn room so spoilt
_TELLING_DICE = 3
_HARDLY = 1e-4  # of trust: so that it determines a die's own place only

Fit = Callable[..., Pose]
"""`fit_pose` with all but the pips and the camera to begin with given."""


def placed(lit: LitFaces, camera: Camera, fit: Fit) -> tuple[Pose, list[PipsOfDie], Fit]:
    """Give the pose, the pips it was fitted to, and how it was fitted.

    It is that of the plain faces where those of all dice contradict each other: in pictures that
    are not sharp, the white pips of red faces run together with the white bevels around, which
    pull them outward, so that red faces seem nearer.
    """
    pose, pips = _refined(lit, camera, fit)
    red = np.array([die.face.red for die in lit.dice])
    telling = sum(not die.face.red and die.face.value > 1 for die in lit.dice)
    if pose.residual_px < _most_missed_px(lit) or telling < _TELLING_DICE or not red.any():
        return pose, pips, fit
    plainly = partial(fit, trust=np.where(red, _HARDLY, 1.0))
    plain, plain_pips = _refined(lit, camera, plainly)
    if plain.residual_px > _MUCH_NEARER * pose.residual_px:
        return pose, pips, fit
    return plain, plain_pips, plainly


def with_aces_turned(lit: LitFaces, pose: Pose) -> Pose:
    """Give the pose with aces turned by their sides, as in any reading: one pip tells no turn.

    Corners that stick out would pass for another shade, a gap or light on the floor.
    """
    frames = np.array([die.frame for die in lit.dice])
    aces = np.array([die.face.value == 1 for die in lit.dice], np.bool_)
    dice = pose.dice.copy()
    for k, bgr in enumerate(lit.pictures):
        here = frames == k
        dice[here] = turned_to_sides(bgr, pose.camera, dice[here], aces[here])
    return replace(pose, dice=dice)


def _most_missed_px(lit: LitFaces) -> float:
    return _MOST_MISSED * float(np.median([die.pitch_px for die in lit.dice]))


def _refined(lit: LitFaces, camera: Camera, fit: Fit) -> tuple[Pose, list[PipsOfDie]]:
    """Give the pose, and the pips as they were measured on the faces that it makes square.

    Unless that made a poor fit worse: on faces that a wrong pose cuts out askew, white bevels pull
    at the pips, which then place the camera still more wrongly.
    """
    pips = [die.pips for die in lit.dice]
    tried = [(fit(pips, camera), pips)]
    for _ in range(_REFINEMENTS):
        before, _ = tried[-1]
        pips = remeasured(lit.pictures, lit.dice, before)
        tried.append((fit(pips, before.camera), pips))
    nearest = min(tried, key=lambda one: one[0].residual_px)
    good_px = max(_WORSE * nearest[0].residual_px, _most_missed_px(lit))
    return tried[-1] if tried[-1][0].residual_px < good_px else nearest
