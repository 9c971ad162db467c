"""A camera in a process of its own, so that one that hangs can always be ended and opened anew.

A call into a camera driver that never returns can't be interrupted by its own process, and it
keeps the camera. A child can be killed, and the system then frees the camera for the next one.
The parent asks for each picture with one byte; the child answers with a picture or a sentence.
May import: camera, camera_pi, settings.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import logging
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import BinaryIO

import numpy as np

from pi_app.adapters.camera import Bgr, Camera, CameraLost, Optics
from pi_app.adapters.camera_pi import NO_PICTURE, PiCamera
from pi_app.settings import CameraSettings

NO_START = "The camera does not start. Switching the Pi off and on again may help."
ENDED = "The camera's process has ended."
READY, PICTURE, LOST = b"R", b"P", b"L"
ASK = b"?"
HEADER = struct.Struct("<cIIII")  # kind, height, width, channels, bytes that follow
# Loading picamera2 takes a Pi 3 from a slow card some ten seconds.
START_S = 30.0
COMMAND = (sys.executable, "-m", "pi_app.adapters.camera_child")


class ChildCamera:
    """A camera whose pictures come from a child process; the Pi's camera by default.

    command : what starts the child; the settings follow as one JSON argument.
    start_s : how long the child may take until its camera runs, settling left out.
    clock : seconds, never going back.
    """

    def __init__(
        self,
        settings: CameraSettings,
        command: Sequence[str] = COMMAND,
        *,
        start_s: float = START_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._command = command
        self._start_s = start_s
        self._clock = clock
        self._child: subprocess.Popen[bytes] | None = None
        self._optics = Optics()
        # Held while somebody looks at the child's pipes: they may be closed only in between.
        self._pipes = threading.Lock()

    @property
    def optics(self) -> Optics:
        """What the child told when its camera ran."""
        return self._optics

    def open(self) -> None:
        """Start the child and wait until its camera runs.

        Raises CameraLost with the child's own sentence, or if it does not answer.
        """
        self.close()
        command = [*self._command, pack(self._settings)]
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._exchange(b"", self._start_s + self._settings.settle_s, late=NO_START)

    def read(self) -> Bgr:
        """The next picture; after the time-out the child is ended.

        Raises CameraLost when none comes.
        """
        return self._exchange(ASK, self._settings.timeout_s, late=NO_PICTURE)

    def close(self) -> None:
        """End the child at once; the system gives the camera free."""
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()  # which also wakes whoever waits for its answer
        child.wait()
        with self._pipes:
            for pipe in (child.stdin, child.stdout):
                if pipe is not None:
                    pipe.close()

    def _exchange(self, question: bytes, within_s: float, *, late: str) -> Bgr:
        """What the child answers; the child is ended if that is no picture, or comes too late."""
        child = self._child
        if child is None or child.stdin is None:
            raise CameraLost("The camera was closed.", "camera_closed")
        try:
            with self._pipes:
                child.stdin.write(question)
                return self._answer(child, self._clock() + within_s)
        except TimeoutError as error:
            self.close()
            raise CameraLost(late) from error
        except CameraLost:
            self.close()
            raise
        except (OSError, ValueError) as error:  # a pipe that is broken, or closed meanwhile
            self.close()
            raise CameraLost(ENDED, "camera_ended") from error

    def _answer(self, child: subprocess.Popen[bytes], end_s: float) -> Bgr:
        """The picture that the child answers with; an empty one for "ready"."""
        header = self._take(child, HEADER.size, end_s)
        kind, height, width, channels, length = HEADER.unpack(header)
        body = self._take(child, length, end_s)
        if kind == LOST:
            slug, _, sentence = body.decode().partition(" ")
            raise CameraLost(sentence, slug)
        if kind == READY:
            self._optics = Optics(**json.loads(body)) if body else Optics()
            body = bytearray()
        return np.frombuffer(body, np.uint8).reshape(height, width, channels)

    def _take(self, child: subprocess.Popen[bytes], length: int, end_s: float) -> bytearray:
        assert child.stdout is not None
        data = bytearray(length)
        rest = memoryview(data)
        while rest:
            wait_s = max(0.0, end_s - self._clock())
            if not select.select([child.stdout], [], [], wait_s)[0]:
                raise TimeoutError
            count = os.readv(child.stdout.fileno(), [rest])
            if count == 0:
                raise CameraLost(ENDED, "camera_ended")
            rest = rest[count:]
        return data


def pack(settings: CameraSettings) -> str:
    """The settings as one argument of a command line; the twin of `unpack`."""
    fields = {name: getattr(settings, name) for name in CameraSettings.__dataclass_fields__}
    return json.dumps(fields | {"folder": str(settings.folder)})


def unpack(text: str) -> CameraSettings:
    """The settings that the parent has packed.

    >>> unpack(pack(CameraSettings(fps=5.0))) == CameraSettings(fps=5.0)
    True
    """
    fields = json.loads(text)
    for name in ("size_px", "colour_gains"):
        fields[name] = tuple(fields[name])
    return CameraSettings(**(fields | {"folder": CameraSettings().folder}))


# --- the child -------------------------------------------------------------------------------


def serve(camera: Camera, asked: BinaryIO, answers: BinaryIO) -> int:
    """Answer each byte of `asked` with a picture until it ends; 1 if the camera was lost."""
    try:
        camera.open()
        _answer_ready(answers, camera.optics)
        while asked.read(1) == ASK:
            _answer_picture(answers, camera.read())
    except CameraLost as error:
        words = f"{error.slug} {error.sentence}".encode()
        answers.write(HEADER.pack(LOST, 0, 0, 0, len(words)) + words)
        return 1
    finally:
        camera.close()
    return 0


def _answer_ready(answers: BinaryIO, optics: Optics) -> None:
    words = json.dumps({"model": optics.model, "part": optics.part}).encode()
    answers.write(HEADER.pack(READY, 0, 0, 3, len(words)) + words)


def _answer_picture(answers: BinaryIO, bgr: Bgr) -> None:
    answers.write(HEADER.pack(PICTURE, *bgr.shape, bgr.nbytes))
    rest = np.ascontiguousarray(bgr).data.cast("B")
    while rest:  # a raw pipe takes what fits
        rest = rest[answers.write(rest) :]


def private_stdout() -> BinaryIO:
    """The pipe to the parent; whatever else prints goes to stderr from now on."""
    pipe = os.dup(1)
    os.dup2(2, 1)
    return open(pipe, "wb", buffering=0)


def die_with_parent() -> None:
    """A child that hangs in a driver must not outlive the program (Linux: PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def main(arguments: Sequence[str]) -> int:
    """Give the parent pictures of the Pi's camera until it goes away."""
    die_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends us
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    answers = private_stdout()
    with contextlib.suppress(BrokenPipeError), answers, open(0, "rb", buffering=0) as asked:
        return serve(PiCamera(unpack(arguments[0])), asked, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
