"""Tells dice that may lean on a neighbour: their feet are hidden, so that silhouettes tell nothing.

A die that leans on another one's side stands on the far edge of its foot and touches that side with
the near edge, which is raised. So its sides are parallel to the neighbour's, its top face stands
off from it by about the sine of the tilt, and its middle lies over the part of the side that bears
it. Flat dice seldom lie so, and their pips say that they are flat. A die that leans on the wall
lies so too; its silhouette tells that, but not where dice hardly stand out from the tray.
May import: numpy, vision.calibration_values, vision.account.residue, vision.faces.measure,
vision.judgement (agree, litfloor, overhang, surewall), vision.tray (board, geometry).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.calibration_values import Calibration
from vision.faces.measure import Measures
from vision.judgement.agree import pips_noise
from vision.judgement.litfloor import BARE, Light, sides_may_be_as
from vision.judgement.overhang import Lean, covered_part, shows_floor_where_leaning
from vision.judgement.surewall import sure_inside_edges
from vision.tray.board import Board

Doubles = NDArray[np.float64]

# Edges between top faces, the sine of the tilt: from 6.6 degrees, more than where flat dice touch,
# which are drawn 0.11 apart at most; to 25, at which walls show. A traced ace leant by 21.7.
_GAPS = (0.115, 0.42)
_ASIDE = 0.52  # edges along the side that bears it: farther out it would turn and fall
_PARALLEL_RAD = np.radians(2.0)  # beside how askew a leaning face is drawn
# Grey levels that dice stand out by, if silhouettes don't tell what leans on walls; and times the
# level from which things count.
_FAINT, _FAINT_TIMES = 25.0, 2.0
_WALL_GAPS = (0.0, 0.45)  # edges from the wall's outline, which is known less exactly than dice
_NO_FLAT_DIE = 0.45  # edges inside of the wall: nearer, no die lies flat
_ANY_GAPS = (0.12, 0.2, 0.35)  # edges: as for tilts by 4 to 7, 7 to 12 and 12 to 22 degrees
# Dice come to rest on walls with a corner first: of 27 that lean there in traced and drawn trays
# from which they hardly stand out, 11 are turned by 3 to 6 degrees and two by more. Of six flat
# ones in such places, turned by less than 6, one is asked about, an ace.
_PARALLEL_TO_WALL_RAD = np.radians(6.0)
_SLOPE_PX = 3
_OUTERMOST, _RISE = [0, 1, -2, -1], np.array([-1.5, 0.5, -0.5, 1.5]) / (2 * _SLOPE_PX + 1)
_SINES = np.array([0.6, 0.75, 0.9, 1.05])  # of the tilt, over the gap: bevels and size change it
_FLAT = -2.0  # twice the logarithm of how much likelier leaning is, from which on a die is flat
# That of a die that would have to lean by less than friction holds: its feet slide out while the
# tangent of the tilt is below (1 - m n) / (1 + m n + 2 n), n being the coefficient on the floor and
# m that on the neighbour. With 0.55, much for plastic on felt, these are 16 degrees, and 11 where
# edges are rounded by a tenth; 12 that lean so in given renders do it by 18 or more. The gaps of
# tilts up to there are drawn narrower than this.
_SLIDES, _FLAT_IF_IT_SLIDES = 0.192, 7.0
_SURE = 10.0  # more on both sides, where nothing is left open
_OPEN = 1.0  # such a logarithm of pips that hardly tell
# Grey levels of dice that shadow can be told from, and glow over these. Of 27 flat dice and 25 that
# lean there, in eight seeds of traced trays, eight flat ones are told so, four of sets below 30. Of
# sets from 16 to 20, 12 that lean show 0.28 or more of that level, and 7 of 16 flat ones below 0.1.
_CLEARLY, _LITTLE_GLOW = 16.0, 0.35
_ENDS = 0.1  # edges at both ends of the strip between two dice
_STEPS = 9  # across it
# Sine of the tilt, over the gap; and the part of what a flat die alone would hide that must stand
# out. Of 48 dice drawn leaning so in 19 rooms, of which that is told, none has more than 0.5; of 41
# flat ones in 8 rooms 23 have more than 0.9.
_LEANS, _COVERED = 0.9, 0.9
_SEEN = 15.0  # grey levels that dice stand out by, if floor may be told from their sides


@dataclass(frozen=True, slots=True, eq=False)
class Prop:
    """A die that may lean on another one, or on the wall.

    die, on : their indices; None for the wall. gap : between their top faces, in edges.
    away : unit vector on the floor from what bears it to the die.
    strip_uv : points of the strip between two dice, shape (steps, N, 2).
    """

    die: int
    on: int | None
    gap: float
    away: Doubles
    strip_uv: Doubles


def propped_doubts(
    measures: list[Measures],
    poses: Doubles,
    residue: Residue,
    board: Board,
    calibration: Calibration,
    light: Light,
) -> tuple[float, ...]:
    """Give per die how much speaks for its leaning on a neighbour; 1 where pips leave it open.

    light : the picture on the board, where floor in its own light may be looked for.

    0 for dice that have no neighbour in the right place, and where floor is seen in between or,
    if their pips leave it open, floor is hidden that only flat dice hide.
    """
    doubts = [0.0] * len(poses)
    faint = calibration.stands_out < max(_FAINT, _FAINT_TIMES * residue.level)
    at_walls = _at_walls(poses, board, calibration, faint=faint)
    for one in (*props_of(poses, calibration.camera.height), *at_walls):
        for_leaning = likelier_leaning(measures[one.die], poses[one.die], one, calibration)
        slides = one.on is not None and one.gap < _SLIDES
        flat = _FLAT_IF_IT_SLIDES if slides else _FLAT
        doubt = float(np.clip(1.0 + (for_leaning - flat) / _SURE, 0.0, 2.0))
        if doubt <= doubts[one.die] or _shows_floor(one, residue, board, calibration, light):
            continue
        if for_leaning > _OPEN or not _stands_as_flat(one, poses, residue, board, calibration):
            doubts[one.die] = doubt
    return tuple(doubts)


def props_of(poses: Doubles, height: float) -> Iterator[Prop]:
    """Give the pairs of a die and the neighbour that it may lean on.

    poses : (u, v, angle) of the dice, shape (K, 3). height : of the camera, in edges.
    """
    apart = poses[:, None] - poses[None]
    turns = (apart[..., 2] + np.pi / 4) % (np.pi / 2) - np.pi / 4
    near = np.hypot(apart[..., 0], apart[..., 1]) < 1 + _GAPS[1] + _ASIDE
    for die, on in np.argwhere(near).tolist():
        one = _prop(die, on, poses) if die != on else None
        if one is not None and _may_be_parallel(one, turns[die, on], poses[die], height):
            yield one


def _may_be_parallel(prop: Prop, turn_rad: float, pose: Doubles, height: float) -> bool:
    """Tell whether a face is drawn turned so if its die is parallel to what it leans on.

    A top that rises towards the camera on one side is drawn askew: its sides along `away` turn by
    the sine of the tilt over (h - 1) for each edge that the die lies aside, and the others don't.
    """
    left = np.array([-prop.away[1], prop.away[0]])
    skew_rad = -prop.gap / (height - 1) * float(pose[:2] @ left)
    nearest = np.clip(turn_rad, min(skew_rad, 0.0), max(skew_rad, 0.0))
    return bool(abs(turn_rad - nearest) < _PARALLEL_RAD)


def _prop(die: int, on: int, poses: Doubles) -> Prop | None:
    angle = poses[on, 2]
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    at = axes @ (poses[die, :2] - poses[on, :2])
    far = int(abs(at[1]) > abs(at[0]))
    gap, aside = float(abs(at[far])) - 1.0, float(at[1 - far])
    if not _GAPS[0] < gap < _GAPS[1] or abs(aside) > _ASIDE:
        return None
    away, along = axes[far] * np.sign(at[far]), axes[1 - far]
    low, high = max(-0.5, aside - 0.5) + _ENDS, min(0.5, aside + 0.5) - _ENDS
    out = np.linspace(0.5, 0.5 + gap, _STEPS)[:, None, None] * away
    across = np.linspace(low, high, 2 * _STEPS)[:, None] * along
    return Prop(die, on, gap, away, poses[on, :2] + out + across)


def _at_walls(
    poses: Doubles, board: Board, calibration: Calibration, *, faint: bool
) -> Iterator[Prop]:
    """Give the dice that may lean on the wall, also if it stands where the surer outline ends.

    faint : whether silhouettes do not tell what leans on the wall.

    So near to the surer outline as no flat die lies, any die may lean; then by no angle in
    particular.
    """
    if faint:
        yield from props_at_wall(poses, board, board.inside_edges)
    inside_edges = sure_inside_edges(board, calibration)
    if inside_edges is None:
        return
    if faint:
        yield from props_at_wall(poses, board, inside_edges)
    for die, at in enumerate(_pixels(poses, board)):
        slope = _slope(inside_edges, at)
        if slope is not None and slope[0] < _NO_FLAT_DIE:
            yield from (Prop(die, None, gap, slope[1], np.zeros((0, 0, 2))) for gap in _ANY_GAPS)


def props_at_wall(
    poses: Doubles, board: Board, inside_edges: NDArray[np.float32]
) -> Iterator[Prop]:
    """Give the dice that may lean on the wall: parallel to it and a little away from it.

    inside_edges : how far inside of it dice are that are centred there, of the board's shape.
    """
    for die, at in enumerate(_pixels(poses, board)):
        slope = _slope(inside_edges, at)
        if slope is None or not _WALL_GAPS[0] < slope[0] - 0.5 < _WALL_GAPS[1]:
            continue
        inside, away = slope
        turn = (poses[die, 2] - np.arctan2(away[1], away[0]) + np.pi / 4) % (np.pi / 2) - np.pi / 4
        if abs(turn) < _PARALLEL_TO_WALL_RAD:
            yield Prop(die, None, inside - 0.5, away, np.zeros((0, 0, 2)))


def _pixels(poses: Doubles, board: Board) -> list[tuple[int, int]]:
    return [(x, y) for x, y in np.rint(board.to_px(poses[:, :2])).astype(int).tolist()]


def _slope(inside_edges: NDArray[np.float32], at: tuple[int, int]) -> tuple[float, Doubles] | None:
    """Give how far inside the wall a pixel is, and the unit vector away from the wall there.

    None at the border of the board.
    """
    (x, y), (height, width) = at, inside_edges.shape
    if not (_SLOPE_PX <= x < width - _SLOPE_PX and _SLOPE_PX <= y < height - _SLOPE_PX):
        return None
    near = inside_edges[y - _SLOPE_PX : y + _SLOPE_PX + 1, x - _SLOPE_PX : x + _SLOPE_PX + 1]
    # the mean of np.gradient, of which all but the outermost values cancel out
    inward = np.array([_RISE @ near.mean(axis=axis)[_OUTERMOST] for axis in (0, 1)])
    return float(inside_edges[y, x]), inward / max(float(np.hypot(*inward)), 1e-9)


def likelier_leaning(
    measures: Measures, pose: Doubles, prop: Prop, calibration: Calibration
) -> float:
    """Give twice the logarithm of how much likelier its pips are if a die leans so than flat.

    Notes
    -----
    A top that turns by an angle of sine s towards `away` is drawn, from a height h, as a flat one
    under the map that takes `away` to cos(s) `away` less s / (h - 1) times the place of the die,
    and leaves what is across. 0 for an ace, of which one pip shows none of this.
    """
    noise = pips_noise(calibration.dice.scatter)
    seen, what = _strain(measures, float(pose[2]))
    if not len(seen):
        return 0.0
    best = -np.inf
    for sine in np.minimum(_SINES * prop.gap, 0.9):
        fall = sine / (calibration.camera.height - 1.0) * pose[:2]
        drawn = np.outer((np.sqrt(1 - sine**2) - 1) * prop.away - fall, prop.away)
        (a, b), (c, d) = drawn.tolist()
        leaning = what @ np.array([a, d, (b + c) / 2])
        best = max(best, float(seen @ seen - (seen - leaning) @ (seen - leaning)))
    return best / noise**2


def _strain(measures: Measures, angle: float) -> tuple[Doubles, Doubles]:
    """Give what pips show of a strain of the floor, and of which parts: (N,), (N, 3).

    The parts are u, v and across; across counts twice in the length of a strain.
    """
    root = np.sqrt(2.0)
    if measures.drawn is not None:
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        drawn = turn @ measures.drawn @ turn.T
        _, long, ways = np.linalg.svd(drawn)
        pure = (ways.T * (long - 1.0)) @ ways
        return (
            np.array([pure[0, 0], pure[1, 1], root * pure[0, 1]]),
            np.diag([1.0, 1.0, root]),
        )
    if measures.line_rad is not None:
        c, s = np.cos(measures.line_rad + angle), np.sin(measures.line_rad + angle)
        return np.array([measures.size - 1.0]), np.array([[c * c, s * s, 2 * c * s]])
    return np.zeros(0), np.zeros((0, 3))


def _shows_floor(
    prop: Prop, residue: Residue, board: Board, calibration: Calibration, light: Light
) -> bool:
    """Tell whether floor is seen between two dice: a die that leans has its side there.

    Only where a side can't look like the floor, in shadow or in its own light.
    """
    if prop.on is None:
        return False
    x, y = np.moveaxis(np.rint(board.to_px(prop.strip_uv)).astype(int), -1, 0)
    height, width = residue.strange.shape
    at = np.clip(y, 0, height - 1), np.clip(x, 0, width - 1)
    floor_bgr = np.median(board.empty_bgr[at], axis=(0, 1))
    if light.is_lit(at, floor_bgr, board, calibration, residue.restless):
        return True
    stands_out = calibration.stands_out
    if stands_out < _CLEARLY or calibration.glow > _LITTLE_GLOW * stands_out:
        return False
    if sides_may_be_as(floor_bgr, calibration):
        return False
    return float(np.median(residue.strange[at], axis=1).min()) < BARE * stands_out


def _stands_as_flat(
    prop: Prop, poses: Doubles, residue: Residue, board: Board, calibration: Calibration
) -> bool:
    """Tell whether floor by a die's neighbour is hidden, or bare, as if it did not lean on that."""
    if prop.on is None:
        return False
    lean = Lean(prop.die, prop.away, _LEANS * prop.gap)
    part = covered_part(lean, poses, residue, board, calibration.camera)
    if part is not None and part > _COVERED:
        return True
    seen = calibration.stands_out > _SEEN
    return seen and shows_floor_where_leaning(lean, poses, residue, board, calibration)


__all__ = ["Prop", "likelier_leaning", "propped_doubts", "props_at_wall", "props_of"]
