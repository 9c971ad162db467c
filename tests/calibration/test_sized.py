"""Dice whose pips lie far out, as casino dice's do, are measured as large as they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.faces import Face
from calibration.fits import calibrate
from calibration.focal import Trial
from calibration.pose import Pose
from calibration.sized import Ends, lie_far_out, seem_far_out
from vision.calibration_values import Camera
from vision.read import read_tray
from vision.types import Status
from vision.virtual import DieStyle, Scene, VirtualDie, calibration_dice, render

WHITE = DieStyle("white", (0.92, 0.91, 0.88), (0.07, 0.07, 0.08), pip_radius=0.085)
POSE = Pose(
    Camera(1000.0, (0.0, 0.0), 0.0, (0.0, 0.0), 25.0), np.zeros((0, 3)), 0.0, 0.0, np.ones(0)
)


def picture(scene: Scene, dice: tuple[VirtualDie, ...]) -> NDArray[np.uint8]:
    return np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)


@pytest.mark.parametrize("offset", [0.25, 0.29, 0.30])
def test_dice_are_as_large_as_they_are_however_far_out_their_pips_lie(offset: float) -> None:
    scene = Scene(replace(WHITE, pip_inset=0.5 - offset), red_faces=((),) * 6, seed=1)
    frames = []
    for which in (0, 1):
        dice = calibration_dice(scene, which)
        frames.append((picture(scene, dice), tuple(Face(die.value, die.red) for die in dice)))
    made = calibrate(picture(scene, ()), frames)

    assert made.dice.pip_offset == pytest.approx(offset, rel=0.04)
    assert read_tray(frames[0][0], made).status is Status.OK


@pytest.mark.parametrize(
    ("offset", "misfit", "by_faces", "far"),
    [
        (0.29, 0.10, 0.295, True),
        (0.296, 0.20, 0.292, False),
        (0.29, 0.10, 0.310, False),
        (0.277, 0.08, 0.282, False),
        (None, 0.0, 0.29, False),
    ],
)
def test_pips_lie_far_out_only_where_silhouettes_and_ends_of_faces_agree(
    offset: float | None, misfit: float, by_faces: float, far: bool
) -> None:
    assert lie_far_out(Trial(0.0, POSE, offset, misfit, 0.0), by_faces) is far


@pytest.mark.parametrize(
    ("far_out", "faint", "far"),
    [(0.285, False, True), (0.285, True, False), (0.27, False, False), (None, False, False)],
)
def test_silhouettes_are_asked_for_pips_far_out_where_faces_say_so_and_dice_stand_out(
    far_out: float | None, faint: bool, far: bool
) -> None:
    assert seem_far_out(Ends(0.25, far_out), faint=faint) is far
