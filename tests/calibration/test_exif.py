"""A JPEG file tells which camera took it, in either order of bytes; others tell nothing."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest

from calibration.exif import camera_model

JPEG = bytes(cv2.imencode(".jpg", np.zeros((16, 16, 3), np.uint8))[1])


def taken_by(model: bytes, order: str) -> bytes:
    """Give a JPEG file with an Exif segment that names a camera."""
    text = model + b"\0"
    mark = b"II" if order == "<" else b"MM"
    head = mark + struct.pack(f"{order}HI", 42, 8)
    entry = struct.pack(f"{order}HHHII", 1, 0x0110, 2, len(text), 26) + struct.pack(f"{order}I", 0)
    exif = b"Exif\0\0" + head + entry + text
    return JPEG[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + JPEG[2:]


@pytest.mark.parametrize("order", ["<", ">"])
def test_the_camera_is_named(order: str) -> None:
    assert camera_model(taken_by(b"imx708_wide", order)) == "imx708_wide"


@pytest.mark.parametrize("data", [b"", JPEG, b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe1\x00\x10Exif"])
def test_other_files_tell_nothing(data: bytes) -> None:
    assert camera_model(data) is None


@pytest.mark.parametrize("length", range(0, 50, 3))
def test_a_file_that_is_cut_off_does_no_harm(length: int) -> None:
    assert camera_model(taken_by(b"imx708_wide", "<")[:length]) is None
