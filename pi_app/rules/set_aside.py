"""The turn of the games in which scoring dice are set aside: throw, set aside, stop or roll on.

The dice game and Hot Dice share everything but what dice score; that is a Scoring, and the rest
of their differences is a House value. Here are their values; set_aside_game plays with them.
May import: dice.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Protocol

from pi_app.rules.dice import HAND_SIZE, Dice, parts


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn so far.

    points : earned and not yet recorded. aside : the dice set aside since the turn began or since
    all six were picked up. sets : numbers that lie aside as a set (Hot Dice). loose : the dice of
    the latest throw that are not aside.
    """

    points: int = 0
    aside: Dice = ()
    sets: tuple[int, ...] = ()
    loose: Dice = ()

    @property
    def picked_up(self) -> Turn:
        """The turn when the dice that aren't aside are taken in the hand; all six at the end."""
        aside = self.aside if len(self.aside) < HAND_SIZE else ()
        return Turn(self.points, aside, self.sets if aside else ())


class Scoring(Hashable, Protocol):
    """What dice score: the part in which the games differ."""

    def keep(self, turn: Turn, dice: Dice) -> Turn | None:
        """The turn after these dice are set aside; None when they don't score together."""

    def wins(self, dice: Dice) -> bool:
        """Whether this throw wins the game at once."""

    def words(self, turn: Turn, dice: Dice) -> str:
        """How these dice score together, such as "three 4s: 400, one 1: 100"."""


@dataclass(frozen=True, slots=True)
class House:
    """How a game begins and ends.

    target : the total that ends it; beyond : it must be exceeded. board : what a seat's first
    recorded turn must be worth. last_turn : the others have one more turn each. forced : all
    that scores is set aside, else the seat takes what it likes.
    """

    target: int
    beyond: bool
    board: int
    last_turn: bool
    forced: bool


class Phase(Enum):
    """What comes next."""

    THROW = "throw"
    THROWN = "thrown"
    TAKEN = "taken"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A game so far.

    pads : what each seat recorded, turn by turn. leader : the seat to be beaten in the last
    turns, and the winner at the end; 0 before. closer : the seat that began the last turns.
    lost : the points that the seat before lost by a bust; None when it recorded its turn.
    """

    pads: tuple[tuple[int, ...], ...]
    seat: int = 1
    turn: Turn = Turn()
    phase: Phase = Phase.THROW
    leader: int = 0
    closer: int = 0
    lost: int | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """The recorded points of each seat."""
        return tuple(map(sum, self.pads))


Kept = tuple[tuple[Dice, Turn], ...]


@lru_cache(maxsize=256)
def keeps(scoring: Scoring, turn: Turn, dice: Dice) -> Kept:
    """Every choice of these dice that scores together, with the turn after it.

    The last answers are remembered: a state asks several times (legal, apply, the sheet).
    """
    found = ((part, scoring.keep(turn, part)) for part in parts(dice, least=1))
    return tuple((part, after) for part, after in found if after is not None)


def best_keeps(scoring: Scoring, turn: Turn, dice: Dice) -> Kept:
    """The choices with the most points and then the most dice: they differ only in colour."""
    found = keeps(scoring, turn, dice)
    best = max((rank(after) for _, after in found), default=None)
    return tuple((part, after) for part, after in found if rank(after) == best)


def many(number: int, count: int) -> str:
    """So many dice of a number in words.

    >>> many(4, 3), many(1, 1)
    ('three 4s', 'one 1')
    """
    counts = ("no", "one", "two", "three", "four", "five", "six")
    return f"{counts[count]} {number}{'s' if count > 1 else ''}"


def rank(turn: Turn) -> tuple[int, int]:
    """The more points the better, then the more dice."""
    return turn.points, len(turn.aside)


def if_stopped(scoring: Scoring, state: State) -> Turn:
    """The turn when nothing more is thrown: a fresh throw scores its best."""
    if state.phase is not Phase.THROWN:
        return state.turn
    return best_keeps(scoring, state.turn, state.turn.loose)[0][1]


def recorded(house: House, state: State, points: int) -> int:
    """What a stop writes down: nothing from a seat that doesn't get on the board by it."""
    off = state.totals[state.seat - 1] == 0 and points < house.board
    return 0 if off else points


def reaches(house: House, total: int) -> bool:
    """Whether a total begins the end of the game."""
    return total > house.target or (total == house.target and not house.beyond)
