"""Tells from frame to frame whether the tray lies still, as a pure step function.

Watching is cheap: frames are shrunk to 160 x 120 grey pixels and compared with the frame before
and with the last picture that lay still. May import: numpy, cv2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

SMALL_SIZE = (160, 120)
QUIET_FRAMES = 3  # still frames before the tray counts as settled
_CHANGE = 11.0  # grey levels; measured: noise and JPEG stay below 6 after shrinking
_MOVING_PIXELS = 2  # a pip of a rocking die covers at least that many
_LIGHT_STEP = 0.04  # relative change of the whole picture's brightness from frame to frame
_LIGHT_AREA = 0.35  # part of the picture that only a lamp changes all at once
_HAND_AREA = 0.012  # part of the picture that a hand covers at least; a die covers 0.003
_HAND_PATIENCE_S = 4.0  # what lies still that long is no hand


class Phase(Enum):
    """What the tray is doing."""

    MOVING = "moving"
    HAND = "hand"
    LIGHT = "light"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, eq=False)
class Settler:
    """What one frame hands on to the next.

    phase : what the last frame showed; MOVING before the first.
    quiet_frames : how many frames in a row changed nothing.
    quiet_since_s : time of the first of them.
    last : the frame before, uint8 array of shape (120, 160), or None.
    still : the last frame that was SETTLED, or None.
    """

    phase: Phase = Phase.MOVING
    quiet_frames: int = 0
    quiet_since_s: float = 0.0
    last: NDArray[np.uint8] | None = None
    still: NDArray[np.uint8] | None = None


def shrink(bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Give the small grey frame that `step` takes: uint8 array of shape (120, 160)."""
    stride = max(1, bgr.shape[1] // (SMALL_SIZE[0] * 4))
    size = (-(-bgr.shape[1] // stride), -(-bgr.shape[0] // stride))
    # the same pixels as bgr[::stride, ::stride], five times as fast
    coarse = cv2.resize(bgr, size, interpolation=cv2.INTER_NEAREST)
    gray = coarse if coarse.ndim == 2 else cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(gray, SMALL_SIZE, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def step(
    state: Settler,
    gray_small: NDArray[np.uint8],
    time_s: float,
    *,
    quiet_frames: int = QUIET_FRAMES,
) -> tuple[Settler, Phase]:
    """Give the next state and what the tray is doing.

    Parameters
    ----------
    state : what the frame before handed on; `Settler()` at the beginning.
    gray_small : uint8 array of shape (120, 160), from `shrink`.
    time_s : when the frame was taken, on any clock that does not jump.
    quiet_frames : still frames before the tray counts as settled.

    Notes
    -----
    A hand is a large change that reaches the border of the picture; if it lies still for four
    seconds it counts as furniture. A slow drift of the exposure is no movement.
    """
    if state.last is None:
        return Settler(Phase.MOVING, 0, time_s, gray_small, None), Phase.MOVING
    change = _changed(gray_small, state.last)
    if _is_light(gray_small, state.last, change):
        return Settler(Phase.LIGHT, 0, time_s, gray_small, None), Phase.LIGHT
    moving = int(np.count_nonzero(change)) >= _MOVING_PIXELS
    quiet = 0 if moving else state.quiet_frames + 1
    since_s = time_s if quiet <= 1 else state.quiet_since_s
    hand = _sees_hand(gray_small, state) and time_s - since_s < _HAND_PATIENCE_S
    phase = _phase(state.phase, hand=hand, moving=moving, settled=quiet >= quiet_frames)
    still = gray_small if phase is Phase.SETTLED else state.still
    return Settler(phase, quiet, since_s, gray_small, still), phase


def _phase(before: Phase, *, hand: bool, moving: bool, settled: bool) -> Phase:
    if hand:
        return Phase.HAND
    if moving:
        return Phase.MOVING
    if settled:
        return Phase.SETTLED
    return Phase.MOVING if before in (Phase.SETTLED, Phase.HAND) else before


def _changed(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Give where the picture changed beyond a common change of brightness."""
    gain = _gain(now, before)
    change = np.abs(now.astype(np.float32) - before.astype(np.float32) * gain)
    return np.asarray(change > _CHANGE * max(1.0, gain), dtype=np.bool_)


def _gain(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> float:
    """Give the brightness of one frame relative to the other, robust against what moves."""
    ratio = (now[::3, ::3].astype(np.float32) + 2.0) / (before[::3, ::3].astype(np.float32) + 2.0)
    return float(np.median(ratio))


def _is_light(now: NDArray[np.uint8], before: NDArray[np.uint8], change: NDArray[np.bool_]) -> bool:
    return abs(_gain(now, before) - 1.0) > _LIGHT_STEP or float(change.mean()) > _LIGHT_AREA


def _sees_hand(now: NDArray[np.uint8], state: Settler) -> bool:
    """Tell whether something large reaches in from the border since the last still picture."""
    reference = state.still
    if reference is None:
        return False
    close = np.ones((3, 3), np.uint8)
    change = cv2.morphologyEx(_changed(now, reference).astype(np.uint8), cv2.MORPH_CLOSE, close)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(change, connectivity=8)
    border = np.unique(
        np.concatenate([labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(),
                        labels[:, -2:].ravel()])
    )  # fmt: skip
    areas = stats[:, cv2.CC_STAT_AREA]
    return any(int(areas[i]) > _HAND_AREA * now.size for i in border if 0 < i < count)
