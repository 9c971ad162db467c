"""Tells bodies of another colour than the set's: dice of other sets, dominoes, toys.

Light makes a body darker or brighter, and a mirrored lamp adds grey; neither turns its hue.
May import: numpy, vision.calibration_values, vision.faces.examine.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook
from vision.faces.examine import PATCH_PX, REACH

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

_QUARTER = (0.15, 0.37)  # edges from an ace's middle, along and across: beyond its pip
# How much more it tells that one of an ace's quarters is of another hue than the others: white
# balance turns all of them alike. Of 807 aces of 70 drawn, traced and rendered rooms the quarters
# of all but one (on the tray's rim) are less than 0.03 apart; of a supposed one, half a pip's width
# aside on a green die in a purple set on purple felt, 0.11.
_TIMES = 2.0


def hues_apart(body_bgr: Doubles, looks: list[FaceLook], gain: Floats) -> Doubles:
    """Give by how much bodies are of another hue than calibrated, over the step to their pips.

    It is what is left of a body's colour beside some of the calibrated one and some grey, which may
    be less than none: the lamp may have mirrored in the faces that were calibrated.

    body_bgr : colours of K bodies, shape (K, 3). looks : what each is supposed to be.
    gain : the picture's exposure over that of the empty tray, per channel, shape (3,).
    Returns shape (K,).
    """
    usual, pips = (
        np.array([getattr(look, name) for look in looks]).reshape(-1, 3) * gain
        for name in ("body_bgr", "pip_bgr")
    )
    grey = gain / np.linalg.norm(gain)
    seen, own = (colours - (colours @ grey)[:, None] * grey for colours in (body_bgr, usual))
    share = (seen * own).sum(1) / np.maximum((own * own).sum(1), 1e-9)
    left = seen - np.maximum(share, 0.0)[:, None] * own
    steps = np.maximum(np.linalg.norm(pips - usual, axis=1), 1.0)
    return np.asarray(np.linalg.norm(left, axis=1) / steps, dtype=np.float64)


def hues_across(aces_bgr: Floats, looks: list[FaceLook], gain: Floats) -> Doubles:
    """Give by how much a quarter of aces is of another hue than its others, over the same step.

    An ace may be supposed half on a die of another set and half on a floor of its own set's colour.

    aces_bgr : their patches, shape (K, PATCH_PX, PATCH_PX, 3); see `vision.faces.examine`.
    looks, gain : see `hues_apart`. Returns shape (K,), twice as much as that gives.
    """
    steps = (np.arange(PATCH_PX) + 0.5) * (2 * REACH / PATCH_PX) - REACH
    low, high = (
        np.flatnonzero((way > _QUARTER[0]) & (way < _QUARTER[1])) for way in (-steps, steps)
    )
    found = []
    for cut, look in zip(aces_bgr, looks, strict=True):
        parts = [cut[rows[:, None], columns] for rows in (low, high) for columns in (low, high)]
        quarters = np.array([np.median(part, axis=(0, 1)) for part in parts])
        b, g, r = (np.median(quarters, axis=0) / gain).tolist()
        own = replace(look, body_bgr=(b, g, r))
        found.append(_TIMES * hues_apart(quarters, [own] * len(quarters), gain).max())
    return np.array(found, dtype=np.float64)
