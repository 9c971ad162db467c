"""Tells bodies of another colour than the set's: dice of other sets, dominoes, toys.

Light makes a body darker or brighter, and a mirrored lamp adds grey; neither turns its hue.
May import: numpy, vision.calibration_values.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration_values import FaceLook

Doubles = NDArray[np.float64]


def hues_apart(body_bgr: Doubles, looks: list[FaceLook], gain: NDArray[np.float32]) -> Doubles:
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
