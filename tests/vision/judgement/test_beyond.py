"""What shows beyond the sides that flat dice turn away from the camera: floor, nothing else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.judgement.test_bare import SET, THROW, read_poses
from vision.account.residue import find_residue
from vision.calibration_values import DiceSet, FaceLook
from vision.judgement.beyond import dark_spots_beyond, parts_beyond
from vision.sight import sight_of
from vision.tray.board import EDGE_PX, board_of

DARK_PIPS = replace(SET.dice, plain=FaceLook((200.0, 200.0, 200.0), (30.0, 30.0, 30.0)), red=None)
_WHOLE = board_of(SET)
LIGHT = replace(
    _WHOLE,
    empty_bgr=np.full_like(_WHOLE.empty_bgr, 190),
    floor=np.ones_like(_WHOLE.floor),
)
FLAT = np.array([[3.0, 0.0, 0.0]])  # its far side is that along the first axis


def beyond(poses: NDArray[np.float64], taken: NDArray[np.float64]) -> tuple[float, ...]:
    """How much shows beyond dice at some poses, in a picture of dice at others."""
    whole = board_of(SET)
    sight = sight_of(whole.view(THROW), whole)
    rest = find_residue(sight, SET, taken)
    return parts_beyond(rest.strange, sight.board, SET, poses, rest.level)


def nearer(poses: NDArray[np.float64], by: float) -> NDArray[np.float64]:
    """Poses moved towards the point below the camera by so many edges."""
    far = poses[:, :2] / np.hypot(*poses[:, :2].T)[:, None]
    return np.column_stack([poses[:, :2] - by * far, poses[:, 2]])


def test_floor_shows_beyond_flat_dice() -> None:
    poses = read_poses()
    assert max(beyond(poses, poses)) < 0.012


def test_a_side_that_looks_out_beyond_a_face_is_no_floor() -> None:
    poses = read_poses()
    assert min(beyond(nearer(poses, 0.3), poses)) > 0.05


def test_other_dice_are_not_what_shows_beyond_a_die() -> None:
    poses = read_poses()
    crowd = np.concatenate([nearer(poses, 0.3), poses])
    assert max(beyond(crowd, poses)[: len(poses)]) < 0.012


@pytest.mark.parametrize(
    ("levels", "stands_out", "told"),
    [(35.0, 60.0, True), (35.0, 12.0, False), (60.0, 12.0, True)],
)
def test_of_dice_that_hardly_stand_out_only_what_is_as_strange_as_pips_tells(
    levels: float, stands_out: float, told: bool
) -> None:
    """Deep shadow on bright felt leaves the felt's hue by as much as such bodies do."""
    strange = np.full(_WHOLE.floor.shape, levels, np.float32)
    made = replace(SET, stands_out=stands_out)
    assert (parts_beyond(strange, _WHOLE, made, FLAT, 9.0)[0] > 0.05) is told


def spots(seen: NDArray[np.uint8], dice: DiceSet = DARK_PIPS) -> float:
    """How many faces of dark spots show beyond a die, on a light floor that looks so."""
    return dark_spots_beyond(seen, LIGHT, replace(SET, dice=dice), FLAT)[0]


def drawn_beyond(length: int, along: int) -> NDArray[np.uint8]:
    """A light floor with a dark mark beyond the far side, so many pixels along it and across."""
    seen, (x, y) = LIGHT.empty_bgr.copy(), np.rint(LIGHT.to_px(FLAT[:, :2]))[0].astype(int)
    left = x + round(0.62 * EDGE_PX)
    seen[y - along // 2 : y + (along + 1) // 2, left : left + length] = 60
    return seen


def test_a_pip_beyond_a_far_side_is_a_dark_spot() -> None:
    assert spots(drawn_beyond(3, 4)) > 0.01


def test_a_gap_along_a_far_side_is_no_spot() -> None:
    assert spots(drawn_beyond(3, 60)) == 0.0


def test_floor_in_shadow_beyond_a_far_side_is_no_spot() -> None:
    seen, (x, y) = LIGHT.empty_bgr.copy(), np.rint(LIGHT.to_px(FLAT[:, :2]))[0].astype(int)
    seen[y:, x:] = 60
    assert spots(seen) == 0.0


def test_sets_with_light_pips_show_no_dark_spots() -> None:
    look = FaceLook((60.0, 60.0, 60.0), (200.0, 200.0, 200.0))
    assert spots(drawn_beyond(3, 4), replace(DARK_PIPS, plain=look)) == 0.0


def test_no_dice_show_nothing() -> None:
    assert beyond(read_poses()[:0], read_poses()) == ()
