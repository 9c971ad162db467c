"""Tells floor that lay in shadow when the empty tray was pictured, and is lit now, from things.

A lamp that moved takes the rim's shadow along. Floor that it leaves becomes as bright as the rest
of the floor and keeps its colour; and as light ends nowhere without a shadow's edge, it goes on
into floor that was lit before without any step in brightness. A thing has an edge all around.
May import: numpy, cv2, vision.board, vision.kept.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import EDGE_PX, Board
from vision.kept import kept

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]
Part = tuple[slice, slice]

_INSIDE_EDGES = 0.3  # from the wall's foot on it is floor for certain
_USUAL = (60, 90)  # percentiles of brightness between which the floor is usual and lit
_BRIGHTER = 1.5  # than the usual floor: the light is strongest where the rim's shadow ends
_SHADED = 0.93  # of the usual floor's brightness: what is darker may lie in a shadow's edge
_RISEN, _LEAST_BLOCKS = 1.22, 2  # by how much, and how many blocks, before it is looked at closely
_DARK = 4.0  # grey levels: darker colours have no direction
_OFF_LEVELS, _OFF_PART = 8.0, 0.08  # of the floor's colour, that shadow and light may differ by
_STRANGE = 8.0  # grey levels from which a pixel may count as a thing
_FELT = (7, 7)  # pixels over which the grain of felt and leather evens out
_STEP = 0.11  # of the brightness; a thing brighter than shadow by a third makes 0.29
_SMOOTH_PART = 0.35  # of the border that must have no step: the rest may be a new shadow's edge
_LEAST_FACES = 0.012
_SPECK, _GAP = np.ones((2, 2), np.uint8), np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Shade:
    """Where the empty tray's floor lies in shadow.

    colour : the usual floor's colour as a unit vector, shape (3,).
    level : the length of the brightest colour that the floor may have.
    shaded : uint8 mask of the whole board, 1 where it is floor in shadow.
    blocks : bool array, the blocks of the board that are shaded floor.
    """

    colour: Floats
    level: float
    shaded: Mask
    blocks: NDArray[np.bool_]


def relit_floor(
    seen_bgr: Picture, strange: Floats, blocks_bgr: Picture, gain: Floats, whole: Board, part: Part
) -> Mask | None:
    """Give which pixels of a part of the board are floor that left the shadow: 1, else 0.

    None where there is none. seen_bgr, strange : that part of the picture (see `vision.sight`).
    blocks_bgr : the whole picture in blocks. gain : its exposure over the empty tray's.
    """
    shade = _shade(whole)
    if shade is None or not _is_lit_anywhere(blocks_bgr, gain, whole, shade):
        return None
    now = cv2.blur(seen_bgr, (3, 3)).astype(np.float32) / np.maximum(gain, np.float32(0.05))
    before = cv2.blur(whole.empty_bgr[part], (3, 3)).astype(np.float32)
    bright = np.asarray(now @ shade.colour, np.float32)
    may_be = (strange > _STRANGE) & (shade.shaded[part] > 0) & (bright < shade.level)
    off = np.linalg.norm(now[may_be] - bright[may_be][:, None] * shade.colour, axis=1)
    may_be[may_be] = off < np.maximum(_OFF_LEVELS, _OFF_PART * bright[may_be])
    mask = cv2.morphologyEx(may_be.view(np.uint8), cv2.MORPH_OPEN, _SPECK)
    bare = (whole.floor[part] > 0) & (strange <= _STRANGE)
    then = np.asarray(before @ shade.colour, np.float32)
    return _without_steps(np.asarray(mask, np.uint8), bare, bright, then)


def _is_lit_anywhere(blocks_bgr: Picture, gain: Floats, whole: Board, shade: _Shade) -> bool:
    now = blocks_bgr[shade.blocks].astype(np.float32) / np.maximum(gain, np.float32(0.05))
    before = whole.blocks_bgr[shade.blocks].astype(np.float32)
    risen = (now + _DARK) @ shade.colour > _RISEN * ((before + _DARK) @ shade.colour)
    if int(np.count_nonzero(risen)) < _LEAST_BLOCKS:
        return False
    bright = now @ shade.colour  # dice rise too, but are seldom of the floor's colour
    off = np.linalg.norm(now - bright[:, None] * shade.colour, axis=1)
    floor = (off < 2 * np.maximum(_OFF_LEVELS, _OFF_PART * bright)) & (bright < shade.level)
    return int(np.count_nonzero(risen & floor)) >= _LEAST_BLOCKS


def _without_steps(
    mask: Mask, bare: NDArray[np.bool_], bright: Floats, before: Floats
) -> Mask | None:
    """Give the connected regions that go on into bare floor as bright as themselves.

    bright, before : how bright each pixel is now, and how bright it was in the empty tray.
    """
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > _LEAST_FACES * EDGE_PX * EDGE_PX)
    lit = np.zeros(mask.shape, np.uint8)
    for k in large[large > 0]:
        x, y, width, height = stats[k, :4]
        window = slice(max(0, y - 8), y + height + 8), slice(max(0, x - 8), x + width + 8)
        own = labels[window] == k
        if _goes_on(own, bare[window], bright[window], before[window]):
            lit[window] |= own.view(np.uint8)
    if not lit.any():
        return None
    return np.asarray(cv2.morphologyEx(lit, cv2.MORPH_CLOSE, _GAP), dtype=np.uint8)


def _goes_on(
    own: NDArray[np.bool_], bare: NDArray[np.bool_], bright: Floats, before: Floats
) -> bool:
    """Tell whether much of a region's border with bare floor shows no step that was not there.

    Where a wide shadow's edge only moved a little, brightness has a slope now as it had before.
    """
    share, rest = (_near(one.astype(np.float32)) for one in (own, bare))
    border = own & (share > 0.3) & (rest > 0.15)
    if not border.any():
        return False
    now, then = (_step(one, own, bare)[border] for one in (bright, before))
    return float(np.mean(now < np.maximum(_STEP, then))) > _SMOOTH_PART


def _step(bright: Floats, own: NDArray[np.bool_], bare: NDArray[np.bool_]) -> Floats:
    """Give by how much the two kinds of places around each pixel differ in brightness."""
    within, without = (_near(bright * one) / np.maximum(_near(one.astype(np.float32)), 1e-3)
                       for one in (own, bare))  # fmt: skip
    return np.asarray(np.abs(np.log((within + _DARK) / (without + _DARK))), np.float32)


def _near(values: Floats) -> Floats:
    return np.asarray(cv2.blur(values, _FELT), np.float32)


@kept
def _shade(whole: Board) -> _Shade | None:
    """Give where the floor lies in shadow, if it does anywhere."""
    floor = whole.floor > 0
    deep = floor & (whole.inside_edges > _INSIDE_EDGES)
    if not deep.any():
        return None
    even = cv2.blur(whole.empty_bgr, _FELT).astype(np.float32)
    rough = even.sum(axis=2)
    low, high = np.percentile(rough[deep], _USUAL)
    usual = np.median(even[deep & (rough >= low) & (rough <= high)], axis=0)
    length = float(np.linalg.norm(usual))
    colour = np.asarray(usual / max(length, 1.0), np.float32)
    bright = even @ colour
    off = np.linalg.norm(even - bright[..., None] * colour, axis=2)
    alike = off < np.maximum(_OFF_LEVELS, _OFF_PART * bright)
    shaded = floor & alike & (bright + _DARK < _SHADED * (length + _DARK))
    if not shaded.any():
        return None
    blocks = cv2.resize(shaded.view(np.uint8), whole.blocks_bgr.shape[1::-1], interpolation=0)
    return _Shade(colour, _BRIGHTER * length, shaded.view(np.uint8), blocks > 0)
