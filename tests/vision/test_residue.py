"""What is left over and what is missing: sides in shade, and floor between dark dice."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from pi_app.adapters import demo
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.types import Status
from vision.virtual import (
    CameraPose,
    DieStyle,
    FloorKind,
    Light,
    RedKind,
    Scene,
    Tray,
    render,
    throw,
)

CHALK, INK = (0.95, 0.95, 0.93), (0.07, 0.07, 0.08)
BLACK = DieStyle("black", INK, CHALK, RedKind.PIPS, red=(0.66, 0.09, 0.1), vein=(0.02, 0.02, 0.02),
                 marble=0.28, wear=0.3, edge=0.107, ball=0.84, gloss=0.18)  # fmt: skip
RED_FELT = Scene(
    BLACK,
    red_faces=((3,), (2,), (1,)),
    tray=Tray(floor=FloorKind.FELT, floor_colour=(0.52, 0.06, 0.09)),
    light=Light(190.0, 68.0, 2200.0, 120.0, direct=0.3, ambient=0.75),
)
WHITE = DieStyle("white", (0.92, 0.91, 0.88), INK, RedKind.BODY, red=(0.8, 0.077, 0.1))
BROWN_LEATHER = Scene(
    WHITE,
    red_faces=((4,), (1,), (2,), (3,), (6,)),
    tray=Tray(
        width_mm=280.0,
        depth_mm=280.0,
        rim_height_mm=16.5,
        floor=FloorKind.LEATHER,
        floor_colour=(0.3, 0.17, 0.1),
    ),
    light=Light(6.0, 36.0, 1800.0, 200.0, direct=0.55, ambient=0.55),
    camera=CameraPose(height_mm=403.0, tilt_x_deg=-5.0, tilt_y_deg=-7.0, roll_deg=-1.5),
)


@lru_cache(maxsize=2)
def calibration(scene: Scene) -> Calibration:
    return demo.calibration_of(scene)


def status_of_throw(scene: Scene, seed: int, touching: float) -> Status:
    rng, count = np.random.default_rng(seed), len(scene.red_faces)
    dice = throw(rng, scene, count, lean=0.0, touching=touching)
    bgr = np.asarray(render(scene, dice, np.random.default_rng(5)), np.uint8)
    return read_tray(bgr, calibration(scene)).status


@pytest.mark.parametrize("seed", [1, 8, 9])
def test_red_floor_between_black_dice_is_no_red_pip(seed: int) -> None:
    assert status_of_throw(RED_FELT, seed, touching=0.9) is Status.OK


def test_a_red_side_in_the_shade_on_brown_leather_is_not_missing() -> None:
    assert status_of_throw(BROWN_LEATHER, 3, touching=0.5) is Status.OK
