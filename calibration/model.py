"""The calibration as a file: one versioned TOML text that holds everything, pictures included.

Pure: text in, values out; `calibration.files` reads and writes.
May import: numpy, cv2, vision, calibration (picture_size, set_text, toml_text, toml_values).
"""

from __future__ import annotations

import base64
import hashlib
import textwrap
import tomllib
from typing import Any

import cv2
import numpy as np

from calibration.picture_size import LEAST_SIDE_PX, MOST_PIXELS, picture_size
from calibration.set_text import lines_of, set_of
from calibration.toml_text import number, numbers, points, quoted
from calibration.toml_values import finite, number_in, numbers_in
from vision.calibration_values import (
    Calibration,
    Camera,
    SeenMarker,
    Tint,
)
from vision.types import Point

FORMAT = "tallytray-calibration"
# 1 knew no k2, 2 no markers, 3 no sure outline, 4 no tint, 5 no spreads, 6 no darkest;
# like_floor and shortfall may be missing
VERSION = 7
_END = "# end of calibration"
_AGAIN = "calibrate again"


class CalibrationFileError(ValueError):
    """A calibration file that can't be used; the sentence says why and what to do."""

    slug = "calibration-file"


def to_text(calibration: Calibration) -> str:
    """Give the text of a calibration file; `from_text` gives the same values again."""
    body = "\n".join(
        [
            *_top_lines(calibration),
            *_camera_lines(calibration.camera),
            *lines_of(calibration.dice),
            *_marker_lines(calibration.markers),
        ]
    )
    picture = textwrap.fill(base64.b64encode(calibration.empty_jpeg).decode("ascii"), 96)
    body += f'\n[empty_tray]\njpeg_base64 = """\n{picture}\n"""\n'
    digest = hashlib.sha256(body.encode()).hexdigest()
    title = "# Tallytray's calibration of one camera, tray and dice set; written by `calibrate`.\n"
    head = f'format = "{FORMAT}"\nversion = {VERSION}\nsha256 = "{digest}"\n'
    return f"{title}{head}{body}{_END}\n"


def from_text(text: str, source: str = "the calibration") -> Calibration:
    """Give the calibration that a file's text holds.

    source : name of the file, for the sentences of errors.

    Raises
    ------
    CalibrationFileError
        The text is no calibration, is cut off, was changed, or is of a newer version.
    """
    text = text.replace("\r\n", "\n")
    data = _table(text, source)
    _check_whole(text, data, source)
    try:
        return _calibration(data)
    except KeyError as error:
        raise CalibrationFileError(f"{source}: {error.args[0]} is missing; {_AGAIN}") from None
    except (TypeError, ValueError) as error:
        raise CalibrationFileError(f"{source}: {error}; {_AGAIN}") from None


def _table(text: str, source: str) -> dict[str, Any]:
    if f'format = "{FORMAT}"' not in text[:400]:
        raise CalibrationFileError(
            f'{source} is not a calibration: it does not begin with format = "{FORMAT}"; {_AGAIN}'
        )
    version = _version(text)
    if version is None:
        raise CalibrationFileError(f"{source} is cut off: its version is missing; {_AGAIN}")
    if version > VERSION:
        raise CalibrationFileError(
            f"{source} is of version {version}, but this Tallytray knows up to {VERSION}:"
            f" update Tallytray or {_AGAIN}"
        )
    if not text.rstrip().endswith(_END):
        raise CalibrationFileError(f"{source} is cut off: its end is missing; {_AGAIN}")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CalibrationFileError(f"{source} is damaged: {error}; {_AGAIN}") from None


def _version(text: str) -> int | None:
    for line in text.splitlines()[:8]:
        key, _, value = line.partition("=")
        if key.strip() == "version" and value.strip().isdigit():
            return int(value)
    return None


def _check_whole(text: str, data: dict[str, Any], source: str) -> None:
    _, _, rest = text.partition('sha256 = "')
    body = rest.partition('"\n')[2].rstrip().removesuffix(_END)
    if hashlib.sha256(body.encode()).hexdigest() != data.get("sha256"):
        raise CalibrationFileError(
            f"{source} was changed or damaged since it was written; {_AGAIN}"
        )


