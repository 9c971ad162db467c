"""Tells bodies of another colour than the set's: dice of other sets, dominoes, toys.

Light makes a body darker or brighter, and a mirrored lamp adds grey; neither turns its hue.
May import: numpy, vision.calibration_values, vision.faces.examine.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import Colour, FaceLook
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
    be less than none: the lamp may have mirrored in the faces that were calibrated. Where it did in
    all of them, hues between theirs and that of the unveiled body are the set's, too.

    body_bgr : colours of K bodies, shape (K, 3). looks : what each is supposed to be.
    gain : the picture's exposure over that of the empty tray, per channel, shape (3,).
    Returns shape (K,).
    """
    usual, pips = (
        _lit([getattr(look, of) for look in looks], gain) for of in ("body_bgr", "pip_bgr")
    )
    left = _left(body_bgr, usual, gain)
    if any(look.unveiled_bgr for look in looks):
        bare = _lit([look.unveiled_bgr or look.body_bgr for look in looks], gain)
        left = np.minimum(left, _left(body_bgr, bare, gain))
        left[_lie_between(body_bgr, usual, bare, gain)] = 0.0
    steps = np.maximum(np.linalg.norm(pips - usual, axis=1), 1.0)
    return np.asarray(left / steps, dtype=np.float64)


def _lit(colours: list[Colour], gain: Floats) -> Doubles:
    """Give calibrated colours as they look at another exposure: shape (K, 3)."""
    return np.asarray(np.array(colours).reshape(-1, 3) * gain, dtype=np.float64)


def _hues(colours: Doubles, gain: Floats) -> Doubles:
    """Give colours without their grey: shape (K, 3)."""
    grey = gain / np.linalg.norm(gain)
    return np.asarray(colours - (colours @ grey)[:, None] * grey, dtype=np.float64)


def _left(body_bgr: Doubles, usual_bgr: Doubles, gain: Floats) -> Doubles:
    """Give what is left of bodies' colours beside some of their usual ones and some grey: (K,)."""
    seen, own = _hues(body_bgr, gain), _hues(usual_bgr, gain)
    share = (seen * own).sum(1) / np.maximum((own * own).sum(1), 1e-9)
    return np.asarray(np.linalg.norm(seen - np.maximum(share, 0.0)[:, None] * own, axis=1))


def _lie_between(
    body_bgr: Doubles, one_bgr: Doubles, other_bgr: Doubles, gain: Floats
) -> NDArray[np.bool_]:
    """Tell which bodies are some of one colour, some of another that differs, and some grey."""
    one, other = _hues(one_bgr, gain), _hues(other_bgr, gain)
    parts = np.linalg.pinv(np.stack([one, other], axis=2)) @ _hues(body_bgr, gain)[:, :, None]
    differ = np.linalg.norm(one - other, axis=1) > 1.0
    return np.asarray(differ & (parts[:, :, 0] >= 0.0).all(1), dtype=np.bool_)


def hues_across(aces_bgr: Floats, looks: list[FaceLook], gain: Floats) -> Doubles:
    """Give by how much a quarter of aces is of another hue than its others, over the same step.

    An ace may be supposed half on a die of another set and half on a floor of its own set's colour.

    aces_bgr : their patches, shape (K, PATCH_PX, PATCH_PX, 3); see `vision.faces.examine`.
    looks, gain : see `hues_apart`. Returns shape (K,), twice as much as that gives.
    """
    if not looks:
        return np.zeros(0)
    parts = aces_bgr.reshape(len(looks), PATCH_PX**2, 3)[:, _QUARTERS]
    quarters = np.median(parts, axis=2)  # of all aces at once: to call takes longer than to sort
    bodies = (np.median(quarters, axis=1) / gain).tolist()
    own = [replace(look, body_bgr=(b, g, r)) for look, (b, g, r) in zip(looks, bodies, strict=True)]
    of_quarters = [look for look in own for _ in _QUARTERS]
    apart = hues_apart(quarters.reshape(-1, 3).astype(np.float64), of_quarters, gain)
    return np.asarray(_TIMES * apart.reshape(len(looks), -1).max(1), np.float64)


_STEPS = (np.arange(PATCH_PX) + 0.5) * (2 * REACH / PATCH_PX) - REACH
_LOW, _HIGH = (
    np.flatnonzero((way > _QUARTER[0]) & (way < _QUARTER[1])) for way in (-_STEPS, _STEPS)
)
_QUARTERS = np.array([
    np.add.outer(rows * PATCH_PX, columns).ravel()
    for rows in (_LOW, _HIGH)
    for columns in (_LOW, _HIGH)
])  # fmt: skip
"""The pixels of a flat patch that are an ace's quarters beside its pip: shape (4, N)."""
