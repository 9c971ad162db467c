"""Which camera took a picture, as its JPEG file says. May import: nothing of the project."""

from __future__ import annotations

import struct

_MODEL, _ASCII = 0x0110, 2
_START_OF_SCAN = 0xDA


def camera_model(data: bytes) -> str | None:
    """Give the camera's model from the bytes of a JPEG file; None if they don't tell.

    References: CIPA DC-008 (Exif 2.32), 4.5 and 4.6; the tag Model of the first directory.
    """
    tiff = _exif(data)
    if tiff is None:
        return None
    try:
        return _model(tiff)
    except struct.error:  # cut off or damaged: then it does not tell
        return None


def _exif(data: bytes) -> bytes | None:
    """Give the TIFF part of the Exif segment."""
    at = 2
    while data[:2] == b"\xff\xd8" and at + 4 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        segment = data[at + 4 : at + 2 + length]
        if marker == 0xE1 and segment[:6] == b"Exif\0\0":
            return segment[6:]
        if marker == _START_OF_SCAN:
            return None
        at += 2 + length
    return None


def _model(tiff: bytes) -> str | None:
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return None
    (first,) = struct.unpack_from(f"{order}I", tiff, 4)
    (count,) = struct.unpack_from(f"{order}H", tiff, first)
    for k in range(count):
        at = first + 2 + 12 * k
        tag, kind, length, offset = struct.unpack_from(f"{order}HHII", tiff, at)
        if (tag, kind) == (_MODEL, _ASCII):
            start = at + 8 if length <= 4 else offset
            (text,) = struct.unpack_from(f"{length}s", tiff, start)
            return str(text.split(b"\0")[0].decode("ascii", "ignore")).strip() or None
    return None
