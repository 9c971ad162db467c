"""Tells aces on the floor from ones on another die where the set hardly stands out from the tray.

Such a die's top may be as bright as the floor, but its sides hardly ever are, in shade or with a
lamp in their edges: where a die below an ace, or one that it leans on, would show, floor is seen.
May import: numpy, vision.calibration_values, vision.middle, vision.sight,
vision.account.silhouette, vision.judgement (below, cues), vision.tray (board, geometry).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import covered, filled, frames_around
from vision.calibration_values import Calibration, Camera
from vision.judgement.below import stack_outline
from vision.judgement.cues import HIDDEN_LEVELS, Cues
from vision.middle import middle
from vision.sight import Sight
from vision.tray.board import EDGE_PX, Board, window_around
from vision.tray.geometry import SQUARE, turned

Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

_CLEAR_OF = 0.08  # edges beside silhouettes, where their own blurred sides end
_RING = (0.1, 0.3)  # edges beside a silhouette: floor that is looked at around a die
_WITHIN, _BEYOND_TOP = -0.06, 1.12  # of a side: edges inside the silhouette, and times the top
_THIRDS = np.full(3, 1 / 3)
_WAYS = 12  # around a die
_REACH_PX = round(2.2 * EDGE_PX)  # of the board: what a die below an ace would show is nearer
_LEAST_PX, _LEAST_OF_WAY, _LEAST_OF_SIDES = 8, 12, 12  # of the board
_LIKE = 0.15  # of its brightness, by which floor may differ from the floor beside it
_BARE = 0.95  # share of where a die below would show that is like floor
_EVEN = (0.94, 1.06)  # brightness of the ways around, over that in the middle
_SIDES_ALIKE = 0.5  # share of the picture's sides that are like floor: more, and they prove nothing
_OTHERS_ALIKE = 0.3  # share of the other dice's sides: more, and they don't tell of one
_DARKER = 0.8  # than the deepest shade beside the other dice: no floor


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """How bright it is around a die: over the empty tray, and that over the floor beside the die.

    ways : along each of the ways around, shape (_WAYS,), NaN where little is seen. below : where a
    die below it would show, shape (N,). sides : where its own sides show, shape (M,).
    """

    ways: Doubles
    below: Doubles
    sides: Doubles


def with_floor_around(
    cues: list[Cues], poses: Doubles, sight: Sight, calibration: Calibration
) -> list[Cues]:
    """Give the cues with what floor shows around aces, and where their sides should be seen.

    Only where dice hardly stand out: else silhouettes and sides tell more.
    poses : (u, v, angle) of all tops as they are seen, shape (K, 3).
    """
    if calibration.stands_out >= HIDDEN_LEVELS or not any(one.measures.is_ace for one in cues):
        return cues
    around = arounds(poses, sight, calibration)
    return [
        replace(
            one,
            on_floor=lies_on_floor(k, poses, around) if one.is_lone_ace else None,
            side_as_floor=side_as_floor(k, around),
        )
        if one.measures.is_ace
        else one
        for k, one in enumerate(cues)
    ]


def arounds(poses: Doubles, sight: Sight, calibration: Calibration) -> list[Around]:
    """Give how bright it is around each of the dice at the poses, shape (K, 3)."""
    return [_around(k, poses, sight, calibration.camera) for k in range(len(poses))]


def lies_on_floor(die: int, poses: Doubles, around: list[Around]) -> bool | None:
    """Tell whether floor shows around a die, also where one below it would; None if not known.

    Right below the camera a die exactly below another one shows nothing of itself.
    die : its index. poses : (u, v, angle) of all tops as they are seen, shape (K, 3).

    Notes
    -----
    Drawn in seven rooms where dice stand out by less than 8 levels, 2026-11-30, with the lower die
    missing: of 380 aces on another one and 144 that lean on one none is told to lie on the floor,
    and 154 of the 380 are told not to; of 139 flat ones 48 are told to, and none not to.
    """
    own = around[die]
    if len(own.below) < _LEAST_PX:
        return None
    sides = np.concatenate([one.sides for one in around])
    if _shows_floor(own) and len(sides) >= _LEAST_OF_SIDES and _alike(sides) < _SIDES_ALIKE:
        return True
    others = [one.ways for k, one in enumerate(around) if k != die]
    shade = _shade(others, int(_ways_of(-poses[[die], :2])[0]))
    return False if middle(own.below) < _DARKER * shade else None


def side_as_floor(die: int, around: list[Around]) -> float | None:
    """Give which share is like floor of the sides that a flat die would turn to the camera.

    A die that leans that way hides them. None where too little would be seen, and where the other
    dice's sides are like floor, too, or not seen.

    Notes
    -----
    Drawn in twelve rooms where dice stand out by less than 8 levels, 2026-11-30: more than 0.45 are
    like floor of 2 of 458 flat aces and 10 of 57 that lean on a die and were let through; of aces
    traced in fifteen such tables 0 of 53 flat ones whose sides are known, and three that lean.
    """
    others = [one.sides for k, one in enumerate(around) if k != die]
    known = np.concatenate([np.empty(0), *others])
    few = min(len(around[die].sides), len(known)) < _LEAST_OF_SIDES
    return None if few or _alike(known) >= _OTHERS_ALIKE else _alike(around[die].sides)


def _shows_floor(own: Around) -> bool:
    """Tell whether all around a die, and where one below it would show, is alike."""
    ways = _known(own.ways)
    even = bool(np.all((ways >= _EVEN[0]) & (ways <= _EVEN[1])))
    return even and _alike(own.below) >= _BARE


def _alike(tones: Doubles) -> float:
    """Give which share is as bright as the floor beside it."""
    return float((np.abs(tones - 1.0) < _LIKE).mean())


def _shade(others: list[Doubles], way: int) -> float:
    """Give how dark floor is beside other dice, at most, along such a way: where shadows fall."""
    near = [ways[(way + step) % _WAYS] for ways in others for step in (-1, 0, 1)]
    return float(np.nanmin([1.0, *near]))


def _around(die: int, poses: Doubles, sight: Sight, camera: Camera) -> Around:
    x, y = sight.board.to_px(poses[die, :2])
    at = window_around((x, y), _REACH_PX)
    board = sight.board.window(*at)
    tones = _tones(sight.bgr[at], board, sight.looked_at[at])
    below, ring, sides = (mask > 0 for mask in _masks(die, poses, board, camera))
    ring &= np.isfinite(tones)
    rows, columns = np.nonzero(ring)
    away = np.stack([columns, rows], axis=1) - board.to_px(poses[[die], :2])
    along, of_ring = _ways_of(away), tones[ring]
    level = _middle(of_ring) or np.nan  # of black floor nothing is known
    ways = np.array([_middle(of_ring[along == way]) for way in range(_WAYS)])
    return Around(ways / level, *(_known(tones[part] / level) for part in (below, sides)))


def _tones(bgr: NDArray[np.uint8], board: Board, looked_at: Mask) -> Doubles:
    """Give how bright a board is over the empty tray: shape (H, W), NaN where not looked at."""
    tones = (bgr @ _THIRDS) / np.maximum(board.empty_bgr @ _THIRDS, 1.0)
    return np.where((looked_at & board.floor) > 0, tones, np.nan)


def _masks(die: int, poses: Doubles, board: Board, camera: Camera) -> tuple[Mask, Mask, Mask]:
    """Give where a die below would show, the floor around, and the die's own sides."""
    one, others = poses[die], np.delete(poses, die, axis=0)
    grown = np.array([*_RING, _CLEAR_OF, _WITHIN, *[_CLEAR_OF] * len(others)])
    dice = np.concatenate([np.repeat(one[None], 4, axis=0), others])
    frames = frames_around(camera, board, dice, grown)
    inner, outer, own, within = (covered([frame], board) for frame in frames[:4])
    free = 1 - covered(frames[4:], board)
    below = filled(stack_outline(one, camera), board) & free & (1 - own)
    top = filled(one[:2] + turned(SQUARE, one[2]) * _BEYOND_TOP, board)
    return below, outer & (1 - inner) & free, within & (1 - top) & free


def _ways_of(away: Doubles) -> NDArray[np.int_]:
    """Give which of the ways around lead along vectors, shape (N, 2): shape (N,)."""
    turns = np.arctan2(away[:, 1], away[:, 0]) / (2 * np.pi) + 0.5
    return np.asarray((turns * _WAYS).astype(int) % _WAYS)


def _middle(tones: Doubles) -> float:
    return middle(tones) if len(tones) >= _LEAST_OF_WAY else np.nan


def _known(tones: Doubles) -> Doubles:
    return tones[np.isfinite(tones)]


__all__ = ["Around", "arounds", "lies_on_floor", "side_as_floor", "with_floor_around"]
