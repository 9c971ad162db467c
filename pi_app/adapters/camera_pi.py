"""The Pi's camera by picamera2: fixed exposure and colours, one stream, B, G, R at once.

picamera2 and libcamera come from the system's packages and are imported only when a camera is
opened. A call into them can hang for good: `camera_child` runs this in a process of its own.
May import: camera, settings, numpy, cv2.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from pi_app.adapters.camera import Bgr, CameraLost, Optics
from pi_app.settings import CameraSettings

log = logging.getLogger(__name__)

NOT_FOUND = (
    "No camera was found. Switch the Pi off, seat the camera's cable at both ends with its "
    "contacts the right way round, and switch it on again."
)
NOT_INSTALLED = (
    "The camera's software is missing. Install it: sudo apt install python3-picamera2, "
    "and let the virtual environment see the system's packages."
)
NO_PICTURE = "The camera has stopped giving pictures. Its cable may have come loose."


class PiCamera:
    """The camera on the Pi's connector."""

    def __init__(self, settings: CameraSettings) -> None:
        self._settings = settings
        self._camera: Any = None
        self._optics = Optics()

    @property
    def optics(self) -> Optics:
        """The sensor's name, and how much of its width the pictures show."""
        return self._optics

    def open(self) -> None:
        """Start the camera, let exposure and colours settle, then hold them.

        Raises CameraLost when there is no camera, another program has it, or it fails.
        """
        self._camera = _first_camera()
        try:
            self._start()
        except CameraLost:
            self.close()
            raise
        except Exception as error:  # libcamera has no error family of its own
            self.close()
            raise CameraLost(f"The camera could not be started ({error}).") from error

    def read(self) -> Bgr:
        """The next picture; waits no longer than the time-out.

        Raises CameraLost when none comes.
        """
        if self._camera is None:
            raise CameraLost("The camera was closed.", "camera_closed")
        try:
            pixels = self._camera.capture_array("main", wait=self._settings.timeout_s)
        except Exception as error:  # a time-out, or whatever libcamera makes of a lost camera
            raise CameraLost(NO_PICTURE) from error
        return to_bgr(pixels, self._settings.pixel_format, self._settings.size_px)

    def close(self) -> None:
        """Let go of the camera."""
        camera, self._camera = self._camera, None
        if camera is not None:
            try:
                camera.close()
            except Exception as error:  # it is gone, which is what was wanted
                log.warning("the camera complained while closing: %s", error)

    def _start(self) -> None:
        settings, camera = self._settings, self._camera
        known = set(camera.camera_controls)
        configuration = camera.create_video_configuration(
            main={"size": settings.size_px, "format": settings.pixel_format},
            colour_space=_full_range(),
            # One is filled while the other is read; more would only be older.
            buffer_count=2,
            controls=pace(settings, known),
        )
        camera.configure(configuration)
        if camera.camera_configuration()["main"]["size"] != settings.size_px:
            raise CameraLost(f"The camera can't take pictures of {settings.size_px} px.")
        # Where the camera has no frame rate of its own, this is what paces it.
        camera.pre_callback = _Pacer(settings.fps)
        camera.start()
        self._hold_exposure(known)

    def _hold_exposure(self, known: set[str]) -> None:
        camera, settings = self._camera, self._settings
        end_s = time.monotonic() + settings.settle_s
        metadata = camera.capture_metadata(wait=settings.timeout_s)
        # A camera that names no exposure time has nothing to settle.
        while time.monotonic() < end_s and "ExposureTime" in metadata:
            metadata = camera.capture_metadata(wait=settings.timeout_s)
        held = held_controls(settings, metadata, known)
        if held:
            camera.set_controls(held)
        self._optics = optics_of(camera.camera_properties, metadata)
        log.info("camera started; held: %s", held or "nothing, it has no such controls")


def optics_of(properties: Mapping[str, Any], metadata: Mapping[str, Any]) -> Optics:
    """What libcamera tells of the lens: the sensor's name, and the part of it that is read.

    properties : of the camera. metadata : of a picture; ScalerCrop is x, y, width and height.

    >>> optics_of({"Model": "imx708", "PixelArraySize": (4608, 2592)},
    ...           {"ScalerCrop": (576, 0, 3456, 2592)})
    Optics(model='imx708', part=0.75)
    """
    part = _part_seen(properties.get("PixelArraySize"), metadata.get("ScalerCrop"))
    return Optics(str(properties.get("Model", "")), part)


