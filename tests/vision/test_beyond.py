"""What shows beyond the sides that flat dice turn away from the camera: floor, nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.vision.test_bare import SET, THROW, read_poses
from vision.beyond import parts_beyond
from vision.board import board_of
from vision.residue import find_residue
from vision.sight import sight_of


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


def test_no_dice_show_nothing() -> None:
    assert beyond(read_poses()[:0], read_poses()) == ()
