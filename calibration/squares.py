"""Finds the bright squares of `vision.veils.squares` in cutouts of calibration pictures.

May import: numpy, locate, vision.veils.squares.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from calibration.locate import Cutout
from vision.veils.squares import Square, bright_square


def square_in(cut: Cutout, pitch_px: float) -> Square | None:
    """Give the square that a face of about that distance of pips fills, or None if none is seen."""
    darkest = cut.bgr.min(axis=2)
    return bright_square(darkest if cut.differs is None else darkest * cut.differs, pitch_px)


def face_alone(cut: Cutout, square: Square, wider_px: float = 0.0) -> Cutout:
    """Give a cutout of which only the square counts: its dark surroundings pull at no pip."""
    inside = square.mask(cut.bgr.shape, wider_px).astype(np.float32)
    return replace(cut, inside=inside, is_face=True)


__all__ = ["face_alone", "square_in"]
