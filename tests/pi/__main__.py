"""`python -m tests.pi`: builds the root if it is not there, and runs everything in it.

1. In the root: the camera adapter on real picamera2 and libcamera, and a whole reading through it.
2. In the root as well, with its Python 3.13: all tests that need neither a browser nor many
   pictures. Reading is done in part 1, calibrating in the tests of the command line and the pages.
3. In the root, booted: our services under systemd.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.pi.root import VENV, BuildError, container, ready_root, say

PROJECT = Path(__file__).resolve().parents[2]
HERE = "/srv/tallytray"  # where the project is seen inside
OUT = "/srv/out"
PYTEST = (f"{VENV}/bin/python", "-m", "pytest", "-p", "no:cacheprovider", f"--rootdir={HERE}")
MANY_PICTURES = ("vision", "calibration")
QUICK = (
    "-n",
    "2",
    "--dist",
    "worksteal",
    "-m",
    "not long and not browser",
    *(f"--ignore={HERE}/tests/{folder}" for folder in MANY_PICTURES),
)
# Booting takes some 10 s, the services' own time-outs 60; the rest is for a slow machine.
BOOT_S = 420


@dataclass(frozen=True, slots=True)
class Count:
    """How many tests passed, failed (errors too) and were skipped."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped
        )

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def main() -> int:
    """0 if all passed, or if this machine can't run them and no CI asked for it."""
    obstacle = find_obstacle(os.geteuid(), platform.freedesktop_os_release())
    if obstacle:
        print(f"[test-pi] not run: needs root on Debian ({obstacle})")
        return 1 if os.environ.get("CI") else 0
    try:
        root = ready_root(platform.freedesktop_os_release()["VERSION_CODENAME"])
    except BuildError as error:
        print(f"[test-pi] the root could not be built: {error}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="tallytray-pi-") as out:
        count = run_all(root, Path(out))
    print(count, flush=True)
    return 1 if count.failed or not count.passed else 0


def find_obstacle(user: int, release: dict[str, str]) -> str:
    """Why the root can't be built here, or "".

    >>> find_obstacle(1000, {"ID": "debian"})
    'not root'
    >>> find_obstacle(0, {"ID": "raspbian", "ID_LIKE": "debian"})
    ''
    """
    if user != 0:
        return "not root"
    if "debian" not in f"{release.get('ID')} {release.get('ID_LIKE', '')}".split():
        return f"this is {release.get('ID')}"
    return ""


def run_all(root: Path, out: Path) -> Count:
    """All three parts, each with its log on the terminal; what passed and failed in all."""
    parts = {
        "camera": inside(root, out, "camera", ["-o", "addopts=", f"{HERE}/tests/pi/inside"]),
        "python313": inside(root, out, "python313", [*QUICK]),
        "services": booted(root, out, "services"),
    }
    return sum((read_count(out / f"{name}.xml", code) for name, code in parts.items()), Count())


def inside(root: Path, out: Path, name: str, arguments: list[str]) -> int:
    """Run pytest in the root; its exit code."""
    say(f"{name}: in the root")
    start_s = time.monotonic()
    options = [*binds(out), "--pipe", "--as-pid2", f"--chdir={HERE}", *environment(name)]
    command = [*PYTEST, "-q", f"--junitxml={OUT}/{name}.xml", *arguments]
    done = subprocess.run(
        [*container(root, *options), *command],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        stdout=subprocess.PIPE,
        text=True,
    )
    tell(name, done.stdout, done.returncode, time.monotonic() - start_s)
    return done.returncode


def booted(root: Path, out: Path, name: str) -> int:
    """Boot the root, run pytest as a service in it; 0 if it came to its end."""
    say(f"{name}: in the root, booted")
    start_s = time.monotonic()
    unit = f"{PROJECT}/tests/pi/booted/proof.service"
    options = [*binds(out), f"--bind-ro={unit}:/etc/systemd/system/proof.service"]
    command = [
        *container(root, *options),
        "--boot",
        "--console=pipe",
        "systemd.wants=proof.service",
    ]
    log = out / f"{name}.log"
    with open(out / "boot.log", "w", encoding="utf-8") as boot_log:
        machine = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=boot_log,
            stderr=boot_log,
            # Our own cgroups must be of the kind that the inner systemd knows.
            env=os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
        )
        try:
            machine.wait(BOOT_S)
        except subprocess.TimeoutExpired:
            machine.kill()
            machine.wait()
    code = 0 if (out / f"{name}.xml").exists() else 1
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    if code:
        text += (out / "boot.log").read_text(encoding="utf-8", errors="replace")[-6000:]
    tell(name, text, code, time.monotonic() - start_s)
    return code


def binds(out: Path) -> list[str]:
    """The project as it is, read-only, and a folder for what the tests report."""
    return [f"--bind-ro={PROJECT}:{HERE}", f"--bind={out}:{OUT}"]


def environment(name: str) -> list[str]:
    """What Python is told: our code, the virtual camera, and to write nothing beside them."""
    values = {
        "PYTHONPATH": HERE,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": f"{VENV}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "LANG": "C.UTF-8",
    }
    if name == "camera":
        values |= {"PYTHONPATH": f"{HERE}:{HERE}/tests/pi/shims", "TALLYTRAY_PI": "1"}
    return [f"--setenv={name}={value}" for name, value in values.items()]


def tell(name: str, text: str, code: int, took_s: float) -> None:
    """The end of a log that went well, all of one that did not."""
    # pytest's own closing line would be taken for that of the whole run.
    lines = [f"  {line}" for line in text.splitlines() if "we can't allow that" not in line]
    print("\n".join(lines if code else lines[-3:]), flush=True)
    say(f"{name}: {'done' if code == 0 else 'FAILED'} in {took_s:.0f} s")


def read_count(report: Path, code: int) -> Count:
    """The counts of one report; a run that left none, or broke off, is one failure.

    code : the exit code of the run.
    """
    if not report.exists():
        return Count(failed=1)
    found = Count()
    for suite in ElementTree.parse(report).iter("testsuite"):
        number = {
            key: int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")
        }
        failed = number["failures"] + number["errors"]
        passed = number["tests"] - failed - number["skipped"]
        found += Count(passed, failed, number["skipped"])
    return found if found.failed or code == 0 else found + Count(failed=1)


if __name__ == "__main__":
    sys.exit(main())
