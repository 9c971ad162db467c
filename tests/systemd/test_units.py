"""The appliance's files: valid, strict, and in step with the code."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pi_app.config import fields_of, load_config
from pi_app.main import main
from pi_app.settings import Config

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNITS = sorted(SYSTEMD.glob("*.service"))
SYSUSERS = sorted(SYSTEMD.glob("*.sysusers.conf"))
SCRIPTS = [
    *sorted(SYSTEMD.glob("*.sh")),
    SYSTEMD.parent / ".ci/setup.sh",
    SYSTEMD.parent / ".ci/run",
]

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="this machine has no systemd-analyze"
)


def settings(file: Path) -> dict[str, str]:
    """The settings of a unit; a key given twice has both values, separated by a blank."""
    found: dict[str, str] = {}
    for key, value in re.findall(r"^([A-Za-z]+)=(.*)$", file.read_text(), re.MULTILINE):
        found[key] = f"{found.get(key, '')} {value}".strip()
    return found


def sysusers(kind: str) -> set[str]:
    """The names of all lines of one kind: u for users, g for groups."""
    text = "\n".join(file.read_text() for file in SYSUSERS)
    return set(re.findall(rf"^{kind}\s+(\S+)", text, re.MULTILINE))


@pytest.fixture
def runnable(tmp_path: Path):
    """A copy of a unit whose programs exist on this machine, so that only its settings count."""

    def copy(unit: Path) -> Path:
        text = re.sub(r"^(Exec\w+=)\S+", r"\1/bin/true", unit.read_text(), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
        return tmp_path / unit.name

    return copy


@needs_systemd
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_understands_every_line(unit: Path, runnable):
    # The kiosk wants the other unit, which must then be found beside it.
    files = [str(runnable(other)) for other in UNITS]
    command = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", *files]
    done = subprocess.run(command, capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if unit.name in line]
    assert complaints == []
    assert "Unknown key" not in done.stderr


@needs_systemd
def test_the_service_may_do_little(runnable):
    unit = runnable(SYSTEMD / "tallytray.service")
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True)
    exposure = re.search(r"Overall exposure level for \S+ ([\d.]+)", done.stdout)
    assert exposure, done.stdout + done.stderr
    assert float(exposure[1]) <= 2.0


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_service_has_a_user_of_its_own_and_comes_back(unit: Path):
    service = settings(unit)
    assert service["User"] in sysusers("u")
    assert service["Restart"] == "always"
    assert service["StartLimitIntervalSec"] == "0"


def test_every_group_exists_before_it_is_used():
    """systemd ends a service whose group is unknown with 216/GROUP, over and over."""
    used = {
        group for unit in UNITS for group in settings(unit).get("SupplementaryGroups", "").split()
    }
    members = re.findall(
        r"^m\s+\S+\s+(\S+)", "\n".join(f.read_text() for f in SYSUSERS), re.MULTILINE
    )
    assert used | set(members) <= sysusers("g")


def test_the_watchdogs_are_within_what_the_hardware_counts():
    hardware = settings(SYSTEMD / "tallytray.watchdog.conf")["RuntimeWatchdogSec"]
    service = settings(SYSTEMD / "tallytray.service")["WatchdogSec"]
    assert int(hardware) <= 15
    assert int(service) <= 15


def test_the_service_keeps_its_data_where_the_configuration_looks():
    """Relative paths lie in STATE_DIRECTORY, which systemd makes of this name."""
    assert settings(SYSTEMD / "tallytray.service")["StateDirectory"] == "tallytray"
    config = load_config(SYSTEMD / "tallytray.toml", state_dir=Path("/var/lib/tallytray")).config
    assert config.store.path.parent == config.calibration.path.parent == Path("/var/lib/tallytray")


def test_the_installed_configuration_is_that_of_the_code():
    assert load_config(SYSTEMD / "tallytray.toml", state_dir=Path()).config == Config()


def test_the_command_that_the_configuration_names_lists_every_field(capsys):
    assert "`tallytray serve --explain`" in (SYSTEMD / "tallytray.toml").read_text()
    assert main(["serve", "--explain"]) == 0
    told = capsys.readouterr().out
    assert all(f"{name} = " in told for name, _ in fields_of(Config()))


def test_the_port_is_the_same_everywhere():
    port = Config().server.port
    announced = ElementTree.parse(SYSTEMD / "tallytray.avahi.xml").findtext("service/port")
    kiosk = (SYSTEMD / "tallytray-kiosk.service").read_text()
    assert announced == str(port)
    assert set(re.findall(r"localhost:(\d+)", kiosk)) == {str(port)}


def test_the_service_starts_the_installed_program_with_the_installed_configuration():
    command = settings(SYSTEMD / "tallytray.service")["ExecStart"]
    script = (SYSTEMD / "install.sh").read_text()
    home, config = (
        re.search(rf"^{name}=(.+)$", script, re.MULTILINE) for name in ("HOME_DIR", "CONFIG")
    )
    assert home, "install.sh does not say where the program goes"
    assert config, "install.sh does not say where the configuration goes"
    assert command == f"{home[1]}/venv/bin/tallytray serve --config {config[1]}"


def test_every_file_is_installed_and_every_installed_file_is_there():
    script = (SYSTEMD / "install.sh").read_text()
    installed = set(re.findall(r"\ssystemd/([\w.-]+\.(?:service|conf|xml|toml))\b", script))
    there = {file.name for file in SYSTEMD.iterdir() if file.suffix not in {".sh", ".md"}}
    assert installed == there


def test_what_is_installed_is_taken_off_again():
    install, uninstall = ((SYSTEMD / name).read_text() for name in ("install.sh", "uninstall.sh"))
    targets = set(
        re.findall(r"\s(/(?:etc|usr)/[\w./-]*tallytray[\w.-]*\.(?:conf|service))\b", install)
    )
    removed_units = re.search(r"^for unit in (.+); do$", uninstall, re.MULTILINE)
    assert removed_units
    units = {f"/etc/systemd/system/{unit}" for unit in removed_units[1].split()}
    assert {
        target for target in targets if target not in units and target not in uninstall
    } == set()


@needs_systemd
def test_the_users_are_made_as_described(tmp_path: Path):
    (tmp_path / "etc").mkdir()
    command = ["systemd-sysusers", f"--root={tmp_path}", *map(str, SYSUSERS)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "Permission denied" in done.stderr:
        pytest.skip("systemd-sysusers needs root here")
    assert done.returncode == 0, done.stderr
    users = (tmp_path / "etc/passwd").read_text()
    assert {line.split(":")[0] for line in users.splitlines()} == sysusers("u")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_script_is_sound(script: Path):
    beside = Path(sys.executable).with_name("shellcheck")
    checker = str(beside) if beside.exists() else shutil.which("shellcheck")
    command = [checker, str(script)] if checker else ["bash", "-n", str(script)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", ["install.sh", "uninstall.sh"])
def test_an_option_that_is_none_is_refused(name: str):
    """The first thing that is checked where nothing must be changed."""
    done = subprocess.run(
        ["bash", str(SYSTEMD / name), "--all"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2
    assert "--all" in done.stderr or "needs root" in done.stderr
