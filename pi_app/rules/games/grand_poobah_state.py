"""What a game of Grand Poobah knows at one moment, and what a scoring roll is worth.

May import: the rest of rules, no other game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pi_app.rules.combos import counts
from pi_app.rules.dice import Dice, Die

TURNS_BEFORE_SCORING = 3


class Phase(Enum):
    """What the game waits for."""

    CHOOSE = "choose"  # which dice of the hand are thrown
    THROW = "throw"
    TURN_REDS = "turn reds"  # at the end of a turn
    SCORING = "scoring"  # the scoring dice are thrown
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game; the tuples have an entry for each seat.

    playing : the seats that take turns: all, or those tied in overtime.
    overtime : whether only the tied play on.
    kept : dice of the hand that stay while the others are thrown.
    scoring : the last throw of the scoring dice. gains : what it brought.
    """

    scores: tuple[int, ...]
    hands: tuple[Dice, ...]
    turns: tuple[int, ...]
    playing: tuple[int, ...]
    seat: int = 1
    phase: Phase = Phase.THROW
    overtime: bool = False
    kept: Dice = ()
    scoring: Dice = ()
    gains: tuple[int, ...] = ()

    @property
    def hand(self) -> Dice:
        """The dice of the seat whose turn it is."""
        return self.hands[self.seat - 1]


def most_of(number: int, hands: tuple[Dice, ...]) -> tuple[int, ...]:
    """The places of the hands that hold the most of a number; none when nobody holds it.

    Source: booklet, Grand Poobah, "Scoring dice"; reading G3.

    >>> from pi_app.rules.dice import parse_dice
    >>> most_of(4, (parse_dice("4 4 1"), parse_dice("4r 4 2"), parse_dice("4 1 1")))
    (0, 1)
    >>> most_of(6, (parse_dice("4 4 1"), parse_dice("1 2 3")))
    ()
    """
    holdings = [counts(hand).get(number, 0) for hand in hands]
    most = max(holdings)
    return tuple(place for place, held in enumerate(holdings) if held == most and most > 0)


def score_roll(hands: tuple[Dice, ...], scoring: Dice) -> tuple[int, ...]:
    """What a throw of the scoring dice brings each hand.

    Source: booklet, Grand Poobah, "Scoring dice" and "Red numbers".

    >>> from pi_app.rules.dice import parse_dice
    >>> score_roll((parse_dice("4 4 1"), parse_dice("4 5 5")), parse_dice("4r 5 6"))
    (8, 5)
    """
    gains = [0] * len(hands)
    for die in scoring:
        for place in most_of(die.value, hands):
            gains[place] += worth_of(die)
    return tuple(gains)


def worth_of(die: Die) -> int:
    """The points of one scoring die: its number, twice that when red.

    >>> worth_of(Die(4)), worth_of(Die(4, red=True))
    (4, 8)
    """
    return die.value * (2 if die.red else 1)


def leaders(scores: tuple[int, ...], target: int) -> tuple[int, ...]:
    """The places with the highest total once somebody has reached the target; else none.

    Source: booklet, Grand Poobah, "Winning the game"; reading G4.

    >>> leaders((101, 105), 100), leaders((104, 104, 90), 100), leaders((99, 80), 100)
    ((1,), (0, 1), ())
    """
    best = max(scores)
    if best < target:
        return ()
    return tuple(place for place, score in enumerate(scores) if score == best)
