"""Measures how much of a flat die's silhouette shows bare floor: a leaning die uncovers some.

What merely does not stand out is something else: a side in shadow may look nearly like the floor,
and does so on many a flat die. Bare floor looks like the empty tray but for noise and for what
the dice throw on it.
May import: numpy, cv2, vision.calibration_values, vision.kept, vision.account (bodies, residue,
silhouette), vision.tray (board, geometry).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.bodies import cut, least_strange, strange_tops
from vision.account.residue import MOST_RESTLESS
from vision.account.silhouette import Frame, frames_around
from vision.calibration_values import Calibration, Camera
from vision.kept import kept
from vision.tray.board import EDGE_PX, Board
from vision.tray.geometry import SQUARE, turned

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Mask = NDArray[np.uint8]

_SHRUNK = -0.08  # edges: how exactly a silhouette is known
_NOISE_TIMES = 2.5  # of the lower quartile: nineteen in twenty pixels of floor
_FACE = 0.76  # of a top face's edges: what its pips lie on
_LEAST_LEVELS = 4.0
_LIT_TIMES = 1.5  # of the glow: floor that a leaning die uncovers lies in its corner
_TELLING_TIMES = 2.0  # levels by which a body must differ from the floor under it
_SHADES = (1.0, 0.7, 0.5)  # of a body's light: sides in shadow
# Of calibrated dice; where less stood out, sides in shadow look like floor. With 0.995 three fair
# throws of one traced table more were ok, and one of another with a die that leans by 25 degrees.
FILLED = 0.985
_LEAST_STANDING = 8.0  # grey levels by which they must have stood out for that to mean anything
_AREA_PX = 1.15 * EDGE_PX * EDGE_PX  # of a silhouette
_TOP_PX = ((1 + 2 * _SHRUNK) * EDGE_PX) ** 2  # of a shrunk one, its top face
_LEAST_SIDES_PX = 0.05 * EDGE_PX * EDGE_PX  # seen from right above, little tells much
# Of calibrated dice's part: in a drawn room of white dice on grey felt nine in ten of these show
# 0.03 or less, of 135 flat ones that were thrown 97 in a hundred 0.1. In 41 of 42 other rooms none
# shows more than 0.01; of traced and rendered sets three do (0.015, 0.028 and 0.32).
_TIMES = 4.0


def bare_level(restless: float, calibration: Calibration) -> float:
    """Give the grey levels by which bare floor may differ from the empty tray: noise and glow.

    restless : see `vision.account.residue.Residue`.
    """
    return max(_noise_level(restless), _LIT_TIMES * calibration.glow)


def _noise_level(restless: float) -> float:
    return max(_LEAST_LEVELS, floor_noise(restless))


def floor_noise(restless: float) -> float:
    """Give the grey levels by which nineteen in twenty pixels of bare floor differ, at most."""
    return _NOISE_TIMES * min(restless, MOST_RESTLESS)


def bare_parts(
    strange: Floats,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    levels: tuple[float, float],
    *,
    times: float = 1.0,
) -> tuple[float, ...]:
    """Give per die at a pose the part of its silhouette that shows bare floor.

    strange : how far each pixel of the board is from being the empty tray.
    levels : grey levels from which a pixel counts as a thing, and the restlessness of the floor.
        See `vision.account.residue.Residue`.
    times : of what bare floor differs by, up to which a pixel counts as such.
    """
    level, restless = levels
    low = min(level, times * bare_level(restless, calibration))
    shaded = _strange_in_shade(calibration)
    return _parts(strange, board, calibration, poses, (level, low), shaded)


def untouched_parts(
    strange: Floats, board: Board, calibration: Calibration, poses: Doubles, restless: float
) -> tuple[float, ...]:
    """Give the same of floor on which not even light from the dice falls, by noise alone.

    For dice near the wall, which turn a whole side to the camera if they lie flat. Where dice throw
    much light on the floor, what differs from it by no more may be such a side; but none is like
    floor on which nothing lies: of 864 flat dice near walls, in 28 drawn rooms and 11 traced or
    rendered ones of sets that stand out by 25 grey levels or more, none shows more than 0.014 of
    it; of 181 that lean there 69 in a hundred show more than 0.02. A room whose camera was placed
    wrongly is left out. So it is, too, where so much light is thrown that nothing seems missing: of
    678 flat dice in 42 installations, some of them others, none shows more than 0.014.
    """
    low = _noise_level(restless)
    return _parts(strange, board, calibration, poses, (low, low), _in_any_shade(calibration))


def parts_of_sides(
    parts: tuple[float, ...], board: Board, camera: Camera, poses: Doubles
) -> tuple[float, ...]:
    """Give per flat die at a pose the part of its sides that looks like bare floor.

    Of calibrated dice: sides of white ones, say, that lie in shadow look just like a grey floor.
    parts : of their silhouettes, see `bare_parts`.
    """
    frames = frames_around(camera, board, poses, _SHRUNK)
    return tuple(part / _sides(frame) for part, frame in zip(parts, frames, strict=True))


def _sides(frame: Frame) -> float:
    """Give the part of a silhouette, shrunk, that a die's sides are."""
    return max(float(np.count_nonzero(frame.mask)) - _TOP_PX, _LEAST_SIDES_PX) / _AREA_PX


