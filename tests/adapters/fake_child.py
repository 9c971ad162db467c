"""A camera child whose camera does what its first argument says."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Sequence

import numpy as np

from pi_app.adapters.camera import Bgr, CameraLost, Optics
from pi_app.adapters.camera_child import die_with_parent, private_stdout, serve


class FakeCamera:
    """Gives three pictures, then does what it is made for."""

    def __init__(self, manner: str) -> None:
        self._manner = manner
        self._count = 0
        self.optics = Optics("imx708_wide", 0.75)

    def open(self) -> None:
        if self._manner == "missing":
            raise CameraLost("No camera was found.", "camera_not_found")
        if self._manner == "never starts":
            threading.Event().wait()
        if self._manner == "talks":
            print("a driver that prints where the pictures go")

    def read(self) -> Bgr:
        self._count += 1
        if self._count > 3:
            self._misbehave()
        return np.full((4, 5, 3), self._count, np.uint8)

    def close(self) -> None:
        pass

    def _misbehave(self) -> None:
        match self._manner:
            case "hangs":
                threading.Event().wait()
            case "dies":
                sys.exit(3)
            case "lost":
                raise CameraLost("The cable came loose.")


def main(arguments: Sequence[str]) -> int:
    die_with_parent()
    answers = private_stdout()
    with contextlib.suppress(BrokenPipeError), answers, open(0, "rb", buffering=0) as asked:
        return serve(FakeCamera(arguments[0]), asked, answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
