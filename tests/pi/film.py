"""Loads libcamera's virtual camera with a film of our own pictures."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

FILM = Path("/srv/film")
CAMERAS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
SIZE_PX = (1280, 960)
DESCRIPTION = """%YAML 1.1
---
"tray":
  supported_formats:
  - width: {width}
    height: {height}
    frame_rates:
    - 30
  frames:
    path: "{film}/"
  location: "CameraLocationBack"
  model: "imx708"
"""

Bgr = NDArray[np.uint8]


def load(pictures: Sequence[Bgr | bytes]) -> list[Bgr]:
    """Show these pictures to the next camera that is opened; what it should then deliver.

    pictures : uint8 arrays of shape (960, 1280, 3), or the bytes of a file that is none.
    """
    shutil.rmtree(FILM, ignore_errors=True)
    FILM.mkdir(parents=True)
    for number, picture in enumerate(pictures):
        data = picture if isinstance(picture, bytes) else _encode(picture)
        (FILM / f"{number}.jpg").write_bytes(data)
    CAMERAS.parent.mkdir(parents=True, exist_ok=True)
    width, height = SIZE_PX
    CAMERAS.write_text(DESCRIPTION.format(width=width, height=height, film=FILM))
    files = sorted(FILM.iterdir(), key=lambda file: int(file.stem))
    decoded = [cv2.imread(str(file)) for file in files]
    return [np.asarray(bgr, np.uint8) for bgr in decoded if bgr is not None]


def unplug() -> None:
    """No camera at all for whoever opens one next."""
    CAMERAS.unlink(missing_ok=True)


def _encode(bgr: Bgr) -> bytes:
    # The virtual camera takes 4:2:0 only, which is OpenCV's default.
    return cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
