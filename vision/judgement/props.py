"""Finds dice that lie as dice do that lean on a neighbour, or on the wall.

A die that leans on another one's side stands on the far edge of its foot and touches that side with
the near edge, which is raised. So its sides are parallel to the neighbour's, its top face stands
off from it by about the sine of the tilt, and its middle lies over the part of the side that bears
it. A die that leans on the wall lies so too.
May import: numpy, vision.calibration_values, vision.judgement.surewall, vision.tray.board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.judgement.surewall import sure_inside_edges
from vision.tray.board import Board

Doubles = NDArray[np.float64]

# Edges between top faces, the sine of the tilt: from 6.6 degrees, more than where flat dice touch,
# which are drawn 0.11 apart at most; to 25, at which walls show. A traced ace leant by 21.7.
_GAPS = (0.115, 0.42)
_ASIDE = 0.52  # edges along the side that bears it: farther out it would turn and fall
_PARALLEL_RAD = np.radians(2.0)  # beside how askew a leaning face is drawn
_WALL_GAPS = (0.0, 0.45)  # edges from the wall's outline, which is known less exactly than dice
# Edges inside of the wall: nearer, no die lies flat, as outlines are known to 0.2 edges. One that
# leans on an upright wall is farther from it than a flat one: of thirteen views of such dice eleven
# show them 0.5 edges or more inside, and one of the others a wall that is measured 0.8 wrong.
_NO_FLAT_DIE = 0.3
_ANY_GAPS = (0.12, 0.2, 0.35)  # edges: as for tilts by 4 to 7, 7 to 12 and 12 to 22 degrees
# Dice come to rest on walls with a corner first: of 27 that lean there in traced and drawn trays
# from which they hardly stand out, 11 are turned by 3 to 6 degrees and two by more. Of six flat
# ones in such places, turned by less than 6, one is asked about, an ace.
_PARALLEL_TO_WALL_RAD = np.radians(6.0)
_SLOPE_PX = 3
_OUTERMOST, _RISE = [0, 1, -2, -1], np.array([-1.5, 0.5, -0.5, 1.5]) / (2 * _SLOPE_PX + 1)
_ENDS = 0.1  # edges at both ends of the strip between two dice
_STEPS = 9  # across it


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


def props_at_walls(
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
