"""Overlay sheets: pictures with what was read in them, cut to their dice, in one file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.bench.vision_truth import TrueFrame
from vision.overlay import draw
from vision.types import Reading

Picture = NDArray[np.uint8]

_WIDE, _HIGH, _COLUMNS = 480, 360, 3  # pixels of a tile


def tile(bgr: Picture, reading: Reading, frame: TrueFrame, lines: tuple[str, ...]) -> Picture:
    """A picture with its reading drawn in, cut to its dice, with lines of text on top."""
    drawn = draw(bgr, reading)
    centre = np.median([die.centre_px for die in frame.dice], axis=0)
    x = int(np.clip(centre[0] - _WIDE / 2, 0, max(0, drawn.shape[1] - _WIDE)))
    y = int(np.clip(centre[1] - _HIGH / 2, 0, max(0, drawn.shape[0] - _HIGH)))
    part = drawn[y : y + _HIGH, x : x + _WIDE].copy()
    part[: 18 * len(lines) + 4] //= 3
    for number, line in enumerate(lines):
        at = (6, 15 + 18 * number)
        cv2.putText(part, line, at, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
    return part


def write_sheet(tiles: list[Picture], target: Path) -> None:
    """Write tiles in rows of three; nothing if there are none."""
    if not tiles:
        return
    whole = [*tiles, *[np.zeros_like(tiles[0])] * (-len(tiles) % _COLUMNS)]
    rows = [np.hstack(whole[k : k + _COLUMNS]) for k in range(0, len(whole), _COLUMNS)]
    target.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(target), np.vstack(rows))
