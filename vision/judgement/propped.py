"""Tells dice that may lean on a neighbour: their feet are hidden, so that silhouettes tell nothing.

Flat dice seldom lie as those do that lean on a neighbour (`props`), and their pips say that they
are flat. A die that leans on the wall lies so too; its silhouette tells that, but not where dice
hardly stand out from the tray.
May import: numpy, vision.calibration_values, vision.account.residue, vision.faces.measure,
vision.judgement (agree, litfloor, overhang, props), vision.tray.board.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.account.residue import Residue
from vision.calibration_values import Calibration
from vision.faces.measure import Measures
from vision.judgement.agree import pips_noise
from vision.judgement.litfloor import BARE, Light, sides_may_be_as
from vision.judgement.overhang import Lean, covered_part, shows_floor_where_leaning
from vision.judgement.props import Prop, props_at_walls, props_of
from vision.tray.board import Board

Doubles = NDArray[np.float64]

# Grey levels that dice stand out by, if silhouettes don't tell what leans on walls; and times the
# level from which things count.
_FAINT, _FAINT_TIMES = 25.0, 2.0
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
# Sine of the tilt, over the gap; and the part of what a flat die alone would hide that must stand
# out. Of 48 dice drawn leaning so in 19 rooms, of which that is told, none has more than 0.5; of 41
# flat ones in 8 rooms 23 have more than 0.9.
_LEANS, _COVERED = 0.9, 0.9
_SEEN = 15.0  # grey levels that dice stand out by, if floor may be told from their sides


def propped_doubts(
    measures: list[Measures],
    poses: Doubles,
    residue: Residue,
    board: Board,
    calibration: Calibration,
    light: Light,
    by_far_side: Callable[[Prop], float],
) -> tuple[float, ...]:
    """Give per die how much speaks for its leaning on a neighbour; 1 where pips leave it open.

    light : the picture on the board, where floor in its own light may be looked for.
    by_far_side : gives what an ace's pip doesn't tell; see `vision.judgement.farside`.

    0 for dice that have no neighbour in the right place, and where floor is seen in between or,
    if their pips leave it open, floor is hidden that only flat dice hide, or a face's far side is
    that of a flat ace.
    """
    doubts = [0.0] * len(poses)
    faint = calibration.stands_out < max(_FAINT, _FAINT_TIMES * residue.level)
    at_walls = props_at_walls(poses, board, calibration, faint=faint)
    for one in (*props_of(poses, calibration.camera.height), *at_walls):
        for_leaning = likelier_leaning(measures[one.die], poses[one.die], one, calibration)
        slides = one.on is not None and one.gap < _SLIDES
        flat = _FLAT_IF_IT_SLIDES if slides else _FLAT
        doubt = float(np.clip(1.0 + (for_leaning - flat) / _SURE, 0.0, 2.0))
        if doubt <= doubts[one.die] or _shows_floor(one, residue, board, calibration, light):
            continue
        lone = measures[one.die].is_ace and one.on is not None
        if lone and not slides and by_far_side(one) < _FLAT:
            continue
        if for_leaning > _OPEN or not _stands_as_flat(one, poses, residue, board, calibration):
            doubts[one.die] = doubt
    return tuple(doubts)


def likelier_leaning(
    measures: Measures, pose: Doubles, prop: Prop, calibration: Calibration
) -> float:
    """Give twice the logarithm of how much likelier its pips are if a die leans so than flat.

    Notes
    -----
    0 for an ace, of which one pip shows none of the strain.
    """
    noise = pips_noise(calibration.dice.scatter)
    seen, what = _strain(measures, float(pose[2]))
    if not len(seen):
        return 0.0
    best = -np.inf
    for sine in np.minimum(_SINES * prop.gap, 0.9):
        (a, b), (c, d) = strain_of_leaning(prop, pose, sine, calibration.camera.height).tolist()
        leaning = what @ np.array([a, d, (b + c) / 2])
        best = max(best, float(seen @ seen - (seen - leaning) @ (seen - leaning)))
    return best / noise**2


def strain_of_leaning(prop: Prop, pose: Doubles, sine: float, height: float) -> Doubles:
    """Give how a top is drawn that leans by an angle of that sine, less the identity: (2, 2).

    Notes
    -----
    A top that turns by an angle of sine s towards `away` is drawn, from a height h, as a flat one
    under the map that takes `away` to cos(s) `away` less s / (h - 1) times the place of the die,
    and leaves what is across.
    """
    fall = sine / (height - 1.0) * pose[:2]
    return np.outer((np.sqrt(1 - sine**2) - 1) * prop.away - fall, prop.away)


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
