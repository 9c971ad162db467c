"""What each test runs of the rules, and how long it takes: which tests a mutant has to pass."""

from __future__ import annotations

import ast
import functools
import time
from dataclasses import dataclass, field
from pathlib import Path

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.rules.mutation.mutants import Mutant
from tests.rules.mutation.patching import clear_caches

LAWS = "tests/rules/test_laws.py::test_every_state_keeps_the_laws["
EVERY_MODULE = ("tests/rules/test_values.py::", "tests/rules/test_facts.py::")
OF_GAMES = (
    "tests/rules/test_oracles.py::test_a_game_agrees_with_its_oracle[",
    "tests/rules/test_playthroughs.py::",
    "tests/rules/test_sheets.py::",
)
MOST_S = 1.2  # of the tests of other modules that a mutant has to pass, by their time here


@dataclass
class Baseline:
    """The tests that pass without a fault: their seconds, and the lines that they run."""

    seconds: dict[str, float] = field(default_factory=dict)
    lines: dict[str, dict[int, frozenset[str]]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def covering(self, mutant: Mutant, wanted: range) -> tuple[str, ...]:
        """The tests that run one of these lines, those of the module first, then the quickest."""
        of_lines = self.lines.get(mutant.path, {})
        found = set().union(*(of_lines.get(line, frozenset()) for line in wanted))
        return self._within(found, mutant)

    def touching(self, mutant: Mutant) -> tuple[str, ...]:
        """The tests that look at every module, and those that run anything of this one."""
        every = [name for name in self.seconds if name.startswith(EVERY_MODULE)]
        own = f"/test_{family_of(mutant)}"  # a constant can be read without running a line
        found = {name for name in self.seconds if own in name}
        found = found.union(*self.lines.get(mutant.path, {}).values())
        return (*every, *self._within(found.difference(every), mutant))

    def _within(self, names: set[str], mutant: Mutant) -> tuple[str, ...]:
        """Those of the module and those of whole games; of others so many as the time allows."""
        own = f"/test_{family_of(mutant)}"
        order = sorted(names, key=lambda name: (own not in name, self.seconds[name], name))
        chosen, left = [], MOST_S
        for name in order:
            left -= 0.0 if own in name else self.seconds[name]
            if own in name or left > 0 or name.startswith(OF_GAMES):
                chosen.append(name)
        return tuple(chosen)


def family_of(mutant: Mutant) -> str:
    """The game, or the name of a module that all games share: how its tests are called."""
    stem = Path(mutant.path).stem
    return next((game for game in FAMILIES if stem.startswith(game)), stem)


FAMILIES = (
    "spicy",
    "catch6",
    "diangle",
    "dice_game",
    "grand_poobah",
    "hot_dice",
    "keep_on_rolling",
    "perfecto",
    "two_of_three",
)


def measure(items: list[pytest.Item]) -> Baseline:
    """Run every test once, with the lines that it runs written down; laws are left out."""
    found = Baseline()
    watch = coverage.Coverage(data_file=None, include=["pi_app/rules/*"], config_file=False)
    watch.start()
    for item in items:
        if not item.nodeid.startswith(LAWS):
            clear_caches()  # or a line would seem to be run by the first test only
            watch.switch_context(item.nodeid)
            began = time.process_time()
            if passes(item, None):
                found.seconds[item.nodeid] = time.process_time() - began
            else:
                found.failed.append(item.nodeid)
    watch.stop()
    data = watch.get_data()
    for file in data.measured_files():
        path = Path(file).relative_to(Path.cwd()).as_posix()
        found.lines[path] = {
            line: frozenset(names) & found.seconds.keys()
            for line, names in data.contexts_by_lineno(file).items()
        }
    return found


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a test passes here and now."""
    reports = runtestprotocol(item, log=False, nextitem=following)
    return not any(report.failed for report in reports)


def statement_lines(path: str, line: int) -> range:
    """The lines of the innermost statement around a line, or of its head when it has a body."""
    around = [lines for lines in _statements(path) if line in lines]
    return around[-1] if around else range(line, line + 1)


@functools.cache
def _statements(path: str) -> tuple[range, ...]:
    """The lines of every statement of a module, outer ones first."""
    tree = ast.parse(Path(path).read_text("utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    return tuple(range(node.lineno, _last_line(node) + 1) for node in nodes)


def _last_line(node: ast.stmt) -> int:
    """Where a statement ends; where its head ends when it has a body."""
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return node.end_lineno or node.lineno
    first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return max(node.lineno, first.lineno - 1)
