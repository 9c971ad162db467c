"""The tests themselves: each of them must be able to fail."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
JUDGES = ("assert", "check", "expect", "_check")
WORDS = ("raises", "fail")


def judges(test: ast.FunctionDef) -> bool:
    """Whether a test asserts something, itself or by a helper whose name says so."""
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in WORDS or name.startswith(JUDGES):
                return True
    return False


def found_in(folder: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    for file in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                yield f"{file.relative_to(folder)}:{node.lineno} {node.name}", node


def test_every_test_asserts_something() -> None:
    tests = list(found_in(HERE))
    assert tests
    assert [where for where, test in tests if not judges(test)] == []
