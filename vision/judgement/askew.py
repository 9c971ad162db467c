"""Tells dice whose pips lie otherwise than those of the picture's other dice.

A face that leans a little has pips that are a little too near or too far apart, and that fit no
flat face by a little. The set and the picture let either be so on some flat faces, but hardly ever
both: of 2,244 flat faces of four pips or more in 72 path-traced and rendered installations, read
without doubt, one departs by 1.7 times as much as is usual in both ways, of 59 that lean by 3 to
45 degrees 24 depart by more, one of which nothing else told.
May import: vision.faces.measure.
"""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from statistics import median

from vision.faces.measure import Measures

_LEAST_OTHERS, _LEAST_FITTED = 3, 2  # faces that tell how pips depart, and how they fit
_OFF, _MISFIT = 0.004, 0.003  # of those of flat faces: as exactly as they are measured
_TIMES_OFF, _TIMES_USUAL = 2.0, 1.9  # of the departure of the others; of both, that doubts


def marked_askew(measures: list[Measures]) -> list[Measures]:
    """Give the measures of a picture's dice with how much askew each one's pips are.

    measures : without what all dice have in common; see `vision.judgement.agree.in_agreement`.
    """
    tell = [k for k, one in enumerate(measures) if not one.is_ace]
    whole = [k for k in tell if measures[k].drawn is not None]
    if len(tell) <= _LEAST_OTHERS or len(whole) <= _LEAST_FITTED:
        return measures
    off = {k: _off(measures[k]) for k in tell}
    fit = {k: measures[k].misfit for k in whole}
    marked = list(measures)
    for k in whole:
        both = min(
            off[k] / max(_OFF, _TIMES_OFF * _of_others(off, k)),
            fit[k] / max(_MISFIT, _of_others(fit, k)),
        )
        marked[k] = replace(measures[k], askew=both / _TIMES_USUAL)
    return marked


def _of_others(values: dict[int, float], but: int) -> float:
    return median(value for k, value in values.items() if k != but)


def _off(one: Measures) -> float:
    """Give by how much pips are too near or too far apart: in all ways, and in some."""
    return hypot(one.size - 1.0, (1.0 - one.squeeze) / (1.0 + one.squeeze))


__all__ = ["marked_askew"]
