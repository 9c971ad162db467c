"""What a flat die hides beside its neighbour and a leaning one does not, drawn by geometry."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.judgement.test_propped import ACE, FOUR, SET, UNLIT, measures, residue, untold
from vision.account.residue import Residue
from vision.account.silhouette import frames_around
from vision.judgement.overhang import Lean, covered_part, leaning_outline, shows_floor_where_leaning
from vision.judgement.propped import propped_doubts
from vision.judgement.props import props_of
from vision.tray.board import board_of
from vision.tray.geometry import SQUARE

Doubles = NDArray[np.float64]

SINE, GAP, TURN_RAD, FAR = 0.2, 0.2, 0.3, 4.0
AWAY = -np.array([np.cos(TURN_RAD), np.sin(TURN_RAD)])
INWARD = np.array([
    [*(-FAR * AWAY), TURN_RAD], [*(-(FAR + 1.0 + GAP) * AWAY), TURN_RAD],
])  # fmt: skip
"""A die and its neighbour, which lies farther from the point below the camera."""


def leaning_corners(sine: float) -> Doubles:
    """The eight corners of a die that stands on its far edge, by turning a cube: shape (8, 3)."""
    cosine = np.sqrt(1 - sine * sine)
    x, y = np.concatenate([SQUARE, SQUARE]).T
    z = np.repeat([1.0, 0.0], 4)
    out, up = x - 0.5, z  # from the far edge of the foot, which stays
    turned_out, turned_up = cosine * out + sine * up, cosine * up - sine * out
    aside = np.array([-AWAY[1], AWAY[0]])
    at = turned_out[:, None] * AWAY + y[:, None] * aside
    return np.column_stack([at, turned_up])


def drawn(corners: Doubles) -> Doubles:
    """Points of the room as they are seen at the height of flat dice's tops: shape (N, 2)."""
    height = SET.camera.height
    return np.asarray(corners[:, :2] * ((height - 1) / (height - corners[:, 2]))[:, None])


def picture_of(sine: float | None) -> Residue:
    """What stands out of the empty tray: both dice, the first one leaning by so much or flat."""
    board, there = board_of(SET), residue(0.0)
    for frame in frames_around(SET.camera, board, INWARD[1:] if sine else INWARD, 0.0):
        there.strange[frame.window][frame.mask > 0] = 60.0
    if sine:
        corners = leaning_corners(sine)
        middle = corners[:4].mean(0)
        corners[:, :2] += (
            INWARD[0, :2] * (SET.camera.height - middle[2]) / (SET.camera.height - 1) - middle[:2]
        )
        outline = cv2.convexHull(np.rint(board.to_px(drawn(corners))).astype(np.int32))
        cv2.fillConvexPoly(there.strange, outline, 60.0)
    return replace(there, standing=there.strange)


def test_the_outline_of_a_leaning_die_is_that_of_a_cube_turned_about_its_far_edge() -> None:
    corners = leaning_corners(SINE)
    middle = corners[:4].mean(0)
    place = np.array([3.0, 1.0])
    corners[:, :2] += place - middle[:2]
    pose = np.array([*drawn(np.array([[*place, middle[2]]]))[0], TURN_RAD])
    outline = leaning_outline(pose, AWAY, SINE, SET.camera)
    true = drawn(corners)
    assert outline == pytest.approx(pose[:2] + (true - pose[:2]) * 1.04, abs=0.02)


@pytest.mark.parametrize(("sine", "part"), [(None, 1.0), (SINE, 0.0)])
def test_what_only_a_flat_die_hides_stands_out_if_it_lies_flat(
    sine: float | None, part: float
) -> None:
    seen = covered_part(Lean(0, AWAY, SINE), INWARD, picture_of(sine), board_of(SET), SET.camera)
    assert seen == pytest.approx(part, abs=0.1)


def test_nothing_is_told_of_a_die_whose_far_side_is_turned_from_the_camera() -> None:
    outward = np.array([*-INWARD[0, :2], TURN_RAD])[None]
    assert (
        covered_part(Lean(0, AWAY, SINE), outward, residue(60.0), board_of(SET), SET.camera) is None
    )


def test_nothing_is_told_where_another_die_hides_the_foot() -> None:
    before = np.array([*(INWARD[0, :2] + 1.02 * AWAY), TURN_RAD])
    poses = np.concatenate([INWARD, before[None]])
    assert (
        covered_part(Lean(0, AWAY, SINE), poses, residue(60.0), board_of(SET), SET.camera) is None
    )


def doubt_of_first(sine: float | None) -> float:
    poses, board = INWARD, board_of(SET)
    seen = [measures(ACE, pose) for pose in poses]
    assert [(one.die, one.on) for one in props_of(poses, SET.camera.height)] == [(0, 1), (1, 0)]
    return propped_doubts(seen, poses, picture_of(sine), board, SET, UNLIT, untold)[0]