def _part_seen(whole: Any, crop: Any) -> float | None:
    if not (isinstance(whole, tuple) and isinstance(crop, tuple) and len(crop) == 4):
        return None
    return crop[2] / whole[0] if 0 < crop[2] <= whole[0] else None


class _Pacer:
    """Lets so many pictures a second pass; called by picamera2 for each one."""

    def __init__(self, fps: float) -> None:
        # A little faster than asked: a camera that paces itself is then never held up.
        self._interval_s = 0.9 / fps
        self._next_s = 0.0

    def __call__(self, _request: object) -> None:
        wait_s = self._next_s - time.monotonic()
        if wait_s > 0:
            time.sleep(min(wait_s, self._interval_s))
        self._next_s = time.monotonic() + self._interval_s


def pace(settings: CameraSettings, known: set[str]) -> dict[str, Any]:
    """The controls that give the camera its frame rate, if it can be told one.

    >>> pace(CameraSettings(fps=10.0), {"FrameDurationLimits"})
    {'FrameDurationLimits': (100000, 100000)}
    """
    frame_us = round(1_000_000 / settings.fps)
    return {"FrameDurationLimits": (frame_us, frame_us)} if "FrameDurationLimits" in known else {}


def held_controls(
    settings: CameraSettings, metadata: Mapping[str, Any], known: set[str]
) -> dict[str, Any]:
    """The controls that hold exposure and colours: what was set, else what has settled.

    metadata : of the last picture taken with the automatics on.
    known : the controls that this camera has.

    >>> settings = CameraSettings(exposure_us=8000)
    >>> found = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (2.0, 1.5)}
    >>> held_controls(settings, found, {"AeEnable", "ExposureTime", "AnalogueGain"})
    {'AeEnable': False, 'ExposureTime': 8000, 'AnalogueGain': 1.5}
    """
    wanted = {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": settings.exposure_us or metadata.get("ExposureTime"),
        "AnalogueGain": settings.gain or metadata.get("AnalogueGain"),
        "ColourGains": settings.colour_gains or metadata.get("ColourGains"),
    }
    return {name: value for name, value in wanted.items() if name in known and value is not None}


def to_bgr(pixels: NDArray[np.uint8], pixel_format: str, size_px: tuple[int, int]) -> Bgr:
    """The picture as B, G, R: the one place where a channel order is changed.

    pixels : uint8; NV12 and YUV420 of shape (3 * height / 2, stride), full range as in JPEG;
        RGB888 of shape (height, width, 3), which picamera2 delivers as B, G, R already.
    size_px : width and height.
    """
    width, height = size_px
    if pixel_format == "RGB888":
        return np.ascontiguousarray(pixels[:height, :width, :3])
    luma = pixels[:height, :width]
    blue, red = _chroma(pixels, pixel_format, size_px)
    # OpenCV's own NV12 conversion takes the limited range of video; Cr comes before Cb here.
    planes = [luma, cv2.resize(red, size_px), cv2.resize(blue, size_px)]
    return np.asarray(cv2.cvtColor(cv2.merge(planes), cv2.COLOR_YCrCb2BGR), np.uint8)


def _chroma(
    pixels: NDArray[np.uint8], pixel_format: str, size_px: tuple[int, int]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Cb and Cr, each of shape (height / 2, width / 2)."""
    width, height = size_px
    if pixel_format == "NV12":
        pairs = pixels[height : height + height // 2, :width].reshape(height // 2, width // 2, 2)
        return pairs[..., 0].copy(), pairs[..., 1].copy()
    # YUV420: two planes whose lines are half as long, so two of them share a row of the array.
    stride = pixels.shape[1]
    lines = pixels[height : height + height // 2].reshape(height, stride // 2)[:, : width // 2]
    return lines[: height // 2].copy(), lines[height // 2 :].copy()


def _first_camera() -> Any:
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraLost(NOT_INSTALLED, "camera_software_missing") from error
    try:
        return Picamera2(0)
    except (IndexError, RuntimeError) as error:
        # "No camera number 0 found", or "list index out of range" from older versions.
        if "acquire" in str(error):
            raise CameraLost("Another program is using the camera.", "camera_in_use") from error
        raise CameraLost(NOT_FOUND, "camera_not_found") from error


def _full_range() -> Any:
    from libcamera import ColorSpace

    return ColorSpace.Sycc()
