"""One mutant against the tests, in a process of its own that is thrown away."""

from __future__ import annotations

import gc
import os
import resource
from collections.abc import Callable
from typing import NoReturn

import pytest

from tests.rules.mutation.baseline import passes
from tests.rules.mutation.mutants import Mutant
from tests.rules.mutation.patching import import_instead, patch

MOST_BYTES = 3 * 2**30
SURVIVED = ""

Names = tuple[str, ...]


def start(work: Callable[[], str], most_cpu_s: int) -> tuple[int, int]:
    """A process that does some work and writes what comes of it: its id and where to read.

    most_cpu_s : when it has run for so long it is stopped; a fault makes some programs loop.
    """
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    os.close(reading)
    _work_and_leave(work, writing, most_cpu_s)


def _work_and_leave(work: Callable[[], str], writing: int, most_cpu_s: int) -> NoReturn:
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (most_cpu_s, most_cpu_s))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        gc.disable()  # quicker, and the process won't live long
        _be_quiet()
        said = work()
    except BaseException as error:  # whatever a fault does, it has been noticed
        said = f"{type(error).__name__} outside of a test"
    os.write(writing, said.encode()[:60_000])
    os._exit(0)


def _be_quiet() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def finish(pid: int, reading: int, status: int) -> str:
    """What a process that has ended said: the test that noticed the fault, or SURVIVED."""
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read().decode()
    return said if os.WIFEXITED(status) else f"stopped by signal {os.WTERMSIG(status)}"


def killer(mutant: Mutant, items: dict[str, pytest.Item], covering: Names, touching: Names) -> str:
    """The name of the test that notices the fault, or SURVIVED.

    covering : tests to run with the fault patched in. touching : tests to run with everything
    imported anew, when the fault can't be patched in.
    """
    if covering and patch(mutant):
        chosen = [items[name] for name in covering]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            if not passes(item, following):
                return item.nodeid
        return SURVIVED
    return _killer_when_imported(mutant, touching)


def _killer_when_imported(mutant: Mutant, names: Names) -> str:
    import_instead(mutant)
    picked = Picked(names)
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))
    code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *files], plugins=[picked])
    if code == pytest.ExitCode.OK:
        return SURVIVED
    return picked.failed or f"tests can't be collected ({code!r})"


class Picked:
    """Runs the named tests only, in their order; remembers the first that failed."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self.names if name in found]
        if len(items) < len(self.names):
            self.failed = f"{len(self.names) - len(items)} tests are gone"
            raise pytest.UsageError(self.failed)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid
