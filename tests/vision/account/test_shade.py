"""How dark the dice's shadows are is measured beside them, and what is darker is no floor."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.account.test_tint import FLOOR_BGR, strange_by
from tests.vision.trays import RED_FACES, calibration_of
from vision.account.contrast import around_dice
from vision.account.shade import darkest_shadow
from vision.strange import ground_of
from vision.tray.board import board_of

Picture = NDArray[np.uint8]

CALIBRATION = calibration_of(RED_FACES)
BOARD = board_of(CALIBRATION)
POSES = np.array([[-2.0, -1.0, 0.3], [2.0, 1.5, 1.0]])
SPARED = 0.75


def darkest_where(shadow: NDArray[np.bool_], share: float, exposure: float = 1.0) -> float:
    """Give how dark shadows are told to be where so much of the floor's light is left."""
    left = np.where(shadow, share, 1.0).astype(np.float32)
    left = cv2.GaussianBlur(left, (0, 0), 1.0) * exposure
    seen = np.rint(BOARD.empty_bgr * left[..., None]).astype(np.uint8)
    return darkest_shadow([(seen, POSES)], BOARD, CALIBRATION.camera)


def beside_one_die() -> NDArray[np.bool_]:
    around = around_dice(BOARD, CALIBRATION.camera, POSES[:1])
    return np.asarray(cv2.dilate(around.astype(np.uint8), np.ones((9, 9))) > 0)


@pytest.mark.parametrize("share", [0.3, 0.6])
@pytest.mark.parametrize("exposure", [1.0, 0.7])
def test_shadow_beside_a_die_is_measured_under_any_exposure(share: float, exposure: float) -> None:
    darkest = darkest_where(beside_one_die(), share, exposure)
    assert darkest == pytest.approx(SPARED * share, abs=0.04)


def test_shadow_far_from_the_dice_is_none_of_theirs() -> None:
    far = beside_one_die()
    far[:] = np.roll(far, 150, axis=1)
    assert not (far & around_dice(BOARD, CALIBRATION.camera, POSES)).any()
    assert darkest_where(far, 0.3) > 0.7 * SPARED


def test_floor_that_dice_lighten_lies_in_no_shadow() -> None:
    both = around_dice(BOARD, CALIBRATION.camera, POSES).astype(np.uint8)
    lit = np.asarray(cv2.dilate(both, np.ones((9, 9))) > 0)
    assert darkest_where(lit, 1.5) == pytest.approx(SPARED)


def darkest_with_a_black_square(side_px: int, pictures: int) -> float:
    """Give how dark shadows are told to be by pictures of which one has it beside a die."""
    ys, xs = np.nonzero(around_dice(BOARD, CALIBRATION.camera, POSES))
    middle = int(np.argsort(ys)[len(ys) // 4])
    y, x = int(ys[middle]) - side_px // 2, int(xs[middle]) - side_px // 2
    speckled = BOARD.empty_bgr.copy()
    speckled[y : y + side_px, x : x + side_px] = 0
    seen = [(speckled, POSES), *[(BOARD.empty_bgr, POSES)] * (pictures - 1)]
    return darkest_shadow(seen, BOARD, CALIBRATION.camera)


def test_a_dark_speck_is_no_shadow() -> None:
    assert darkest_with_a_black_square(side_px=3, pictures=20) > 0.9 * SPARED


def test_a_small_shadow_is_one() -> None:
    assert darkest_with_a_black_square(side_px=5, pictures=1) < 0.1


def test_where_no_floor_is_seen_around_dice_nothing_is_told() -> None:
    few = POSES[:0]
    assert darkest_shadow([(BOARD.empty_bgr, few)], BOARD, CALIBRATION.camera) == 0.0


def test_what_is_darker_than_any_shadow_is_a_thing() -> None:
    assert strange_by(0.3, None, darkest=0.0) < 3
    assert strange_by(0.3, None, darkest=0.5) == pytest.approx(
        0.2 * float(np.linalg.norm(FLOOR_BGR)), abs=2
    )


def test_what_is_as_dark_as_shadows_is_floor() -> None:
    assert strange_by(0.55, None, darkest=0.5) < 3


def test_light_floor_is_never_thought_to_lie_in_deeper_shadow_than_light_floors_do() -> None:
    light = np.full((4, 4, 3), 220, np.uint8)
    assert ground_of(light, None, 0.1).darkest.min() == ground_of(light).darkest.min()


def test_a_calibration_s_board_knows_how_dark_its_shadows_are() -> None:
    assert board_of(replace(CALIBRATION, darkest=0.6)).ground.darkest.min() == pytest.approx(0.6)
    assert board_of(CALIBRATION).ground.darkest.min() < 0.4
