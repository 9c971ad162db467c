"""How much memory the whole program takes, as the system counts it: resident, at its peak.

    python -m tests.bench.memory [--only demo|camera]

The program runs in a process of its own, as on the appliance, and is used through its pages: games
are played, then a set-up is gone through, then the game goes on. `demo` is `serve --demo`; `camera`
is `serve --camera FOLDER` with pictures of 1280 x 960 that the virtual tray has drawn beforehand,
and with a calibration. Mock pins; one tablet that fetches every picture it could show.

A set-up's slow work is done in a second process, which ends a minute after; what it takes, and both
together at most, is looked at thirty times a second. Of both together files that both have in
memory - libraries, pictures on the shelf - are counted once, as they are there once.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from pi_app.adapters.demo import VirtualTray
from tests.bench.tablet import Film, Hands, Tablet
from tests.bench.vision_costs import peak_kb, taken_kb
from tests.running import TABLE

_THROWS = 6
_LOOKS = 12
_EVERY_S = 0.03
_KB_PER_MB = 1024.0


@dataclass(frozen=True, slots=True)
class Taken:
    """What a process has in memory now: its own, and of files, in megabytes."""

    own_mb: float
    files_mb: float

    @classmethod
    def by(cls, pid: int) -> Taken:
        """What a process takes; nothing if it has ended."""
        own_kb, file_kb, shared_kb = taken_kb(pid)
        return cls(own_kb / _KB_PER_MB, (file_kb + shared_kb) / _KB_PER_MB)


class Sum:
    """Looks at what a process and those that it began take, until it is stopped."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()
        self.others_mb = self.all_mb = 0.0

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stopped.wait(_EVERY_S):
            others = [Taken.by(pid) for pid in begun_by(self._pid)]
            every = [Taken.by(self._pid), *others]
            self.others_mb = max(self.others_mb, *(one.own_mb + one.files_mb for one in others), 0)
            files_mb = max(one.files_mb for one in every)
            self.all_mb = max(self.all_mb, files_mb + sum(one.own_mb for one in every))


def begun_by(pid: int) -> list[int]:
    """The processes that a process began and that have not ended."""
    found: list[int] = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):  # the thread has ended
            found += map(int, file.read_text().split())
    return found


def play(tablet: Tablet, hands: Hands) -> None:
    """Throw some times and look at everything."""
    for _ in range(_THROWS):
        hands.throw()
        for _ in range(6):
            time.sleep(0.4)
            tablet.see()


def set_up(tablet: Tablet, hands: Hands) -> None:
    """Go through the set-up; what was read is taken for right."""
    tablet.get("/calibrate/")
    tablet.post("/calibrate/", deed="start")
    for step in range(4):
        tablet.until(lambda: _taken(tablet, hands), "taking a picture")
        if step:
            tablet.until(lambda: _named(tablet, hands), "naming the dice")
    tablet.until(lambda: _does(tablet, "skip"), "leaving out red faces")
    tablet.until(lambda: _does(tablet, "save", name="Bench"), "keeping the set")


def _taken(tablet: Tablet, hands: Hands) -> bool:
    """Whether a picture of a step was good; some throws are not, and are thrown anew."""
    hands.serve_step()
    for _ in range(_LOOKS):
        time.sleep(0.5)
        if _does(tablet, "take"):
            return True
    return False


def _named(tablet: Tablet, hands: Hands) -> bool:
    """Whether all dice of a picture were read; where not, another picture is taken."""
    if not _does(tablet, "agree"):
        return False
    refused = 'value="agree"' in tablet.get("/calibrate/")
    if refused and _does(tablet, "back"):
        tablet.until(lambda: _taken(tablet, hands), "taking a picture anew")
    return not refused


def _does(tablet: Tablet, deed: str, **form: str) -> bool:
    tablet.get("/calibrate/advice")
    tablet.get("/calibrate/picture.jpg")
    offered = f'value="{deed}"' in tablet.get("/calibrate/")
    return offered and tablet.post("/calibrate/", deed=deed, **form)


@contextmanager
def running(config: Path) -> Iterator[tuple[int, Tablet]]:
    """The program's process number and a tablet at its page."""
    command = [sys.executable, "-m", "pi_app.main", "serve", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = None
            while found is None and (line := process.stdout.readline()):
                found = re.search(r"http://localhost:(\d+)", line)
            if found is None:
                raise RuntimeError("the program ended before it served its page")
            yield process.pid, Tablet(f"http://127.0.0.1:{found[1]}")
        finally:
            process.terminate()


def measured(source: str) -> dict[str, float]:
    """The peak in megabytes after each part of its use; that of the second process, and both."""
    peaks: dict[str, float] = {}
    with TemporaryDirectory() as place:
        home = Path(place)
        (home / "frames").mkdir()
        tray = VirtualTray(seed=4, lean=0.0)
        if source == "folder":
            _calibrate(home)
            first = Film(Tablet(""), home / "frames", tray)
            first.throw()
        config = home / "table.toml"
        config.write_text(TABLE.format(source=source, frames=home / "frames", home=home))
        with running(config) as (pid, tablet):
            hands = Hands(tablet) if source == "demo" else first
            hands.take_up(tablet)

            def note(what: str) -> None:
                peaks[what] = peak_kb(pid) / _KB_PER_MB

            both = Sum(pid)
            tablet.see()
            note("started")
            play(tablet, hands)
            note("played")
            set_up(tablet, hands)
            note("set up")
            play(tablet, hands)
            note("played on")
            both.stop()
    return peaks | {"second process": both.others_mb, "both at once": both.all_mb}


def _calibrate(home: Path) -> None:
    """Write the calibration of the virtual tray, in another process than that measured."""
    from calibration.files import save_calibration

    save_calibration(VirtualTray().calibration(), home / "calibration.toml")


def main() -> None:
    """Print the peaks as a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=("demo", "camera"))
    asked = parser.parse_args()
    sources = {"demo": "demo", "camera": "folder"}
    print(
        "| resident at most, MB | started | played | set up | played on | second process | both |\n"
        "|---|---|---|---|---|---|---|"
    )
    for name, source in sources.items():
        if asked.only in (None, name):
            peaks = measured(source).values()
            print(f"| serve, {name} | " + " | ".join(f"{mb:.0f}" for mb in peaks) + " |")


if __name__ == "__main__":
    main()
