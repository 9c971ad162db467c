"""What the size of an ace's pip and the width of its face tell about the height at which it lies.

One pip shows neither a tilt nor how large its face is; but it is larger the higher it lies, and so
is the face, where its sides are seen.
May import: vision.cues, vision.curve.
"""

from __future__ import annotations

from vision.cues import Cues
from vision.curve import read_off

_UNPROVED = 1.1  # doubt about an ace that may lean on a missing die, where that isn't seen
_PROVED = (0.35, 0.55)  # of the growth by a die's height, of such an ace's pip: less proves it
# Of that growth: what tells nothing of pips and sides, and what tells no more than that, beyond;
# how much each tells, as logarithm of what is likelier, for a die's height.
_PIP, _PIP_TELLS = (0.22, 0.5, 0.8), 5.0
_SIDES, _SIDES_TELL = (-0.5, 0.5, 1.5), 3.3
_FAINT_PIP, _FAINT_PIP_TELLS = (0.0, 0.65, 0.95), 6.0  # where sides hardly stand out
_FAINT_SIDES_TELL = 1.5
_CERTAIN = 2.0  # such a logarithm against it leaves no doubt
_SIDES_ALONE, _SIDES_ALONE_FAINT, _PIP_ALONE = 0.6, 1.0, 0.65  # of that growth
_LIES_LOW, _SIDES_LOW = 0.3, 0.3  # doubt, and part of that growth, of an ace on the floor


def doubt_unproved(cues: Cues, one_up: float) -> float:
    """Give how much speaks for an ace's lying on a missing die, or leaning on it, unseen.

    Its pip is larger by `one_up` if it lies a die higher, and smaller if it leans.
    """
    if not cues.is_lone_ace:
        return 0.0
    if cues.rise is None:
        return _UNPROVED
    return read_off(abs(cues.rise) / one_up, _PROVED, (0.0, _UNPROVED))


def doubt_of_height(cues: Cues, one_up: float, *, faint: bool) -> float:
    """Give how much speaks for an ace's lying exactly on a missing die: from 1 on it is likelier.

    By how much a die's height makes its pip and its face larger, whichever is known.
    faint : whether its sides hardly stand out from the tray, so that they tell less.

    Notes
    -----
    The weights were fitted on drawn and traced aces; where sides hardly stand out from the tray
    they tell a quarter as much as the pip. Drawn in 62 rooms of even seeds, 2026-11-22, in most
    of which they hardly do: of 265 aces that lie exactly on a die 4 are accepted, 12 by the sides
    of clear sets alone, and of 265 flat ones beside a missing die 219, before 222. In 14 of the
    rooms, which were not fitted on, 3 of 56 and 46 of 56 either way.
    """
    if not cues.is_lone_ace:
        return 0.0
    pip = None if cues.rise is None else cues.rise / one_up
    sides = None if cues.wider is None else cues.wider / one_up
    if pip is None:
        return (sides or 0.0) / (_SIDES_ALONE_FAINT if faint else _SIDES_ALONE)
    if sides is None:
        return pip / _PIP_ALONE
    if faint:
        likelier = _beyond(pip, _FAINT_PIP) * _FAINT_PIP_TELLS
        likelier += _beyond(sides, _SIDES) * _FAINT_SIDES_TELL
    else:
        likelier = _beyond(pip, _PIP) * _PIP_TELLS + _beyond(sides, _SIDES) * _SIDES_TELL
    return max(0.0, 1 + likelier / _CERTAIN)


def _beyond(growth: float, limits: tuple[float, float, float]) -> float:
    """Give by how much something has grown beyond what tells nothing, as far as it tells more."""
    least, nothing, most = limits
    return min(max(growth, least), most) - nothing


def lies_low(cues: Cues, one_up: float, *, faint: bool) -> bool:
    """Tell whether the sides of an ace show that it lies on the floor, and its pip agrees."""
    if cues.wider is None or faint or cues.wider / one_up >= _SIDES_LOW:
        return False
    return doubt_of_height(cues, one_up, faint=faint) < _LIES_LOW


__all__ = ["doubt_of_height", "doubt_unproved", "lies_low"]
