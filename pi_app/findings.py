"""What the doctor finds: one thing that was examined, how bad it is, and the mend.

May import: standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How bad a finding is."""

    GOOD = "good"
    WARNING = "warning"
    TROUBLE = "trouble"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was examined.

    mend : what to do about it; "" when it is good.

    >>> print(Finding("clock", Level.GOOD, "It is 2026-11-21 12:00 UTC."))
    good     clock        It is 2026-11-21 12:00 UTC.
    """

    name: str
    level: Level
    sentence: str
    mend: str = ""

    def __str__(self) -> str:
        mend = f" {self.mend}" if self.mend else ""
        return f"{self.level.value:8} {self.name:12} {self.sentence}{mend}"


Findings = tuple[Finding, ...]


def good(name: str, sentence: str) -> Finding:
    """Nothing to mend."""
    return Finding(name, Level.GOOD, sentence)


def warning(name: str, sentence: str, mend: str) -> Finding:
    """One can play, but not as well."""
    return Finding(name, Level.WARNING, sentence, mend)


def trouble(name: str, sentence: str, mend: str) -> Finding:
    """One can't play."""
    return Finding(name, Level.TROUBLE, sentence, mend)