def test_an_ace_that_hides_what_only_a_flat_die_hides_is_not_doubted() -> None:
    assert doubt_of_first(None) == 0.0


def test_an_ace_that_shows_floor_there_is_doubted() -> None:
    assert doubt_of_first(SINE) > 1


def test_pips_of_a_leaning_face_are_doubted_whatever_the_die_hides() -> None:
    tilt_deg, way_rad = float(np.degrees(np.arcsin(SINE))), TURN_RAD + np.pi
    leaning = measures(FOUR, INWARD[0], tilt_deg, way_rad)
    seen = [leaning, measures(FOUR, INWARD[1])]
    assert propped_doubts(seen, INWARD, picture_of(None), board_of(SET), SET, UNLIT, untold)[0] > 1


def leaning_far_aside() -> tuple[Doubles, float]:
    """The poses of an ace that leans on a neighbour far from the camera, and how it is turned."""
    corners, aside = leaning_corners(SINE), 9.0 * np.array([-AWAY[1], AWAY[0]])
    neighbour = aside - (np.sqrt(1 - SINE * SINE) + 0.5) * AWAY
    corners[:, :2] += aside
    seen = drawn(corners[:4])
    u, v = (np.roll(seen, -1, axis=0) - seen).T
    turns = (np.arctan2(v, u) - TURN_RAD + np.pi / 4) % (np.pi / 2) - np.pi / 4
    turn = float(turns.mean())
    middle = drawn(corners[:4].mean(0)[None])[0]
    return np.array([[*middle, TURN_RAD + turn], [*neighbour, TURN_RAD]]), turn


def test_an_ace_that_leans_far_from_the_camera_is_parallel_though_it_is_drawn_turned() -> None:
    poses, turn = leaning_far_aside()
    assert abs(turn) > np.radians(2.0)
    assert (0, 1) in [(one.die, one.on) for one in props_of(poses, SET.camera.height)]
    poses[0, 2] = TURN_RAD - turn
    assert not list(props_of(poses, SET.camera.height))


BLUE, WHITE = (160.0, 60.0, 20.0), (238.0, 242.0, 240.0)
ASIDE_OF_IT = np.array([
    [*(FAR * np.array([-AWAY[1], AWAY[0]]) + (0.4 * np.array([-AWAY[1], AWAY[0]]))), TURN_RAD],
    [*(FAR * np.array([-AWAY[1], AWAY[0]]) - (1.0 + 0.3) * AWAY), TURN_RAD],
])  # fmt: skip
"""A die and its neighbour that lies beside it, and 0.4 edges aside."""


@pytest.mark.parametrize(
    ("levels", "body_bgr", "bare"),
    [(1.0, BLUE, True), (6.0, BLUE, False), (1.0, WHITE, False)],
)
def test_floor_where_a_leaning_die_would_stick_out_proves_it_flat_unless_sides_look_like_it(
    levels: float, body_bgr: tuple[float, float, float], bare: bool
) -> None:
    """The floor, which is grey, differs from the empty tray by so much."""
    board = board_of(SET)
    grey = replace(board, empty_bgr=np.full_like(board.empty_bgr, 120))
    plain = replace(SET.dice.plain, body_bgr=body_bgr)
    coloured = replace(SET, dice=replace(SET.dice, plain=plain, red=None), stands_out=60.0)
    found = shows_floor_where_leaning(
        Lean(0, AWAY, 0.27), ASIDE_OF_IT, residue(levels), grey, coloured
    )
    assert found is bare


def test_nothing_is_proved_where_a_leaning_die_would_hardly_stick_out() -> None:
    clear = replace(SET, stands_out=60.0)
    poses, board = ASIDE_OF_IT.copy(), board_of(SET)
    poses[0, :2] = poses[1, :2] + 1.12 * AWAY
    assert not shows_floor_where_leaning(Lean(0, AWAY, 0.1), poses, residue(0.0), board, clear)


def test_an_ace_aside_of_its_neighbour_is_not_doubted_where_floor_shows_that_it_does_not_lean() -> (
    None
):
    clear, board = replace(SET, stands_out=60.0), board_of(SET)
    seen = [measures(ACE, pose) for pose in ASIDE_OF_IT]
    bare, covered = residue(0.0), residue(60.0)
    bare.strange[:] = 60.0  # what lies between the two does not tell
    assert propped_doubts(seen, ASIDE_OF_IT, bare, board, clear, UNLIT, untold)[0] > 1
    told = replace(bare, standing=np.zeros_like(bare.strange))
    assert propped_doubts(seen, ASIDE_OF_IT, told, board, clear, UNLIT, untold)[0] == 0.0
    assert propped_doubts(seen, ASIDE_OF_IT, covered, board, clear, UNLIT, untold)[0] > 1
