"""Our services under a booted systemd: they start, are watched, keep the games, and do little."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import stat
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.pi import film
from vision.virtual import demo_scene, render, throw

PROJECT = Path("/srv/tallytray")
SHIMS = Path("/opt/shims")
STATE = Path("/var/lib/tallytray")
PAGE = "http://127.0.0.1:8000/"
# There are no pins in a container; everything else is as it is installed.
CONFIG = '[camera]\nsource = "pi"\nsettle_s = 0.0\n[buttons]\nfactory = "mock"\n'
DROP_IN = f"[Service]\nEnvironment=PYTHONPATH={SHIMS}\n"
PATIENCE_S = 90


def run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}"
    return done.stdout


def install() -> None:
    run("/srv/tallytray/systemd/install.sh", "--no-download")


def show(name: str) -> str:
    return run("systemctl", "show", "--value", f"--property={name}", "tallytray").strip()


def main_pid() -> int:
    return int(show("MainPID"))


def wait_until(what: Callable[[], bool], why: str) -> None:
    """Ask again until it is so; there is nothing to listen to in between."""
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        if what():
            return
        time.sleep(0.2)
    pytest.fail(f"{why} within {PATIENCE_S} s\n{journal()}")


def journal() -> str:
    return run("journalctl", "--unit=tallytray", "--no-pager", "--output=cat", "--lines=60")


def answers() -> bool:
    try:
        with urllib.request.urlopen(PAGE, timeout=5) as page:
            return page.status == 200
    except OSError:
        return False


def camera_child() -> int | None:
    """The process of the service that has the camera."""
    for pid in show_processes():
        command = Path(f"/proc/{pid}/cmdline")
        if command.exists() and b"camera_child" in command.read_bytes():
            return pid
    return None


def show_processes() -> list[int]:
    group = Path("/sys/fs/cgroup") / show("ControlGroup").lstrip("/") / "cgroup.procs"
    return [int(pid) for pid in group.read_text().split()]


@pytest.fixture(scope="module", autouse=True)
def installed() -> Iterator[None]:
    """The appliance as the installer makes it, with the virtual camera."""
    scene, rng = demo_scene(), np.random.default_rng(5)
    film.load([render(scene, throw(rng, scene, 6), rng)])
    shutil.copytree(PROJECT / "tests/pi/shims", SHIMS)
    for path in (film.FILM, SHIMS, *SHIMS.iterdir()):
        path.chmod(0o755)
    Path("/etc/tallytray.toml").write_text(CONFIG)
    drop_in = Path("/etc/systemd/system/tallytray.service.d/virtual-camera.conf")
    drop_in.parent.mkdir(parents=True)
    drop_in.write_text(DROP_IN)
    try:
        install()
    except AssertionError:
        print(journal())
        raise
    yield
    print(journal())


@pytest.fixture(autouse=True)
def running(installed: None) -> None:
    """Every test begins with a service that runs."""
    run("systemctl", "start", "tallytray")
    wait_until(answers, "the page did not answer")


def test_it_is_ready_when_systemd_says_so():
    assert show("ActiveState") == "active"
    assert show("Type") == "notify"


def test_it_tells_its_state_in_a_line():
    wait_until(lambda: show("StatusText") != "", "no status was told")
    assert show("StatusText") == "The camera gives pictures."


def test_it_runs_as_a_user_of_its_own_in_the_groups_of_camera_and_pins():
    user = pwd.getpwnam("tallytray")
    assert Path(f"/proc/{main_pid()}").stat().st_uid == user.pw_uid
    assert set(run("id", "--name", "--groups", "tallytray").split()) == {
        *("tallytray", "video", "gpio")
    }


def test_the_system_is_read_only_to_it():
    root = Path(f"/proc/{main_pid()}/root")
    for folder in ("usr", "etc", "opt/tallytray", "var/log"):
        with pytest.raises(OSError, match="Read-only file system"):
            (root / folder / "probe").touch()


def test_it_has_no_capability_and_gets_none():
    status = Path(f"/proc/{main_pid()}/status").read_text()
    fields = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
    assert int(fields["CapBnd"], 16) == int(fields["CapEff"], 16) == 0
    assert fields["NoNewPrivs"] == "1"


def test_the_games_are_in_the_state_directory_and_nobody_elses():
    database = STATE / "games.sqlite"
    wait_until(database.exists, "no database was made")
    assert stat.S_IMODE(STATE.stat().st_mode) == 0o750
    assert database.stat().st_uid == pwd.getpwnam("tallytray").pw_uid
    assert not database.stat().st_mode & stat.S_IRWXO


def test_the_camera_runs_within_the_limits_of_the_service():
    wait_until(lambda: "camera started" in journal(), "the camera did not start")
    assert camera_child() is not None


def test_a_hung_camera_is_replaced_while_the_game_goes_on():
    wait_until(lambda: camera_child() is not None, "there was no camera")
    program, camera = main_pid(), camera_child()
    assert camera is not None
    os.kill(camera, signal.SIGSTOP)
    wait_until(lambda: camera_child() not in (None, camera), "no other camera was started")
    assert main_pid() == program


def test_a_killed_program_is_there_again():
    before, restarts = main_pid(), int(show("NRestarts"))
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: main_pid() not in (0, before) and answers(), "it did not come back")
    assert int(show("NRestarts")) == restarts + 1


def test_a_hung_program_is_ended_by_the_watchdog_and_there_again():
    before, restarts = main_pid(), int(show("NRestarts"))
    os.kill(before, signal.SIGSTOP)
    wait_until(lambda: main_pid() not in (0, before) and answers(), "it did not come back")
    assert int(show("NRestarts")) == restarts + 1
    assert "Watchdog timeout" in run("journalctl", "--no-pager", "--unit=tallytray")


def test_it_stops_when_asked_to():
    run("systemctl", "stop", "tallytray")
    assert show("Result") == "success"
    assert show("ActiveState") == "inactive"


def test_installing_again_changes_nothing_that_was_made():
    database = STATE / "games.sqlite"
    wait_until(database.exists, "no database was made")
    before = database.stat().st_ino
    install()
    assert database.stat().st_ino == before
    assert Path("/etc/tallytray.toml").read_text() == CONFIG


def test_the_doctor_can_be_asked_on_the_appliance():
    command = ["/opt/tallytray/venv/bin/tallytray", "doctor", "--config", "/etc/tallytray.toml"]
    done = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(SHIMS)}
    )
    assert "Traceback" not in done.stderr
    assert "camera" in done.stdout


# The last one: it takes away what the others need.
def test_uninstalling_keeps_the_games():
    wait_until((STATE / "games.sqlite").exists, "no database was made")
    run("/srv/tallytray/systemd/uninstall.sh")
    assert (STATE / "games.sqlite").exists()
    assert not Path("/opt/tallytray").exists()
    left = subprocess.run(["systemctl", "cat", "tallytray"], capture_output=True, text=True)
    assert left.returncode != 0 or "ExecStart" not in left.stdout
