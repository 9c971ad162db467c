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
from calibration.shown import Shown
from calibration.sized import Ends, lie_far_out, seem_far_out, sides_are_hidden
from tests.bench.other_sets import SETS, with_set
from tests.bench.virtual import calibration_of
from tests.bench.virtual_rooms import calibrated
from tests.bench.virtual_shots import PER_ROOM, room_of
from vision.calibration_values import Camera
from vision.faces.examine import FaceColours
from vision.light import levels_of, light_of
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


def test_dark_dice_all_of_whose_faces_mirror_a_lamp_do_not_end_where_it_does() -> None:
    first = 38 * PER_ROOM
    made = calibration_of(room_of(109, first), 109, first)
    assert made.dice.pip_offset == pytest.approx(0.254, rel=0.04)


@pytest.mark.parametrize(("seed", "number"), [(161, 1), (161, 5), (160, 1), (160, 12)])
def test_casino_dice_are_as_large_as_they_are_on_white_under_a_lamp_and_on_leather(
    seed: int, number: int
) -> None:
    room = with_set(room_of(seed, number * PER_ROOM), SETS["casino"])
    made = calibrated(room, np.random.default_rng([seed, number, 5]))
    assert made.dice.pip_offset == pytest.approx(0.29, rel=0.04)


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


def shown_under_lamps(light: tuple[float, ...], body: float = 15.0) -> Shown:
    """Black faces with white pips, to which a lamp adds so much light, as a part of white's."""
    levels = [float(levels_of(light_of(np.array(body)) + by)) for by in light]
    shades = np.repeat(np.arange(6), 6)
    colours = [
        FaceColours(np.full((4, 3), 245.0), np.full((36, 3), level), shades) for level in levels
    ]
    faces = len(light)
    return Shown(
        np.zeros((faces, 1, 1, 3), np.float32),
        np.full(faces, 3),
        colours,
        np.zeros(faces, np.bool_),
    )


@pytest.mark.parametrize(
    ("light", "floor", "hidden"),
    [
        ((0.14, 0.17, 0.2), 20.0, True),
        ((0.14, 0.17, 0.2), 150.0, False),
        ((0.17, 0.17, 0.17), 150.0, True),  # what it adds is not known
        ((0.04, 0.05, 0.06), 20.0, False),
    ],
)
def test_sides_are_hidden_where_only_a_lamp_in_faces_differs_from_the_floor(
    light: tuple[float, ...], floor: float, hidden: bool
) -> None:
    assert sides_are_hidden(shown_under_lamps(light), np.full(3, floor)) is hidden
