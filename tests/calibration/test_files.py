"""Files for vision: every kind of bad file has its own sentence, and good ones are read."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.files import (
    VisionInputError,
    known_faces,
    load_calibration,
    load_picture,
    picture_size,
    save_calibration,
)
from tests.vision.trays import FOLDER, RED_FACES, calibration_of

GOOD = FOLDER / RED_FACES / "empty.jpg"


def test_a_jpeg_is_read_blue_first() -> None:
    bgr = load_picture(GOOD)
    assert bgr.shape == (960, 1280, 3)
    assert bgr[480, 640].argmax() == 1  # green felt


@pytest.mark.parametrize("shape", [(80, 100), (80, 100, 4)])
def test_grey_and_transparent_pictures_become_colour(tmp_path: Path, shape: tuple[int]) -> None:
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), np.full(shape, 90, np.uint8))
    assert load_picture(path).shape == (80, 100, 3)


def test_a_16_bit_picture_becomes_8_bit(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), np.full((80, 100, 3), 40000, np.uint16))
    assert load_picture(path).dtype == np.uint8


def bad_files(folder: Path) -> dict[str, Path]:
    """Make one file of every bad kind."""
    names = ("empty", "text", "cut", "lacking", "tiny", "huge")
    files = {name: folder / f"{name}.jpg" for name in names}
    files["empty"].write_bytes(b"")
    files["text"].write_text("not a picture at all")
    whole = GOOD.read_bytes()
    files["cut"].write_bytes(whole[:100_000])
    files["lacking"].write_bytes(whole[:100_000] + whole[-2:])
    cv2.imwrite(str(files["tiny"]), np.zeros((1, 1, 3), np.uint8))
    header = b"\x89PNG\r\n\x1a\n" + struct.pack(
        ">I4sIIBBBBB", 13, b"IHDR", 10000, 10000, 8, 2, 0, 0, 0
    )
    files["huge"].write_bytes(header + b"\0" * 64)
    return files


@pytest.mark.parametrize(
    ("kind", "slug", "says"),
    [
        ("empty", "empty-file", "is empty"),
        ("text", "no-picture", "is no picture"),
        ("cut", "picture-cut-off", "cut off"),
        ("lacking", "picture-damaged", "is damaged"),
        ("tiny", "picture-too-small", "1 x 1 pixels"),
        ("huge", "picture-too-large", "10000 x 10000 pixels; at most 40 million"),
    ],
)
def test_a_bad_picture_is_refused_by_name(tmp_path: Path, kind: str, slug: str, says: str) -> None:
    path = bad_files(tmp_path)[kind]
    with pytest.raises(VisionInputError, match=says) as caught:
        load_picture(path)
    assert caught.value.slug == slug
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_that_lacks_its_last_blocks_is_damaged(tmp_path: Path, orientation: int) -> None:
    noise = np.random.default_rng(1).normal((190, 60, 140), 25, (360, 200, 3))
    whole = cv2.imencode(".jpg", noise.clip(0, 255).astype(np.uint8))[1].tobytes()
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)
    segment = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    path = tmp_path / "lacking.jpg"
    path.write_bytes(whole[:2] + segment + whole[2:-700] + whole[-2:])
    with pytest.raises(VisionInputError, match="is damaged"):
        load_picture(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(VisionInputError, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(VisionInputError, match="is a folder"):
        load_picture(tmp_path)


def test_the_size_is_read_from_the_first_bytes() -> None:
    assert picture_size(GOOD.read_bytes()[:4096]) == (1280, 960)


def test_a_calibration_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "tray.toml"
    save_calibration(calibration_of(RED_FACES), path)
    assert load_calibration(path) == calibration_of(RED_FACES)
    assert [entry.name for entry in tmp_path.iterdir()] == ["tray.toml"]


def test_a_calibration_that_is_a_picture_is_refused() -> None:
    with pytest.raises(VisionInputError, match="is not a calibration: it is no text"):
        load_calibration(GOOD)


def test_a_place_that_can_not_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(VisionInputError, match="can't be written"):
        save_calibration(calibration_of(RED_FACES), tmp_path / "none" / "tray.toml")


def test_the_sidecar_says_the_faces() -> None:
    assert (
        " ".join(map(str, known_faces(FOLDER / RED_FACES / "calib_0.jpg"))) == "1r 2r 3r 4r 5r 6r"
    )


def test_the_name_says_the_faces_where_there_is_no_sidecar(tmp_path: Path) -> None:
    faces = known_faces(tmp_path / "1-3-3-5r-6-6r--glare.jpg")
    assert " ".join(map(str, faces)) == "1 3 3 5r 6 6r"


def test_faces_that_nothing_says_are_asked_for(tmp_path: Path) -> None:
    with pytest.raises(VisionInputError, match="which faces does it show"):
        known_faces(tmp_path / "dice.jpg")


@pytest.mark.parametrize("text", ["{", '{"dice": "1"}', '{"faces": "7"}', '["1"]', '{"faces": 3}'])
def test_a_bad_sidecar_is_refused_by_name(tmp_path: Path, text: str) -> None:
    (tmp_path / "dice.json").write_text(text)
    with pytest.raises(VisionInputError, match=r"dice\.json"):
        known_faces(tmp_path / "dice.jpg")
