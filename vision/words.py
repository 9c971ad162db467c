"""The sentences that tell a player what is wrong with the tray.

May import: vision.types.
"""

from __future__ import annotations

from collections.abc import Iterable

from vision.types import DieReading, Problem

_ROWS, _COLUMNS = ("upper", "", "lower"), ("left", "", "right")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_OF_DIE = {
    Problem.COCKED: "The die {where} leans; please straighten it.",
    Problem.STACKED: "The die {where} lies on another one; please put them side by side.",
    Problem.OUTSIDE: "The die {where} may lie outside the tray; please move it in or away.",
    Problem.HIDDEN: "The die {where} is partly hidden; please clear the view.",
    Problem.MOVING: "The die {where} is still moving.",
    Problem.GLARE: "The lamp mirrors in the die {where}; please shade the lamp or move the die.",
    Problem.UNREADABLE: "The die {where} can't be read surely; please move it a little.",
    Problem.STRANGE: (
        "The die {where} is of another colour than the dice that were calibrated;"
        " please take it out."
    ),
    Problem.UNPROVED: (
        "The 1 {where} may lean or lie on another die, which its one pip doesn't tell;"
        " please see that it lies flat."
    ),
}

HAND = "A hand or something large is in the tray; please clear it."
MOVING = "The dice are still moving."
MOVING_DIE = _OF_DIE[Problem.MOVING]
UNKNOWN = "Something {where} is not understood; please move it or take it out."
LEANING = "A die {where} leans; please straighten it."
GLARE = "The lamp mirrors in a die {where}; please shade the lamp or move the die."
OUTSIDE_DIE = "The die {where} lies outside the tray and is not counted."
AT_WALL = "Something {where} may be a die at the wall; please move it in or away."
OUTSIDE = "Something lies outside the tray {where} and is not counted."
MOVED_CAMERA = "The camera has been moved since the calibration; please calibrate again."
KNOCKED_CAMERA = "The camera was knocked a little; the reading allows for it."
DIFFERENT = (
    "The tray looks different from when it was calibrated; please clear it or calibrate again."
)
EITHER_SET = "The die {where} may be of one set or of another; please say what it shows."
WHICH_SET = "It is not clear which dice are of which set; please move them apart."
WRONG_LIGHT = "The picture is too dark or too bright to read; please mend the light."


def of_die(die: DieReading, size_px: tuple[int, int]) -> str:
    """Give the sentence about a die's problem."""
    if die.problem is None:
        return ""
    return _OF_DIE[die.problem].format(where=where(die.centre_px, size_px))


def outside(die: DieReading, size_px: tuple[int, int]) -> str:
    """Give the sentence about a die that surely lies outside."""
    return OUTSIDE_DIE.format(where=where(die.centre_px, size_px))


def once(sentences: Iterable[str]) -> tuple[str, ...]:
    """Give sentences in their order, each once, also where one is of some die and of that die.

    >>> for said in once([GLARE.format(where="at the top"), HAND, HAND]):
    ...     print(said)
    The lamp mirrors in a die at the top; please shade the lamp or move the die.
    A hand or something large is in the tray; please clear it.
    """
    said = dict.fromkeys(sentences)
    ours = _OF_DIE[Problem.GLARE]
    echoes = {GLARE.format(where=at) for at in _PLACES if ours.format(where=at) in said}
    return tuple(one for one in said if one not in echoes)


def too_many(seen: int, expected: int) -> str:
    """Give the sentence about more dice than the set has.

    >>> too_many(7, 6)
    'There are seven dice in the tray, but the set has six; please take one out.'
    """
    spare = "one" if seen - expected == 1 else "the others"
    return (
        f"There are {_number(seen)} dice in the tray, but the set has {_number(expected)};"
        f" please take {spare} out."
    )


def too_few(seen: int, expected: int) -> str:
    """Give the sentence about missing dice where one may be there and not be seen.

    >>> too_few(5, 6)
    'Only five of the six dice are seen, and they hardly stand out from this tray.'
    """
    return (
        f"Only {_number(seen)} of the {_number(expected)} dice are seen,"
        " and they hardly stand out from this tray."
    )


def where(at_px: tuple[float, float], size_px: tuple[int, int]) -> str:
    """Give where in the picture a point is.

    >>> where((100.0, 700.0), (1280, 960))
    'at the lower left'
    >>> where((640.0, 480.0), (1280, 960))
    'in the middle'
    """
    return _place(_third(at_px[1] / size_px[1], _ROWS), _third(at_px[0] / size_px[0], _COLUMNS))


def _place(row: str, column: str) -> str:
    if not column and not row:
        return "in the middle"
    if not row:
        return f"at the {column}"
    if not column:
        return "at the top" if row == "upper" else "at the bottom"
    return f"at the {row} {column}"


def _third(part: float, names: tuple[str, str, str]) -> str:
    return names[0] if part < 0.4 else names[2] if part > 0.6 else names[1]


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


_PLACES = tuple(_place(row, column) for row in _ROWS for column in _COLUMNS)
