"""What one picture shows on the board, and where anything differs from the empty tray.

Only that part of the board is looked at closely. May import: numpy, cv2, vision.boxes, vision.kept,
vision.relit, vision.strange, vision.tray (board, mapping).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boxes import Box, merged
from vision.kept import kept
from vision.relit import relit_floor
from vision.strange import Ground, Tinted, gain_of, strangeness
from vision.tray.board import EDGE_PX, Board
from vision.tray.mapping import BLOCK_PX, LINE_PX, View, lines_of

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Part = tuple[slice, slice]

_LEVELS = 5.0  # by which a block of the board must differ
_ALONE_LEVELS = 10.0  # by which it must differ if its neighbours don't: noise reaches 9
_AROUND_LEVELS = 2.5  # by which it differs with its neighbours in the mean: a die covers nine
_FARTHEST_EDGES = -1.5  # inside the tray's wall: shadows on the table and hands lie farther out
_REACH = np.ones((7, 7), np.uint8)  # blocks: a die's edge around everything that differs


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """A picture on the part of the board that holds everything that differs.

    board : that part of the board.
    bgr : uint8 array of shape (H, W, 3), the picture on it; black outside of the parts.
    parts : the rows and columns in which something differs; they don't overlap.
    gain : exposure of the picture over that of the empty tray, per channel.
    strange : float32 array of shape (H, W), how far each pixel is from being the empty tray (see
        `vision.strange`); 0 outside of the parts.
    standing : the same where floor that lay in shadow and is lit now counts as the empty tray.
    looked_at : uint8 mask of shape (H, W), 1 in the parts.
    still : float32 array of shape (N,), how strange places of the floor look where nothing
        differs: felt, leather, noise.
    """

    board: Board
    bgr: Picture
    parts: tuple[Part, ...]
    gain: Floats
    strange: Floats
    standing: Floats
    looked_at: Mask
    still: Floats


def sight_of(view: View, whole: Board) -> Sight:
    """Give the sight of a picture that is viewed on the whole board."""
    blocks = view.blocks()
    gain = gain_of(blocks, whole.blocks_bgr)
    parts = changed_parts(blocks, whole, gain)
    window = _around(parts)
    board = whole.window(*window)
    inner = tuple(_within(part, window) for part in parts)
    if parts == [window]:
        seen = view.part(*window)
        strange = strangeness(seen, board.ground, gain)
        looked_at = np.ones(board.floor.shape, np.uint8)
    else:
        seen = np.zeros((*board.floor.shape, 3), np.uint8)
        strange = np.zeros(board.floor.shape, np.float32)
        looked_at = np.zeros(board.floor.shape, np.uint8)
        for part, at in zip(parts, inner, strict=True):
            seen[at] = here = view.part(*part)
            strange[at] = strangeness(here, board.ground.part(*at), gain)
            looked_at[at] = 1
    still = _still_floor(view, whole, parts, gain)
    lit = relit_floor(seen, strange, blocks, gain, whole, window)
    standing = strange
    if lit is not None:
        standing = strange.copy()
        standing[lit > 0] = 0
    return Sight(board, seen, inner, gain, strange, standing, looked_at, still)


def _still_floor(view: View, whole: Board, parts: list[Part], gain: Floats) -> Floats:
    """Give how strange the floor outside the parts looks, in some lines across the board."""
    ground, floor = _on_lines(whole)
    strange = strangeness(view.lines(), ground, gain)
    outside = floor.copy()
    for rows, columns in parts:
        first, last = (-(-(row - 1) // LINE_PX) for row in (rows.start, rows.stop))
        outside[max(0, first) : max(0, last), columns] = False
    return np.asarray(strange[1::3][outside][::2], dtype=np.float32)


@kept
def _on_lines(whole: Board) -> tuple[Ground, NDArray[np.bool_]]:
    """Give the ground on lines across the board, and where their middle rows show the floor."""
    ground = whole.ground
    planes = np.stack([lines_of(one) for one in ground.planes])
    on_lines = Ground(planes, lines_of(ground.per_square), lines_of(ground.darkest))
    if ground.tinted is not None:
        on_lines = replace(on_lines, tinted=_tint_on_lines(ground.tinted))
    return on_lines, lines_of(whole.floor)[1::3] > 0


def _tint_on_lines(tinted: Tinted) -> Tinted:
    planes = np.stack([lines_of(one) for one in tinted.planes])
    return replace(tinted, planes=planes, per_square=lines_of(tinted.per_square))


def changed_parts(blocks_bgr: Picture, whole: Board, gain: Floats) -> list[Part]:
    """Give the rows and columns that hold everything that differs from the empty tray.

    Compared in blocks of a third of a die: noise averages out, a dark die on a dark floor stays.
    """
    # channel by channel, as numpy is slow along short rows
    apart = _empty_blocks(whole) * gain[:, None, None]
    np.subtract(blocks_bgr.transpose(2, 0, 1), apart, out=apart)
    alone = _largest(apart)
    around = _largest([cv2.blur(one, (3, 3)) for one in apart])
    changed = (alone > _ALONE_LEVELS) | ((alone > _LEVELS) & (around > _AROUND_LEVELS))
    changed &= _near_tray(whole)
    near = cv2.dilate(changed.astype(np.uint8), _REACH)
    count, _, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    boxes = [tuple(int(v) for v in stats[k, :4]) for k in range(1, count)]
    return [_to_part(box, near.shape, whole.floor.shape) for box in merged(boxes)]


@kept
def _near_tray(whole: Board) -> NDArray[np.bool_]:
    """Tell which blocks are so near to the tray's floor as anything on the board is looked for."""
    rows, columns = whole.blocks_bgr.shape[:2]
    middles = whole.inside_edges[BLOCK_PX // 2 :: BLOCK_PX, BLOCK_PX // 2 :: BLOCK_PX]
    return np.asarray(middles[:rows, :columns] > _FARTHEST_EDGES, dtype=np.bool_)


@kept
def _empty_blocks(whole: Board) -> Floats:
    """Give the empty tray in blocks, one channel after the other: shape (3, H, W)."""
    return np.ascontiguousarray(np.moveaxis(whole.blocks_bgr, 2, 0), dtype=np.float32)


def _largest(apart: Iterable[Any]) -> Floats:
    """Give the largest of the three channels' departures."""
    b, g, r = map(np.abs, apart)
    return np.asarray(cv2.max(cv2.max(b, g), r), dtype=np.float32)


def _to_part(box: Box, blocks: tuple[int, ...], board: tuple[int, ...]) -> Part:
    """Give a box of blocks in pixels; the last block goes on to the board's border."""
    x, y, width, height = box
    stops = [
        size if stop == count else stop * BLOCK_PX
        for stop, count, size in zip((y + height, x + width), blocks, board, strict=True)
    ]
    return slice(y * BLOCK_PX, stops[0]), slice(x * BLOCK_PX, stops[1])


def _around(parts: list[Part]) -> Part:
    """Give the rows and columns that hold all parts; a corner of the board if there are none."""
    if not parts:
        return slice(0, 2 * EDGE_PX), slice(0, 2 * EDGE_PX)
    rows, columns = zip(*parts, strict=True)
    return _spanned(rows), _spanned(columns)


def _spanned(slices: tuple[slice, ...]) -> slice:
    return slice(min(one.start for one in slices), max(one.stop for one in slices))


def _within(part: Part, window: Part) -> Part:
    rows, columns = (
        slice(one.start - whole.start, one.stop - whole.start)
        for one, whole in zip(part, window, strict=True)
    )
    return rows, columns
