"""The adapter for the Pi's camera on real picamera2 and libcamera."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

import cv2
import numpy as np
import pytest

from pi_app.adapters.camera import Bgr, CameraLost, Frame
from pi_app.adapters.camera_child import ChildCamera
from pi_app.adapters.camera_runner import CameraRunner, make_camera
from pi_app.adapters.camera_watch import Health
from pi_app.settings import CameraSettings
from tests.pi import film
from vision.virtual import demo_scene, render, throw

SETTINGS = CameraSettings(source="pi", settle_s=0.0)
# How long to wait for what must come: never reached on a machine that works.
PATIENCE_S = 90
# A start takes about 1 s here; one that hangs is to be found before anyone loses patience.
START_S = 8.0


Watch = Callable[[], "Watched"]


def colours(hue: int) -> Bgr:
    """Six fields, each of another colour, turned by `hue` places: no order of channels is alike."""
    fields = [
        (200, 60, 40),
        (40, 180, 60),
        (50, 40, 200),
        (230, 230, 230),
        (120, 120, 120),
        (30,) * 3,
    ]
    row = np.repeat(np.roll(np.array(fields, np.uint8), hue, axis=0), 214, axis=0)[:1280]
    return np.ascontiguousarray(np.broadcast_to(row, (960, 1280, 3)))


def apart(one: Bgr, other: Bgr) -> float:
    """The mean difference of two pictures, in grey levels."""
    return float(cv2.absdiff(one, other).mean())


@pytest.fixture
def camera() -> Iterator[ChildCamera]:
    camera = ChildCamera(SETTINGS)
    yield camera
    camera.close()


@dataclass
class Watched:
    """A running camera whose frames and news can be waited for."""

    frames: Queue[Frame] = field(default_factory=Queue)
    news: Queue[tuple[float, Health]] = field(default_factory=Queue)

    def __post_init__(self) -> None:
        self.camera = ChildCamera(SETTINGS, start_s=START_S)
        self.runner = CameraRunner(
            self.camera,
            self.frames.put,
            lambda health: self.news.put((time.monotonic(), health)),
            fps=SETTINGS.fps,
        )
        self.runner.start()

    def child(self) -> int:
        """The process that has the camera now."""
        child = self.camera._child
        assert child is not None
        return child.pid

    def until(self, *, well: bool) -> tuple[float, Health]:
        """The next news of this kind, and when it came."""
        while True:
            when_s, health = self.news.get(timeout=PATIENCE_S)
            if health.well is well:
                return when_s, health

    def drain(self) -> int:
        """Forget the frames so far; the number of the last one."""
        last = 0
        while True:
            try:
                last = self.frames.get_nowait().seq
            except Empty:
                return last


@pytest.fixture
def watch() -> Iterator[Callable[[], Watched]]:
    """Starts a camera before which the film of the moment lies."""
    started: list[Watched] = []

    def watch() -> Watched:
        started.append(Watched())
        return started[-1]

    yield watch
    for watched in started:
        watched.runner.stop()


def test_the_configuration_of_a_pi_chooses_this_camera():
    assert isinstance(make_camera(CameraSettings()), ChildCamera)


def test_a_picture_arrives_with_its_own_colours(camera: ChildCamera):
    (served,) = film.load([colours(0)])
    camera.open()
    bgr = camera.read()
    assert bgr.shape == (960, 1280, 3)
    assert apart(bgr, served) < 2.0


def test_a_rendered_tray_arrives_as_it_was_drawn(camera: ChildCamera):
    scene, rng = demo_scene(), np.random.default_rng(7)
    (served,) = film.load([render(scene, throw(rng, scene, 6), rng)])
    camera.open()
    assert apart(camera.read(), served) < 3.0


def test_every_picture_of_the_film_comes_and_none_is_a_mixture(camera: ChildCamera):
    served = film.load([colours(hue) for hue in range(3)])
    camera.open()
    seen: set[int] = set()
    while len(seen) < 3:
        bgr = camera.read()
        differences = [apart(bgr, picture) for picture in served]
        assert min(differences) < 2.0
        seen.add(differences.index(min(differences)))


def test_without_a_camera_the_start_says_so(camera: ChildCamera):
    film.unplug()
    with pytest.raises(CameraLost, match="No camera was found") as caught:
        camera.open()
    assert caught.value.slug == "camera_not_found"


def test_a_camera_that_is_plugged_in_later_is_found(watch: Watch):
    film.unplug()
    watched = watch()
    assert "No camera was found" in watched.until(well=False)[1].sentence
    film.load([colours(0)])
    watched.until(well=True)
    assert watched.frames.get(timeout=PATIENCE_S).seq == 1


def test_a_camera_whose_driver_crashes_comes_back_by_itself(watch: Watch):
    film.load([colours(0)])
    watched = watch()
    watched.until(well=True)
    crashed = watched.child()
    os.kill(crashed, signal.SIGKILL)
    watched.until(well=False)
    before = watched.drain()
    watched.until(well=True)
    assert watched.frames.get(timeout=PATIENCE_S).seq == before + 1
    assert watched.child() != crashed


def test_a_camera_that_hangs_is_noticed_within_three_seconds_and_comes_back(watch: Watch):
    film.load([colours(0)])
    watched = watch()
    watched.until(well=True)
    os.kill(watched.child(), signal.SIGSTOP)
    hung_s = time.monotonic()
    noticed_s, health = watched.until(well=False)
    before = watched.drain()
    watched.until(well=True)
    after = watched.frames.get(timeout=PATIENCE_S)
    assert noticed_s - hung_s < 3.0
    assert "stopped giving pictures" in health.sentence
    assert after.seq == before + 1, "the numbers go on: the program was not started anew"


def test_a_start_that_hangs_inside_libcamera_is_given_up_and_tried_again(watch: Watch):
    """A broken JPEG keeps the virtual camera from ever starting."""
    film.load([colours(0), b"\xff\xd8\xff\xe0 broken"])
    watched = watch()
    assert "does not start" in watched.until(well=False)[1].sentence
    film.load([colours(1)])
    watched.until(well=True)


def test_the_camera_is_let_go_of_at_the_end(camera: ChildCamera):
    film.load([colours(0)])
    camera.open()
    camera.read()
    assert camera._child is not None
    process = Path(f"/proc/{camera._child.pid}")
    camera.close()
    assert not process.exists()
    camera.open()  # which libcamera refuses while another has the camera
    assert camera.read().shape == (960, 1280, 3)


def test_pictures_come_at_the_pace_that_was_asked_for(camera: ChildCamera):
    """libcamera's virtual camera runs as fast as it can; ten a second were asked for."""
    film.load([colours(hue) for hue in range(6)])
    camera.open()
    camera.read()
    start_s = time.monotonic()
    for _ in range(10):
        camera.read()
    assert time.monotonic() - start_s > 0.7
