"""Cameras without hardware, and the pixels of the one with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_app.adapters.camera import Bgr, CameraLost, DemoCamera, FolderCamera, Optics
from pi_app.adapters.camera_child import ChildCamera
from pi_app.adapters.camera_pi import held_controls, optics_of, to_bgr
from pi_app.adapters.camera_runner import make_camera
from pi_app.settings import CameraSettings
from tests.calibration.test_exif import taken_by

SIZE_PX = (64, 48)


def plain(level: int) -> Bgr:
    return np.full((48, 64, 3), level, np.uint8)


def write(folder: Path, name: str, level: int) -> None:
    assert cv2.imwrite(str(folder / name), plain(level))


def levels(camera: FolderCamera, count: int) -> list[int]:
    return [int(camera.read()[0, 0, 0]) for _ in range(count)]


# --- pictures from files ---------------------------------------------------------------------


def test_a_folder_is_read_in_the_order_of_its_numbers(tmp_path: Path):
    for name, level in (("f10.png", 30), ("f2.png", 20), ("f1.png", 10)):
        write(tmp_path, name, level)
    camera = FolderCamera(tmp_path)
    camera.open()
    assert levels(camera, 3) == [10, 20, 30]


def test_the_last_picture_stays(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    write(tmp_path, "2.png", 20)
    camera = FolderCamera(tmp_path)
    camera.open()
    assert levels(camera, 4) == [10, 20, 20, 20]


def test_a_loop_begins_again(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    write(tmp_path, "2.png", 20)
    camera = FolderCamera(tmp_path, loops=True)
    camera.open()
    assert levels(camera, 5) == [10, 20, 10, 20, 10]


def test_a_picture_that_is_added_comes_after_the_last_one(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    camera = FolderCamera(tmp_path)
    camera.open()
    levels(camera, 2)
    write(tmp_path, "2.png", 20)
    assert levels(camera, 2) == [20, 20]


def test_a_loop_takes_in_a_picture_that_was_added(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    camera = FolderCamera(tmp_path, loops=True)
    camera.open()
    levels(camera, 1)
    write(tmp_path, "2.png", 20)
    assert levels(camera, 3) == [20, 10, 20]


def test_a_folder_that_is_taken_away_is_named(tmp_path: Path):
    folder = tmp_path / "frames"
    folder.mkdir()
    write(folder, "1.png", 10)
    camera = FolderCamera(folder)
    camera.open()
    levels(camera, 1)
    shutil.rmtree(folder)
    with pytest.raises(CameraLost, match=r"frames can't be read \(No such file or directory\)"):
        camera.read()


def test_the_first_jpeg_tells_which_camera_took_it(tmp_path: Path):
    (tmp_path / "b2.jpg").write_bytes(taken_by(b"imx219", "<"))
    (tmp_path / "b1.jpg").write_bytes(taken_by(b"imx708_wide", "<"))
    (tmp_path / "a.png").write_bytes(b"")
    assert FolderCamera(tmp_path).optics == Optics("imx708_wide")
    assert FolderCamera(tmp_path / "b2.jpg").optics == Optics("imx219")


def test_pictures_without_such_data_tell_nothing(tmp_path: Path):
    assert FolderCamera(tmp_path).optics == Optics()
    assert FolderCamera(tmp_path / "none.jpg").optics == Optics()


@pytest.mark.parametrize(
    ("properties", "metadata", "told"),
    [
        ({"Model": "imx219", "PixelArraySize": (3280, 2464)},
         {"ScalerCrop": (0, 0, 3280, 2464)}, Optics("imx219", 1.0)),
        ({"Model": "imx708", "PixelArraySize": (4608, 2592)},
         {"ScalerCrop": (768, 432, 3072, 1728)}, Optics("imx708", 2 / 3)),
        ({"Model": "imx708"}, {"ScalerCrop": (768, 432, 3072, 1728)}, Optics("imx708")),
        ({"Model": "imx708", "PixelArraySize": (4608, 2592)}, {}, Optics("imx708")),
        ({"PixelArraySize": (4, 4)}, {"ScalerCrop": (0, 0, 9, 9)}, Optics()),
        ({}, {"ScalerCrop": "odd"}, Optics()),
    ],
)  # fmt: skip
def test_libcamera_tells_the_sensor_and_what_is_read_of_it(
    properties: dict[str, object], metadata: dict[str, object], told: Optics
):
    assert optics_of(properties, metadata) == told


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    (tmp_path / "truth.json").write_text("{}")
    camera = FolderCamera(tmp_path)
    camera.open()
    assert levels(camera, 2) == [10, 10]


def test_one_picture_is_enough(tmp_path: Path):
    write(tmp_path, "tray.png", 40)
    camera = FolderCamera(tmp_path / "tray.png")
    camera.open()
    assert levels(camera, 2) == [40, 40]


def test_opening_again_begins_with_the_first_picture(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    write(tmp_path, "2.png", 20)
    camera = FolderCamera(tmp_path)
    camera.open()
    levels(camera, 2)
    camera.close()
    camera.open()
    assert levels(camera, 1) == [10]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    file = tmp_path / "throw.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, SIZE_PX)
    for level in (10, 110, 210):
        writer.write(plain(level))
    writer.release()
    return file


def test_a_video_is_read_frame_by_frame_and_its_last_one_stays(video: Path):
    camera = FolderCamera(video)
    camera.open()
    assert levels(camera, 4) == pytest.approx([10, 110, 210, 210], abs=4)


def test_a_video_loops_too(video: Path):
    camera = FolderCamera(video, loops=True)
    camera.open()
    assert levels(camera, 4) == pytest.approx([10, 110, 210, 10], abs=4)


@pytest.mark.parametrize("content", [b"", b"no picture", b"\xff\xd8\xff\xe0cut off"])
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes):
    (tmp_path / "1.jpg").write_bytes(content)
    camera = FolderCamera(tmp_path)
    camera.open()
    with pytest.raises(CameraLost, match=r"1\.jpg is no picture"):
        camera.read()


def test_a_file_that_is_no_video_is_named(tmp_path: Path):
    (tmp_path / "throw.mp4").write_bytes(b"no video")
    with pytest.raises(CameraLost, match=r"throw\.mp4 is no video"):
        FolderCamera(tmp_path / "throw.mp4").open()


def test_an_empty_folder_and_a_missing_one_are_named(tmp_path: Path):
    with pytest.raises(CameraLost, match="no picture in"):
        FolderCamera(tmp_path).open()
    with pytest.raises(CameraLost, match="no folder or file"):
        FolderCamera(tmp_path / "none").open()


def test_a_closed_camera_gives_nothing(tmp_path: Path):
    write(tmp_path, "1.png", 10)
    camera = FolderCamera(tmp_path)
    camera.open()
    camera.close()
    with pytest.raises(CameraLost, match="closed"):
        camera.read()


# --- the virtual tray, and which camera is which ---------------------------------------------


class Scene:
    def frame(self, time_s: float) -> Bgr:
        return plain(int(time_s))


def test_a_demo_camera_shows_the_tray_as_it_is_now():
    times = iter([3.0, 4.0])
    camera = DemoCamera(Scene(), lambda: next(times))
    camera.open()
    assert [int(camera.read()[0, 0, 0]) for _ in range(2)] == [3, 4]


@pytest.mark.parametrize(
    ("source", "kind"), [("pi", ChildCamera), ("folder", FolderCamera), ("demo", DemoCamera)]
)
def test_the_configuration_chooses_the_camera(source: str, kind: type):
    assert isinstance(make_camera(CameraSettings(source=source), Scene()), kind)


def test_a_demo_without_a_tray_is_refused():
    with pytest.raises(ValueError, match="virtual tray"):
        make_camera(CameraSettings(source="demo"))


# --- the pixels of the Pi's camera -----------------------------------------------------------


def patches() -> Bgr:
    """Blue, green, red, white, grey and black fields, each several pixels wide."""
    colours = [(200, 30, 20), (20, 180, 30), (30, 20, 210), (255, 255, 255), (128,) * 3, (0,) * 3]
    row = np.repeat(np.array(colours, np.uint8), 8, axis=0)
    return np.ascontiguousarray(np.broadcast_to(row, (48, 48, 3)))


def as_nv12(bgr: Bgr, stride: int) -> np.ndarray:
    """The layout that libcamera calls NV12, full range, with lines of `stride` bytes."""
    height, width = bgr.shape[:2]
    luma, red, blue = cv2.split(cv2.cvtColor(bgr, cv2.COLOR_BGR2YCrCb))
    out = np.zeros((height * 3 // 2, stride), np.uint8)
    out[:height, :width] = luma
    out[height:, 0:width:2] = blue[::2, ::2]
    out[height:, 1:width:2] = red[::2, ::2]
    return out


def as_yuv420(bgr: Bgr, stride: int) -> np.ndarray:
    """The same picture as three planes, the way picamera2 lays them into one array."""
    height, width = bgr.shape[:2]
    luma, red, blue = cv2.split(cv2.cvtColor(bgr, cv2.COLOR_BGR2YCrCb))
    out = np.zeros((height * 3 // 2, stride), np.uint8)
    out[:height, :width] = luma
    lines = out[height:].reshape(height, stride // 2)
    lines[: height // 2, : width // 2] = blue[::2, ::2]
    lines[height // 2 :, : width // 2] = red[::2, ::2]
    return out


@pytest.mark.parametrize("stride", [48, 64])
@pytest.mark.parametrize(("name", "layout"), [("NV12", as_nv12), ("YUV420", as_yuv420)])
def test_every_layout_becomes_blue_green_red(name: str, layout, stride: int):
    bgr = to_bgr(layout(patches(), stride), name, (48, 48))
    middles = [4 + 8 * n for n in range(6)]
    assert bgr.shape == (48, 48, 3)
    assert np.abs(bgr[24, middles].astype(int) - patches()[24, middles]).max() <= 3


def test_rgb888_is_blue_green_red_already():
    padded = np.zeros((48, 64, 3), np.uint8)
    padded[:, :48] = patches()
    assert np.array_equal(to_bgr(padded, "RGB888", (48, 48)), patches())


def test_what_is_set_is_held_and_the_rest_as_it_settled():
    settings = CameraSettings(gain=2.0, colour_gains=(1.8, 1.4))
    found = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (2.0, 1.5)}
    known = {"AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains"}
    assert held_controls(settings, found, known) == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 9000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.8, 1.4),
    }


def test_a_camera_without_controls_is_given_none():
    assert held_controls(CameraSettings(), {}, {"FrameDurationLimits"}) == {}