def _top_lines(calibration: Calibration) -> list[str]:
    remarks = ", ".join(quoted(remark) for remark in calibration.remarks)
    return [
        f"size_px = [{calibration.size_px[0]}, {calibration.size_px[1]}]",
        f"tray_px = {points(calibration.tray_px)}",
        *([f"sure_px = {points(calibration.sure_px)}"] if calibration.sure_px else []),
        *([] if calibration.tint is None else [_tint_line(calibration.tint)]),
        f"sharpness = {number(calibration.sharpness)}",
        f"stands_out = {number(calibration.stands_out)}",
        f"glow = {number(calibration.glow)}",
        f"fills = {number(calibration.fills)}",
        f"like_floor = {number(calibration.like_floor)}",
        f"shortfall = {number(calibration.shortfall)}",
        f"darkest = {number(calibration.darkest)}",
        f"remarks = [{remarks}]",
    ]


def _tint_line(tint: Tint) -> str:
    return f"tint = {numbers((*tint.way, tint.least, tint.most))}"


def _camera_lines(camera: Camera) -> list[str]:
    return [
        "\n[camera]",
        f"focal_px = {number(camera.focal_px)}",
        f"centre_px = {numbers(camera.centre_px)}",
        f"k1 = {number(camera.k1)}",
        f"k2 = {number(camera.k2)}",
        f"tilt = {numbers(camera.tilt)}",
        f"height = {number(camera.height)}",
    ]


def _marker_lines(markers: tuple[SeenMarker, ...]) -> list[str]:
    lines = []
    for marker in markers:
        lines += [
            "\n[[markers]]",
            f"number = {marker.number}",
            f"corners_px = {points(marker.corners_px)}",
        ]
    return lines


def _calibration(data: dict[str, Any]) -> Calibration:
    width, height = numbers_in(data, "size_px", 2)
    if min(width, height) < LEAST_SIDE_PX or width * height > MOST_PIXELS:
        raise ValueError(f"size_px is {data['size_px']!r}, which is no size of a picture")
    jpeg = _jpeg(data["empty_tray"]["jpeg_base64"])
    return Calibration(
        size_px=(int(width), int(height)),
        camera=_camera(data["camera"]),
        tray_px=tuple(_pair(point) for point in data["tray_px"]),
        dice=set_of(data["dice"]),
        sharpness=number_in(data, "sharpness", 0.0, 2.0),
        stands_out=number_in(data, "stands_out", 0.0, 500.0),
        glow=number_in(data, "glow", 0.0, 500.0),
        fills=number_in(data, "fills", 0.0, 1.0),
        empty_jpeg=jpeg,
        remarks=tuple(str(remark) for remark in data["remarks"]),
        markers=tuple(_marker(marker) for marker in data.get("markers", ())),
        sure_px=tuple(_pair(point) for point in data.get("sure_px", ())),
        tint=_tint(data) if "tint" in data else None,
        like_floor=number_in({"like_floor": 0.0} | data, "like_floor", 0.0, 1.0),
        shortfall=number_in({"shortfall": 1.0} | data, "shortfall", -1.0, 1.0),
        darkest=number_in({"darkest": 0.0} | data, "darkest", 0.0, 1.0),
    )


def _tint(data: dict[str, Any]) -> Tint:
    blue, green, red, least, most = numbers_in(data, "tint", 5)
    if max(map(abs, (blue, green, red))) > 1.0 or not -2.0 < least <= most < 2.0:
        raise ValueError(f"tint is {data['tint']!r}, which shadows don't have")
    return Tint((blue, green, red), least, most)


def _marker(data: dict[str, Any]) -> SeenMarker:
    corners = tuple(_pair(point) for point in data["corners_px"])
    if len(corners) != 4:
        raise ValueError(f"a marker has {len(corners)} corners, but must have 4")
    return SeenMarker(int(number_in(data, "number", 0, 49)), corners)


def _jpeg(text: str) -> bytes:
    jpeg = base64.b64decode(text, validate=False)
    size = picture_size(jpeg)
    if size is None or size[0] * size[1] > MOST_PIXELS:
        raise ValueError("the picture of the empty tray in it is no JPEG of a usual size")
    if cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) is None:
        raise ValueError("the picture of the empty tray in it can't be read")
    return jpeg


def _camera(data: dict[str, Any]) -> Camera:
    cx, cy = numbers_in(data, "centre_px", 2)
    tilt_x, tilt_y = numbers_in(data, "tilt", 2)
    return Camera(
        focal_px=number_in(data, "focal_px", 1.0, 1e6),
        centre_px=(cx, cy),
        k1=number_in(data, "k1", -2.0, 2.0),
        tilt=(tilt_x, tilt_y),
        height=number_in(data, "height", 2.0, 1e4),
        k2=number_in({"k2": 0.0} | data, "k2", -2.0, 2.0),
    )


def _pair(values: list[float]) -> Point:
    x, y = map(finite, values)
    return (x, y)
