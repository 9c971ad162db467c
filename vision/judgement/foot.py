"""Tells dice that lean on the wall by the floor that shows where a flat die's foot would be.

Away from the point below the camera a flat die turns a side to it, which hides a strip of the floor
between the top face and the die's foot. A die that leans on the wall has its foot farther out, so
that this strip shows floor, often as if nothing lay near. How bright floor is counts here, unlike
elsewhere: a side in shadow may have its hue, but hardly its light, too. So this also tells of dice
of the floor's own colour, of which silhouettes tell nothing.

Of 620 flat dice near walls in 29 rendered and path-traced installations and 25 drawn ones, 13 of
which were not looked at before, none shows 0.033 edges of such floor, and five show 0.017; of 101
that lean there by 5 degrees or more 48 show 0.033, also of dice that differ from the floor by 6 to
18 grey levels. But sides in shade of white dice on grey felt look like that floor in light: of 289
flat dice in 4 drawn rooms of that kind 23 show more than 0.035, of 2,060 in 32 others 7. Such floor
tells nothing there; of dark dice it does: one of wine on grey that leant by 41 degrees passed
without it. Dice farther from the wall are not looked at: of 2,700 flat ones six show 0.033, red
sides on brown wood among them, and few are let through that lean on something small and tell so.
May import: numpy, vision.calibration_values, vision.faces.pips, vision.judgement (litfloor,
own_sides, surewall), vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.faces.pips import looks_of
from vision.judgement.litfloor import PART_OF_ROW, as_body, like_empty
from vision.judgement.own_sides import places_on, shown_widths
from vision.judgement.surewall import surely_inside_at
from vision.tray.board import EDGE_PX, Board

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

NEAR_WALL = 1.6  # edges inside the outline, which may lie too far out
_LEAST_WIDTH = 2.0 / EDGE_PX  # edges: of strips that are looked at
_QUARTER_RAD = np.pi / 2
# Edges to places right, left, below and above, which tell where the wall is.
_BESIDE = np.array([(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]) * 4.0 / EDGE_PX
_ROWS, _PARTS, _POINTS = 12, 4, 4  # across a strip; along it, and along a part of it
_HALF = 0.4  # edges along a strip, away from its corners
# Grey levels by which floor in a part of a strip scatters beside what it is in the empty tray. Of
# 56 strips of leaning dice in 63 traced and rendered tables none scatters by more than 8 in the
# median; red sides with white pips on brown leather by 42, and are as bright as that in the mean.
_PATCHY = 20.0
# Of the part of calibrated dice's sides that looks like bare floor: of 155 fair throws in four
# drawn rooms where that is 0.065 or more, eight are asked about without this; no other picture is.
_TIMES = 2.0
_OFF = 0.15  # of the floor's light, by which such a side may differ from it
_LIGHT = 150.0  # smallest channel of bodies whose sides in shade may pass for floor in light
_SHADES = (0.4, 0.8)  # of a body's light, that sides have which the lamp does not meet
# Of the calibrated glow that floor at a foot may have; and of what dice stand out by, at most, for
# that: white dice on leather of the renders have 0.20, and a flat one's side would pass for floor.
_LIT_TIMES, _LITTLE_GLOW = 0.75, 0.15
_ACROSS = ((np.arange(_ROWS) + 0.5) / _ROWS)[:, None, None]
_ALONG = np.linspace(-_HALF, _HALF, _PARTS * _POINTS).reshape(_PARTS, _POINTS)


@dataclass(frozen=True, slots=True, eq=False)
class _Strips:
    """Strips of the board that sides of flat dice hide.

    die : whose, shape (S,). width : in edges, shape (S,).
    x, y : pixels of the board, from the top's side to the foot, shape (S, rows, parts, points).
    """

    die: NDArray[np.int64]
    width: Doubles
    x: NDArray[np.int64]
    y: NDArray[np.int64]


def floor_at_feet(
    seen_bgr: NDArray[np.uint8],
    gain: Floats,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    restless: float,
) -> list[float]:
    """Give per die at a pose how wide a strip of untouched floor shows at its foot, in edges.

    0 for dice that do not lie near the wall, or not far enough from the point below the camera.
    Less what may be sides that look like it, as those of calibrated dice did.
    seen_bgr : uint8 array of shape (H, W, 3), the picture on the board.
    gain : its exposure over that of the empty tray, per channel, shape (3,).
    restless : see `vision.account.residue.Residue`.
    """
    widths = [0.0] * len(poses)
    near = np.flatnonzero(surely_inside_at(poses[:, :2], board, calibration) < NEAR_WALL)
    if not len(near):
        return widths
    strips = _near_strips(poses[near], board, calibration)
    rows = _like_floor(seen_bgr, gain, board, strips, restless, _thrown(calibration))
    rows &= ~_like_sides(board, strips, calibration)[:, None]
    untouched = np.cumprod(rows[:, ::-1], axis=1).mean(1) - _TIMES * calibration.like_floor
    shown = np.maximum(untouched, 0.0) * strips.width
    for die, width in zip(near[strips.die].tolist(), shown.tolist(), strict=True):
        widths[die] = width
    return widths


def _like_floor(
    seen_bgr: NDArray[np.uint8],
    gain: Floats,
    board: Board,
    strips: _Strips,
    restless: float,
    thrown: float,
) -> NDArray[np.bool_]:
    """Tell which rows of strips look as they do in the empty tray: shape (S, rows).

    thrown : see `_thrown`.
    """
    now = seen_bgr[strips.y, strips.x] / gain
    before = board.empty_bgr[strips.y, strips.x].astype(np.float64)
    alike = like_empty(now.mean(3), before.mean(3), restless, thrown)
    alike &= _is_even(now - before)
    return np.asarray(alike.mean(2) >= PART_OF_ROW, dtype=np.bool_)


def _is_even(apart: Doubles) -> NDArray[np.bool_]:
    """Tell which parts of strips differ from the empty tray by the same all along.

    Shape (S, rows, parts).
    Pips and the body between them may be as bright as a floor only in their mean.
    apart : colours less those of the empty tray, shape (S, rows, parts, points, 3).
    """
    scatter = np.sqrt(apart.var(axis=3).sum(-1))
    return np.asarray(scatter < _PATCHY, np.bool_)


def _thrown(calibration: Calibration) -> float:
    """Give the grey levels that the light of dice may add to the floor right beside them.

    0 where these are not small beside what dice stand out by: there sides in shade may look so.
    """
    little = calibration.glow < _LITTLE_GLOW * calibration.stands_out
    return _LIT_TIMES * calibration.glow if little else 0.0


def _like_sides(board: Board, strips: _Strips, calibration: Calibration) -> NDArray[np.bool_]:
    """Tell which strips of floor in light look like sides of dice in shade: shape (S,)."""
    floor = board.empty_bgr[strips.y, strips.x].mean((1, 2, 3))
    alike = np.zeros(len(floor), np.bool_)
    bodies = [np.array(one.body_bgr) for one in looks_of(calibration.dice)]
    for body in (one for one in bodies if one.min() > _LIGHT):
        share, off = as_body(floor, body)
        off /= np.maximum(np.linalg.norm(floor, axis=1), 1.0)
        alike |= (share > _SHADES[0]) & (share < _SHADES[1]) & (off < _OFF)
    return alike


def _near_strips(poses: Doubles, board: Board, calibration: Calibration) -> _Strips:
    """Give the strips that sides turned from the wall hide, if wide enough and on the board."""
    height = calibration.camera.height
    turns = _from_wall(poses, board, calibration)
    width = shown_widths(poses, turns, height)
    die = np.flatnonzero(width > _LEAST_WIDTH)
    at = _places(poses[die], turns[die], width[die], height)
    x, y = np.moveaxis(np.rint(board.to_px(at)).astype(np.int64), -1, 0)
    rows, columns = board.floor.shape
    shown = ((x >= 0) & (y >= 0) & (x < columns) & (y < rows)).all((1, 2, 3))
    return _Strips(die[shown], width[die][shown], x[shown], y[shown])


def _from_wall(poses: Doubles, board: Board, calibration: Calibration) -> Doubles:
    """Give the way to that side of each die which is turned away from the wall, in radians."""
    beside = (poses[:, :2] + _BESIDE[:, None]).reshape(-1, 2)
    inside = surely_inside_at(beside, board, calibration)
    right, left, below, above = inside.reshape(4, -1)
    from_wall_rad = np.arctan2(below - above, right - left)
    sides = np.rint((from_wall_rad - poses[:, 2]) / _QUARTER_RAD)
    return np.asarray(poses[:, 2] + _QUARTER_RAD * sides)


def _places(poses: Doubles, turns: Doubles, width: Doubles, height: float) -> Doubles:
    """Give points of strips, at the tops' height: shape (S, rows, parts, points, 2).

    turns : the ways from the middles to the sides that hide them, in radians.
    """
    out = 0.5 + _ACROSS * width[:, None, None, None]
    return places_on(poses, turns, out, _ACROSS, _ALONG, height)
