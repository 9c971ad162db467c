"""What a game of Diangle knows at one moment.

May import: the rest of rules, no other game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from pi_app.rules.dice import HAND_SIZE, Dice
from pi_app.rules.games.diangle_board import Board, dice_of


class Phase(Enum):
    """What the game waits for."""

    BEFORE = "before"  # a decision before the first roll of a turn
    FIRST_THROW = "first throw"
    AFTER_FIRST = "after first"
    SECOND_THROW = "second throw"
    AFTER_SECOND = "after second"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game.

    boards : one for each seat. has_advanced : whether the marker was moved in this turn.
    """

    boards: tuple[Board, ...]
    seat: int = 1
    phase: Phase = Phase.FIRST_THROW
    has_advanced: bool = False

    @property
    def board(self) -> Board:
        """The board of the seat whose turn it is."""
        return self.boards[self.seat - 1]

    @property
    def lying(self) -> Dice:
        """The dice of that seat that aren't being thrown."""
        return dice_of(self.board.all)

    @property
    def throw(self) -> int:
        """How many dice are being thrown."""
        return HAND_SIZE - len(self.lying)

    def with_board(self, board: Board) -> State:
        """The state after the seat's dice or marker moved."""
        place = self.seat - 1
        return replace(self, boards=(*self.boards[:place], board, *self.boards[place + 1 :]))
