"""Measures where dice end toward the point below the camera, beside where a flat die's foot would.

A flat die turns a side to that point, which ends at its foot. A die that leans outward, on the wall
say, has that foot under its top or nearly so: it ends short of its place. To a fraction of a pixel
that is known of a whole side; which pixels show bare floor (see `vision.judgement.bare`) turns on
whether the silhouette holds one row more. How far sides in shade seem to end short is the set's
and the light's, and the same for all its dice: calibrated ones tell it.
May import: numpy, cv2, vision.calibration_values, vision.judgement (bare, own_sides),
vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.judgement.bare import bare_level
from vision.judgement.own_sides import places_on, shown_widths
from vision.tray.board import EDGE_PX, Board

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# Edges beyond a top's own edge where it is seen to end, blurred as it is: what ends there may have
# a side that is as dark as the floor and is not seen at all.
_OF_TOP = 0.1
_QUARTERS_RAD = np.arange(4) * np.pi / 2
_OUT = np.arange(-0.3, 0.36, 0.5 / EDGE_PX)[:, None]  # edges beyond a flat die's foot
_AT_FOOT = int(np.abs(_OUT).argmin())
_FREE = 1.25  # edges from the middle of a side's foot to that of the next die, at least
_ALONG = np.linspace(-0.3, 0.3, 15)  # edges along a side, away from its corners
_LEAST_SEEN = 4  # calibrated dice that tell how short of its place a flat one may end
# Edges by which others may end shorter than the shortest of these, at least. Of 1,809 flat dice in
# 32 rendered and traced tables with clear silhouettes none ends shorter than that; of 18 that lean
# on the wall by 5 to 20 degrees 16 do, and the others lie on leather that white dice's sides in
# shade look like. Those that lean by more may seem to show no side at all. In ten more tables two
# flat ones do, far from the wall (see `vision.judgement.judge`).
_APART = 0.045


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """The sides that dice turn to the point below the camera.

    die : whose, shape (S,). shown : how wide they show, in edges, shape (S,).
    foot : the middle of each one's foot, in edges on the board, shape (S, 2).
    x, y : pixels of the board on lines from each outward, with parts along it, float32, shape
        (S, N, parts).
    """

    die: NDArray[np.int64]
    shown: Doubles
    foot: Doubles
    x: Floats
    y: Floats


def shortfalls(
    strange: Floats,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    levels: tuple[float, float],
    *,
    all_sides: bool = False,
) -> Doubles:
    """Give by how many edges dice at poses end short of a flat die's foot: shape (K,).

    Of the side that ends shortest; below 0 where it ends beyond its place. NaN of dice that turn no
    side to the camera that is seen to end and that no other die is near to.
    strange, levels : see `vision.judgement.bare.bare_parts`.
    all_sides : also those that may not be seen at all, as sides of calibrated dice may not be.
    """
    short = np.full(len(poses), np.nan)
    sides = _sides_of(poses, board, calibration.camera.height)
    if len(sides.die):
        level, restless = levels
        ends = _ends(_ways(strange, sides), min(level, bare_level(restless, calibration)))
        seen = np.ones_like(ends, np.bool_) if all_sides else sides.shown + ends > _OF_TOP
        seen &= _lie_free(sides, poses)
        np.fmax.at(short, sides.die[seen], -ends[seen])
    return short


def _ways(strange: Floats, sides: _Sides) -> Doubles:
    """Give how strange the board is on the ways outward over sides, in the middle: shape (S, N)."""
    flat = sides.x.shape[0] * sides.x.shape[1], sides.x.shape[2]
    along = cv2.remap(
        strange,
        sides.x.reshape(flat),
        sides.y.reshape(flat),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(np.median(along.reshape(sides.x.shape), axis=2), np.float64)


def _lie_free(sides: _Sides, poses: Doubles) -> NDArray[np.bool_]:
    """Tell which sides no other die is near to: in its shade they may look like the floor."""
    apart = np.hypot(*(sides.foot[:, None] - poses[None, :, :2]).transpose(2, 0, 1))
    apart[np.arange(len(sides.die)), sides.die] = np.inf
    return np.asarray(apart.min(axis=1, initial=np.inf) > _FREE, np.bool_)


def _ends(ways: Doubles, level: float) -> Doubles:
    """Give from where on ways outward, shape (S, N), stay below a level, in edges.

    NaN where none does, or all are: dim sides come near a level more than once.
    """
    count = ways.shape[1]
    inside = count - np.argmax(ways[:, ::-1] >= level, axis=1)  # all of them if none is above
    after = np.clip(inside, 1, count - 1)
    rows = np.arange(len(ways))
    high, low = ways[rows, after - 1], ways[rows, after]
    part = (high - level) / np.maximum(high - low, 1e-6)
    out = _OUT[:, 0]
    return np.where(inside < count, out[after - 1] + part * (out[after] - out[after - 1]), np.nan)


def _sides_of(poses: Doubles, board: Board, height: float) -> _Sides:
    """Give the sides of dice at poses that show enough of themselves."""
    turns = poses[:, 2:] + _QUARTERS_RAD
    shown = shown_widths(poses, turns, height)
    die, side = np.nonzero(shown > 0.0)
    at = _places(poses[die], turns[die, side], shown[die, side], height)
    x, y = np.moveaxis(board.to_px(at.reshape(-1, 2)).astype(np.float32).reshape(at.shape), -1, 0)
    foot = at[:, _AT_FOOT, len(_ALONG) // 2]
    return _Sides(die, shown[die, side], foot, x, y)


def _places(poses: Doubles, turns: Doubles, shown: Doubles, height: float) -> Doubles:
    """Give points on ways outward over sides: floor coordinates, shape (S, N, parts, 2)."""
    out = 0.5 + shown[:, None, None] + _OUT
    down = np.clip(1 + _OUT / shown[:, None, None], 0.0, 1.0)  # from the top's edge to the foot
    return places_on(poses, turns, out, down, _ALONG, height)


def most_shortfall(shorts: Doubles) -> float:
    """Give by how many edges flat dice of a set may end short of their foot, at most.

    shorts : of calibrated dice, NaN where not known; 1 if too few tell it.
    As far again as the shortest ends beside the middle one: where sides in shade look like the
    floor on some dice and not on others, that is far, and tells nothing.
    """
    known = shorts[np.isfinite(shorts)]
    if len(known) < _LEAST_SEEN:
        return 1.0
    most, usual = float(known.max()), float(np.median(known))
    return most + max(_APART, most - usual)
