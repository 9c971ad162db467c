"""The values that vision takes and gives.

Points are (x, y); arrays are [row, column]. Pictures are B, G, R everywhere (`bgr`).
May import: vision.sureness. Everything else in vision imports this module.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.sureness import chance_of_all

Point = tuple[float, float]


class Problem(Enum):
    """What is wrong with one die; the value is the slug that `read --json` prints."""

    COCKED = "cocked"
    STACKED = "stacked"
    OUTSIDE = "outside"
    HIDDEN = "hidden"
    MOVING = "moving"
    GLARE = "glare"
    UNREADABLE = "unreadable"
    STRANGE = "strange"
    """It is of another colour than the set's dice."""
    UNPROVED = "unproved"
    """Nothing is seen to be wrong, but nothing shows that it lies flat either."""


class Status(Enum):
    """Whether a reading would be accepted without asking."""

    OK = "ok"
    UNSURE = "unsure"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class DieReading:
    """One die as it was seen.

    value : 1..6, or None when the face can't be read at all.
    red : whether the top face is the red one; None when that can't be told.
    confidence : 0..1, the probability that value and red are both right.
    centre_px : the centre of the top face in the picture as it was given.
    corners_px : the four corners of the top face in that picture, in turning order.
    problem : what is wrong with this die, or None.
    in_strip : whether it lies in the keep strip.

    >>> print(DieReading(5, True, 0.99, (4.0, 3.0), ()))
    5r
    """

    value: int | None
    red: bool | None
    confidence: float
    centre_px: Point
    corners_px: tuple[Point, ...]
    problem: Problem | None = None
    in_strip: bool = False

    def __str__(self) -> str:
        if self.value is None:
            return "?"
        return f"{self.value}{'r' if self.red else ''}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What one picture of the tray says.

    status : OK only when every value, every red and the number of dice are surely right.
    dice : the dice on the tray, left to right; a die outside the tray is not among them.
    problems : sentences for the person at the table, most important first.
    number_open : whether it is unsure for one reason only: dice of the set are missing, and one of
        the tray's own colour may lie there unseen. Who knows how many there are need not ask.
    """

    status: Status
    dice: tuple[DieReading, ...] = ()
    problems: tuple[str, ...] = ()
    number_open: bool = False

    @property
    def confidence(self) -> float:
        """The probability that all dice that were read are right."""
        return chance_of_all(die.confidence for die in self.dice)

    def __str__(self) -> str:
        return " ".join([self.status.value, *map(str, self.dice)])
