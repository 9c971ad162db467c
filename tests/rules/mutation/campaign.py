"""All mutants against the tests: a plugin for pytest that has collected them."""

from __future__ import annotations

import gc
import os
import pickle
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from tests.rules.mutation.baseline import Baseline, measure, statement_lines
from tests.rules.mutation.mutants import Mutant
from tests.rules.mutation.patching import compiled
from tests.rules.mutation.trial import finish, killer, start

SPARE_CPU_S = 2  # beyond twice what the tests need without a fault


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one mutant; `by` is empty when it survived."""

    mutant: Mutant
    by: str
    seconds: float


@dataclass
class Campaign:
    """Tries the mutants, so many at a time, and hands each result on."""

    mutants: tuple[Mutant, ...]
    jobs: int
    on_result: Callable[[Result], None]
    items: dict[str, pytest.Item] = field(default_factory=dict)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of running the tests: run them against every mutant."""
        self.items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()  # children share what they don't write
        baseline = _measured(session.items)
        if baseline.failed:
            print("These fail without any fault and are left out:", *baseline.failed, sep="\n  ")
        print(f"{len(baseline.seconds)} tests, {sum(baseline.seconds.values()):.0f} s", flush=True)
        for result in self._results(baseline):
            self.on_result(result)
        return True

    def _results(self, baseline: Baseline) -> Iterator[Result]:
        running: dict[int, tuple[int, Mutant, float]] = {}
        waiting = list(reversed(self.mutants))
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant = waiting.pop()
                pid, reading = self._start(mutant, baseline)
                running[pid] = reading, mutant, time.monotonic()
            pid, status = os.wait()
            reading, mutant, began = running.pop(pid)
            by = finish(pid, reading, status)
            yield Result(mutant, by, time.monotonic() - began)

    def _start(self, mutant: Mutant, baseline: Baseline) -> tuple[int, int]:
        compiled(mutant.path)  # once, here: the children find it done
        lines = statement_lines(mutant.path, mutant.line)
        covering = baseline.covering(mutant, lines)
        touching = baseline.touching(mutant)
        longest = max(
            sum(baseline.seconds[name] for name in names) for names in (covering, touching)
        )
        most_cpu_s = SPARE_CPU_S + round(2 * longest)
        return start(lambda: killer(mutant, self.items, covering, touching), most_cpu_s)


def _measured(items: list[pytest.Item]) -> Baseline:
    """The baseline, measured in a process of its own so that nothing is left behind here."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(measure(items), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        found: Baseline = pickle.load(pipe)
    os.waitpid(pid, 0)
    return found
