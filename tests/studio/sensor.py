"""From light to a camera's picture: lens, exposure, white balance, noise, tone and encoder.

May import: numpy, cv2 and this package.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.studio.geometry import camera_matrix, focal_px
from tests.studio.lamps import kelvin_rgb
from tests.studio.spec import Camera, Sensor
from vision.tray.lens import straightened

Light = NDArray[np.float32]

OVERSCAN = 1.06
"""How much wider the tracer's pinhole picture is than the camera's: the lens bends it."""

_FIREFLY = 2.0  # times the second brightest of its neighbours
_METERED = 0.17  # of full scale: what exposure control brings the mean to
_FULL_WELL_NOISE = 0.0025  # shot noise's deviation at half scale, for noise 1
_READ_NOISE = 0.0011


def pinhole_size(camera: Camera) -> tuple[int, int]:
    """Width and height of the tracer's picture, of the same pixels an angle."""
    return int(camera.width * OVERSCAN), int(camera.height * OVERSCAN)


def through_lens(light: Light, camera: Camera) -> Light:
    """The pinhole picture bent by the lens and moved by its principal point."""
    f, matrix = focal_px(camera), camera_matrix(camera)
    x, y = np.meshgrid(np.arange(camera.width), np.arange(camera.height))
    seen = np.stack([x - matrix[0, 2], y - matrix[1, 2]], axis=-1) / f
    straight = straightened(seen, *camera.dist) * f
    w, h = pinhole_size(camera)
    at = (straight + np.array([w - 1, h - 1]) / 2).astype(np.float32)
    x, y = at[..., 0], at[..., 1]
    bent = cv2.remap(light, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.maximum(bent, 0), np.float32)


def without_fireflies(light: Light) -> Light:
    """The light without single pixels that a rare path made far brighter than all around them."""
    luminance = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    padded = np.pad(luminance, 1, mode="edge")
    h, w = luminance.shape
    around = [padded[y : y + h, x : x + w] for y in range(3) for x in range(3) if (y, x) != (1, 1)]
    second = np.partition(np.stack(around), 6, axis=0)[6]
    wild = luminance > _FIREFLY * second + 1e-4
    calm = light * (second / np.maximum(luminance, 1e-9))[..., None]
    return np.where(wild[..., None], calm, light).astype(np.float32)


def metered_gain(light: Light, sensor: Sensor) -> float:
    """The gain that exposure control finds: the mean is brought to a middle grey."""
    luminance = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    middle = float(np.minimum(luminance, 6 * np.median(luminance)).mean())
    return _METERED * float(2**sensor.ev) / middle


def developed(
    light: Light, camera: Camera, sensor: Sensor, gain: float, seed: int
) -> NDArray[np.uint8]:
    """The uint8 BGR picture of linear RGB light."""
    rng = np.random.default_rng([seed, 61])
    raw = through_lens(light, camera) * gain * _white_balance(sensor)
    raw = _fringed(_bloomed(raw * _vignette(camera, sensor), sensor), sensor)
    raw = cv2.GaussianBlur(np.asarray(raw, np.float32), (0, 0), max(sensor.blur_px, 0.1))
    raw = np.clip(_noisy(raw, sensor, rng), 0, 1)
    return _toned(raw, sensor)


def _white_balance(sensor: Sensor) -> Light:
    return np.asarray(1.0 / kelvin_rgb(sensor.kelvin_assumed), np.float32)


def _vignette(camera: Camera, sensor: Sensor) -> Light:
    x = np.linspace(-1, 1, camera.width)[None] * camera.width / camera.height
    y = np.linspace(-1, 1, camera.height)[:, None]
    radius = (x**2 + y**2) / (1 + (camera.width / camera.height) ** 2)
    return np.asarray(1 - sensor.vignette * radius, np.float32)[..., None]


def _bloomed(raw: Light, sensor: Sensor) -> Light:
    """Light that strays in the lens: two wide halos of what is bright."""
    bright = np.minimum(raw, 8.0)
    near = cv2.GaussianBlur(bright, (0, 0), 6.0)
    small = cv2.resize(bright, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    far = cv2.resize(cv2.GaussianBlur(small, (0, 0), 6.0), raw.shape[1::-1])
    part = sensor.bloom
    return np.asarray(raw * (1 - part) + part * (0.6 * near + 0.4 * far), np.float32)


def _fringed(raw: Light, sensor: Sensor) -> Light:
    """Chromatic aberration: red is a little larger, blue a little smaller than green."""
    h, w = raw.shape[:2]
    channels = []
    for channel, scale in ((0, 1 + sensor.ca), (1, 1.0), (2, 1 - sensor.ca)):
        matrix = np.array([[scale, 0, (1 - scale) * w / 2], [0, scale, (1 - scale) * h / 2]])
        warped = cv2.warpAffine(raw[..., channel], matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)
        channels.append(warped)
    return np.asarray(np.stack(channels, axis=-1), np.float32)


def _noisy(raw: Light, sensor: Sensor, rng: np.random.Generator) -> Light:
    """Shot and read noise, softened as demosaicing does."""
    deviation = sensor.noise * np.sqrt(
        _READ_NOISE**2 + 2 * _FULL_WELL_NOISE**2 * np.maximum(raw, 0)
    )
    noise = rng.normal(0, 1, raw.shape).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), 0.55)
    return np.asarray(raw + 2.2 * deviation * soft, np.float32)


def _toned(raw: Light, sensor: Sensor) -> NDArray[np.uint8]:
    luminance = (raw @ np.array([0.2126, 0.7152, 0.0722], np.float32))[..., None]
    raw = np.clip(luminance + (raw - luminance) * sensor.saturation, 0, 1)
    shown = np.where(raw < 0.0031308, 12.92 * raw, 1.055 * raw ** (1 / 2.4) - 0.055)
    curve = shown * shown * (3 - 2 * shown)
    shown = (shown + sensor.contrast * (curve - shown)).astype(np.float32)
    shown = shown + sensor.sharpen * (shown - cv2.GaussianBlur(shown, (0, 0), 1.2))
    return np.asarray(np.clip(np.round(shown * 255), 0, 255), np.uint8)[..., ::-1].copy()


def write_jpeg(path: Any, bgr: NDArray[np.uint8], quality: int) -> None:
    """Write the picture as JPEG, by way of cv2."""
    if not cv2.imwrite(str(path), bgr, [cv2.IMWRITE_JPEG_QUALITY, quality]):
        raise OSError(f"The picture {path} could not be written: is the folder there?")
