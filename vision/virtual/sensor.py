"""From light to a camera's picture: tone, the hand in front, lens, sensor and encoder.

May import: numpy, cv2 and this package's geometry.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.virtual.geometry import Array, project
from vision.virtual.model import Effects, Hand, Scene
from vision.virtual.paint import linear

Bgr = NDArray[Any]


_BAND_PX = 64  # rows that are worked on at once: whole pictures of floats take much memory


def bands(rows: int) -> Iterator[slice]:
    """The rows of a picture, some at a time."""
    return (slice(top, min(rows, top + _BAND_PX)) for top in range(0, rows, _BAND_PX))


def encode(light: Array) -> Bgr:
    """Linear r, g, b as a screen's uint8 B, G, R: a soft shoulder, then gamma."""
    toned = np.minimum(light, np.float32(0.8) + (light - np.float32(0.8)) * np.float32(0.4))
    levels = np.clip(toned * 4095, 0, 4095).astype(np.uint16)
    return np.asarray(_TONE[levels][..., ::-1], np.uint8)


_TONE = np.round(255 * (np.arange(4096) / 4095) ** (1 / 2.2)).astype(np.uint8)


def with_hand(scene: Scene, clean: Bgr, hand: Hand) -> Bgr:
    """The picture with a palm, fingers and an arm over it, and their soft shadow."""
    camera = scene.camera
    scale = camera.focal_px / camera.height_mm
    at = project(camera, np.array([[hand.x_mm, hand.y_mm, 40]], np.float32))[0]
    angle = np.radians(hand.from_deg)
    back = np.array([np.cos(angle), -np.sin(angle)])
    mask = np.zeros(clean.shape[:2], np.uint8)
    palm = at + back * 60 * scale

    def limb(start: Array, end: Array, width_mm: float) -> None:
        points = [tuple(int(v) for v in np.round(p)) for p in (start, end)]
        cv2.line(mask, points[0], points[1], 255, max(1, round(width_mm * scale)), cv2.LINE_AA)

    limb(palm, palm + back * 400 * scale, 62)
    limb(palm, palm + back * 25 * scale, 82)
    for finger in (-1.0, -0.35, 0.3, 0.95):
        turned = angle + finger * hand.spread
        tip = palm - np.array([np.cos(turned), -np.sin(turned)]) * 72 * scale
        limb(palm, tip, 17)
    aside = cv2.warpAffine(mask, np.array([[1, 0, -14], [0, 1, 18]], np.float32), mask.shape[::-1])
    skin = encode(linear(hand.colour)[None, None] * np.float32(0.95)).astype(np.float32)
    picture = clean.copy()
    for band in bands(len(clean)):
        cover, near, dark = (
            _blurred(part, band, sigma).astype(np.float32)[..., None] / 255
            for part, sigma in ((mask, 2), (mask, 14), (aside, 12))
        )
        floor = clean[band] * (1 - 0.5 * dark)
        picture[band] = floor + cover * (skin * (0.45 + 0.55 * near) - floor)
    return picture


def _blurred(mask: Bgr, band: slice, sigma: int) -> Bgr:
    """A band of a mask that is blurred as a whole."""
    first = max(0, band.start - 4 * sigma)
    blurred = cv2.GaussianBlur(mask[first : band.stop + 4 * sigma], (0, 0), sigma)
    return np.asarray(blurred[band.start - first :][: band.stop - band.start], np.uint8)


@lru_cache(maxsize=2)
def _noise_tile(rows: int, columns: int, sigma: float) -> Bgr:
    """What noise adds or takes away, a bit larger than the picture: int8."""
    shape = (rows + 64, columns + 64, 3)
    parts = ((float(part.sum(dtype=float)), float(np.square(part, dtype=float).sum()))
             for part in _smooth_noise(shape))  # fmt: skip
    total, squares = (sum(part) / np.prod(shape) for part in zip(*parts, strict=True))
    spread = np.sqrt(squares - total**2)
    tile = np.empty(shape, np.int8)
    for band, noise in zip(bands(len(tile)), _smooth_noise(shape), strict=True):
        tile[band] = np.clip(np.round(noise * np.float32(sigma / spread)), -127, 127)
    return tile


def _smooth_noise(shape: tuple[int, int, int]) -> Iterator[Array]:
    """Blurred noise in bands: made twice rather than kept, as it would take 30 MB."""
    rng = np.random.default_rng(7)
    above: Array | None = None
    left = [band.stop - band.start for band in bands(shape[0])]
    here: Array = rng.standard_normal((left[0], *shape[1:]), np.float32)
    for k, count in enumerate(left):
        last = k + 1 == len(left)
        below = None if last else rng.standard_normal((left[k + 1], *shape[1:]), np.float32)
        rows = [part for part in (above, here, None if below is None else below[:1])
                if part is not None]  # fmt: skip
        whole = cv2.GaussianBlur(np.concatenate(rows), (3, 3), 0.5)
        first = 0 if above is None else 1
        yield np.asarray(whole[first : first + count], np.float32)
        above = here[-1:]
        here = here if below is None else below


def sensor(clean: Bgr, effects: Effects, rng: np.random.Generator, *, own: bool = False) -> Bgr:
    """What lens, sensor and encoder make of a clean picture.

    own : whether it is the sensor's own, to be written to: a picture takes four megabytes.
    """
    picture = clean
    if effects.blur_px:
        picture = cv2.GaussianBlur(picture, (0, 0), effects.blur_px, dst=clean if own else None)
    if effects.noise:
        rows, columns = clean.shape[:2]
        tile = _noise_tile(rows, columns, effects.noise)
        y, x = (int(v) for v in rng.integers(0, 64, 2))
        part = np.s_[y : y + rows, x : x + columns]
        into = picture if own or picture is not clean else None
        picture = cv2.add(picture, tile[part], dst=into, dtype=cv2.CV_8U)
    if effects.sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
        picture = cv2.addWeighted(picture, 1 + effects.sharpen, soft, -effects.sharpen, 0)
    if effects.jpeg is not None:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, effects.jpeg])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR))
    shared = picture is clean and not own
    return np.array(picture, np.uint8) if shared else np.asarray(picture, np.uint8)
