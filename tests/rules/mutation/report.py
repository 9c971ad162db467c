"""The results as a table, and the survivors that nobody has given a reason for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.rules.mutation.mutants import Mutant

SURVIVORS = Path(__file__).with_name("survivors.txt")
ARROW = "  ==>  "
Key = tuple[str, str, int, int, str, str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a mutant, as it is written down; `by` names the test that noticed it."""

    module: str
    line: int
    operator: str
    before: str
    after: str
    by: str = ""
    seconds: float = 0.0
    column: int = 0
    same_above: int = 0

    @classmethod
    def of(cls, mutant: Mutant, by: str = "", seconds: float = 0.0) -> Outcome:
        """The outcome of a mutant."""
        return cls(
            mutant.module,
            mutant.line,
            mutant.operator,
            mutant.before,
            mutant.after,
            by,
            seconds,
            mutant.column,
            mutant.same_above,
        )

    @property
    def key(self) -> Key:
        """What tells a mutant from others, also when lines are added above it."""
        place = self.module, self.before, self.same_above, self.column
        return (*place, self.operator, self.after)

    def __str__(self) -> str:
        return f"{self.module} | {self.before}{ARROW}{self.after}"


def read_outcomes(path: Path) -> dict[Key, Outcome]:
    """The outcomes of a file, the last one of each mutant."""
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    found = (Outcome(**json.loads(line)) for line in lines)
    return {outcome.key: outcome for outcome in found}


def table(outcomes: Sequence[Outcome]) -> str:
    """Mutants, killed, survived and percent of every module, and of all."""
    names = sorted({outcome.module for outcome in outcomes})
    rows = [_row(name, [one for one in outcomes if one.module == name]) for name in names]
    head = "| module | mutants | killed | survived | % |\n|---|---:|---:|---:|---:|"
    return "\n".join([head, *rows, _row("all", outcomes)])


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    killed, count = sum(bool(one.by) for one in outcomes), len(outcomes)
    percent = 100 * killed / count if count else 100.0
    return f"| {name} | {count} | {killed} | {count - killed} | {percent:.1f} |"


def explained(path: Path = SURVIVORS) -> set[str]:
    """The survivors that have a reason: the lines below the headings of the file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {line for line in lines if ARROW in line}


def unexplained(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The survivors without a reason."""
    known = explained()
    return [one for one in outcomes if not one.by and str(one) not in known]
