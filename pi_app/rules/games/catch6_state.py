"""The words of Catch 6: its state and the three ways to catch a number.

May import: dice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from pi_app.rules.dice import HAND_SIZE, NUMBERS, Dice, values

WINNING_POINTS = 14
FREE = (0,) * len(NUMBERS)
_FULL_HOUSES = ([3, 3], [2, 2, 2], [2, 4])


class Way(Enum):
    """How a number is caught."""

    FOUR = "four"
    RAFFLES = "raffles"
    FULL_HOUSE = "full house"


class Phase(Enum):
    """What comes next."""

    ROLL = "roll"
    THROW = "throw"
    CATCH = "catch"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A match so far.

    won : games of each seat. caught : the seat that caught each number, 0 for none. hands : the
    dice of each seat as they lie. all_six : who must roll all six next. stays : the dice of the
    seat that aren't thrown. now : the numbers caught in this turn. told : how the last game ended
    ("won", "carried") until something else happens.
    """

    won: tuple[int, int] = (0, 0)
    caught: tuple[int, ...] = FREE
    seat: int = 1
    phase: Phase = Phase.THROW
    hands: tuple[Dice, Dice] = ((), ())
    all_six: tuple[bool, bool] = (True, True)
    stays: Dice = ()
    now: tuple[int, ...] = ()
    told: str = ""

    @property
    def hand(self) -> Dice:
        """The dice of the seat whose turn it is."""
        return self.hands[self.seat - 1]

    def points(self, seat: int) -> int:
        """What a seat has caught in this game."""
        return sum(points_of(n) for n in NUMBERS if self.caught[n - 1] == seat)


def other(seat: int) -> int:
    """The opponent.

    >>> other(1), other(2)
    (2, 1)
    """
    return 3 - seat


def points_of(number: int) -> int:
    """What a caught number scores: itself, and the 1 scores 7.

    >>> sum(points_of(number) for number in NUMBERS)
    27
    """
    return 7 if number == 1 else number


def ways_to_catch(dice: Dice, free: frozenset[int]) -> dict[int, frozenset[Way]]:
    """The free numbers that these dice can catch, and how.

    >>> from pi_app.rules.dice import parse_dice
    >>> found = ways_to_catch(parse_dice("5r 5 5 5 2 2"), frozenset({2, 5}))
    >>> {number: sorted(way.value for way in ways) for number, ways in sorted(found.items())}
    {2: ['full house'], 5: ['four', 'full house']}

    Source: booklet of 2004, "Catching numbers"; readings C1, C3 and C4.
    """
    counts = Counter(values(dice))
    reds = {die.value for die in dice if die.red}
    four = {number for number in reds if counts[number] >= 4}
    raffles = frozenset(NUMBERS if counts and max(counts.values()) == HAND_SIZE else ())
    house = frozenset(counts if sorted(counts.values()) in _FULL_HOUSES else ())
    by_way = {Way.FOUR: four, Way.RAFFLES: raffles, Way.FULL_HOUSE: house}
    found = {n: frozenset(way for way, numbers in by_way.items() if n in numbers) for n in free}
    return {number: ways for number, ways in found.items() if ways}
