"""Cameras: where pictures of the tray come from. Here the contract, and those without hardware.

One thread uses a camera: open, read, read, ..., close. Only `close` may come from another one.
`camera_pi` has the Pi's own, `camera_child` keeps it in a process that can be killed, and
`camera_runner` watches over any of them. May import: numpy, cv2, calibration.exif.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.exif import camera_model

Bgr = NDArray[np.uint8]

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp"})
JPEGS = frozenset({".jpg", ".jpeg"})
_HEAD_BYTES = 1 << 17  # of a JPEG file, which hold its Exif data
VIDEOS = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v"})


class CameraLost(OSError):
    """The camera gives no pictures; the sentence tells the table why and what to do."""

    def __init__(self, sentence: str, slug: str = "camera_lost") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.slug = slug


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture.

    bgr : uint8 array of shape (M, N, 3), blue first.
    time_s : when it arrived, on the program's own clock.
    seq : 1 for the first picture since the program started, without gaps.
    """

    bgr: Bgr
    time_s: float
    seq: int


@dataclass(frozen=True, slots=True)
class Optics:
    """What a camera tells of its lens once it is open.

    model : how it calls itself, such as "imx708_wide"; "" when it doesn't tell.
    part : of its sensor's width, how much the pictures show; None when that is not told.
    """

    model: str = ""
    part: float | None = None


class Camera(Protocol):
    """Anything that gives pictures."""

    @property
    def optics(self) -> Optics:
        """What it tells of its lens; nothing before it was opened."""

    def open(self) -> None:
        """Make ready to read.

        Raises CameraLost if there is no such camera.
        """

    def read(self) -> Bgr:
        """The next picture.

        Raises CameraLost if none came in time, or if the camera was closed meanwhile.
        """

    def close(self) -> None:
        """Let go of the camera and end a `read` that is waiting; never raises."""


class Scene(Protocol):
    """A virtual tray: shows itself at any time."""

    def frame(self, time_s: float) -> Bgr:
        """What a camera over the tray sees at this time."""


class DemoCamera:
    """The pictures of a virtual tray."""

    optics = Optics()

    def __init__(self, scene: Scene, clock: Callable[[], float]) -> None:
        self._scene = scene
        self._clock = clock

    def open(self) -> None:
        """Nothing to open: a virtual tray is always there."""

    def read(self) -> Bgr:
        """The tray as it is now."""
        return self._scene.frame(self._clock())

    def close(self) -> None:
        """Nothing to close."""


class FolderCamera:
    """The pictures of a folder in the order of their names, of one file, or of a video.

    After the last picture the first comes again with `loops`, else the last one stays until
    the folder gets another; who adds one writes it under another ending and then renames it.
    """

    def __init__(self, path: Path, *, loops: bool = False) -> None:
        self._path = path
        self._loops = loops
        self._source: _Folder | _Picture | _Video | None = None
        self._last: Bgr | None = None

    @property
    def optics(self) -> Optics:
        """What the first picture's own data say."""
        first = self._path
        if first.is_dir():
            names = [each.name for each in first.iterdir() if each.suffix.lower() in JPEGS]
            first = first / next(iter(natural_order(names)), "")
        if first.suffix.lower() not in JPEGS or not first.is_file():
            return Optics()
        with first.open("rb") as file:
            return Optics(camera_model(file.read(_HEAD_BYTES)) or "")

    def open(self) -> None:
        """Find the pictures; the first comes first, also after a `close`.

        Raises CameraLost with the path if there are none.
        """
        self._last = None
        self._source = _open_source(self._path)

    def read(self) -> Bgr:
        """The next picture, or the last one again.

        Raises CameraLost for a file that is no picture.
        """
        source = self._source
        if source is None:
            raise CameraLost("The camera was closed.", "camera_closed")
        bgr = source.next()
        if bgr is None and self._loops and self._last is not None:
            source.rewind()
            bgr = source.next()
        self._last = self._last if bgr is None else bgr
        if self._last is None:
            raise CameraLost(f"{self._path} has no picture that can be read.", "no_pictures")
        return self._last

    def close(self) -> None:
        """Let go of the files."""
        self._source = None


def natural_order(names: Sequence[str]) -> list[str]:
    """Names in the order that a person gives them: numbers by their size.

    >>> natural_order(["frame10.jpg", "frame9.jpg"])
    ['frame9.jpg', 'frame10.jpg']
    """

    def key(name: str) -> list[tuple[int, int, str]]:
        parts = re.findall(r"\d+|\D+", name)
        return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]

    return sorted(names, key=key)


class _Folder:
    """The pictures of a folder, and those that are added to it while it is shown."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._shown: set[str] = set()
        self._coming = deque(self._new())
        if not self._coming:
            raise CameraLost(f"There is no picture in {path}.", "no_pictures")

    def next(self) -> Bgr | None:
        if not self._coming:
            self._coming.extend(self._new())
        if not self._coming:
            return None
        name = self._coming.popleft()
        self._shown.add(name)
        return _read_picture(self._path / name)

    def rewind(self) -> None:
        self._shown.clear()

    def _new(self) -> list[str]:
        try:
            names = [each.name for each in self._path.iterdir()]
        except OSError as error:
            why = f"The folder {self._path} can't be read ({error.strerror})."
            raise CameraLost(why, "no_pictures") from error
        pictures = [name for name in names if Path(name).suffix.lower() in PICTURES]
        return natural_order([name for name in pictures if name not in self._shown])


class _Picture:
    """One picture file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._is_shown = False

    def next(self) -> Bgr | None:
        if self._is_shown:
            return None
        self._is_shown = True
        return _read_picture(self._file)

    def rewind(self) -> None:
        self._is_shown = False


class _Video:
    """The frames of a video file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._capture = cv2.VideoCapture(str(file))
        if not self._capture.isOpened():
            raise CameraLost(f"{file} is no video that can be read.", "bad_video")

    def next(self) -> Bgr | None:
        there, bgr = self._capture.read()
        return np.asarray(bgr, np.uint8) if there else None

    def rewind(self) -> None:
        # Seeking is inexact in many codecs; opening again is not.
        self._capture.release()
        self._capture = cv2.VideoCapture(str(self._file))


def _open_source(path: Path) -> _Folder | _Picture | _Video:
    if path.is_dir():
        return _Folder(path)
    if not path.is_file():
        raise CameraLost(f"There is no folder or file {path}.", "no_pictures")
    return _Video(path) if path.suffix.lower() in VIDEOS else _Picture(path)


def _read_picture(file: Path) -> Bgr:
    # Decoded from memory: cv2.imread says nothing of an empty file, and warns on stderr.
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
        bgr = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except (OSError, cv2.error):
        bgr = None
    if bgr is None:
        raise CameraLost(f"{file} is no picture that can be read.", "bad_picture")
    return np.asarray(bgr, np.uint8)
