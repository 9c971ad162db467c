"""Keeps a camera going in a thread of its own: opens, reads, reports, opens again.

What to do next is decided by `camera_watch`; here it is only done.
May import: camera, camera_watch and the cameras.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from pi_app.adapters.camera import Camera, CameraLost, DemoCamera, FolderCamera, Frame, Scene
from pi_app.adapters.camera_child import ChildCamera
from pi_app.adapters.camera_watch import Health, Outcome, Watch, step
from pi_app.settings import CameraSettings


def make_camera(
    settings: CameraSettings,
    scene: Scene | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Camera:
    """The camera that the configuration names.

    scene : the virtual tray, needed with source = demo.

    Raises ValueError for source = demo without a scene.
    """
    match settings.source:
        case "pi":
            return ChildCamera(settings)
        case "folder":
            return FolderCamera(settings.folder, loops=settings.loops)
    if scene is None:
        raise ValueError("a demo camera needs the virtual tray that it shows")
    return DemoCamera(scene, clock)


class CameraRunner:
    """A camera that is read at its pace until it is stopped.

    on_frame, on_health : called in the camera's thread; they must not block.
    clock : seconds, never going back.
    """

    def __init__(
        self,
        camera: Camera,
        on_frame: Callable[[Frame], None],
        on_health: Callable[[Health], None],
        *,
        fps: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera = camera
        self._on_frame = on_frame
        self._on_health = on_health
        self._interval_s = 1 / fps
        self._clock = clock
        self._watch = Watch(due_s=clock())
        self._seq = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)

    def start(self) -> None:
        """Begin to deliver pictures."""
        self._thread.start()

    def stop(self) -> None:
        """End at once, even in the middle of a picture; safe to call twice, or before `start`."""
        self._stopped.set()
        self._camera.close()
        while self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=0.1)
            self._camera.close()  # it may have been just about to open

    def wait_s(self) -> float:
        """How long from now until there is something to do."""
        return max(0.0, self._watch.due_s - self._clock())

    def turn(self) -> None:
        """Try the next thing with the camera, once, and pass on what came of it."""
        try:
            outcome, frame = self._try_once()
        except CameraLost as error:
            if self._stopped.is_set():
                return
            self._camera.close()
            self._note(Outcome.LOST, error.sentence)
            return
        self._note(outcome)
        if frame is not None:
            self._on_frame(frame)

    def _try_once(self) -> tuple[Outcome, Frame | None]:
        if not self._watch.is_open:
            self._camera.open()
            return Outcome.OPENED, None
        bgr = self._camera.read()
        self._seq += 1
        return Outcome.PICTURE, Frame(bgr, self._clock(), self._seq)

    def _note(self, outcome: Outcome, sentence: str = "") -> None:
        self._watch, news = step(
            self._watch, outcome, self._clock(), interval_s=self._interval_s, sentence=sentence
        )
        if news is not None:
            self._on_health(news)

    def _run(self) -> None:
        while not self._stopped.wait(self.wait_s()):
            self.turn()
