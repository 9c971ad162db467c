"""Does what takes much memory in a second process, which gives it all back when it ends.

Finding unknown dice and fitting a calibration take a hundred megabytes for some seconds; the
program itself stays small, and its threads go on undisturbed. The second process begins with the
first job, waits for more for a while, and ends. Jobs and results travel as pickles, through pipes
that nobody else has; of pictures on a shelf only the place. May import: adapters.camera_child,
frugal and shelf, the standard library.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import IO, Any, BinaryIO, ParamSpec, TypeVar

from pi_app.adapters.camera_child import private_stdout
from pi_app.adapters.frugal import be_frugal, give_back
from pi_app.adapters.shelf import Place, Shelf, fetched

log = logging.getLogger(__name__)
Given = ParamSpec("Given")
Result = TypeVar("Result")

COMMAND = (sys.executable, "-m", "pi_app.adapters.elsewhere")
IDLE_S = 60.0  # a person's time from step to step of a set-up


class Elsewhere:
    """The second process.

    command : what begins it. idle_s : how long it waits for a next job. shelf : where pictures are
    that it can look at itself.
    """

    def __init__(
        self,
        command: tuple[str, ...] = COMMAND,
        *,
        idle_s: float = IDLE_S,
        shelf: Shelf | None = None,
    ) -> None:
        self._command = command
        self._idle_s = idle_s
        self._shelf = shelf
        self._lock = threading.Lock()
        self._child: subprocess.Popen[bytes] | None = None
        self._end: threading.Timer | None = None

    def do(self, job: Callable[Given, Result], *args: Given.args, **named: Given.kwargs) -> Result:
        """What a function of some module gives; its errors are raised here.

        If there is no second process, because it can't begin or was ended, it is done here.
        """
        with self._lock:
            self._keep()
            try:
                failed, result = self._answer((job, args, named))
            except (OSError, EOFError, pickle.UnpicklingError) as error:
                log.warning("the second process has ended (%s); working in the first", error)
                self._close()
                return job(*args, **named)
            self._end = threading.Timer(self._idle_s, self.close)
            self._end.daemon = True
            self._end.start()
        if failed:
            raise result
        return result  # type: ignore[no-any-return]

    def close(self) -> None:
        """End the second process; the next job begins another."""
        with self._lock:
            self._keep()
            self._close()

    def _keep(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None

    def _answer(self, question: Any) -> tuple[bool, Any]:
        if self._child is None:
            self._child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        asked, answers = self._child.stdin, self._child.stdout
        assert asked is not None
        assert answers is not None
        _Asking(asked, self._shelf).dump(question)
        asked.flush()
        failed, result = pickle.load(answers)
        return bool(failed), result

    def _close(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be written
                    pipe.close()


class _Asking(pickle.Pickler):
    """Writes questions, with the places of pictures that the other process can find."""

    def __init__(self, asked: IO[bytes], shelf: Shelf | None) -> None:
        super().__init__(asked, pickle.HIGHEST_PROTOCOL)
        self._shelf = shelf

    def persistent_id(self, thing: Any) -> Place | None:
        """What stands for a picture on the shelf; None for what is written itself."""
        return None if self._shelf is None else self._shelf.place_of(thing)


# --- the second process ----------------------------------------------------------------------


class _Asked(pickle.Unpickler):
    """Reads questions."""

    def persistent_load(self, place: Any) -> Any:
        """The picture at a place."""
        return fetched(place)


def serve(asked: BinaryIO, answers: BinaryIO) -> None:
    """Do the jobs that come until no more come."""
    while True:
        try:
            job, args, named = _Asked(asked).load()
        except EOFError:
            return
        try:
            answer = (False, job(*args, **named))
        except Exception as error:
            answer = (True, error)
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()
        del job, args, named, answer  # it may wait for the next job for a while
        give_back()


def main() -> None:
    """Serve the process that began this one, until it goes away: then nothing more is asked."""
    be_frugal()
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt), private_stdout() as answers:
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
