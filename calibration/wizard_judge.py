"""Judges the live picture of the guided set-up: is it good, and if not, what is to be mended.

Pure. May import: numpy, cv2, vision, calibration.locate and wizard_faces.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate import Spot
from calibration.wizard_faces import centre_of, die_spots, size_px, touching
from vision.settle import Phase
from vision.types import Point

Picture = NDArray[np.uint8]

_STILL_WORDS = {
    Phase.HAND: "A hand is in the picture: take it out of sight.",
    Phase.MOVING: "Something moves: wait until everything lies still.",
    Phase.LIGHT: "The light changes: wait a moment.",
}
DARK = "The picture is too dark: add light."
BRIGHT = "The picture is overexposed: dim the lamp or move it away."
MIRROR = "The lamp mirrors {side}: move it or shade it."
SMALL = "The dice are small in the picture ({size} pixels): lower the camera."
BLURRED = "The dice are not sharp: focus the camera on the tray, and fix it well."
NONE = "No dice are seen: throw them all into the tray."
TOUCH = "Dice touch or lie very near to each other {side}: move them apart."
COUNT = "I see {seen} dice, and there were {known}: is one outside or hidden? Do two touch?"
SEEN = "I see {seen}."

_DARK_LEVEL = 60.0  # 98 of 100 pixels are darker; a lit tray has something lighter
_DARK_DICE_LEVEL = 75.0  # the same on and around the dice
_WHITE = 250
_BRIGHT_PART = 0.2  # of the picture that is white
_MIRROR_PART = 0.002  # of the picture; a reflection of a lamp on felt is larger
_DIE_MIRROR_PART = 0.04  # of a die's box; highlights on pips and edges are smaller
_LEAST_EDGE_PX = 22.0  # below, pips are not told from dirt (calibration.remarks says the same)
_LEAST_STEEPNESS = 0.1  # of the contrast, from pixel to pixel, for a die of 42 px


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a picture can be taken, and sentences about it, the most important first."""

    ready: bool
    advice: tuple[str, ...] = ()


def judge_still(phase: Phase) -> Judgement | None:
    """What moves; None when everything lies still."""
    return Judgement(False, (_STILL_WORDS[phase],)) if phase in _STILL_WORDS else None


def judge_empty(bgr: Picture) -> Judgement:
    """The empty tray: light and reflections."""
    gray = cv2.cvtColor(bgr[::2, ::2], cv2.COLOR_BGR2GRAY)
    white = gray >= _WHITE
    part = float(white.mean())
    if part > _BRIGHT_PART:
        return Judgement(True, (BRIGHT,))
    if float(np.percentile(gray, 98)) < _DARK_LEVEL:
        return Judgement(True, (DARK,))
    spot = _largest(white)
    if spot is not None and spot[1] > _MIRROR_PART * gray.size:
        return Judgement(True, (MIRROR.format(side=_side(spot[0], gray.shape)),))
    return Judgement(True)


def judge_dice(bgr: Picture, empty_bgr: Picture, known: int | None) -> Judgement:
    """A throw: the number of dice, their distance from each other, size, light, sharpness.

    known : how many dice the set has; None before the first throw was confirmed.
    """
    found = die_spots(bgr, empty_bgr)
    if not found:
        return Judgement(False, (NONE,))
    joined = touching(found)
    if joined and len(found) != known:
        return Judgement(False, (TOUCH.format(side=_side(_middle(joined), bgr.shape)),))
    if known is not None and len(found) != known:
        return Judgement(False, (COUNT.format(seen=len(found), known=known),))
    advice = _quality(bgr, found)
    if known is None:
        seen = "one die" if len(found) == 1 else f"{len(found)} dice"
        advice = (*advice, SEEN.format(seen=seen))
    return Judgement(True, advice)


def _quality(bgr: Picture, found: tuple[Spot, ...]) -> tuple[str, ...]:
    """What is not good about the dice in a picture that can be taken."""
    boxes = [
        np.asarray(
            cv2.cvtColor(bgr[s.y : s.y + s.height, s.x : s.x + s.width], cv2.COLOR_BGR2GRAY),
            np.uint8,
        )
        for s in found
    ]
    edge = size_px(found)
    advice = []
    if edge < _LEAST_EDGE_PX:
        advice.append(SMALL.format(size=round(edge)))
    if float(np.median([np.percentile(box, 98) for box in boxes])) < _DARK_DICE_LEVEL:
        advice.append(DARK)
    advice += _light_on_dice(boxes, found, bgr.shape)
    if float(np.median([_steepness(box) for box in boxes])) < _LEAST_STEEPNESS * 42 / max(edge, 42):
        advice.append(BLURRED)
    return tuple(advice)


def _light_on_dice(
    boxes: list[NDArray[np.uint8]], found: tuple[Spot, ...], shape: tuple[int, ...]
) -> tuple[str, ...]:
    parts = np.array([float((box >= _WHITE).mean()) for box in boxes])
    if float(np.median(parts)) > _DIE_MIRROR_PART:  # all of them: white dice, or too much light
        return (BRIGHT,) if float(np.median(parts)) > 5 * _DIE_MIRROR_PART else ()
    mirrors = tuple(s for s, part in zip(found, parts, strict=True) if part > _DIE_MIRROR_PART)
    return (MIRROR.format(side=_side(_middle(mirrors), shape)),) if mirrors else ()


def _steepness(gray: NDArray[np.uint8]) -> float:
    """The steepest change from pixel to pixel over the contrast of the whole box."""
    smooth = cv2.GaussianBlur(gray, (3, 3), 0).astype(np.float32)
    steps = np.hypot(np.diff(smooth, axis=0)[:, :-1], np.diff(smooth, axis=1)[:-1])
    contrast = float(np.percentile(smooth, 95) - np.percentile(smooth, 5))
    return float(np.percentile(steps, 98)) / max(contrast, 1.0)


def _largest(mask: NDArray[np.bool_]) -> tuple[Point, int] | None:
    """The middle and the area of the largest spot of a mask."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    if count < 2:
        return None
    k = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return (float(middles[k][0]), float(middles[k][1])), int(stats[k, cv2.CC_STAT_AREA])


def _middle(found: tuple[Spot, ...]) -> Point:
    centres = np.array([centre_of(spot) for spot in found])
    return float(centres[:, 0].mean()), float(centres[:, 1].mean())


def _side(at: Point, shape: tuple[int, ...]) -> str:
    """Where in the picture, in a person's words.

    >>> _side((10.0, 50.0), (100, 100)), _side((50.0, 45.0), (100, 100))
    ('on the left side', 'in the middle')
    """
    across, down = at[0] / shape[1] - 0.5, at[1] / shape[0] - 0.5
    if max(abs(across), abs(down)) < 0.12:
        return "in the middle"
    if abs(across) >= abs(down):
        return "on the left side" if across < 0 else "on the right side"
    return "on the upper side" if down < 0 else "on the lower side"
