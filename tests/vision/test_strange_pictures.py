"""Neither reader accepts a picture that shows no throw: a few of each kind of the long bench.

`python -m tests.bench.strange` shows ten thousand of them.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.files import VisionInputError, load_picture
from tests.bench.strange_pictures import KINDS, damaged, laid_in
from tests.vision.trays import BLACK_DICE, FOLDER, RED_FACES, calibration_of, picture
from vision.read import read_tray
from vision.types import Status
from vision.wild.reader import read_wild

TRAYS = (RED_FACES, BLACK_DICE)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tray", TRAYS)
def test_a_picture_of_something_else_is_not_accepted(tray: str, kind: str) -> None:
    rng = np.random.default_rng(21)
    for size in (*[(240, 320)] * 6, (480, 640), (960, 1280)):
        reading = read_tray(KINDS[kind](rng, size), calibration_of(tray))
        assert reading.status is Status.UNSURE, str(reading)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("tray", TRAYS)
def test_something_strange_in_the_tray_is_not_accepted(tray: str, kind: str) -> None:
    rng = np.random.default_rng(22)
    empty, calibration = picture(FOLDER / tray / "empty.jpg"), calibration_of(tray)
    for _ in range(2):
        page = KINDS[kind](rng, (960, 1280))
        bgr = laid_in(rng, empty, np.array(calibration.tray_px), page)
        assert read_tray(bgr, calibration).status is not Status.OK


@pytest.mark.parametrize("kind", KINDS)
def test_the_reader_without_calibration_accepts_no_strange_picture(kind: str) -> None:
    rng = np.random.default_rng(23)
    for size in ((240, 320), (160, 120), (120, 200)):
        reading = read_wild(KINDS[kind](rng, size))
        assert reading.status is not Status.OK, str(reading)


@pytest.mark.parametrize("tray", TRAYS)
def test_a_throw_in_another_tray_is_not_accepted(tray: str) -> None:
    other = RED_FACES if tray == BLACK_DICE else BLACK_DICE
    for path in sorted((FOLDER / other).glob("*--natural.jpg")):
        assert read_tray(picture(path), calibration_of(tray)).status is not Status.OK


@pytest.mark.parametrize("shape", [(1, 1), (2, 900), (16, 16), (63, 64), (90, 1600), (2400, 3200)])
def test_a_picture_of_an_impossible_size_is_answered_not_accepted(shape: tuple[int, int]) -> None:
    page = KINDS["dotted"](np.random.default_rng(3), shape)
    assert read_tray(page, calibration_of(RED_FACES)).status is not Status.OK


@pytest.mark.filterwarnings("ignore:.*JPEG")
@pytest.mark.parametrize("seed", range(24))
def test_a_damaged_file_is_refused_or_not_accepted(seed: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(seed)
    page = KINDS["dominoes"](rng, (480, 640))
    path = tmp_path / "damaged.jpg"
    path.write_bytes(damaged(rng, bytes(cv2.imencode(".jpg", page)[1])))
    bgr = loaded(path)
    if bgr is not None:
        assert read_tray(bgr, calibration_of(RED_FACES)).status is not Status.OK


def loaded(path: Path) -> NDArray[np.uint8] | None:
    """The picture of a file, or None when it is refused as damaged."""
    with suppress(VisionInputError):
        return load_picture(path)
    return None