def _parts(
    strange: Floats,
    board: Board,
    calibration: Calibration,
    poses: Doubles,
    levels: tuple[float, float],
    in_shade: Mask,
) -> tuple[float, ...]:
    """Give per die which part of its silhouette is bare floor where its body would be told.

    Less what may be sides that look like it, as those of calibrated dice did.
    levels : of which a body in light, and one in shade, must differ by more; bare floor by less
        than the latter.
    """
    lit, shaded = (cut(whole, board) for whole in (strange_tops(calibration), in_shade))
    parts = []
    frames = frames_around(calibration.camera, board, poses, _SHRUNK)
    for frame, pose in zip(frames, poses, strict=True):
        at = frame.window
        told = lit[at] > _TELLING_TIMES * levels[0]
        told &= shaded[at] > _TELLING_TIMES * levels[1]
        bare = told & (frame.mask > 0) & (strange[at] < levels[1])
        usual = _TIMES * calibration.like_floor * _sides(frame)
        parts.append(max(0.0, _beside_face(bare, frame, pose, board) - usual))
    return tuple(parts)


def _beside_face(bare: NDArray[np.bool_], frame: Frame, pose: Doubles, board: Board) -> float:
    """Give which part of a silhouette is bare beside the face that its pips lie on.

    That face was seen to be one. A red one on red felt looks like the floor between its pips.
    """
    if not bare.any():
        return 0.0
    corners = board.to_px(turned(_FACE * SQUARE, float(pose[2])) + pose[:2])
    first = frame.window[1].start, frame.window[0].start
    left = bare.astype(np.uint8)
    cv2.fillConvexPoly(left, np.rint(corners - first).astype(np.int32), 0)
    return float(np.count_nonzero(left)) / _AREA_PX


@kept
def _strange_in_shade(calibration: Calibration) -> Mask:
    """Give by how much dice would stand out from the whole board with sides in some shadow.

    Where all of the calibrated dice stood out, they did so with their sides in shadow; where they
    hardly did, none could be missing. By those of which a little was missing (0.974 stood out), or
    that hardly stood out, sides in shadow of white dice on grey and white floors were taken for
    bare floor: among 5,100 flat dice of 19 drawn rooms 79 showed too much of it, 20 without. Black
    dice on black felt in whose faces a lamp mirrors lean unseen without it.
    """
    if calibration.fills > FILLED and calibration.stands_out > _LEAST_STANDING:
        return strange_tops(calibration)
    return _in_any_shade(calibration)


@kept
def _in_any_shade(calibration: Calibration) -> Mask:
    return least_strange(calibration, _SHADES)
