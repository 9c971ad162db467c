"""Measures what shows beyond the sides of dice that flat ones turn away from the camera.

Beyond these sides of a flat die's top there is floor, lit or in shadow, or the wall. A die whose
top leans towards the camera shows its far side there: its body, also before the wall, where little
else tells; and its pips, if they are bright ones on a body of the floor's own colour.

Of 2,400 flat dice in 37 path-traced and rendered installations, 2026-11-21, none shows more than
0.012 faces there; of those that lean on the wall by 20 degrees or more half show 0.03 to 0.13.
What is of the floor's own colour shows no body there, but dark pips, too: spots with lighter places
on both sides along the die's own, as no shadow of a die has.
May import: numpy, cv2, vision.calibration_values, vision.account.silhouette, vision.faces.pips,
vision.tray.board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import Frame, frames_around
from vision.calibration_values import Calibration
from vision.faces.pips import looks_of
from vision.tray.board import EDGE_PX, Board

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

_FROM, _TO, _HALF = 0.56, 0.9, 0.45  # edges: a strip along a side, away from its corners
_STEPS = 9, 22  # across and along it
_AWAY = 0.6  # cosine of the angle between a side's normal and the way from the camera
_BESIDE = 0.1  # edges around other dice, which may show there
# Grey levels that are no shadow, and of dice that stand out by less, whose pips only show there;
# and over those of a thing. Deep shadow on bright red felt leaves its hue by 30.
_LEVELS, _OF_PIPS, _TIMES = 25.0, 45.0, 2.0
_DARK_PIP = 0.6  # of its body's brightness: a darker pip makes a dark spot
_CLOSE_BESIDE = 0.04  # edges around other dice, whose own sides may show pips
_LIGHT = 60.0  # grey levels of floors on which pips are dark
_BLACK = 4.0  # grey levels that noise makes of black
_DARKER, _SPOT_STEPS = 0.3, 9  # part of the light that spots take, and steps along that hold one
_PLACES = (  # of a strip's points: across it, and along it
    np.repeat(_FROM + (np.arange(_STEPS[0]) + 0.5) * (_TO - _FROM) / _STEPS[0], _STEPS[1]),
    np.tile((np.arange(_STEPS[1]) + 0.5) * 2 * _HALF / _STEPS[1] - _HALF, _STEPS[0]),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Strips:
    """Points of strips beyond dice's sides.

    die : whose, shape (S,). x, y : pixels of the board, shape (S, N).
    inside : which of them the board has, shape (S, N).
    """

    die: NDArray[np.int64]
    x: NDArray[np.int64]
    y: NDArray[np.int64]
    inside: NDArray[np.bool_]

    @property
    def seen(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows and columns of the points that the board has."""
        return self.y[self.inside], self.x[self.inside]


def parts_beyond(
    strange: Floats, board: Board, calibration: Calibration, poses: Doubles, level: float
) -> tuple[float, ...]:
    """Give per die at a pose how much shows beyond its far sides that is no floor, in faces.

    strange, level : see `standing` and `level` of `vision.account.residue.Residue`.
    """
    if not len(poses):
        return ()
    strips = _far_strips(poses, board)
    shows = strips.inside.copy()
    least = _LEVELS if calibration.stands_out > _LEVELS else _OF_PIPS
    shows[shows] = strange[strips.seen] > max(least, _TIMES * level)
    if shows.any():  # seldom, so that dice are drawn only then
        frames = frames_around(calibration.camera, board, poses, _BESIDE)
        _leave_out_others(shows, frames, strips, strange.shape)
    return _faces(shows, strips, len(poses))


