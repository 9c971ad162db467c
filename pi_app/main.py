"""The command line: `tallytray serve`, `read`, `score`, `replay` and the others.

Each command lives in a module of its own; here they are put together, and whatever goes wrong
becomes one line on standard error. May import: everything.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

from pi_app import (
    __version__,
    cli_calibrate,
    cli_corrections,
    cli_doctor,
    cli_profiles,
    cli_read,
    cli_rules,
    cli_serve,
)
from pi_app.cli_common import NO, CliError, Parser

INTERRUPTED = 130  # as a shell says it: 128 + SIGINT
COMMANDS = (
    cli_serve,
    cli_calibrate,
    cli_profiles,
    cli_read,
    cli_rules,
    cli_corrections,
    cli_doctor,
)


def parser() -> Parser:
    """The parser of all commands."""
    whole = Parser(prog="tallytray", description="Scores real dice on a tray.")
    whole.add_argument("--version", action="version", version=f"tallytray {__version__}")
    commands = whole.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for module in COMMANDS:
        module.add_to(commands)
    return whole


def main(argv: Sequence[str] | None = None) -> int:
    """0 done, 1 the answer is no, 2 used wrongly."""
    try:
        return _run(argv)
    except CliError as error:
        complain(*error.sentences)
        return error.code
    except BrokenPipeError:
        # Whoever read our output has gone; Python would complain again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        complain(_fault(error))
        return NO


def _run(argv: Sequence[str] | None) -> int:
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as asked:  # --help and --version
        return int(asked.code or 0)
    code = int(arguments.run(arguments))
    sys.stdout.flush()
    return code


def complain(*sentences: str) -> None:
    """One line on standard error for each sentence."""
    for sentence in sentences:
        print(f"tallytray: {' '.join(sentence.split())}", file=sys.stderr)


def _fault(error: Exception) -> str:
    """A sentence for what went wrong: its own if it has one, else where to look for the fault."""
    sentence = getattr(error, "sentence", None)
    if sentence or getattr(error, "slug", None):
        return str(sentence or error)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return (
        f"a fault of the program, please report it: {type(error).__name__}: {error} "
        f"({os.path.basename(where.filename)}:{where.lineno})"
    )


if __name__ == "__main__":
    sys.exit(main())
