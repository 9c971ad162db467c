"""Decides when a camera is opened, read and given up: a pure step function.

May import: standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

# Seconds until a lost camera is tried again, the last one from then on.
BACKOFF_S = (0.5, 1.0, 2.0, 5.0)


class Outcome(Enum):
    """How the last thing that was tried with the camera ended."""

    OPENED = auto()
    PICTURE = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class Health:
    """How the camera is, for the table.

    sentence : why there are no pictures, and what to do; "" when all is well.
    """

    well: bool
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known of the camera.

    is_open : what to try next: to read it, or to open it.
    failures : tries since the last picture that brought none.
    due_s : when to try.
    told : the last news that the table was given; None before the first.
    """

    is_open: bool = False
    failures: int = 0
    due_s: float = 0.0
    told: Health | None = None


def step(
    watch: Watch, outcome: Outcome, now_s: float, *, interval_s: float, sentence: str = ""
) -> tuple[Watch, Health | None]:
    """What is known after the last try, and the news if there are any.

    interval_s : from one picture to the next.
    sentence : of a loss.

    >>> watch, news = step(Watch(), Outcome.OPENED, 1.0, interval_s=0.1)
    >>> news is None
    True
    >>> step(watch, Outcome.PICTURE, 1.2, interval_s=0.1)[1]
    Health(well=True, sentence='')
    """
    match outcome:
        case Outcome.OPENED:
            # Not well yet: a camera that opens and then hangs must not blink between the two.
            return replace(watch, is_open=True, due_s=now_s), None
        case Outcome.PICTURE:
            # The beat is kept; pictures that are already late are dropped, not caught up.
            due_s = max(watch.due_s + interval_s, now_s)
            return _tell(replace(watch, failures=0, due_s=due_s), Health(well=True))
        case Outcome.LOST:
            wait_s = BACKOFF_S[min(watch.failures, len(BACKOFF_S) - 1)]
            lost = replace(watch, is_open=False, failures=watch.failures + 1, due_s=now_s + wait_s)
            return _tell(lost, Health(well=False, sentence=sentence))
    raise AssertionError(outcome)


def _tell(watch: Watch, health: Health) -> tuple[Watch, Health | None]:
    """The same news is told once."""
    if watch.told == health:
        return watch, None
    return replace(watch, told=health), health
