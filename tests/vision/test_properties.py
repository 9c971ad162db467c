"""What must hold for every picture: the reading turns with it, and survives light and encoder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from pi_app.adapters import demo
from tests.vision.trays import (
    FAIR,
    RED_FACES,
    calibration_of,
    picture,
    read_faces,
    throws,
    throws_of_all,
    truth,
)
from vision.calibration_values import Calibration
from vision.read import read_tray
from vision.tray.board import empty_picture
from vision.types import Point, Reading, Status
from vision.virtual import Scene, demo_scene, render, throw

Picture = NDArray[np.uint8]

ALL = throws_of_all("natural", "touching", "cocked", "stacked", "seven", "moving")
FEW = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def moved(calibration: Calibration, place: Callable[[Point], Point], turn: str) -> Calibration:
    """The calibration of a camera whose pictures are turned or mirrored; `place` moves points."""
    width, height = calibration.size_px
    x, y = calibration.camera.tilt
    tilt = {"right": (-y, x), "about": (-x, -y), "left": (y, -x), "mirror": (-x, y)}[turn]
    camera = replace(calibration.camera, centre_px=place(calibration.camera.centre_px), tilt=tilt)
    outline = tuple(place(point) for point in calibration.tray_px)
    half = cv2.resize(
        WAYS[turn][0](empty_picture(calibration)), None, fx=0.5, fy=0.5,
        interpolation=cv2.INTER_AREA,
    )  # fmt: skip
    return replace(
        calibration,
        size_px=(width, height) if turn in ("about", "mirror") else (height, width),
        camera=camera,
        tray_px=outline[::-1] if turn == "mirror" else outline,
        empty_jpeg=bytes(cv2.imencode(".png", half)[1]),
    )


def _rotated(code: int) -> Callable[[Picture], Picture]:
    return lambda bgr: np.asarray(cv2.rotate(bgr, code), np.uint8)


WAYS: dict[str, tuple[Callable[[Picture], Picture], Callable[[Point], Point]]] = {
    "right": (_rotated(cv2.ROTATE_90_CLOCKWISE), lambda at: (959 - at[1], at[0])),
    "about": (_rotated(cv2.ROTATE_180), lambda at: (1279 - at[0], 959 - at[1])),
    "left": (_rotated(cv2.ROTATE_90_COUNTERCLOCKWISE), lambda at: (at[1], 1279 - at[0])),
    "mirror": (
        lambda bgr: np.asarray(cv2.flip(bgr, 1), np.uint8),
        lambda at: (1279 - at[0], at[1]),
    ),
}
"""How a picture is turned or mirrored, and where its points go. A mirrored face is a face too."""


@lru_cache(maxsize=8)
def calibration_moved(tray: str, way: str) -> Calibration:
    return moved(calibration_of(tray), WAYS[way][1], way)


def places(reading: Reading, place: Callable[[Point], Point] = lambda at: at) -> list[Point]:
    return sorted(place(die.centre_px) for die in reading.dice)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("tray", "path"), FAIR, ids=lambda value: Path(value).stem)
def test_the_reading_turns_with_the_picture(tray: str, path: Path, way: str) -> None:
    turn, place = WAYS[way]
    straight = read_tray(picture(path), calibration_of(tray))
    turned = read_tray(turn(picture(path)), calibration_moved(tray, way))
    assert (turned.status, read_faces(turned)) == (Status.OK, truth(path)), turned.problems
    apart = np.subtract(places(turned), places(straight, place))
    assert np.abs(apart).max() < 2.0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", ["cocked", "stacked", "moving", "seven", "hand"])
def test_trouble_is_noticed_however_the_picture_is_turned(kind: str, way: str) -> None:
    (path,) = throws(RED_FACES, kind)
    reading = read_tray(WAYS[way][0](picture(path)), calibration_moved(RED_FACES, way))
    assert reading.status is Status.UNSURE


def is_honest(reading: Reading, path: Path) -> bool:
    """Whether a reading is right or asks; a throw with trouble must be asked about."""
    if reading.status is not Status.OK:
        return True
    return path.stem.partition("--")[2] in ("natural", "touching") and (
        read_faces(reading) == truth(path)
    )


def toned(bgr: Picture, gain: float, gamma: float) -> Picture:
    levels = 255 * np.clip(np.arange(256) / 255 * gain, 0, 1) ** gamma
    return np.asarray(cv2.LUT(bgr, np.round(levels).astype(np.uint8)), np.uint8)


def packed(bgr: Picture, quality: int) -> Picture:
    data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def noisy(bgr: Picture, sigma: float, seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal(bgr.shape, np.float32) * np.float32(sigma)
    return np.asarray(np.clip(bgr + noise, 0, 255), np.uint8)


@FEW
@given(
    which=st.sampled_from(ALL),
    gain=st.floats(0.8, 1.2),
    gamma=st.floats(0.8, 1.25),
    quality=st.integers(70, 95),
)
def test_light_and_encoder_change_no_face_silently(
    which: tuple[str, Path], gain: float, gamma: float, quality: int
) -> None:
    tray, path = which
    reading = read_tray(packed(toned(picture(path), gain, gamma), quality), calibration_of(tray))
    assert is_honest(reading, path), str(reading)


@FEW
@given(which=st.sampled_from(ALL), sigma=st.floats(0.5, 9), seed=st.integers(0, 99))
def test_noise_changes_no_face_silently(which: tuple[str, Path], sigma: float, seed: int) -> None:
    tray, path = which
    reading = read_tray(noisy(picture(path), sigma, seed), calibration_of(tray))
    assert is_honest(reading, path), str(reading)


@FEW
@given(
    which=st.sampled_from(throws(RED_FACES, "natural", "touching", "missing")),
    gain=st.floats(0.9, 1.06),
    gamma=st.floats(0.95, 1.05),
    quality=st.integers(80, 95),
    sigma=st.floats(0, 2),
)
def test_small_changes_of_light_and_noise_leave_a_fair_roll_ok(
    which: Path, gain: float, gamma: float, quality: int, sigma: float
) -> None:
    bgr = packed(noisy(toned(picture(which), gain, gamma), sigma, 4), quality)
    reading = read_tray(bgr, calibration_of(RED_FACES))
    assert (reading.status, read_faces(reading)) == (Status.OK, truth(which)), reading.problems


@lru_cache(maxsize=1)
def virtual_tray() -> tuple[Scene, Calibration]:
    scene = demo_scene("red_face")
    return scene, demo.calibration_of(scene)


@settings(FEW, max_examples=6)
@given(turn_deg=st.sampled_from([90.0, 180.0, 270.0]), seed=st.integers(0, 9))
def test_light_from_another_side_changes_nothing(turn_deg: float, seed: int) -> None:
    scene, calibration = virtual_tray()
    lamp = replace(scene.light, azimuth_deg=scene.light.azimuth_deg + turn_deg)
    rng = np.random.default_rng(seed)
    dice = throw(rng, scene, 6, lean=0.0)
    reading = read_tray(render(replace(scene, light=lamp), dice, rng), calibration)
    said = (reading.status, read_faces(reading))
    assert said == (Status.OK, sorted(str(die) for die in dice)), reading.problems
