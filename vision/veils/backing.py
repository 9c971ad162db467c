"""What a face would show without its pips, whatever light lies on it.

May import: numpy, cv2.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Mask = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

FINE_PX = 0.7  # by which pixels are smoothed before they are compared with what is around
_WIDE, _NARROW = 2.7, 1.0  # pip radii: half widths of windows, with pips in them and without
_MARKED = 0.3  # of the way from what is around to a pip: no body
_DARKER, _THIN = 0.75, 0.9  # of what is usual; half of a width, in pip radii: bevels and rims
_FITS, _USUALLY, _LEAST_PX = 3, 2.0, 50  # rounds; times the middle departure; pixels of a face
_SOME = 1e-3  # weight of what counts, from which on it tells


def without_pips(seen: Picture, inside: Mask, pip_bgr: Doubles, radius_px: float) -> Floats:
    """Give what the face would show without pips: its body under the veil.

    Medians over windows that pips don't fill by half, which keep a veil's own edges; then again
    without what they show to be marks.

    seen : uint8 array of shape (H, W, 3). inside : mask of the face in it, 1 or 0.
    pip_bgr : the pips' colour there. Float32 array of shape (H, W, 3).
    """
    inner = cv2.erode(inside, np.ones((3, 3), np.uint8)).astype(np.float32)
    wide, fine = (2 * int(np.ceil(by * radius_px)) + 1 for by in (_WIDE, _NARROW))
    around = _median(_continued(seen, inner, wide), wide)
    smooth = cv2.GaussianBlur(seen, (0, 0), FINE_PX).astype(np.float32)
    step = pip_bgr.astype(np.float32) - around
    share = ((smooth - around) * step).sum(2) / np.maximum((step * step).sum(2), 1.0)
    body = inner * (np.abs(share) < _MARKED)
    around = _median(_continued(seen, body, wide), fine)
    return np.asarray(cv2.blur(around, (3, 3)), dtype=np.float32)


def slope(gray: Picture, inside: Mask) -> Doubles:
    """Give a face's light as a quadratic of the place, by what most of its pixels show.

    Marks count for nothing: what departs by more than twice as much as usual is left out, twice.
    """
    rows, columns = np.nonzero(cv2.erode(inside, np.ones((3, 3), np.uint8)))
    y, x = np.mgrid[: gray.shape[0], : gray.shape[1]] / max(gray.shape)
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    light, some = gray.astype(np.float64), np.ones(len(rows), np.bool_)
    whole = np.full(gray.shape, float(np.median(light)))
    for _ in range(_FITS if len(rows) > _LEAST_PX else 0):
        here = rows[some], columns[some]
        whole = terms @ np.linalg.lstsq(terms[here], light[here], rcond=None)[0]
        off = np.abs(light - whole)[rows, columns]
        some = off <= max(_USUALLY * float(np.median(off)), 1.0)
    return np.asarray(whole, np.float64)


def flat_part(seen: Picture, inside: Mask, radius_px: float) -> Mask:
    """Give which pixels of a strongly veiled face are no bevels and no rims of pips.

    Those throw back no lamp: they are dark and narrow. What is dark and wide may be the face, where
    the veil ends. seen, inside : as above.
    """
    bright = seen.sum(2, dtype=np.float32)
    usual = float(np.median(bright[inside > 0])) if inside.any() else 0.0
    dark = inside * (bright < _DARKER * usual)
    wide = np.ones((2 * round(_THIN * radius_px) + 1,) * 2, np.uint8)  # odd: it moves nothing
    thin = dark - cv2.morphologyEx(dark, cv2.MORPH_OPEN, wide)
    return np.asarray(inside - thin, np.uint8)


def _continued(seen: Picture, counts: Floats, size: int) -> Picture:
    """Give a picture where what does not count is as what is around it."""
    by = cv2.GaussianBlur(counts, (0, 0), size / 4)[..., None]
    around = cv2.GaussianBlur(seen * counts[..., None], (0, 0), size / 4) / np.maximum(by, 1e-6)
    usual = seen[counts > 0].mean(0) if counts.any() else 0.0
    around = np.where(by > _SOME, around, usual)
    return np.clip(np.where(counts[..., None] > 0, seen, around), 0, 255).astype(np.uint8)


def _median(seen: Picture, size: int) -> Floats:
    return np.asarray(cv2.medianBlur(seen, min(size, 255)), dtype=np.float32)


__all__ = ["FINE_PX", "flat_part", "without_pips"]
