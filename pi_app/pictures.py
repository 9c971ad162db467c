"""Picture files from anywhere: read into memory as B, G, R, or refused with a sentence.

May import: numpy, cv2.
"""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

MOST_MEGAPIXELS = 50.0  # a 50-megapixel picture takes 150 MB when it is unpacked
_PNG = b"\x89PNG\r\n\x1a\n"


class PictureError(ValueError):
    """A file that is no picture, or too large a one; the sentence names it and the mend."""

    def __init__(self, slug: str, sentence: str) -> None:
        super().__init__(sentence)
        self.slug = slug
        self.sentence = sentence


def load_bgr(path: Path) -> NDArray[np.uint8]:
    """The picture of a file: uint8 array of shape (M, N, 3), B, G, R.

    Raises PictureError with what would be right.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(
            "unreadable", f"{path}: can't be read ({error.strerror}); give the path of a picture."
        ) from error
    if not data:
        raise PictureError("empty_file", f"{path}: the file is empty; take the picture again.")
    _check_size(path, data)
    try:
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        bgr = None
    if bgr is None:
        raise PictureError(
            "no_picture", f"{path}: is no picture that can be read; give a whole JPEG or PNG file."
        )
    return np.asarray(bgr, dtype=np.uint8)


def _check_size(path: Path, data: bytes) -> None:
    """Raise PictureError before a picture is unpacked that would fill the memory."""
    size = size_px(data)
    if size is not None and size[0] * size[1] > MOST_MEGAPIXELS * 1e6:
        raise PictureError(
            "too_large",
            f"{path}: {size[0]} x {size[1]} pixels are more than {MOST_MEGAPIXELS:.0f} megapixels; "
            "make it smaller (1280 x 960 is plenty).",
        )


def size_px(data: bytes) -> tuple[int, int] | None:
    """Width and height that the head of a PNG or JPEG file tells; None for other files.

    >>> size_px(_PNG + b"\\0\\0\\0\\rIHDR" + struct.pack(">II", 640, 480))
    (640, 480)
    """
    if data.startswith(_PNG) and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    return _jpeg_size(data) if data.startswith(b"\xff\xd8") else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """The size in the first frame header (ITU-T T.81, B.2.2)."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + int(struct.unpack(">H", data[at + 2 : at + 4])[0])
    return None
