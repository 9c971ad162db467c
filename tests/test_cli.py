"""Serving, the doctor, and what every command does when things go wrong."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_app.main import complain
from tests.running import Output, run

ROOT = Path(__file__).resolve().parents[1]


# ---- serve, doctor ----------------------------------------------------------------------------


def test_three_mistakes_in_the_configuration_are_named_at_once(capsys: Output, tmp_path: Path):
    config = tmp_path / "table.toml"
    config.write_text(
        '[camera]\nsource = "webcam"\n[server]\nport = 99999\n[buttons]\nroll_pin = 27\n'
    )
    code, out, err = run(capsys, "serve", "--demo", "--config", config)
    assert (code, out) == (2, "")
    assert err.count("\n") == 3
    assert [f"table.toml:{line}" in err for line in (2, 4, 6)] == [True, True, True]


def test_a_taken_port_is_said_with_another_one(capsys: Output, tmp_path: Path):
    config = tmp_path / "table.toml"
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        config.write_text(f'[server]\nhost = "127.0.0.1"\nport = {port}\n')
        code, _, err = run(capsys, "serve", "--demo", "--config", config)
    assert code == 1
    assert f"Port {port} is taken" in err
    assert f"--port {port + 1}" in err


def test_a_damaged_file_of_games_stops_the_start_with_its_mend(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    (tmp_path / "games.sqlite").write_bytes(b"these are my notes\n" * 500)
    code, _, err = run(capsys, "serve", "--camera", tmp_path, "--config", mock_pins(tmp_path))
    assert code == 1
    assert "games.sqlite is damaged" in err
    assert "mv " in err


def mock_pins(folder: Path) -> Path:
    """A configuration for a machine without pins, on any free port."""
    config = folder / "mock.toml"
    config.write_text('[buttons]\nfactory = "mock"\n[server]\nhost = "127.0.0.1"\nport = 0\n')
    return config


def test_an_unknown_first_game_stops_the_start(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config = mock_pins(tmp_path)
    config.write_text(config.read_text() + '[game]\ndefault = "chess"\n')
    code, _, err = run(capsys, "serve", "--camera", tmp_path, "--config", config)
    assert code == 1
    assert 'no game "chess"' in err


def test_the_doctor_says_trouble_with_1(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    config = mock_pins(tmp_path)
    config.write_text(
        config.read_text() + f'[camera]\nsource = "folder"\nfolder = "{tmp_path}/none"\n'
    )
    code, out, _ = run(capsys, "doctor", "--config", config)
    assert code == 1
    assert "trouble" in out


# ---- whole processes --------------------------------------------------------------------------


def tallytray(*argv: str | Path, **more: object) -> subprocess.Popen[str]:
    """The program as it is started by a person."""
    return subprocess.Popen(
        [sys.executable, "-m", "pi_app.main", *map(str, argv)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more,
    )  # type: ignore[call-overload, no-any-return]  # fmt: skip


@pytest.fixture
def served(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`serve` on a folder with one picture, until it says where it is."""
    cv2.imwrite(str(tmp_path / "tray.png"), np.full((480, 640, 3), 90, np.uint8))
    env = {**os.environ, "STATE_DIRECTORY": str(tmp_path)}
    config = mock_pins(tmp_path)
    with tallytray("serve", "--camera", tmp_path / "tray.png", "--config", config, env=env) as it:
        assert it.stdout is not None
        assert "Tallytray is on http://localhost:" in it.stdout.readline()
        yield it
        it.kill()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_ends_cleanly_when_it_is_asked_to(served: subprocess.Popen[str], number: int):
    served.send_signal(number)
    _, err = served.communicate()
    assert served.returncode == 0
    assert "Traceback" not in err


def test_a_reader_that_goes_away_is_no_fault():
    command = f"{sys.executable} -m pi_app.main games | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() in {"0", "1"}
    assert done.stderr == ""


def test_a_sentence_is_one_line(capsys: Output):
    complain("two\nlines")
    assert capsys.readouterr().err == "tallytray: two lines\n"
