"""The state of 2 out of 3 ain't bad.

May import: dice, two_of_three_board.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pi_app.rules.dice import HAND_SIZE, Dice
from pi_app.rules.games.two_of_three_board import Board, squares

EMPTY_BOARD: Board = (None,) * len(squares(1))


class Phase(Enum):
    """What comes next."""

    ROLL = "roll"
    THROW = "throw"
    PLACE = "place"
    CHOOSE = "choose"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A match so far.

    points : match points. worth : what the present game is worth. chooser : the seat that had the
    choice of who starts it (seat 1 for the first). hands : dice in each hand, those being thrown
    left out. throw : dice being thrown. loose : thrown dice that aren't on the board yet.
    After a game the board stays until the next one begins.
    """

    points: tuple[int, int] = (0, 0)
    worth: int = 1
    chooser: int = 1
    seat: int = 1
    phase: Phase = Phase.ROLL
    board: Board = EMPTY_BOARD
    hands: tuple[int, int] = (HAND_SIZE, HAND_SIZE)
    throw: int = 0
    loose: Dice = ()

    @property
    def hand(self) -> int:
        """The dice in the hand of the seat whose turn it is."""
        return self.hands[self.seat - 1]


def other(seat: int) -> int:
    """The opponent.

    >>> other(1), other(2)
    (2, 1)
    """
    return 3 - seat
