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
_HAND_PX = 32  # where some of them are in memory together
_SHADOW_PX = (-14, 18)  # to the right and down: where a hand's shadow lies


def bands(rows: int, band_px: int = _BAND_PX) -> Iterator[slice]:
    """The rows of a picture, some at a time."""
    return (slice(top, min(rows, top + band_px)) for top in range(0, rows, band_px))


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
    skin = encode(linear(hand.colour)[None, None] * np.float32(0.95)).astype(np.float32)
    picture = clean.copy()
    for band in bands(len(clean), _HAND_PX):
        cover, near, dark = (
            _blurred(mask, band, sigma, aside).astype(np.float32)[..., None] / 255
            for sigma, aside in ((2, None), (14, None), (12, _SHADOW_PX))
        )
        floor = clean[band] * (1 - 0.5 * dark)
        skin_here = skin * (0.45 + 0.55 * near)
        skin_here -= floor
        skin_here *= cover
        picture[band] = np.add(floor, skin_here, out=floor)
    return picture


def _blurred(mask: Bgr, band: slice, sigma: int, aside: tuple[int, int] | None) -> Bgr:
    """A band of a mask that is moved aside and blurred as a whole."""
    rows = range(max(0, band.start - 4 * sigma), min(len(mask), band.stop + 4 * sigma))
    part = mask[rows.start : rows.stop] if aside is None else _moved(mask, rows, *aside)
    blurred = cv2.GaussianBlur(part, (0, 0), sigma)
    return np.asarray(blurred[band.start - rows.start :][: band.stop - band.start], np.uint8)


def _moved(mask: Bgr, rows: range, right_px: int, down_px: int) -> Bgr:
    """Rows of a mask that is moved: all of it at once would be one more picture in memory."""
    first = rows.start - down_px
    shift = np.array([[1, 0, right_px], [0, 1, -min(first, 0)]], np.float32)
    part = mask[max(first, 0) : rows.stop - down_px]
    return np.asarray(cv2.warpAffine(part, shift, (mask.shape[1], len(rows))), np.uint8)


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
    picture = clean if own else np.array(clean, np.uint8)
    del clean  # a caller that gives it away has it in memory no longer than needed
    if effects.blur_px:
        _sharpen(picture, effects.blur_px, -1.0)
    if effects.noise:
        rows, columns = picture.shape[:2]
        tile = _noise_tile(rows, columns, effects.noise)
        y, x = (int(v) for v in rng.integers(0, 64, 2))
        cv2.add(picture, tile[y : y + rows, x : x + columns], dst=picture, dtype=cv2.CV_8U)
    if effects.sharpen:
        _sharpen(picture, 1.0, effects.sharpen)
    if effects.jpeg is not None:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, effects.jpeg])[1]
        del picture
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _sharpen(picture: Bgr, sigma_px: float, more: float) -> None:
    """Sharpen a picture, or blur it (-1), in its place: in bands, beside which little is kept."""
    reach = int(4 * sigma_px) + 1
    above = picture[:0]
    for band in bands(len(picture)):
        seen = np.concatenate([above, picture[band.start : band.stop + reach]])
        inner = slice(len(above), len(above) + band.stop - band.start)
        above = seen[max(0, inner.stop - reach) : inner.stop]
        soft = cv2.GaussianBlur(seen, (0, 0), sigma_px)[inner]
        picture[band] = (
            cv2.addWeighted(seen[inner], 1 + more, soft, -more, 0) if more > -1 else soft
        )
