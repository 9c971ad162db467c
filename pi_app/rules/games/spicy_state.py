"""The rules of a Spicy Dice variant, a player's pad, and the state of the game.

May import: dice.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pi_app.rules.dice import Dice
from pi_app.rules.games.spicy_boxes import BOX_IDS

ROLLS = 30  # in the whole game
BONUS_POINTS = 5  # for each unused roll
JUNIOR_ROLLS = 3  # a turn, besides those that earlier turns left over


@dataclass(frozen=True, slots=True)
class Pad:
    """One player's score pad.

    points : for each box of BOX_IDS what was marked, or None. used : rolls used so far.
    hand, spare : Extra Spicy: the dice as the last turn left them, and those not scored.
    """

    points: tuple[int | None, ...] = (None,) * len(BOX_IDS)
    used: int = 0
    hand: Dice = ()
    spare: Dice = ()

    @property
    def empty(self) -> tuple[str, ...]:
        """The boxes that can still be marked."""
        return tuple(
            box for box, points in zip(BOX_IDS, self.points, strict=True) if points is None
        )

    @property
    def turn(self) -> int:
        """The number of the turn that is played or comes next: each turn fills one box."""
        return len(BOX_IDS) - len(self.empty) + 1

    @property
    def is_finished(self) -> bool:
        """Whether no box is empty, or no roll is left to fill one (S13)."""
        return not self.empty or self.used >= ROLLS

    @property
    def bonus(self) -> int:
        """5 points for each unused roll once all boxes are filled, else 0 (S14).

        >>> Pad(points=(0,) * 10, used=27).bonus
        15
        """
        return 0 if self.empty else BONUS_POINTS * (ROLLS - self.used)

    @property
    def total(self) -> int:
        """The boxes and the bonus."""
        return sum(points or 0 for points in self.points) + self.bonus

    def marked(self, box: str, points: int) -> Pad:
        """The pad with one more box filled."""
        index = BOX_IDS.index(box)
        return replace(self, points=(*self.points[:index], points, *self.points[index + 1 :]))


@dataclass(frozen=True, slots=True)
class Rules:
    """What the three variants differ in, and the house rule.

    holds : dice that were not scored may be held for the next turn (Extra Spicy).
    carries_over : three rolls a turn and those left over (Junior).
    flips : "fresh" for reds of the latest throw only, "any" for all reds thrown in this turn (S3).
    """

    name: str
    title: str
    holds: bool = False
    carries_over: bool = False
    flips: str = "fresh"

    def limit(self, pad: Pad) -> int:
        """How many rolls may have been used by the end of this turn (J1).

        >>> Rules("", "", carries_over=True).limit(Pad(used=1))
        3
        """
        return min(ROLLS, JUNIOR_ROLLS * pad.turn) if self.carries_over else ROLLS


@dataclass(frozen=True, slots=True)
class State:
    """The whole game.

    seat : whose turn it is, counted from 1; 0 when the game is over.
    throw : how many dice are about to be thrown. dice : those that lie (the others are thrown).
    fresh : the reds among them that may be flipped. stopped : no more rolls in this turn.
    holding : Extra Spicy: which spare dice are held is still to be decided.
    """

    pads: tuple[Pad, ...]
    seat: int
    throw: int = 0
    dice: Dice = ()
    fresh: Dice = ()
    stopped: bool = False
    holding: bool = False

    @property
    def pad(self) -> Pad:
        """The pad of the seat whose turn it is."""
        return self.pads[self.seat - 1]
