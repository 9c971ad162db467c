"""What the commands share: how they refuse, and how they read and print.

May import: standard library only.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import Any, NoReturn

DONE = 0
NO = 1  # the answer is no: an illegal move, nothing readable, a disk that is full
WRONG_USE = 2

Arguments = argparse.Namespace
_NO_COMMAND = re.compile(r"argument COMMAND: invalid choice: '(.*)' \(choose from (.*)\)")
# What `add_subparsers` gives; argparse has no public name for it.
Commands = Any


class CliError(Exception):
    """What a command refuses: one line for each sentence, and the exit code."""

    def __init__(self, *sentences: str, code: int = NO) -> None:
        super().__init__("\n".join(sentences))
        self.sentences = sentences
        self.code = code


class Parser(argparse.ArgumentParser):
    """A parser that refuses in one line that says what would be right."""

    def error(self, message: str) -> NoReturn:
        """Raises CliError instead of printing the whole usage."""
        raise CliError(f"{plain(message)} (see {self.prog} --help)", code=WRONG_USE)


def plain(message: str) -> str:
    """What argparse says, for people.

    >>> plain("unrecognized arguments: --prot 3")
    'there is no option --prot 3'
    >>> plain("argument COMMAND: invalid choice: 'red' (choose from 'read', 'serve')")
    'there is no command "red"; the commands are: read, serve'
    """
    if message == "the following arguments are required: COMMAND":
        return "say what to do; `tallytray serve --demo` plays on a virtual tray"
    if found := _NO_COMMAND.fullmatch(message):
        known = found[2].replace("'", "")
        return f'there is no command "{found[1]}"; the commands are: {known}'
    message = message.replace("unrecognized arguments:", "there is no option")
    return message.replace("the following arguments are required:", "this is missing:")


def read_text(name: str) -> str:
    """The text of a file, or of standard input for "-".

    Raises CliError that names the file and the mend.
    """
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        why = f"{name}: can't be read ({error.strerror}); give the path of a file."
        raise CliError(why, code=WRONG_USE) from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise CliError(f"{name}: line {line}: this is no text (UTF-8); give a log.") from error


def print_json(value: Any) -> None:
    """One line of JSON on standard output."""
    print(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")), flush=True)


def name_and_value(text: str) -> tuple[str, str]:
    """An option as it is given on the command line.

    >>> name_and_value("target=250")
    ('target', '250')

    Raises argparse.ArgumentTypeError for anything else.
    """
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f'"{text}" is no option; write NAME=VALUE')
    return name, value
