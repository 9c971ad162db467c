"""How large dice's pips are over those of their picture's other dice, and of the calibrated set's.

May import: vision.calibration_values, vision.faces (measure, smear).
"""

from __future__ import annotations

from statistics import median

from vision.calibration_values import DiceSet
from vision.faces.measure import Measures
from vision.faces.smear import ALIKE, over_flat_aces, spread_over_others


def grown_over_others(
    measures: list[Measures], red: list[bool], contrasts: list[float], dice: DiceSet
) -> list[float | None]:
    """Give how large faces' pips are over those of others, or of the set's flat plain aces.

    red : which of them are red faces.
    contrasts : by how much their pips stand out from their bodies, over what is calibrated.
    """
    ratios, usual = spread_over_others(measures, red, contrasts), dice.ace_spread
    return [
        by if by is None or not one.is_ace else None if is_red else over_flat_aces(by, usual)
        for one, by, is_red in zip(measures, ratios, red, strict=True)
    ]


def grown_over_set(
    measures: list[Measures], red: list[bool], contrasts: list[float], dice: DiceSet
) -> list[float | None]:
    """Give how large aces' pips are over those of the set's flat aces, at most; of others None.

    Over the picture's other faces of its colour or over the calibrated ones, whichever are the
    smaller. An ace's pip is no smaller than others: where no plain ace was calibrated it may be
    larger.

    Notes
    -----
    Drawn in 43 rooms of seed 160 and 16 of seed 154, 2026-11-23: over all pips of its colour of
    its room an ace's looks larger by 0.18 of what a die's height adds, or less, on 56 of 59 that
    lie flat, and by 0.59 or more on 13 of 14 that lie exactly on a die.
    """
    ratios = spread_over_others(measures, red, contrasts)
    usual = max(dice.ace_spread, 1.0)
    grown: list[float | None] = []
    picture = _picture_over_calibrated(measures, red, dice)
    for one, by, is_red, contrast in zip(measures, ratios, red, contrasts, strict=True):
        of_set = _over_calibrated(one, contrast, dice, red=is_red)
        told = [by, None if of_set is None else of_set / picture]
        most = max((over for over in told if over is not None), default=None)
        grown.append(most / usual if most is not None and one.is_ace else None)
    return grown


def grown_over_unlike(
    measures: list[Measures], red: list[bool], contrasts: list[float], dice: DiceSet
) -> list[float | None]:
    """Give how large aces' pips are over faces that stand out otherwise; None where others do.

    That tells less: of 332 pairs of flat faces in drawn rooms, of which one stands out by a fifth
    to a half more, pips differ by 0.033 (standard deviation), and by nothing in the mean.
    """
    alike = spread_over_others(measures, red, contrasts)
    in_any_light = spread_over_others(measures, red, [1.0] * len(measures))
    return [
        None
        if not one.is_ace or others is not None or by is None
        else over_flat_aces(by, dice.ace_spread or 1.0)
        for one, others, by in zip(measures, alike, in_any_light, strict=True)
    ]


def _picture_over_calibrated(measures: list[Measures], red: list[bool], dice: DiceSet) -> float:
    """Give how large a picture's pips are over the calibrated ones; blur makes them larger."""
    looks = [dice.red if is_red and dice.red is not None else dice.plain for is_red in red]
    over = [
        one.spread / look.pip_spread
        for one, look in zip(measures, looks, strict=True)
        if look.pip_spread > 0 and one.spread > 0 and not one.is_ace
    ]
    return max(1.0, median(over)) if over else 1.0


def _over_calibrated(one: Measures, contrast: float, dice: DiceSet, *, red: bool) -> float | None:
    """Give how large a face's pips are over the calibrated ones; None where light differs much."""
    look = dice.red if red and dice.red is not None else dice.plain
    if look.pip_spread <= 0 or not 1 / ALIKE < contrast < ALIKE:
        return None
    return one.spread / look.pip_spread


__all__ = ["grown_over_others", "grown_over_set", "grown_over_unlike"]
