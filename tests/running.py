"""Tallytray run in a test: a command, or the program with a folder as its camera."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app.main import main

Output = pytest.CaptureFixture[str]

TABLE = """
[camera]
source = "{source}"
folder = "{frames}"
fps = 20
[buttons]
factory = "mock"
[server]
host = "127.0.0.1"
port = 0
[store]
path = "{home}/games.sqlite"
[calibration]
path = "{home}/calibration.toml"
[table]
dice = "spicy"
[game]
default = "spicy_classic"
seats = ["Ann", "Ben"]
"""
"""A configuration: what is written goes to the folder `home`; any free port."""


def run(capsys: Output, *argv: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = main([str(word) for word in argv])
    out, err = capsys.readouterr()
    return code, out, err
