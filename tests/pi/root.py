"""Builds and keeps the Debian 13 root in which the Pi stack runs.

Two layers, each with a mark that names the recipe it was made by: the system (debootstrap and
apt) and the Python packages (a virtual environment). A layer is built anew only
when its recipe has changed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.pi.mirror import find_mirror

SUITE = "trixie"
# libcamera 0.7 with the pipeline that serves pictures from files is in backports only.
BACKPORTS = f"{SUITE}-backports"
BASE_PACKAGES = (
    *("ca-certificates", "python3-venv", "python3-dev", "gcc", "libc6-dev", "libcap-dev", "swig"),
    *("systemd", "systemd-sysv", "dbus"),
)
CAMERA_PACKAGES = ("python3-libcamera", "libcamera-ipa")
LOCK = Path(__file__).with_name("requirements.lock")
# Settings of this machine that would not hold, or not be there, in the other root.
FOREIGN = ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_CERT", "VIRTUAL_ENV", "PYTHONPATH")
# Where the installer puts the program: it then finds its packages there.
VENV = "/opt/tallytray/venv"


class BuildError(RuntimeError):
    """The root could not be built; the sentence says what to look at."""


def say(text: str) -> None:
    """One line of progress."""
    print(f"[test-pi] {text}", flush=True)


def cache_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """Where built roots are kept: the user's cache.

    >>> cache_dir({"XDG_CACHE_HOME": "/tmp/cache"})
    PosixPath('/tmp/cache/tallytray')
    """
    home = environ.get("XDG_CACHE_HOME") or Path(environ.get("HOME", "/root")) / ".cache"
    return Path(home) / "tallytray"


def ready_root(codename: str) -> Path:
    """The path of the root, built as far as it was not there yet.

    codename : of the Debian that this machine runs, to find its mirror.

    Raises BuildError with the end of the log.
    """
    cache = cache_dir()
    cache.mkdir(parents=True, exist_ok=True)
    root = cache / f"{SUITE}-{_digest(_system_recipe())}"
    with open(cache / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # a second run waits for the first one's root
        if not (root / ".complete").exists():
            _forget_older(cache)
            _build_system(root, codename)
        _complete_venv(root)
    return root


def _forget_older(cache: Path) -> None:
    """Roots by other recipes, and those whose building was broken off; each has a gigabyte."""
    for older in cache.glob(f"{SUITE}-*"):
        shutil.rmtree(older)


def _complete_venv(root: Path) -> None:
    mark = root / VENV.lstrip("/") / ".complete"
    wanted = _digest(VENV + LOCK.read_text(encoding="utf-8"))
    if not mark.exists() or mark.read_text(encoding="utf-8") != wanted:
        _build_venv(root)
        mark.write_text(wanted, encoding="utf-8")


def container(root: Path, *options: str) -> list[str]:
    """The beginning of a command line that runs something in the root.

    The root itself stays as it is: what is written goes to memory and is gone at the end.
    """
    return [
        *("systemd-nspawn", "--quiet", f"--directory={root}", "--volatile=overlay"),
        *("--register=no", "--keep-unit", *options),
    ]


def _enter(root: Path, *command: str) -> list[str]:
    """The command line that changes the root itself."""
    kept = {key: os.environ[key] for key in _passed_on()}
    base = {
        "PATH": f"{VENV}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/root",
        "LANG": "C.UTF-8",
        "PYPI": "1",  # lgpio then builds its own library instead of looking for the system's
        "PIP_CERT": "/etc/ssl/certs/ca-certificates.crt",
    }
    words = [f"{key}={value}" for key, value in (base | kept).items()]
    return ["chroot", str(root), "/usr/bin/env", "-i", *words, *command]


def _passed_on() -> list[str]:
    """What says how to reach the network from here."""
    names = [name for name in os.environ if name.startswith("PIP_") or "proxy" in name.lower()]
    return [name for name in names if name not in FOREIGN]


def _system_recipe() -> str:
    return " ".join([SUITE, BACKPORTS, *BASE_PACKAGES, *CAMERA_PACKAGES, "2"])


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _build_system(root: Path, codename: str) -> None:
    mirror = find_mirror(codename=codename)
    if mirror is None:
        raise BuildError(
            f"no apt source of this machine serves {codename}; where are its packages?"
        )
    say(f"building a Debian {SUITE} root in {root} (once; two to three minutes)")
    include = ",".join(BASE_PACKAGES)
    options = ["--variant=minbase", f"--include={include}"]
    _run("debootstrap", ["debootstrap", *options, SUITE, str(root), mirror])
    _borrow_network(root)
    sources = root / "etc/apt/sources.list"
    sources.write_text(f"deb {mirror} {SUITE} main\ndeb {mirror} {BACKPORTS} main\n")
    say("libcamera")
    quiet = ["-qq", "-y", "--no-install-recommends", "-o", "APT::Sandbox::User=root"]
    _run("apt-get update", _enter(root, "apt-get", "update", "-qq"))
    _run("apt-get", _enter(root, "apt-get", "install", *quiet, "-t", BACKPORTS, *CAMERA_PACKAGES))
    _run("apt-get clean", _enter(root, "apt-get", "clean"))
    (root / ".complete").touch()


def _build_venv(root: Path) -> None:
    say("Python packages in the root")
    _borrow_network(root)
    shutil.rmtree(root / VENV.lstrip("/"), ignore_errors=True)
    (root / VENV.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(LOCK, root / "opt/requirements.lock")
    _run("venv", _enter(root, "python3", "-m", "venv", "--system-site-packages", VENV))
    pip = [f"{VENV}/bin/pip", "install", "--no-input", "--retries", "2"]
    _run("pip", _enter(root, *pip, "-r", "/opt/requirements.lock"))


def _borrow_network(root: Path) -> None:
    """The root asks the same name servers and trusts the same authorities as this machine."""
    for name in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"):
        here, there = Path("/") / name, root / name
        if here.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            there.unlink(missing_ok=True)
            shutil.copy(here, there)


def _run(what: str, command: list[str]) -> None:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    with tempfile.TemporaryFile("w+") as log:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
        )
        if done.returncode:
            log.seek(0)
            sys.stderr.writelines(log.readlines()[-25:])
            raise BuildError(f"{what} failed; is the network there? Its last lines are above.")
