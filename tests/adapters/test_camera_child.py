"""A camera in a child process: its pictures, and every way in which it can fail."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator

import pytest

from pi_app.adapters.camera import CameraLost, Optics
from pi_app.adapters.camera_child import ChildCamera, pack, unpack
from pi_app.settings import CameraSettings

Start = Callable[[str], ChildCamera]
SETTINGS = CameraSettings(timeout_s=600.0)


class Clock:
    """Stands still, or leaps past every time-out each time it is asked."""

    now_s = 0.0
    leaps = False

    def __call__(self) -> float:
        self.now_s += 10_000.0 if self.leaps else 0.0
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def start(clock: Clock) -> Iterator[Start]:
    """A camera whose child behaves in the given manner, opened."""
    cameras = []

    def start(manner: str) -> ChildCamera:
        command = (sys.executable, "-m", "tests.adapters.fake_child", manner)
        camera = ChildCamera(SETTINGS, command, clock=clock)
        cameras.append(camera)
        camera.open()
        return camera

    yield start
    for camera in cameras:
        camera.close()


def read_three(camera: ChildCamera) -> None:
    """As many pictures as the child gives before it misbehaves."""
    for _ in range(3):
        camera.read()


def test_a_camera_that_never_starts_is_given_up(start: Start, clock: Clock):
    clock.leaps = True
    with pytest.raises(CameraLost, match="does not start"):
        start("never starts")


def test_pictures_come_in_order_and_whole(start: Start):
    camera = start("works")
    pictures = [camera.read() for _ in range(5)]
    assert [picture.shape for picture in pictures] == [(4, 5, 3)] * 5
    assert [int(picture.max()) for picture in pictures] == [1, 2, 3, 4, 5]


def test_the_child_tells_which_camera_it_has(start: Start):
    assert start("works").optics == Optics("imx708_wide", 0.75)


def test_a_camera_that_was_not_opened_tells_nothing():
    assert ChildCamera(SETTINGS).optics == Optics()


def test_what_a_driver_prints_does_not_disturb_the_pictures(start: Start):
    assert int(start("talks").read().max()) == 1


def test_a_missing_camera_is_said_in_its_own_words(start: Start):
    with pytest.raises(CameraLost, match="No camera was found") as caught:
        start("missing")
    assert caught.value.slug == "camera_not_found"


@pytest.mark.parametrize(
    ("manner", "sentence"), [("lost", "The cable came loose"), ("dies", "process has ended")]
)
def test_a_camera_that_fails_in_the_middle_says_so(start: Start, manner: str, sentence: str):
    camera = start(manner)
    read_three(camera)
    with pytest.raises(CameraLost, match=sentence):
        camera.read()


def test_a_camera_that_hangs_is_given_up_after_the_time_out(start: Start, clock: Clock):
    camera = start("hangs")
    read_three(camera)
    clock.leaps = True
    with pytest.raises(CameraLost, match="stopped giving pictures"):
        camera.read()


@pytest.mark.parametrize("manner", ["dies", "lost"])
def test_a_camera_that_was_lost_can_be_opened_again(start: Start, manner: str):
    camera = start(manner)
    read_three(camera)
    with pytest.raises(CameraLost):
        camera.read()
    camera.open()
    assert int(camera.read().max()) == 1


def test_closing_ends_a_read_that_waits(start: Start):
    camera = start("hangs")
    read_three(camera)
    lost: list[CameraLost] = []

    def read() -> None:
        try:
            camera.read()
        except CameraLost as error:
            lost.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    camera.close()
    reader.join(timeout=60)
    assert len(lost) == 1


def test_a_closed_camera_gives_nothing(start: Start):
    camera = start("works")
    camera.close()
    with pytest.raises(CameraLost, match="closed"):
        camera.read()


def test_a_command_that_cannot_start_is_a_lost_camera():
    camera = ChildCamera(CameraSettings(), (sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(CameraLost, match="process has ended"):
        camera.open()


def test_settings_survive_the_way_to_the_child():
    settings = CameraSettings(size_px=(640, 480), colour_gains=(1.5, 2.5), exposure_us=7000)
    assert unpack(pack(settings)) == settings
