"""The set-up says clearly what is missing. Each test runs the real script."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETUP = ROOT / ".ci/setup.sh"


def set_up(tmp_path: Path, what: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The script with an environment of its own; the project's one is never touched."""
    own = {"TALLYTRAY_VENV": str(tmp_path / "venv"), "PIP_CONFIG_FILE": os.devnull}
    return subprocess.run(
        ["bash", str(SETUP), what],
        env=os.environ | own | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def old_python(tmp_path: Path) -> Path:
    """A Python that says it is 3.9, whatever it is asked."""
    fake = tmp_path / "python3.9"
    fake.write_text("#!/bin/sh\necho 3.9\n")
    fake.chmod(0o755)
    return fake


def test_a_python_that_is_too_old_is_named_with_its_version(tmp_path: Path, old_python: Path):
    done = set_up(tmp_path, "run", PYTHON=str(old_python))
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed" in done.stderr
    assert "python3.9 is 3.9" in done.stderr
    assert not (tmp_path / "venv").exists()


def test_a_python_that_does_not_exist_is_named(tmp_path: Path):
    done = set_up(tmp_path, "run", PYTHON="python2.2")
    assert done.returncode == 2
    assert "python2.2 does not run" in done.stderr


def test_without_a_network_the_sentence_says_so(tmp_path: Path):
    """Nothing listens on the discard port of this machine: what a missing network looks like."""
    done = set_up(
        tmp_path,
        "run",
        PYTHON=sys.executable,
        PIP_INDEX_URL="http://127.0.0.1:9/simple",
        PIP_EXTRA_INDEX_URL="",
        PIP_FIND_LINKS="",
        PIP_NO_CACHE_DIR="1",
    )
    assert done.returncode == 2
    assert "could not be downloaded: no network" in done.stderr
    assert "[set-up]" in done.stdout, "there was no progress line"


def test_a_browser_that_cannot_be_installed_is_named(tmp_path: Path):
    """A PATH without apt-get, sudo and Chromium, as on another system."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("bash", "dirname", "id"):
        (tools / name).symlink_to(f"/usr/bin/{name}")
    done = set_up(tmp_path, "browser", PATH=str(tools))
    assert done.returncode == 2
    assert "sudo apt-get install chromium" in done.stderr


def test_an_unknown_word_is_refused(tmp_path: Path):
    done = set_up(tmp_path, "everything")
    assert done.returncode == 2
    assert "run, test, browser, pi or lock" in done.stderr