def dark_spots_beyond(
    seen_bgr: NDArray[np.uint8], board: Board, calibration: Calibration, poses: Doubles
) -> tuple[float, ...]:
    """Give per die at a pose how much of what shows beyond its far sides are dark spots, in faces.

    For sets of the floor's own colour; 0 where pips are not darker than bodies. Dice that stand out
    tell more by their silhouettes, and throw spots of light and shade that others' sides give back.
    seen_bgr : the picture on the board.
    """
    pips = [np.sum(look.pip_bgr) / np.sum(look.body_bgr) for look in looks_of(calibration.dice)]
    if not len(poses) or min(pips) > _DARK_PIP:
        return (0.0,) * len(poses)
    strips = _far_strips(poses, board)
    free = strips.inside.copy()
    free[free] = _lit_floor(board)[strips.seen]
    frames = frames_around(calibration.camera, board, poses, _CLOSE_BESIDE)
    _leave_out_others(free, frames, strips, seen_bgr.shape[:2])
    share = _share_of_light(free, strips, seen_bgr, board)
    return _faces(free & _between_lighter(share), strips, len(poses))


def _lit_floor(board: Board) -> NDArray[np.bool_]:
    """Tell where floor is seen that is light enough to show dark spots."""
    return np.asarray((board.floor > 0) & (board.empty_bgr[..., 1] > _LIGHT), dtype=np.bool_)


def _share_of_light(
    free: NDArray[np.bool_], strips: _Strips, seen_bgr: NDArray[np.uint8], board: Board
) -> Floats:
    """Give the part of the empty tray's light that is left at the free points, else 0: (S, N)."""
    share = np.zeros(free.shape, np.float32)
    y, x = strips.y[free], strips.x[free]
    now, before = (one[y, x, 1].astype(np.float32) for one in (seen_bgr, board.empty_bgr))
    share[free] = (now + _BLACK) / (before + _BLACK)
    return share


def _between_lighter(share: Floats) -> NDArray[np.bool_]:
    """Tell which points of strips are darker than some near them on both sides: of shape (S, N)."""
    rows = share.reshape(-1, _STEPS[1])
    padded = cv2.copyMakeBorder(rows, 0, 0, _SPOT_STEPS, _SPOT_STEPS, cv2.BORDER_CONSTANT, value=0)
    closed = cv2.morphologyEx(padded, cv2.MORPH_CLOSE, np.ones((1, _SPOT_STEPS), np.uint8))
    lighter = closed[:, _SPOT_STEPS:-_SPOT_STEPS]
    return np.asarray(rows < (1 - _DARKER) * lighter, dtype=np.bool_).reshape(share.shape)


def _leave_out_others(
    shows: NDArray[np.bool_], frames: list[Frame], strips: _Strips, shape: tuple[int, ...]
) -> None:
    """Count nothing of strips that shows on another die than the strip's own."""
    dice = np.zeros(shape, np.uint8)
    for frame in frames:
        dice[frame.window] += frame.mask
    for strip in np.flatnonzero(shows.any(1)).tolist():
        own, some = frames[strips.die[strip]], shows[strip]
        dice[own.window] -= own.mask
        shows[strip, some] = dice[strips.y[strip, some], strips.x[strip, some]] == 0
        dice[own.window] += own.mask


def _faces(shows: NDArray[np.bool_], strips: _Strips, count: int) -> tuple[float, ...]:
    """Give how many faces large what shows of the strips is, for each of so many dice."""
    points = np.bincount(strips.die, shows.sum(1), count)
    return tuple((points * ((_TO - _FROM) * 2 * _HALF / shows.shape[1])).tolist())


def _far_strips(poses: Doubles, board: Board) -> _Strips:
    """Give the strips beyond dice's sides that face away from the camera."""
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    u, v = poses[:, 0], poses[:, 1]
    normals = np.array([[c, -s, -c, s], [s, c, -s, -c]])
    far = (normals[0] * u + normals[1] * v) / np.maximum(np.hypot(u, v), 1e-6)
    die, side = np.nonzero(far.T > _AWAY)
    nx, ny = EDGE_PX * normals[:, side, die][:, :, None]
    (x0, y0), (across, along) = board.to_px(poses[die, :2]).T[:, :, None], _PLACES
    x = np.rint(x0 + nx * across - ny * along).astype(np.int64)
    y = np.rint(y0 + ny * across + nx * along).astype(np.int64)
    height, width = board.floor.shape
    return _Strips(die, x, y, (x >= 0) & (y >= 0) & (x < width) & (y < height))
