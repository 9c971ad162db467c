"""Every check of the project with one command: `python -m tests.check` (`make test` calls it).

The style, the types and the import contracts first, side by side; then every test and doctest.
All of them run even if one fails, so that one run tells everything. `make coverage` adds which
lines no test reaches, and takes half as long again.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


@dataclass(frozen=True, slots=True)
class Check:
    """One command that says yes or no about the code."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check said."""

    check: Check
    passed: bool
    output: str
    took_s: float


LINT = (
    Check("types (mypy --strict)", (str(BIN / "mypy"),)),
    Check("style (ruff check)", (str(BIN / "ruff"), "check")),
    Check("form (ruff format --check)", (str(BIN / "ruff"), "format", "--check")),
    Check("import contracts (lint-imports)", (str(BIN / "lint-imports"),)),
)
# As many workers as the smallest machine has cores. Each begins with its own half of the files, so
# what a file sets up is made once, and takes over from the other at the end.
TESTS = (sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", "--durations=10")
COVERAGE = ("--cov", "--cov-report=term")


def run(check: Check) -> Outcome:
    """The outcome of one check; its output is kept, to be shown only if it fails."""
    start_s = time.monotonic()
    done = subprocess.run(
        check.command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    took_s = time.monotonic() - start_s
    return Outcome(check, done.returncode == 0, done.stdout + done.stderr, took_s)


def report(outcome: Outcome) -> str:
    """One line for a check that passed; what it printed as well for one that did not.

    >>> print(report(Outcome(Check("style", ("ruff",)), True, "all is well", 0.25)))
    ok      style (0.2 s)
    >>> print(report(Outcome(Check("style", ("ruff",)), False, "a.py:1: unused", 1.0)))
    FAILED  style (1.0 s)
    a.py:1: unused
    """
    word = "ok    " if outcome.passed else "FAILED"
    line = f"{word}  {outcome.check.name} ({outcome.took_s:.1f} s)"
    return line if outcome.passed else f"{line}\n{outcome.output.rstrip()}"


def lint() -> tuple[str, ...]:
    """The names of the checks without tests that failed, each reported as it ends."""
    failed = []
    with ThreadPoolExecutor(max_workers=2) as pool:
        for outcome in pool.map(run, LINT):
            print(report(outcome), flush=True)
            if not outcome.passed:
                failed.append(outcome.check.name)
    return tuple(failed)


def run_tests(arguments: Sequence[str]) -> tuple[str, ...]:
    """("tests",) if a test failed or none ran, else (); pytest prints as it goes."""
    command = (*TESTS, *arguments)
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL)
    return () if done.returncode == 0 else ("tests",)


def worded(arguments: Sequence[str]) -> tuple[str, ...]:
    """The arguments as pytest knows them.

    >>> worded(["--coverage", "-x"])
    ('--cov', '--cov-report=term', '-x')
    """
    others = tuple(word for word in arguments if word != "--coverage")
    return (*COVERAGE, *others) if "--coverage" in arguments else others


def main(arguments: Sequence[str]) -> int:
    """0 if all is well, 1 if not; `--lint` leaves the tests out, other words go to pytest.

    `--coverage` tells at the end which lines no test reached.
    """
    failed = lint()
    if "--lint" not in arguments:
        failed += run_tests(worded(arguments))
    print(f"failed: {', '.join(failed)}" if failed else "all checks passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
