"""A command of Tallytray run in a test."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_app.main import main

Output = pytest.CaptureFixture[str]


def run(capsys: Output, *argv: str | Path) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    code = main([str(word) for word in argv])
    out, err = capsys.readouterr()
    return code, out, err
