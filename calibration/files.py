"""Reads and writes the files of a calibration: pictures, sidecars and the calibration itself.

Every mistake in them is one sentence of the family `VisionInputError`, which names the file.
May import: numpy, cv2, vision, the rest of calibration.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.faces import Face, FacesError, parse_faces
from calibration.model import CalibrationFileError, from_text, to_text
from calibration.picture_size import LEAST_SIDE_PX, MOST_PIXELS, picture_size
from vision.calibration_values import Calibration

_LAST_PX = (6, 32)  # rows of a block, less what its neighbours tint, and columns of two blocks
_FILLED = 128  # grey level of what a file lacks


class VisionInputError(ValueError):
    """A file that vision can't use; the sentence names it and says what would be right."""

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug


def load_picture(path: str | Path) -> NDArray[np.uint8]:
    """Give the picture in a file, blue first: uint8 array of shape (M, N, 3).

    Grey, 16-bit and transparent pictures become plain colour; a photograph's own turn (EXIF) is
    followed.

    Raises
    ------
    VisionInputError
        No such file, empty, no picture, cut off, damaged, too small or too large. The size is read
        before the picture is decoded, so that a huge one does no harm.
    """
    data = _read_bytes(Path(path), "picture")
    size = picture_size(data)
    if size is not None:
        _check_size(path, *size)
    if _is_cut_off(data):
        raise VisionInputError("picture-cut-off", f"{path}: the picture is cut off; copy it again")
    bgr = _decode(data)
    if bgr is None:
        raise VisionInputError(
            "no-picture", f"{path} is no picture that can be read; give a JPEG or PNG file"
        )
    if _is_jpeg(data) and _lacks_an_end(bgr):
        raise VisionInputError("picture-damaged", f"{path}: the picture is damaged; copy it again")
    _check_size(path, bgr.shape[1], bgr.shape[0])
    return bgr


def load_calibration(path: str | Path) -> Calibration:
    """Give the calibration in a file.

    Raises
    ------
    VisionInputError
        The file can't be read, or is no whole calibration of a known version.
    """
    data = _read_bytes(Path(path), "calibration")
    try:
        return from_text(data.decode("utf-8"), str(path))
    except UnicodeDecodeError:
        sentence = f"{path} is not a calibration: it is no text; calibrate again"
        raise VisionInputError("calibration-file", sentence) from None
    except CalibrationFileError as error:
        raise VisionInputError(error.slug, str(error)) from None


def save_calibration(calibration: Calibration, path: str | Path) -> None:
    """Write a calibration; a file that is there stays whole until the new one is complete."""
    target = Path(path)
    part = target.with_name(target.name + ".part")
    try:
        with part.open("w", encoding="utf-8") as file:
            file.write(to_text(calibration))
            file.flush()
            os.fsync(file.fileno())
        part.replace(target)
    except OSError as error:
        raise VisionInputError(
            "cannot-write", f"{path} can't be written: {error.strerror}; choose another --out"
        ) from None


def known_faces(picture_path: str | Path) -> tuple[Face, ...]:
    """Give the faces that a calibration picture shows: from its sidecar, or else its name.

    The sidecar has the picture's name with .json and holds {"faces": "1r 2r ..."}; a name says
    them itself, as `1-3-3-5r-6-6r--glare.jpg` does.
    """
    path = Path(picture_path)
    sidecar = path.with_suffix(".json")
    try:
        if sidecar.exists():
            return parse_faces(_faces_of_sidecar(sidecar))
        return parse_faces(path.stem.partition("--")[0])
    except FacesError as error:
        if sidecar.exists():
            raise VisionInputError("faces", f"{sidecar}: {error}") from None
        raise VisionInputError(
            "no-faces",
            f"{path}: which faces does it show? Put {sidecar.name} beside it with"
            ' {"faces": "1r 2 3 4 5 6"}, or name the picture 1r-2-3-4-5-6.jpg',
        ) from None


def _is_jpeg(data: bytes) -> bool:
    return data[:2] == b"\xff\xd8"


def _is_cut_off(data: bytes) -> bool:
    if _is_jpeg(data):
        return b"\xff\xd9" not in data[-4096:]
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return b"IEND" not in data[-64:]
    return False


def _lacks_an_end(bgr: NDArray[np.uint8]) -> bool:
    """Tell whether a decoder has filled the last blocks, as libjpeg does where data lack.

    In any corner, as a photograph may have been turned after that.
    """
    rows, columns = _LAST_PX
    ends = [
        picture[down, across]
        for picture in (bgr, bgr.swapaxes(0, 1))
        for down in (slice(rows), slice(-rows, None))
        for across in (slice(columns), slice(-columns, None))
    ]
    return any(bool((end == _FILLED).all()) for end in ends)


def _check_size(path: str | Path, width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise VisionInputError(
            "picture-too-large",
            f"{path} has {width} x {height} pixels; at most {MOST_PIXELS // 1_000_000} million are"
            " read: make it smaller",
        )
    if min(width, height) < LEAST_SIDE_PX:
        raise VisionInputError(
            "picture-too-small",
            f"{path} has {width} x {height} pixels; each side needs at least {LEAST_SIDE_PX}",
        )


def _decode(data: bytes) -> NDArray[np.uint8] | None:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, dtype=np.uint8)


def _read_bytes(path: Path, what: str) -> bytes:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise VisionInputError("no-file", f"{path}: there is no such file") from None
    except IsADirectoryError:
        sentence = f"{path} is a folder; name the {what} in it"
        raise VisionInputError("no-file", sentence) from None
    except OSError as error:
        raise VisionInputError("no-file", f"{path} can't be read: {error.strerror}") from None
    if not data:
        raise VisionInputError("empty-file", f"{path} is empty; make the {what} again")
    return data


def _faces_of_sidecar(sidecar: Path) -> str:
    try:
        data = json.loads(sidecar.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise VisionInputError(
            "sidecar", f'{sidecar} is no JSON of the form {{"faces": "1r 2 3"}}: {error}'
        ) from None
    if not isinstance(data, dict) or not isinstance(data.get("faces"), str):
        raise VisionInputError(
            "sidecar", f'{sidecar} has no "faces": write {{"faces": "1r 2r 3 4 5 6"}}'
        )
    return str(data["faces"])
