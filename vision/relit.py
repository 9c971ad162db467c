"""Tells floor that lay in shadow when the empty tray was pictured, and is lit now, from things.

A lamp that moved takes the rim's shadow along. Floor that it leaves becomes as bright as the rest
of the floor and keeps its colour; and as light ends nowhere without a shadow's edge, it goes on
into floor that was lit before without any step in brightness. A thing has an edge all around.
May import: numpy, cv2, vision.kept, vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.kept import kept
from vision.tray.board import EDGE_PX, Board

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
_FINE, _FELT = (3, 3), (7, 7)  # pixels over which noise, and the grain of felt, evens out
_STEP = 0.11  # of the brightness; a thing brighter than shadow by a third makes 0.29
_SMOOTH_PART = 0.35  # of the border that must have no step: the rest may be a new shadow's edge
# A narrow strip's border is mostly along the new shadow, as its edge with lit floor is soft. Seven
# such strips of two drawn rooms have a quarter along lit floor, 0.97 of it smooth or more; of 246
# other refused regions in forty rooms eleven have as much, at most 0.63 of it smooth.
_DARKER, _LIT_PART, _LIT_SMOOTH = 0.08, 0.2, 0.85  # than lit floor; of the border; and of that
_LEAST_FACES = 0.012
_ROOM_PX = 8  # around a region that is looked at with it
_SPECK, _GAP = np.ones((2, 2), np.uint8), np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Shade:
    """Where the empty tray's floor lies in shadow.

    colour : the usual floor's colour as a unit vector, shape (3,).
    aside : the matrix that leaves of colours what is not of this one, shape (3, 3).
    level : the length of the brightest colour that the floor may have.
    shaded : uint8 mask of the whole board, 1 where it is floor in shadow.
    blocks : int64 array of shape (N,), the flattened blocks of the board that are shaded floor.
    risen : float32 array of shape (N,), the levels from which they are brighter than they were.
    """

    colour: Floats
    aside: Floats
    level: float
    shaded: Mask
    blocks: NDArray[np.int64]
    risen: Floats


@dataclass(frozen=True, slots=True, eq=False)
class _Region:
    """A connected region: its first row and column, and the uint8 mask of its rectangle."""

    corner: tuple[int, int]
    own: Mask

    def seen_from(self, corner: tuple[int, int]) -> _Region:
        """Give it in a rectangle with this first row and column."""
        return _Region((self.corner[0] - corner[0], self.corner[1] - corner[1]), self.own)

    def window(self, room_px: int, shape: tuple[int, ...]) -> Part:
        """Give its rows and columns, with some room around, as far as a mask of a shape goes."""
        (y, x), (height, width) = self.corner, self.own.shape
        return (
            slice(max(0, y - room_px), min(shape[0], y + height + room_px)),
            slice(max(0, x - room_px), min(shape[1], x + width + room_px)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """What lies around the regions: a rectangle of the part that is looked at.

    corner : its first row and column. bare : float32 array, 1 where the floor is bare.
    levels : how bright each pixel is now, and how bright it was in the empty tray.
    """

    corner: tuple[int, int]
    bare: Floats
    levels: tuple[Floats, Floats]

    def placed(self, region: _Region) -> tuple[Part, Floats]:
        """Give the rows and columns around a region in this rectangle, and the region in them."""
        here = region.seen_from(self.corner)
        rows, columns = here.window(_ROOM_PX, self.bare.shape)
        own = np.zeros((rows.stop - rows.start, columns.stop - columns.start), np.float32)
        own[here.seen_from((rows.start, columns.start)).window(0, own.shape)] = region.own
        return (rows, columns), own


def relit_floor(
    seen_bgr: Picture, strange: Floats, blocks_bgr: Picture, gain: Floats, whole: Board, part: Part
) -> Mask | None:
    """Give which pixels of a part of the board are floor that left the shadow: 1, else 0.

    None where there is none. seen_bgr, strange : that part of the picture (see `vision.sight`).
    blocks_bgr : the whole picture in blocks. gain : its exposure over the empty tray's.
    """
    shade = _shade(whole)
    even = np.asarray(1.0 / np.maximum(gain, np.float32(0.05)), np.float32)
    if shade is None or not _is_lit_anywhere(blocks_bgr, even, shade):
        return None
    candidates = _opened((strange > _STRANGE).view(np.uint8) & shade.shaded[part])
    if not candidates.any():
        return None
    now = np.asarray(cv2.blur(seen_bgr, _FINE), np.uint8)
    regions = _large_regions(_of_floor_colour(now, candidates, even, shade))
    if not regions:
        return None
    window = _around(regions, strange.shape)
    bright = _along(now[window], even * shade.colour)
    before = np.asarray(cv2.blur(whole.empty_bgr[part][window], _FINE), np.uint8)
    bare = (whole.floor[part][window] > 0) & (strange[window] <= _STRANGE)
    levels = bright, _along(before, shade.colour)
    around = _Around((window[0].start, window[1].start), bare.astype(np.float32), levels)
    lit = _without_steps(regions, around)
    if not lit.any():
        return None
    whole_part = np.zeros(strange.shape, np.uint8)
    whole_part[window] = cv2.morphologyEx(lit, cv2.MORPH_CLOSE, _GAP)
    return whole_part


def _opened(mask: Mask) -> Mask:
    """Give the pixels of a mask that are no specks."""
    return np.asarray(cv2.dilate(cv2.erode(mask, _SPECK), _SPECK, anchor=(0, 0)), np.uint8)


def _of_floor_colour(now: Picture, mask: Mask, even: Floats, shade: _Shade) -> Mask:
    """Give which pixels of a mask are of the floor's colour, without specks; changes the mask."""
    flat = np.flatnonzero(mask.view(np.bool_))
    colours = now.reshape(-1, 3).take(flat, axis=0).astype(np.float32)
    bright = colours @ (even * shade.colour)
    off = colours @ (even[:, None] * shade.aside)
    most = np.maximum(_OFF_LEVELS, _OFF_PART * bright)
    alike = np.einsum("ij,ij->i", off, off) < most * most
    mask.reshape(-1)[flat] = alike & (bright < shade.level)
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, _SPECK), np.uint8)


