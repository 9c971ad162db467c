"""Tells whether a die near the tray's wall stands on the tray's floor or on something else.

The outline of the tray can be wrong by most of a die: a wall's shadow ends like a wall, and a dark
rim begins like a floor. The empty tray's picture knows better what is under a die: the floor, as
it is or in shadow, or another material.
May import: numpy, vision.calibration_values, vision.kept, vision.tray (board, mapping).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Calibration
from vision.kept import kept
from vision.tray.board import EDGE_PX, board_of
from vision.tray.mapping import BLOCK_PX

Doubles = NDArray[np.float64]

NO_FLOOR = 2.0  # departure from the floor's colour of what surely is another material
_FLOOR_EDGES = 0.7  # inside the outline by so much, blocks surely show the floor
_DARKEST, _BRIGHTEST = 0.12, 1.3  # what shadow and another light make of the floor
_DARK = 12.0  # grey levels; darker colours have no direction to speak of
_LEAST_SPREAD = 0.01
# Floors depart by 1.2 to 2.3 times as much in one block of twenty as in one of five; where an
# outline holds some of the table, by up to eleven times, so that no table would be told from floor.
_MOST_SPREAD = 3.0
_FOOT_EDGES = 0.6
_STEP_EDGES, _ABOUT_EDGES = 0.1, 0.25  # on the way to the floor: how often, and how wide is looked
_WALL = 3.0  # departure from the floor's colour of what a wall is made of
_BEYOND_EDGES = (0.8, 2.6)  # outside the outline, where the tray has ended for certain


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """The whole board in blocks: where they are, and how little each looks like the floor.

    xy_px : board pixels of the blocks' middles, shape (N, 2).
    unlike : departure from the floor's colour over that of all but a few blocks of the floor.
    inside : how far inside the outline they are, in die edges.
    beyond : the departure of the tray's surroundings, in the median.
    """

    xy_px: Doubles
    unlike: Doubles
    inside: NDArray[np.float32]
    beyond: float


def unlike_floor(calibration: Calibration, pose: Doubles) -> float:
    """Give how little the empty tray under a flat die looks like its floor; 1 is what floors do."""
    return _unlike_at(_blocks(calibration), _foot_px(calibration, pose), _FOOT_EDGES, np.inf)


def wall_before(calibration: Calibration, pose: Doubles) -> float:
    """Give how wide a strip unlike the floor is between a flat die and the floor, in die edges.

    A table may look like the tray's floor. Where a wall lies between the two, it is the table. The
    wall's own shadow is floor, however wide it is. Blocks make a strip seem half an edge wider.
    """
    blocks = _blocks(calibration)
    foot = _foot_px(calibration, pose)
    floor = blocks.xy_px[blocks.inside > _FLOOR_EDGES]
    if not len(floor):
        return 0.0
    way = floor[np.argmin(np.hypot(*(floor - foot).T))] - foot
    count = int(np.hypot(*way) / (_STEP_EDGES * EDGE_PX)) + 1
    at_px = foot + np.linspace(0.0, 1.0, count)[:, None] * way
    return _STEP_EDGES * sum(_unlike_at(blocks, at, _ABOUT_EDGES) > _WALL for at in at_px)


def surroundings_unlike_floor(calibration: Calibration) -> float:
    """Give how little what is around the tray looks like its floor, in the same measure."""
    return _blocks(calibration).beyond


def _foot_px(calibration: Calibration, pose: Doubles) -> Doubles:
    """Give where on the board a flat die's foot is that has its top there."""
    part = (calibration.camera.height - 1) / calibration.camera.height
    return np.asarray(board_of(calibration).to_px(pose[None, :2] * part)[0], dtype=np.float64)


def _unlike_at(blocks: _Blocks, at_px: Doubles, edges: float, unseen: float = 0.0) -> float:
    """Give how little the board around a place looks like the floor; `unseen` beside the board."""
    near = np.hypot(*(blocks.xy_px - at_px).T) < edges * EDGE_PX
    return float(np.median(blocks.unlike[near])) if near.any() else unseen


@kept
def _blocks(calibration: Calibration) -> _Blocks:
    board = board_of(calibration)
    colours = board.blocks_bgr.astype(np.float64)
    rows, columns = colours.shape[:2]
    y, x = np.mgrid[:rows, :columns] * BLOCK_PX + (BLOCK_PX - 1) / 2
    inside = board.inside_edges[np.round(y).astype(int), np.round(x).astype(int)].ravel()
    flat = colours.reshape(-1, 3)
    floor = inside > _FLOOR_EDGES
    usual = np.median(flat[floor], axis=0) if floor.any() else flat.mean(0)
    off = _departure(flat, usual)
    spread = _usual_spread(off[floor]) if floor.any() else 1.0
    around = (inside < -_BEYOND_EDGES[0]) & (inside > -_BEYOND_EDGES[1])
    beyond = float(np.median(off[around])) / spread if around.any() else 0.0
    xy = np.stack([x.ravel(), y.ravel()], axis=1)
    return _Blocks(xy, off / spread, inside, beyond)


def _usual_spread(off: Doubles) -> float:
    """Give how far all but a few blocks of the floor depart from its colour."""
    many, nearly_all = np.percentile(off, (80, 95)).tolist()
    return float(max(_LEAST_SPREAD, min(nearly_all, _MOST_SPREAD * many)))


def _departure(colours: Doubles, usual: Doubles) -> Doubles:
    """Give how far colours are from a usual one in any shadow, over their own brightness."""
    share = np.clip(colours @ usual / max(float(usual @ usual), 1.0), _DARKEST, _BRIGHTEST)
    apart = np.linalg.norm(colours - share[:, None] * usual, axis=1)
    return np.asarray(apart / np.maximum(np.linalg.norm(colours, axis=1), _DARK), np.float64)
