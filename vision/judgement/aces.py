"""What the size of an ace's pip and the width of its face tell about the height at which it lies.

One pip shows neither a tilt nor how large its face is; but it is larger the higher it lies, and so
is the face, where its sides are seen.
May import: vision.curve, vision.judgement.cues.
"""

from __future__ import annotations

from vision.curve import read_off
from vision.judgement.cues import Cues

_UNPROVED = 1.1  # doubt about an ace that may lean on a missing die, where that isn't seen
_PROVED = (0.35, 0.55)  # of the growth by a die's height, of such an ace's pip: less proves it
# How many times likelier, as logarithm, such a growth is of an ace exactly on a die than of one on
# the floor. Sides that seem far off were not seen well, whichever it is.
_PIP = (-0.2, 0.2, 0.4, 0.6, 0.8, 1.0), (-4.0, -3.0, -2.0, -0.5, 1.2, 3.4)
_SIDES = (-1.2, -0.6, -0.1, 0.25, 0.5, 1.0, 1.5), (-1.6, -2.4, -2.6, -1.8, -0.6, 1.5, 2.0)
_FAINT_PIP = (0.0, 0.65, 0.95), (-4.4, -0.7, 1.2)  # where sides hardly stand out
_FAINT_SIDES = (-1.2, -0.5, 0.1, 0.5, 0.85, 1.3, 2.2), (-0.5, -1.5, -1.5, 0.0, 1.5, 1.5, 0.5)
_UNKNOWN_PIP, _UNKNOWN_SIDES = -0.75, -1.3
# The same of what stands out where the lower die's side would show, if it could be seen.
_SHOWN = (0.02, 0.07)  # parts of it: none, and some
_BELOW, _FAINT_BELOW = (_SHOWN, (-2.2, 0.0)), (_SHOWN, (-1.5, 0.0))
# So much of it no flat ace shows, however small a lamp's veil draws its pip: of 236 drawn beside a
# missing die none shows more than 0.1, of 56 traced ones one 0.75, of 394 on another die 34 more.
_SURELY_BELOW = 0.85
# Sides that are so far out as a die higher and a pip that is not contradict each other, so that the
# pip counts less: of 510 flat aces of two drawn seeds 14 more are asked about, and of the stacks of
# a third one that was accepted in five of six pictures.
_SIDES_HIGH, _PIP_AGAINST = 0.8, -0.8
# Added to it: an ace asked about for nothing is better than a die left out.
_CAREFUL, _FAINT_CAREFUL = 0.6, 1.3
# By how much less likely that is where what may be the missing die is seen outside the tray.
_SEEN_OUTSIDE = 1.5
_CERTAIN = 2.0  # such a logarithm against it leaves no doubt
_LIES_LOW, _SIDES_LOW = -2.7, 0.3  # such a logarithm, and part of that growth, on the floor


def doubt_unproved(cues: Cues, one_up: float) -> float:
    """Give how much speaks for an ace's lying on a missing die, or leaning on it, unseen.

    Its pip is larger by `one_up` if it lies a die higher, and smaller if it leans. Nothing does
    where the floor is seen around it, or the missing die outside the tray; what is there where a
    die below it would show does.
    """
    if not cues.is_lone_ace or cues.on_floor:
        return 0.0
    if cues.on_floor is not None:
        return _UNPROVED
    if cues.seen_outside:
        return 0.0
    if cues.rise is None:
        return _UNPROVED
    return read_off(abs(cues.rise) / one_up, _PROVED, (0.0, _UNPROVED))


def doubt_of_height(cues: Cues, one_up: float, *, faint: bool) -> float:
    """Give how much speaks for an ace's lying exactly on a missing die: from 1 on it is likelier.

    By how much a die's height makes its pip and its face larger, and by whether a die's side shows
    below it, whichever is known.
    faint : whether its sides hardly stand out from the tray, so that they tell less.

    Notes
    -----
    All are taken for independent, and each tells what was counted, 2026-11-24: of aces drawn in
    86 rooms of seeds 150 to 160, 1,272 exactly on a die and 1,272 flat ones beside a missing die,
    and of 120 flat ones traced in 17 rooms, whose pips vary more. Of 510 such stacks in 85 rooms of
    seeds 164 and 166 4 are accepted, and 445 of 510 flat aces. More care, 1.3 for 0.4, stops none
    of the four and asks about two flat aces of the renders; 0.6 stops a red one on a six of drawn
    seed 103, and asks about none of 605 fair throws beside missing dice (seeds 97 and 103). `below`
    was added later: of 1,266 flat ones drawn in 169 rooms of seeds 154 to 160 28 are asked about
    instead of 93, and of 1,524 on a die, exactly or not, four are accepted with it and without.
    """
    likelier = _likelier_high(cues, one_up, faint=faint)
    if likelier is None:
        return 0.0
    surely = cues.below is not None and cues.below > _SURELY_BELOW
    least = _UNPROVED if surely else 0.0
    return max(least, 1.0 + (likelier + (_FAINT_CAREFUL if faint else _CAREFUL)) / _CERTAIN)


def lies_low(cues: Cues, one_up: float, *, faint: bool) -> bool:
    """Tell whether the sides of an ace show that it lies on the floor, and its pip agrees.

    Not if something stands out where the side of a die below it would show.
    """
    if cues.wider is None or faint or cues.wider / one_up >= _SIDES_LOW:
        return False
    if cues.below is not None and cues.below > _SHOWN[1]:
        return False
    likelier = _likelier_high(cues, one_up, faint=faint)
    return likelier is not None and likelier < _LIES_LOW


def _rise_at_most(cues: Cues) -> float | None:
    """Give by which part an ace's pip is larger, at most, by all that it can be compared with."""
    if cues.of_unlike is None:
        return cues.rise
    return max(cues.of_unlike - 1.0, -1.0 if cues.rise is None else cues.rise)


def _likelier_high(cues: Cues, one_up: float, *, faint: bool) -> float | None:
    """Give how much likelier, as logarithm, an ace lies on a die; None if that isn't asked."""
    rise = _rise_at_most(cues)
    if not cues.is_lone_ace or (rise is None and cues.wider is None):
        return None
    pip, sides, below = (
        (_FAINT_PIP, _FAINT_SIDES, _FAINT_BELOW) if faint else (_PIP, _SIDES, _BELOW)
    )
    by_pip = _UNKNOWN_PIP if rise is None else read_off(rise / one_up, *pip)
    by_sides = _UNKNOWN_SIDES if cues.wider is None else read_off(cues.wider / one_up, *sides)
    if not faint and cues.wider is not None and cues.wider / one_up > _SIDES_HIGH:
        by_pip = max(by_pip, _PIP_AGAINST)
    by_below = 0.0 if cues.below is None else read_off(cues.below, *below)
    by_place = _SEEN_OUTSIDE if cues.seen_outside else 0.0
    return float(by_pip + by_sides + by_below) - by_place


__all__ = ["doubt_of_height", "doubt_unproved", "lies_low"]
