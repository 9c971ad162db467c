"""The parts of the mutation run that need neither Cosmic Ray nor a process of their own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.rules.mutation.baseline import statement_lines
from tests.rules.mutation.report import Outcome, explained, table, unexplained

SURVIVED = Outcome("log.py", 7, "NumberReplacer", "a = 1", "a = 2")
KILLED = replace(SURVIVED, after="a = 0", by="tests/rules/test_log.py::test_a")


def test_the_table_counts_what_was_killed() -> None:
    assert table([SURVIVED, KILLED, KILLED, KILLED]).splitlines()[2:] == [
        "| log.py | 4 | 3 | 1 | 75.0 |",
        "| all | 4 | 3 | 1 | 75.0 |",
    ]


def test_a_survivor_without_a_reason_is_told() -> None:
    assert unexplained([SURVIVED, KILLED]) == [SURVIVED]


def test_reasons_are_headings_and_survivors_the_lines_below(tmp_path: Path) -> None:
    path = tmp_path / "survivors.txt"
    path.write_text(f"About this.\n\n# Speed only.\n\n{SURVIVED}\n", encoding="utf-8")
    assert explained(path) == {"log.py | a = 1  ==>  a = 2"}


@pytest.mark.parametrize(
    ("line", "lines"), [(1, [1]), (2, [2]), (3, [3, 4, 5]), (4, [3, 4, 5]), (6, [6]), (7, [7])]
)
def test_a_line_belongs_to_its_innermost_statement(
    tmp_path: Path, line: int, lines: list[int]
) -> None:
    path = tmp_path / "one.py"
    path.write_text("def one(x):\n    if x:\n        return (\n1,\n)\n    y = 2\n    return y\n")
    assert list(statement_lines(str(path), line)) == lines
