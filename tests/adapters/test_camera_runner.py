"""The runner: what it does with a camera that works, fails, and comes back. Time is a number."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

import numpy as np
import pytest

from pi_app.adapters.camera import Bgr, CameraLost, Frame, Optics
from pi_app.adapters.camera_runner import CameraRunner
from pi_app.adapters.camera_watch import BACKOFF_S, Health, Outcome, Watch, step

NOTHING_TOLD = Optics()


@dataclass
class ScriptedCamera:
    """Does in turn what the script says: "ok", or the sentence it is lost with."""

    script: list[str]
    optics: Optics = NOTHING_TOLD
    opened: int = 0
    closed: int = 0

    def open(self) -> None:
        self.opened += 1
        self._follow()

    def read(self) -> Bgr:
        self._follow()
        return np.zeros((2, 2, 3), np.uint8)

    def close(self) -> None:
        self.closed += 1

    def _follow(self) -> None:
        word = self.script.pop(0) if self.script else "ok"
        if word != "ok":
            raise CameraLost(word)


@dataclass
class Bench:
    """A runner turned by hand; each turn takes place when it is due."""

    camera: ScriptedCamera
    now_s: float = 100.0
    frames: list[Frame] = field(default_factory=list)
    news: list[Health] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.runner = CameraRunner(
            self.camera, self.frames.append, self.news.append, fps=10, clock=lambda: self.now_s
        )

    def turn(self, count: int = 1) -> None:
        for _ in range(count):
            self.now_s += self.runner.wait_s()
            self.runner.turn()


def bench(*script: str) -> Bench:
    return Bench(ScriptedCamera(list(script)))


def test_pictures_come_at_their_pace_with_time_and_number():
    table = bench()
    table.turn(4)
    assert [frame.seq for frame in table.frames] == [1, 2, 3]
    assert [frame.time_s for frame in table.frames] == pytest.approx([100.0, 100.1, 100.2])


def test_a_camera_is_well_only_after_its_first_picture():
    table = bench()
    table.turn()
    assert table.news == []
    table.turn()
    assert table.news == [Health(True)]


def test_a_lost_camera_is_told_once_with_its_sentence():
    table = bench("ok", "ok", "It is gone.", "It is gone.", "It is gone.")
    table.turn(5)
    assert table.news == [Health(True), Health(False, "It is gone.")]


def test_another_reason_is_news():
    table = bench("No cable.", "In use.")
    table.turn(2)
    assert [health.sentence for health in table.news] == ["No cable.", "In use."]


def test_a_lost_camera_is_closed_and_opened_again_without_a_restart():
    table = bench("ok", "ok", "It is gone.", "ok", "ok")
    table.turn(5)
    assert (table.camera.opened, table.camera.closed) == (2, 1)
    assert table.news[-1] == Health(True)
    assert [frame.seq for frame in table.frames] == [1, 2]


def test_it_is_tried_again_later_and_later_but_never_given_up():
    table = bench(*["No cable."] * 7)
    tries = []
    for _ in range(7):
        table.turn()
        tries.append(table.runner.wait_s())
    assert tries == [*BACKOFF_S, BACKOFF_S[-1], BACKOFF_S[-1], BACKOFF_S[-1]]


def test_a_camera_that_came_back_is_tried_soon_when_it_goes_again():
    table = bench("gone", "gone", "gone", "ok", "ok", "gone")
    table.turn(6)
    assert table.runner.wait_s() == BACKOFF_S[0]


def test_a_camera_that_opens_but_never_gives_a_picture_backs_off():
    table = bench("ok", "hangs", "ok", "hangs", "ok", "hangs")
    table.turn(6)
    assert table.runner.wait_s() == BACKOFF_S[2]
    assert table.news == [Health(False, "hangs")]


def test_pictures_that_are_late_are_dropped_not_caught_up():
    table = bench()
    table.turn(2)
    table.now_s += 5.0
    table.runner.turn()
    assert table.runner.wait_s() == 0.0
    table.runner.turn()
    assert table.runner.wait_s() == pytest.approx(0.1)


def test_a_beat_does_not_drift():
    """Reading takes a while; the pictures still come at their pace."""
    watch = Watch(is_open=True, due_s=10.0)
    for now_s in (10.02, 10.13, 10.21):
        watch, _ = step(watch, Outcome.PICTURE, now_s, interval_s=0.1)
    assert watch.due_s == pytest.approx(10.3)


class WaitingCamera:
    """Waits for ever in `read`, until it is closed."""

    optics = Optics()

    def __init__(self) -> None:
        self.reading = threading.Event()
        self._closed = threading.Event()

    def open(self) -> None:
        pass

    def read(self) -> Bgr:
        self.reading.set()
        self._closed.wait()
        raise CameraLost("The camera was closed.")

    def close(self) -> None:
        self._closed.set()


def test_stopping_ends_a_read_that_waits_and_is_no_loss():
    camera, news = WaitingCamera(), []
    runner = CameraRunner(camera, lambda frame: None, news.append, fps=10)
    runner.start()
    assert camera.reading.wait(timeout=60)
    runner.stop()
    runner.stop()
    assert news == []


def test_a_runner_that_never_ran_can_be_stopped():
    rig = bench()
    rig.runner.stop()
    assert (rig.camera.closed, rig.frames, rig.news) == (1, [], [])
