"""Names what is wrong with a die that is in doubt.

May import: vision.calibration_values, vision.types, vision.judgement.cues.
"""

from __future__ import annotations

from operator import itemgetter

from vision.calibration_values import Calibration
from vision.judgement.cues import Cues
from vision.types import Problem

_TELLS_STACK, _STACK_SHOWS = 0.9, 0.018  # doubt of a face that lies on a die; faces of that die
_TELLS_SMEAR = 1.2  # doubt about sharpness of a face that moved, with what follows from that
_GREW, _HALF, _QUARTER_OFF = 1.05, 0.5, 0.75  # spread and sharpness over others': of smeared pips
_DRAWN_LONG, _DRAWN_LARGE = 0.3, 0.8  # length and spread of several pips
# Spread of an ace's, where the set's aces are as large as its other pips, and where that is not
# known. Of aces with such long and soft pips that none of their look stands out like, in 72 traced
# and rendered installations, four that lean show 0.60 to 0.66, 12 of 13 that move 0.78 or more.
_LARGE_ACE, _OF_UNKNOWN = 0.74, 0.9
# Doubt about their length, and spread, of several pips that are smeared however sharp they are. Of
# 137 dice that were said to lean in 42 traced installations four show both, which all move.
_LONGER, _LARGER = 1.1, 0.77
# Spread of an ace's pip that is soft where more than that speaks for leaning. In the same
# installations and 16 drawn ones three that lean show 0.58 to 0.63, no smeared one less than 0.75.
_SMALL_ACE = 0.68
_OF_SMEAR = (Problem.MOVING, Problem.HIDDEN, Problem.GLARE, Problem.UNREADABLE)


def likeliest(
    doubts: list[tuple[float, Problem]], cues: Cues, calibration: Calibration, *, covers_floor: bool
) -> Problem:
    """Give what is wrong with a die: its strongest doubt, if no other one explains that.

    covers_floor : whether no bare floor is seen in its silhouette.
    """
    _, problem = max(doubts, key=itemgetter(0))
    too_large = any(what is Problem.STACKED and doubt >= _TELLS_STACK for doubt, what in doubts)
    if too_large and cues.excess > _STACK_SHOWS and covers_floor:
        problem = Problem.STACKED
    smeared = any(what is Problem.MOVING and doubt >= _TELLS_SMEAR for doubt, what in doubts)
    leans = sum(what is Problem.COCKED and doubt >= 1.0 for doubt, what in doubts)
    drawn_out = smeared and _is_drawn_out(cues, calibration, leans=leans > 1)
    if problem is Problem.COCKED and (drawn_out or _is_long_and_large(cues)):
        return Problem.MOVING
    if not smeared or problem not in _OF_SMEAR:
        return problem
    return Problem.COCKED if leans and _is_small_ace(cues) else Problem.MOVING


def _is_small_ace(cues: Cues) -> bool:
    """Tell whether an ace's pip is smaller than usual, as leaning makes it and no smear does."""
    return cues.measures.is_ace and cues.measures.spread < _SMALL_ACE


def _is_long_and_large(cues: Cues) -> bool:
    """Tell whether several pips are longer than usual and larger, too, as leaning makes none.

    However sharp they are: a camera that shows a die at some moments of its way smears no rim.
    """
    larger = cues.measures.spread > _LARGER and (cues.grown is None or cues.grown > 1.0)
    return larger and cues.lengthened > _LONGER and not cues.measures.is_ace


def _large_ace(calibration: Calibration) -> float:
    """Give the spread from which an ace's pip is larger than those of flat or leaning aces."""
    usual = calibration.dice.ace_spread
    return _LARGE_ACE * max(usual, 1.0) if usual > 0 else _OF_UNKNOWN


def _is_drawn_out(cues: Cues, calibration: Calibration, *, leans: bool) -> bool:
    """Tell whether a face's pips are surely smeared: those of a leaning one are smaller and sharp.

    A lamp that mirrors may make an ace's one pip soft. Where none of its look stands out alike,
    long and large pips are smeared: 16 of 17 such faces in 43 traced installations; one at a hand.
    leans : whether more than what is left over beside it says so. At the wall such pips are larger.
    """
    usual = calibration.sharpness * cues.sharper
    usual = min(usual, cues.sharpness_of_others or usual)
    share = cues.measures.sharpness / max(usual, 0.05)
    if cues.grown is not None and cues.grown > _GREW:
        return share < _QUARTER_OFF or not leans
    large = _large_ace(calibration) if cues.measures.is_ace else _DRAWN_LARGE
    long = cues.measures.spread > large and abs(cues.measures.length) > _DRAWN_LONG
    return (long and cues.grown is None) or (not cues.measures.is_ace and share < _HALF)
