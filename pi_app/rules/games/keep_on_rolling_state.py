"""The options and the state of a game of Keep on Rolling.

May import: dice.
"""

from __future__ import annotations

from dataclasses import dataclass

from pi_app.rules.dice import Dice


@dataclass(frozen=True, slots=True)
class Rules:
    """The house rules: whose words are used, and the points that start the last phase."""

    edition: str = "2018"
    target: int = 250

    @property
    def matched(self) -> str:
        """What this edition calls a die that is not alone."""
        return "matched" if self.edition == "2018" else "paired"


@dataclass(frozen=True, slots=True)
class Ended:
    """How the last turn ended: with points, or by a bust that lost some (`lost` is None if not)."""

    seat: int
    points: int
    lost: int | None


@dataclass(frozen=True, slots=True)
class State:
    """The whole game.

    playing : the seats still in, in order. seat : whose turn it is; 0 when the game is over.
    leader : the seat to be overtaken, once the last phase has begun.
    throw : how many dice are about to be thrown. earlier : points of this turn's fill-ups.
    table : the dice set aside. loose : dice of the last throw that are not.
    taken : whether some of the last throw were set aside already.
    """

    totals: tuple[int, ...]
    playing: tuple[int, ...]
    seat: int
    leader: int | None = None
    throw: int = 0
    earlier: int = 0
    table: Dice = ()
    loose: Dice = ()
    taken: bool = False
    ended: Ended | None = None
