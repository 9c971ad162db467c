"""Tells dice in motion by the streaks of their pips, where their bodies are not seen.

A dark body that hardly stands out from the floor looks like its shadow, and a pip that is smeared
is hardly brighter than the floor is in light. But nothing else is so narrow, as bright as lit
floor or more, and has deep shade on both sides: light falls through gaps between shadows, and is
no brighter there than elsewhere. Streaks of dark pips on a bright body are narrow and darker than
what lies beside them; so are thin ends of shadows, and such streaks tell no more than that a die
may be there.
May import: numpy, cv2, vision.calibration_values, vision.account.silhouette, vision.faces (find,
painted), vision.judgement.cues, vision.tray.board.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.account.silhouette import covered, frames_around
from vision.calibration_values import Calibration
from vision.faces.find import Found
from vision.faces.painted import is_dark_on_light
from vision.judgement.cues import HIDDEN_LEVELS
from vision.tray.board import EDGE_PX, Board

Mask = NDArray[np.uint8]

_LIT = 1.03  # of the floor's light, that a streak has at least
_STEP = 0.4  # of the floor's light, that it has more than what lies beside it
_WIDTH = 0.37  # edges: wider than a pip
_TELLING_LEVELS = 25.0  # of a floor: on darker ones noise makes such ratios
_STEP_DOWN = 0.08  # of the floor's light, that the streak of a dark pip has less than that
_AROUND, _AROUND_DARK = 0.1, 0.2  # edges around a die: its sides' pips; gaps at its shadow
_LEAST_FACES, _MOST_FACES = 0.015, 0.25  # area of streaks that lie together; and of one of them
_FINE = (3, 3)  # pixels over which noise evens out
_RIM = np.ones((5, 5), np.uint8)
_PIP = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(_WIDTH * EDGE_PX),) * 2)
_TOGETHER = np.ones((EDGE_PX // 2 + 1,) * 2, np.uint8)


def faint_streaks(
    found: Found, board: Board, calibration: Calibration
) -> tuple[tuple[float, float], ...]:
    """Give where on the board, in pixels, streaks of pips lie, one place for each die.

    Notes
    -----
    In five drawn rooms whose dice hardly stand out, looked at, they cover 0.05 to 0.47 faces in 15
    of 23 throws in which moving dice were not found, and none in 28 of fewer dice at rest.
    """
    streaks = _apart_from_dice(_narrow_light(found, board), _AROUND, found, board, calibration)
    if not streaks.any():
        return ()
    of, large = _large_groups(streaks)
    return tuple(_middle(of == k) for k in large)


def shows_dark_streaks(found: Found, board: Board, calibration: Calibration) -> bool:
    """Tell whether something may be streaks of dark pips, where dice hardly stand out.

    Notes
    -----
    In 59 drawn rooms of white dice on a white floor, looked at, they are seen in 221 of 223 throws
    in which moving dice were not found, and in 54 of 194 of fewer dice at rest.
    """
    if calibration.stands_out >= HIDDEN_LEVELS or not is_dark_on_light(calibration.dice.plain):
        return False
    shade = _narrow_shade(found, board)
    return bool(_large_groups(_apart_from_dice(shade, _AROUND_DARK, found, board, calibration))[1])


def _apart_from_dice(
    narrow: Mask, around: float, found: Found, board: Board, calibration: Calibration
) -> Mask:
    """Give what is no larger than pips and lies on bare floor, so many edges from all dice."""
    near = frames_around(calibration.camera, board, found.faces.poses[list(found.taken)], around)
    bare = np.asarray(cv2.erode(board.floor, _RIM), np.uint8) & (1 - covered(near, board))
    return _no_larger_than_pips(narrow & bare)


def _large_groups(streaks: Mask) -> tuple[NDArray[np.int32], list[int]]:
    """Give of which group each pixel of some streaks is, and the groups that may be of dice."""
    _, labels = cv2.connectedComponents(cv2.dilate(streaks, _TOGETHER), connectivity=8)
    of = np.where(streaks > 0, labels, 0)
    large = np.flatnonzero(np.bincount(of.ravel())[1:] > _LEAST_FACES * EDGE_PX**2) + 1
    return of, large.tolist()


def _narrow_light(found: Found, board: Board) -> Mask:
    """Give where the floor is as bright as in light, and far darker on both sides: 1, else 0."""
    light, telling = _light_on(found, board)
    beside = cv2.morphologyEx(light, cv2.MORPH_OPEN, _PIP)
    return np.asarray((light > _LIT) & (light - beside > _STEP) & telling, np.uint8)


def _narrow_shade(found: Found, board: Board) -> Mask:
    """Give where the floor is darker than on both sides: 1, else 0."""
    light, telling = _light_on(found, board)
    beside = cv2.morphologyEx(light, cv2.MORPH_CLOSE, _PIP)
    return np.asarray((beside - light > _STEP_DOWN) & telling, np.uint8)


def _light_on(found: Found, board: Board) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Give how bright the board is over the empty tray, and where that tells anything."""
    before, now = (
        cv2.extractChannel(one, 1).astype(np.float32) for one in (board.empty_bgr, found.board_bgr)
    )
    before *= found.gain[1]
    light = np.asarray(cv2.blur(now / np.maximum(before, 1.0), _FINE), np.float32)
    return light, before > _TELLING_LEVELS


def _no_larger_than_pips(streaks: Mask) -> Mask:
    """Give a mask without regions that are larger than the streak of a pip."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(streaks, connectivity=8)
    small = stats[:, cv2.CC_STAT_AREA] < _MOST_FACES * EDGE_PX**2
    small[0] = False
    return np.asarray(small[labels], np.uint8)


def _middle(mask: NDArray[np.bool_]) -> tuple[float, float]:
    y, x = np.nonzero(mask)
    return float(x.mean()), float(y.mean())


__all__ = ["faint_streaks", "shows_dark_streaks"]
