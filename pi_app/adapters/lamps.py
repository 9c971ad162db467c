"""Decides which lamps shine: lit where the verb is legal, blinking where it was refused. Pure.

May import: standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

PHASE_S = 0.15  # quick enough to be noticed at the edge of the eye, slow enough to be counted
PHASES = 6  # three times off and on


@dataclass(frozen=True, slots=True)
class Lamps:
    """Which verbs are lit, and when each blinking one began to blink."""

    lit: frozenset[str] = frozenset()
    since_s: Mapping[str, float] = field(default_factory=dict)


def blink(lamps: Lamps, verb: str, time_s: float) -> Lamps:
    """The lamps with this one blinking from now on, then as it was."""
    return replace(lamps, since_s={**lamps.since_s, verb: time_s})


def shining(lamps: Lamps, time_s: float) -> frozenset[str]:
    """The verbs whose lamps shine at this moment.

    >>> lamps = blink(Lamps(frozenset({"roll"})), "roll", 10.0)
    >>> [sorted(shining(lamps, time_s)) for time_s in (10.0, 10.2, 10.4, 11.0)]
    [[], ['roll'], [], ['roll']]
    """
    phases = {verb: _phase(since_s, time_s) for verb, since_s in lamps.since_s.items()}
    blinking = {verb: phase for verb, phase in phases.items() if phase < PHASES}
    steady = lamps.lit - blinking.keys()
    return steady | {verb for verb, phase in blinking.items() if phase % 2 == 1}


def due_s(lamps: Lamps, time_s: float) -> float | None:
    """When a lamp changes next by itself, or None."""
    phases = [(since_s, _phase(since_s, time_s)) for since_s in lamps.since_s.values()]
    ends = [since_s + (phase + 1) * PHASE_S for since_s, phase in phases if phase < PHASES]
    return min(ends, default=None)


def _phase(since_s: float, time_s: float) -> int:
    # A hair ahead: a wait that ends exactly at the border must see the next phase.
    return int((time_s - since_s) / PHASE_S + 1e-6)