def _along(bgr: Picture, weights: Floats) -> Floats:
    """Give the weighted sum of the channels."""
    return np.asarray(cv2.transform(bgr.astype(np.float32), weights[None]), np.float32)


def _is_lit_anywhere(blocks_bgr: Picture, even: Floats, shade: _Shade) -> bool:
    now = blocks_bgr.reshape(-1, 3).take(shade.blocks, axis=0).astype(np.float32)
    bright = now @ (even * shade.colour)
    risen = bright > shade.risen
    if int(np.count_nonzero(risen)) < _LEAST_BLOCKS:
        return False
    # dice rise too, but are seldom of the floor's colour
    now, bright = now[risen], bright[risen]
    off = np.linalg.norm(now @ (even[:, None] * shade.aside), axis=1)
    floor = (off < 2 * np.maximum(_OFF_LEVELS, _OFF_PART * bright)) & (bright < shade.level)
    return int(np.count_nonzero(floor)) >= _LEAST_BLOCKS


def _large_regions(mask: Mask) -> list[_Region]:
    """Give the connected regions of a mask that are no specks."""
    x, y, width, height = cv2.boundingRect(mask)
    if not width:
        return []
    # labels of 16 bits: found three times as fast as those of 32
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask[y : y + height, x : x + width], connectivity=8, ltype=cv2.CV_16U
    )
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] > _LEAST_FACES * EDGE_PX * EDGE_PX)
    regions = []
    for k in large[large > 0]:
        left, top, wide, high = stats[k, :4].tolist()
        own = labels[top : top + high, left : left + wide] == k
        regions.append(_Region((y + top, x + left), own.view(np.uint8)))
    return regions


def _around(regions: list[_Region], shape: tuple[int, ...]) -> Part:
    """Give the rows and columns that hold the regions and what lies around them."""
    windows = [region.window(_ROOM_PX, shape) for region in regions]
    rows, columns = zip(*windows, strict=True)
    return _spanned(rows), _spanned(columns)


def _spanned(slices: tuple[slice, ...]) -> slice:
    return slice(min(one.start for one in slices), max(one.stop for one in slices))


def _without_steps(regions: list[_Region], around: _Around) -> Mask:
    """Give the regions that go on into bare floor as bright as themselves: a mask of `around`."""
    lit = np.zeros(around.bare.shape, np.uint8)
    bare = [_near(around.bare), *(_near(one * around.bare) for one in around.levels)]
    for region in regions:
        if _goes_on(region, around, bare):
            lit[region.seen_from(around.corner).window(0, lit.shape)] |= region.own
    return lit


def _goes_on(region: _Region, around: _Around, bare: list[Floats]) -> bool:
    """Tell whether much of a region's border with bare floor shows no step that was not there.

    Where a wide shadow's edge only moved a little, brightness has a slope now as it had before.
    bare : means over the felt's grain of `around.bare`, and of the levels where that is 1.
    """
    window, own = around.placed(region)
    near_own = _near(own)
    border = (own > 0) & (near_own > 0.3) & (bare[0][window] > 0.15)
    if not border.any():
        return False
    within = [near_own[border], *(_near(one[window] * own)[border] for one in around.levels)]
    without = [one[window][border] for one in bare]
    now, then = (
        np.log((within[k] / within[0] + _DARK) / (without[k] / without[0] + _DARK)) for k in (1, 2)
    )
    if float(np.mean(np.abs(now) < np.maximum(_STEP, np.abs(then)))) > _SMOOTH_PART:
        return True
    was_lit = then < -_DARKER
    if float(was_lit.mean()) < _LIT_PART:
        return False
    return float(np.mean(np.abs(now[was_lit]) < _STEP)) > _LIT_SMOOTH


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
    mask = shaded.view(np.uint8)
    blocks = np.flatnonzero(cv2.resize(mask, whole.blocks_bgr.shape[1::-1], interpolation=0))
    before = whole.blocks_bgr.reshape(-1, 3)[blocks].astype(np.float32) + _DARK
    risen = _RISEN * (before @ colour) - _DARK * colour.sum()
    aside = np.eye(3, dtype=np.float32) - np.outer(colour, colour)
    return _Shade(colour, aside, _BRIGHTER * length, mask, blocks, np.asarray(risen, np.float32))
