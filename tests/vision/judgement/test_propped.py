"""Dice that may lean on a neighbour: drawn by geometry as a camera above the tray sees them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.trays import BLACK_DICE, calibration_of
from vision.account.residue import Residue
from vision.calibration_values import Calibration
from vision.faces.layout import PATTERNS, PLACES
from vision.faces.measure import Measures
from vision.judgement.litfloor import Light
from vision.judgement.propped import likelier_leaning, propped_doubts
from vision.judgement.props import Prop, props_at_wall, props_of
from vision.judgement.surewall import sure_inside_edges
from vision.tray.board import board_of
from vision.tray.geometry import to_floor, to_picture

Doubles = NDArray[np.float64]

TRAY = calibration_of(BLACK_DICE)
SET = replace(TRAY, dice=replace(TRAY.dice, scatter=0.002))
UNLIT = Light(np.zeros_like(board_of(TRAY).empty_bgr), np.ones(3, np.float32))
BESIDE, SLIDES, FLUSH = 1.23, 1.17, 1.0  # edges between the middles of two dice
ACE, TWO, FOUR = 0, 1, 5
ON = np.array([1.0, 0.5, 0.2])


def untold(_: Prop) -> float:
    """A far side that is not seen."""
    return 0.0


def beside(apart: float, turn_deg: float = 0.0, aside: float = 0.1) -> Doubles:
    """Poses of a die and of one that lies beside it, along its first axis."""
    c, s = np.cos(ON[2]), np.sin(ON[2])
    at = ON[:2] + apart * np.array([c, s]) + aside * np.array([-s, c])
    return np.array([[*at, ON[2] + np.radians(turn_deg)], ON])


def measures(
    drawing: int, pose: Doubles, tilt_deg: float = 0.0, way_rad: float = float(ON[2])
) -> Measures:
    """What the pips of a face show that leans so: away from the die at `ON`, or along a way."""
    plain = Measures((0.0, 0.0), 0.0, 1.0, 0.0, 1.0, 0.9, 0.0)
    places = PLACES[PATTERNS[drawing]] * SET.dice.pip_offset
    c, s = np.cos(pose[2]), np.sin(pose[2])
    turn = np.array([[c, -s], [s, c]])
    away = np.array([np.cos(way_rad), np.sin(way_rad)])
    on_floor = places @ turn.T
    along = on_floor @ away
    tilt, below = np.radians(tilt_deg), SET.camera.height - 1.0
    lying = on_floor + (np.cos(tilt) - 1) * along[:, None] * away
    seen = (pose[:2] + lying) * (below / (below + np.sin(tilt) * along))[:, None] - pose[:2]
    seen = (seen - seen.mean(0)) @ turn
    if len(places) >= 4:
        drawn = np.linalg.solve(places.T @ places, places.T @ seen).T
        return replace(plain, drawn=drawn)
    if len(places) == 1:
        return plain
    span, ideal = seen[-1] - seen[0], places[-1] - places[0]
    size = float(np.linalg.norm(span) / np.linalg.norm(ideal))
    return replace(plain, size=size, line_rad=float(np.arctan2(ideal[1], ideal[0])))


def residue(strange_levels: float) -> Residue:
    """A picture that differs by so much from the empty tray everywhere."""
    floor = board_of(SET).floor
    strange = np.full(floor.shape, strange_levels, np.float32)
    return Residue((), (0.0, 0.0), (0.0, 0.0), np.zeros_like(floor), strange, strange, 9.0, 1.0)


def doubts(seen: list[Measures], poses: Doubles, strange_levels: float = 60.0) -> tuple[float, ...]:
    return propped_doubts(seen, poses, residue(strange_levels), board_of(SET), SET, UNLIT, untold)


def test_dice_that_touch_do_not_lean_on_each_other() -> None:
    assert not list(props_of(beside(FLUSH), SET.camera.height))


def test_a_die_a_little_away_with_parallel_sides_may_lean_and_so_may_its_neighbour() -> None:
    pairs = [(one.die, one.on) for one in props_of(beside(BESIDE), SET.camera.height)]
    assert pairs == [(0, 1), (1, 0)]


@pytest.mark.parametrize(
    ("apart", "may"), [(1.095, False), (1.12, True), (1.37, True), (1.45, False)]
)
def test_a_die_may_lean_by_seven_to_25_degrees_where_it_does_not_touch(
    apart: float, may: bool
) -> None:
    assert bool(list(props_of(beside(apart), SET.camera.height))) is may


@pytest.mark.parametrize(("turn_deg", "aside"), [(3.0, 0.1), (0.0, 0.7)])
def test_a_die_turned_or_too_far_aside_is_borne_by_nothing(turn_deg: float, aside: float) -> None:
    assert not list(props_of(beside(BESIDE, turn_deg, aside), SET.camera.height))


def test_pips_tell_a_leaning_die_from_a_flat_one_that_lies_as_it_would() -> None:
    poses = beside(BESIDE)
    (prop, _) = props_of(poses, SET.camera.height)
    leaning = measures(FOUR, poses[0], np.degrees(np.arcsin(0.2)))
    assert likelier_leaning(leaning, poses[0], prop, SET) > 4
    assert likelier_leaning(measures(FOUR, poses[0]), poses[0], prop, SET) < -4


def test_a_four_that_leans_is_doubted_and_a_flat_one_is_not() -> None:
    poses = beside(BESIDE)
    flat = measures(FOUR, poses[1])
    assert doubts([measures(FOUR, poses[0], 13.0), flat], poses)[0] > 1
    assert doubts([measures(FOUR, poses[0]), flat], poses)[0] < 1


def test_an_ace_there_is_doubted_as_it_tells_nothing() -> None:
    poses = beside(BESIDE)
    seen = [measures(ACE, poses[0]), measures(FOUR, poses[1])]
    assert doubts(seen, poses)[0] > 1


@pytest.mark.parametrize(("drawing", "by_side", "is_doubted"), [
    (ACE, -2.5, False), (ACE, -1.5, True), (TWO, -2.5, True),
])  # fmt: skip
def test_an_ace_whose_far_side_is_that_of_a_flat_one_is_not_doubted(
    drawing: int, by_side: float, is_doubted: bool
) -> None:
    poses = beside(BESIDE)
    seen = [measures(drawing, poses[0], 13.0), measures(FOUR, poses[1])]
    picture = residue(60.0), board_of(SET), SET, UNLIT
    assert (propped_doubts(seen, poses, *picture, lambda _: by_side)[0] > 1) is is_doubted


def test_far_sides_are_not_looked_at_where_that_is_for_nothing() -> None:
    poses = beside(SLIDES)
    seen = [measures(ACE, poses[0]), measures(FOUR, poses[1])]
    picture = residue(60.0), board_of(SET), SET, UNLIT
    assert propped_doubts(seen, poses, *picture, pytest.fail)[0] < 1


def test_a_far_side_proves_nothing_of_an_ace_at_the_wall() -> None:
    pose = beside_wall(0.7)
    picture = residue(60.0), board_of(SET), replace(SET, stands_out=4.0), UNLIT
    assert propped_doubts([measures(ACE, pose[0])], pose, *picture, lambda _: -9.0)[0] > 1


def test_an_ace_is_not_doubted_where_it_would_slide_down_if_it_leant() -> None:
    poses = beside(SLIDES)
    seen = [measures(ACE, poses[0]), measures(FOUR, poses[1])]
    assert doubts(seen, poses)[0] < 1


def test_a_four_that_leans_where_it_should_slide_down_is_doubted_nevertheless() -> None:
    poses = beside(SLIDES)
    seen = [measures(FOUR, poses[0], 9.0), measures(FOUR, poses[1])]
    assert doubts(seen, poses)[0] > 1


def test_a_line_of_pips_tells_leaning_along_it() -> None:
    poses = beside(1.25)
    (prop, _) = props_of(poses, SET.camera.height)
    leaning = likelier_leaning(measures(TWO, poses[0], 13.0), poses[0], prop, SET)
    flat = likelier_leaning(measures(TWO, poses[0]), poses[0], prop, SET)
    assert leaning > 0 > flat


def test_floor_seen_in_between_proves_dice_flat_that_stand_out_from_it() -> None:
    poses = beside(BESIDE)
    seen = [measures(ACE, poses[0]), measures(ACE, poses[1])]
    clear = replace(SET, stands_out=120.0, glow=10.0)
    board = board_of(SET)
    assert propped_doubts(seen, poses, residue(3.0), board, clear, UNLIT, untold) == (0.0, 0.0)
    assert (
        min(
            propped_doubts(
                seen, poses, residue(3.0), board, replace(clear, glow=80.0), UNLIT, untold
            )
        )
        > 1
    )
    faint = replace(clear, stands_out=15.0, glow=1.0)
    assert min(propped_doubts(seen, poses, residue(0.5), board, faint, UNLIT, untold)) > 1
    told = replace(faint, stands_out=17.0)
    assert propped_doubts(seen, poses, residue(0.5), board, told, UNLIT, untold) == (0.0, 0.0)


@pytest.mark.parametrize(("body", "told"), [
    ((110.0, 110.0, 110.0), False), ((20.0, 60.0, 160.0), True), ((245.0, 245.0, 245.0), True),
])  # fmt: skip
def test_floor_of_the_hue_of_the_dice_s_sides_proves_nothing_unless_it_is_far_darker(
    body: tuple[float, float, float], told: bool
) -> None:
    poses, board = beside(BESIDE), board_of(SET)
    seen = [measures(ACE, poses[0]), measures(ACE, poses[1])]
    dice = replace(SET.dice, plain=replace(SET.dice.plain, body_bgr=body))
    clear = replace(SET, stands_out=120.0, glow=10.0, dice=dice)
    grey = replace(board, empty_bgr=np.full_like(board.empty_bgr, 40))
    assert (
        propped_doubts(seen, poses, residue(3.0), grey, clear, UNLIT, untold) == (0.0, 0.0)
    ) is told


@pytest.mark.parametrize(("shade", "told"), [(1.0, True), (0.5, False)])
def test_floor_in_its_own_light_in_between_proves_dark_dice_flat_that_hardly_stand_out(
    shade: float, told: bool
) -> None:
    poses = beside(BESIDE)
    seen = [measures(ACE, poses[0]), measures(ACE, poses[1])]
    board = board_of(SET)
    grey = replace(board, empty_bgr=np.full_like(board.empty_bgr, 130))
    light = Light((grey.empty_bgr * shade).astype(np.uint8), np.ones(3, np.float32))
    faint = replace(SET, stands_out=2.0)
    found = propped_doubts(seen, poses, residue(3.0), grey, faint, light, untold)
    assert (found == (0.0, 0.0)) is told


def beside_wall(
    inside: float, turn_deg: float = 0.0, edges: NDArray[np.float32] | None = None
) -> Doubles:
    """The pose of a die so far inside the middle of a wall, turned so from it."""
    board = board_of(SET)
    edges = board.inside_edges if edges is None else edges
    row = edges.shape[0] // 2
    column = int(np.argmax(edges[row] > inside))
    x, y = board.to_uv(np.array([float(column), float(row)]))
    cut = edges[row - 3 : row + 4, column - 3 : column + 4]
    way = np.arctan2(np.gradient(cut, axis=0).mean(), np.gradient(cut, axis=1).mean())
    return np.array([[x, y, way + np.radians(turn_deg)]])


@pytest.mark.parametrize(("inside", "turn_deg", "leans"), [
    (0.7, 0.0, True), (0.7, 5.0, True), (0.54, 0.0, True), (0.45, 0.0, False), (0.7, 8.0, False),
    (1.3, 0.0, False),
])  # fmt: skip
def test_a_die_parallel_to_the_wall_and_a_little_away_may_lean_on_it(
    inside: float, turn_deg: float, leans: bool
) -> None:
    board = board_of(SET)
    props = list(props_at_wall(beside_wall(inside, turn_deg), board, board.inside_edges))
    assert bool(props) is leans


def test_an_ace_beside_the_wall_is_doubted_only_where_dice_hardly_stand_out() -> None:
    pose = beside_wall(0.7)
    seen, board = [measures(ACE, pose[0])], board_of(SET)
    faint, clear = replace(SET, stands_out=4.0), replace(SET, stands_out=90.0)
    assert propped_doubts(seen, pose, residue(60.0), board, faint, UNLIT, untold)[0] > 1
    assert propped_doubts(seen, pose, residue(60.0), board, clear, UNLIT, untold) == (0.0,)


@pytest.mark.parametrize(("drawing", "leans"), [(ACE, True), (FOUR, False)])
def test_an_ace_turned_a_little_may_lean_on_the_wall_and_a_flat_four_does_not(
    drawing: int, leans: bool
) -> None:
    pose = beside_wall(0.7, turn_deg=4.0)
    faint = replace(SET, stands_out=4.0)
    seen = [measures(drawing, pose[0])]
    (doubt,) = propped_doubts(seen, pose, residue(60.0), board_of(SET), faint, UNLIT, untold)
    assert (doubt > 1) is leans


def test_silhouettes_do_not_tell_leaning_where_shadows_are_as_strange_as_sides() -> None:
    pose = beside_wall(0.7)
    seen, board = [measures(ACE, pose[0])], board_of(SET)
    shaded = replace(SET, stands_out=30.0)
    dim, bright = (replace(residue(60.0), level=level) for level in (10.0, 22.0))
    assert propped_doubts(seen, pose, dim, board, shaded, UNLIT, untold) == (0.0,)
    assert propped_doubts(seen, pose, bright, board, shaded, UNLIT, untold)[0] > 1


def with_surer_outline(edges: float) -> Calibration:
    """The tray with an outline that lies so much farther in, where dice stand out clearly."""
    outline = to_floor(SET.camera, np.array(SET.tray_px))
    middle = outline.mean(0)
    away = np.linalg.norm(outline - middle, axis=1, keepdims=True)
    inner = to_picture(SET.camera, middle + (outline - middle) * (1 - edges / away))
    sure = tuple((float(x), float(y)) for x, y in inner)
    return replace(SET, stands_out=120.0, sure_px=sure)


def test_between_two_outlines_a_die_is_doubted_unless_its_pips_are_a_flat_ones() -> None:
    pose, both = beside_wall(0.7, 11.0), with_surer_outline(1.0)
    board = board_of(both)
    (ace,), (four,) = (
        propped_doubts(
            [measures(drawing, pose[0])], pose, residue(60.0), board, both, UNLIT, untold
        )
        for drawing in (ACE, FOUR)
    )
    assert ace > 1 > four
    assert propped_doubts(
        [measures(ACE, pose[0])], pose, residue(60.0), board, SET, UNLIT, untold
    ) == (0.0,)


@pytest.mark.parametrize("tilt_deg", [4.5, 8.0, 18.0])
def test_between_two_outlines_pips_of_a_face_that_leans_by_any_angle_are_doubted(
    tilt_deg: float,
) -> None:
    pose, both = beside_wall(0.7, 11.0), with_surer_outline(1.0)
    exact = replace(both, dice=replace(both.dice, scatter=0.0025))
    leaning = measures(FOUR, pose[0], tilt_deg, float(pose[0, 2] - np.radians(11.0)))
    (doubt,) = propped_doubts([leaning], pose, residue(60.0), board_of(exact), exact, UNLIT, untold)
    assert doubt > 1


def test_within_the_surer_outline_dice_are_as_they_are_in_any_tray() -> None:
    pose, both = beside_wall(2.0, 11.0), with_surer_outline(1.0)
    board = board_of(both)
    assert propped_doubts(
        [measures(ACE, pose[0])], pose, residue(60.0), board, both, UNLIT, untold
    ) == (0.0,)


@pytest.mark.parametrize(("inside", "is_doubted"), [(0.35, False), (0.25, True)])
def test_a_die_that_touches_a_wall_known_to_a_fifth_of_an_edge_is_not_doubted(
    inside: float, is_doubted: bool
) -> None:
    both = with_surer_outline(1.0)
    board = board_of(both)
    edges = sure_inside_edges(board, both)
    assert edges is not None
    pose = beside_wall(inside, edges=edges)
    seen = [measures(ACE, pose[0])]
    (doubt,) = propped_doubts(seen, pose, residue(60.0), board, both, UNLIT, untold)
    assert (doubt > 1) is is_doubted
