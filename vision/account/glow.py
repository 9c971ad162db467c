"""Tells the glow that a red side throws on the floor from things that lie there.

Light that fell on a red side before it falls on the floor is red: the floor next to such a side
is floor, in some shadow, plus a little floor lit in red. That is faint, has the colour of that
sum exactly, and lies right beside a side that is seen to be red. The same of dice of any one bright
hue on a floor of which they hardly stand out: around these all that is faint is such a sum.
May import: numpy, cv2, vision.calibration_values, vision.account.silhouette, vision.tray (board,
geometry).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import Frame, covered, frames_around
from vision.calibration_values import Calibration, Colour, DiceSet
from vision.tray.board import EDGE_PX, Board
from vision.tray.geometry import SQUARE, turned

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]
Window = tuple[slice, slice]

_LEAST_REDNESS = 0.25  # of a body's colour: sets with red bodies only throw such a glow
# Shares of the floor's light: least of all hues, and most of the side's; a red side reflects half
# at most. Dice of one hue throw it on each other, too, in shadow as deep as `umbra` knows it.
_OF_RED, _OF_OWN = (0.12, 0.4), (0.08, 0.5)
_BRIGHTEST = 1.3
_OFF, _OFF_LEVELS = 0.1, 5.0  # of the floor's light, or grey levels, that may be left unexplained
_FAINT = 2.0  # levels above which it is no glow
_REACH_EDGES = 0.4
_LEAST_HUE = 0.15  # of its brightest channel, by which a body's others are darker: of one hue
_RED_SIDE = 0.5  # of the way from the plain body's colour to the red one's
_LEAST_SIDE_PX = 6
_REACH_PX = round(_REACH_EDGES * EDGE_PX)
_NEAR = np.ones((2 * _REACH_PX + 1,) * 2, np.uint8)


def glow_on(
    rest: Mask,
    seen_bgr: NDArray[np.uint8],
    strange: Floats,
    level: float,
    gain: Floats,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
) -> Mask:
    """Give which of the pixels in `rest` are the glow of a die's side: uint8, 0 or 1.

    strange, level : how far pixels are from the bare floor, and from where on that counts.
    gain : exposure of the picture over that of the empty tray, from `exposure_gain`.
    """
    red = _red_light(calibration.dice)
    light = _own_light(calibration, level) if red is None else red
    if light is None or not rest.any():
        return np.zeros_like(rest)
    faint = rest & (strange < _FAINT * level).view(np.uint8)
    x, y, width, height = cv2.boundingRect(faint)
    if not width:
        return faint
    around = (
        slice(max(0, y - _REACH_PX), y + height + _REACH_PX),
        slice(max(0, x - _REACH_PX), x + width + _REACH_PX),
    )
    even = np.maximum(gain, np.float32(0.05))
    if red is None:
        sides = covered(frames_around(calibration.camera, board, poses, 0.0), board)
    else:
        stands_out = (strange > level).view(np.uint8)
        sides = _red_sides(seen_bgr, even, stands_out, board, calibration, poses, around)
    near = np.asarray(cv2.dilate(sides[around], _NEAR), dtype=np.uint8)
    ys, xs = np.nonzero(faint[around] & near)
    before, now = (_blurred(bgr, around)[ys, xs] for bgr in (board.empty_bgr, seen_bgr))
    floor = before.astype(np.float32) + 2.0
    glow = np.zeros(rest.shape, np.uint8)
    seen, limits = np.asarray(now / even, np.float32), _OF_OWN if red is None else _OF_RED
    glow[around][ys, xs] = _is_sum(seen, floor, light, limits)
    return glow


def _blurred(bgr: NDArray[np.uint8], window: Window) -> NDArray[np.uint8]:
    """Give a window of a picture, each pixel blurred with those around it."""
    (top, bottom), (left, right) = ((side.start, side.stop) for side in window)
    low, first = max(0, top - 1), max(0, left - 1)
    even = cv2.blur(bgr[low : bottom + 1, first : right + 1], (3, 3))
    inner = even[top - low : bottom - low, left - first : right - first]
    return np.asarray(inner, dtype=np.uint8)


def _meet(a: Window, b: Window) -> bool:
    return all(p.start < q.stop and q.start < p.stop for p, q in zip(a, b, strict=True))


def _red_light(dice: DiceSet) -> Doubles | None:
    """Give what a red side makes of white light (B, G, R; 1 at most), if it makes it red."""
    if dice.red is None:
        return None
    light = np.array(dice.red.body_bgr) / np.maximum(dice.plain.body_bgr, 8.0)
    light /= light.max()
    return light if light[2] - light[:2].max() > _LEAST_REDNESS else None


def _own_light(calibration: Calibration, level: float) -> Doubles | None:
    """Give what sides of the plain body's hue make of white light, if they make it of one hue.

    Only of dice that hardly stand out from the tray: their sides in shadow look much like such a
    glow, so that neither is proof of leaning, and their pips must show that they lie flat. Without
    it, four of eight fair throws of red dice on red felt (traced; the floor beside dice in the
    shadow of others keeps 0.3 of its blue and green, and 0.7 of its red) were said to lean; of two
    more such sets 4 of 16, between whose dice 0.1 of blue and green is left, and 0.2 of red; and of
    another 3 of 8, where two grey levels of blue come of the lens (a tenth of the felt's is less).
    Wooden dice, whose second channel is darker by a sixth to a fifth, light wood up so, too: of 24
    fair throws of three such sets (traced) it is 12 without that and 16 with it that are ok.
    """
    light = np.array(calibration.dice.plain.body_bgr)
    _, second, most = np.sort(light).tolist()
    hidden = calibration.stands_out < level
    return light / most if hidden and most - second > _LEAST_HUE * most else None


def _is_sum(
    seen: Floats, floor: Floats, light: Doubles, limits: tuple[float, float]
) -> NDArray[np.bool_]:
    """Tell where what is seen (N, 3) is the floor in some white light and some of a side's.

    floor : as it is in full light. limits : least of the former, and most of the latter.
    """
    share, (least, most) = seen / floor, limits
    allowed = np.maximum(_OFF, _OFF_LEVELS / floor)
    white, tint = _parts(np.asarray(share, np.float64), light, 1.0 / (allowed * allowed))
    off = (np.abs(share - white[:, None] - tint[:, None] * light) / allowed).max(1)
    return np.asarray((off < 1) & (white > least) & (tint < most) & (white + tint < _BRIGHTEST))


def _parts(share: Doubles, light: Doubles, weights: Doubles) -> tuple[Doubles, Doubles]:
    """Give how much white light and how much of a side's explain shares (N, 3) best.

    Each channel counts by how exactly it is known: a level of noise is a tenth of what a red felt
    shows in blue, which is not the opposite of red light. No light is less than none.
    """
    ww, wl, ll = weights.sum(1), weights @ light, weights @ (light * light)
    ws, ls = (weights * share).sum(1), (weights * share) @ light
    tint = np.maximum((ww * ls - wl * ws) / np.maximum(ww * ll - wl * wl, 1e-9), 0.0)
    return np.asarray((ws - tint * wl) / ww), np.asarray(tint)


def _red_sides(
    seen_bgr: NDArray[np.uint8],
    even: Floats,
    stands_out: Mask,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    around: Window,
) -> Mask:
    """Give where the sides of flat dice that reach into a window are seen to be red."""
    dice = calibration.dice
    plain = _tint(dice.plain.body_bgr)
    red = plain if dice.red is None else _tint(dice.red.body_bgr)
    way = (red - plain) / float((red - plain) @ (red - plain))
    sides = np.zeros(board.floor.shape, np.uint8)
    frames = frames_around(calibration.camera, board, poses, 0.0)
    for frame, pose in zip(frames, poses, strict=True):
        if not _meet(frame.window, around):
            continue
        side = frame.mask & (1 - _top(frame, board, pose)) & stands_out[frame.window]
        ys, xs = np.nonzero(side)
        colours = _blurred(seen_bgr, frame.window)[ys, xs] / even
        redness = (colours / (colours.sum(1, keepdims=True) + 1.0) - plain) @ way
        found = redness > _RED_SIDE
        if np.count_nonzero(found) >= _LEAST_SIDE_PX:
            sides[frame.window][ys[found], xs[found]] = 1
    return sides


def _tint(bgr: Colour) -> Doubles:
    return np.array(bgr) / (sum(bgr) + 1.0)


def _top(frame: Frame, board: Board, pose: Doubles) -> Mask:
    """Give the top face, shrunk a little, as a mask of a frame's window."""
    rows, columns = frame.window
    mask = np.zeros(frame.mask.shape, np.uint8)
    corners = board.to_px(turned(SQUARE * 0.96, float(pose[2])) + pose[:2])
    cv2.fillConvexPoly(mask, np.round(corners - [columns.start, rows.start]).astype(np.int32), 1)
    return mask
