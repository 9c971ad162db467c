"""Hot Dice: scoring dice are held; a fourth die of a held set doubles the whole turn.

Sources: the page "Hot Dice", settled by readings H1 to H15. Notation: hot_dice.md.
May import: dice, game, moves, options, set_aside, set_aside_game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pi_app.rules.dice import HAND_SIZE, Dice, plus, values
from pi_app.rules.game import GameInfo
from pi_app.rules.moves import Verb
from pi_app.rules.options import Option, choose
from pi_app.rules.set_aside import House, Turn, many
from pi_app.rules.set_aside_game import SetAsideGame

SINGLES = {1: 100, 5: 50}
TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
STRAIGHT = 1500
BOARD = 1000

INFO = GameInfo(
    name="hot_dice",
    title="Hot Dice",
    tagline="Hold what scores, double it with dice that match your sets, and stop in time.",
    version=1,
    seats=(2, 9),
    options=(
        Option("target", 10_000, "The game score that must be passed.", (1000, 20_000)),
        Option("at_target", False, "Reaching the game score exactly starts the last turns too."),
        Option("add_first", False, "A throw adds its points before its doubling dice double."),
        Option("any_three", False, "Three equal dice held are a set, also from several throws."),
    ),
    verbs=(Verb.ROLL, Verb.TAKE, Verb.STOP),
    summary=(
        "In your turn, throw all six dice.",
        "A 1 scores 100 and a 5 scores 50.",
        "Three alike in one throw are a set and score 100 times their number; three 1s score 1000.",
        "A straight from 1 to 6 in one throw scores 1500.",
        "Hold what you like of the dice that score, at least one; then roll the others, or stop.",
        "A fourth die of a set, in the same throw or a later one, doubles all points of the turn, "
        "and so do the fifth and the sixth; what else that throw scores is added after that.",
        "When all six dice are held, you may roll all six again; old sets don't count any more.",
        "A throw in which nothing scores ends the turn, and its points are lost.",
        "Nothing is recorded for you before a turn that is worth 1000 points.",
        "When somebody stops above 10,000, everybody else has one last turn.",
        "The highest total wins; in the last turns it must be beaten, a tie is not enough.",
    ),
)


@dataclass(frozen=True, slots=True)
class Part:
    """What the dice of one number add: before the doubling, after it, and how often it doubles."""

    before: int = 0
    after: int = 0
    doublings: int = 0
    makes_set: bool = False


@dataclass(frozen=True, slots=True)
class HotScoring:
    """What dice score; the fields are the options of the same names."""

    add_first: bool = False
    any_three: bool = False

    def keep(self, turn: Turn, dice: Dice) -> Turn | None:
        """The turn after these dice are held, or None when they don't score together.

        Sources: the text's table and its example of a roll worth 550; readings H1 to H7.
        """
        aside = plus(turn.aside, dice)
        if len(set(values(dice))) == HAND_SIZE:
            return replace(turn, points=turn.points + STRAIGHT, aside=aside)
        counts = Counter(values(dice))
        parts = {number: self._part(turn, number, counts[number]) for number in sorted(counts)}
        points, doublings, after = turn.points, 0, 0
        for part in parts.values():
            if part is None:
                return None
            points, after = points + part.before, after + part.after
            doublings += part.doublings
        new = {number for number, part in parts.items() if part and part.makes_set}
        sets = tuple(sorted(new.union(turn.sets)))
        return replace(turn, points=points * 2**doublings + after, aside=aside, sets=sets)

    def _part(self, turn: Turn, number: int, count: int) -> Part | None:
        """What so many dice of one number add, or None when they score nothing."""
        if number in turn.sets:
            return Part(doublings=count)
        if count >= 3:
            return Part(before=TRIPLES[number], doublings=count - 3, makes_set=True)
        if number not in SINGLES:
            return None
        held = values(turn.aside).count(number)
        return self._singles(SINGLES[number], count, held + count)

    def _singles(self, each: int, count: int, held: int) -> Part:
        """What one or two singles add when `held` are held with them."""
        if self.any_three and held > 3:
            return Part(before=(count - 1) * each, doublings=1, makes_set=True)
        makes_set = self.any_three and held == 3
        if self.add_first:
            return Part(before=count * each, makes_set=makes_set)
        return Part(after=count * each, makes_set=makes_set)

    def wins(self, dice: Dice) -> bool:
        """No throw wins at once."""
        return False

    def words(self, turn: Turn, dice: Dice) -> str:
        """What these dice do, first what counts first: "four 4s: 400 and all x2, one 5: 50"."""
        if len(set(values(dice))) == HAND_SIZE:
            return f"a straight: {STRAIGHT}"
        counts = Counter(values(dice))
        parts = [(number, self._part(turn, number, counts[number])) for number in sorted(counts)]
        found = [(number, part) for number, part in parts if part]
        in_order = sorted(found, key=lambda one: (bool(one[1].after), bool(one[1].doublings)))
        return ", ".join(_words(number, counts[number], part) for number, part in in_order)


def _words(number: int, count: int, part: Part) -> str:
    points = part.before + part.after
    doubled = f"all x{2**part.doublings}" if part.doublings else ""
    worth = " and ".join(word for word in (str(points) if points else "", doubled) if word)
    return f"{many(number, count)}: {worth}"


def make(options: Mapping[str, str]) -> SetAsideGame:
    """The game with its options settled; raises OptionError."""
    chosen = choose(INFO.options, options)
    house = House(
        target=int(chosen["target"]),
        beyond=not chosen["at_target"],
        board=BOARD,
        last_turn=True,
        forced=False,
    )
    return SetAsideGame(
        INFO, house, HotScoring(bool(chosen["add_first"]), bool(chosen["any_three"]))
    )
