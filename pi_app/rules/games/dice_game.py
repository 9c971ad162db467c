"""The dice game: scoring dice are set aside; stop and record, or roll the rest and risk it all.

Sources: the sheet "the dice game", settled by readings D1 to D9. Notation: dice_game.md.
May import: dice, game, moves, options, set_aside, set_aside_game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from pi_app.rules.dice import HAND_SIZE, Dice, plus, values
from pi_app.rules.game import GameInfo
from pi_app.rules.moves import Verb
from pi_app.rules.options import Option, choose
from pi_app.rules.set_aside import House, Turn, many
from pi_app.rules.set_aside_game import SetAsideGame

SINGLES = {1: 100, 5: 50}
TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
RUN = 1000
THREE_PAIRS = 1000
BOARD = 1000

INFO = GameInfo(
    name="dice_game",
    title="The dice game",
    tagline="Set dice aside for points, roll the rest, and stop before a throw scores nothing.",
    version=1,
    seats=(2, 9),
    options=(
        Option(
            "target",
            10_000,
            "The recorded points that end the game (5000 for a short one).",
            (1000, 20_000),
        ),
        Option("forced", True, "All dice that score are set aside; no: at least one, as you like."),
        Option("four_two", True, "Four of one number and two of another count as three pairs."),
        Option("extra_doubles", False, "Each die beyond three of a kind doubles the triple."),
        Option(
            "six_ones",
            "win",
            "Six 1s in one throw win the game, or score so many points.",
            ("win", "2000", "10000"),
        ),
        Option("on_board", False, "The first turn that you record must be worth 1000 or more."),
        Option("last_turn", False, "After the target is reached, the others have one more turn."),
    ),
    verbs=(Verb.ROLL, Verb.TAKE, Verb.STOP),
    summary=(
        "In your turn, throw all six dice.",
        "A 1 scores 100 and a 5 scores 50.",
        "Three alike score 100 times their number, three 1s score 1000; a fourth adds only what it "
        "scores alone.",
        "A run from 1 to 6 scores 1000, and so do three pairs, of which two may be equal.",
        "What scores together must come out of one throw.",
        "All dice that score are set aside, and their points count for this turn.",
        "Then stop and record the points of the turn, or roll the dice that haven't scored.",
        "When all six have scored, you may roll all six again and go on.",
        "A throw in which nothing scores ends the turn, and its points are lost.",
        "Six 1s in one throw win the game at once.",
        "Whoever has recorded 10,000 points in all wins, and the game ends at once.",
    ),
)


@dataclass(frozen=True, slots=True)
class Use:
    """Dice that score together as one thing."""

    words: str
    points: int


Uses = tuple[Use, ...]


def total(uses: Iterable[Use]) -> int:
    """The points of some uses.

    >>> total((Use("one 5", 50), Use("two 1s", 200)))
    250
    """
    return sum(use.points for use in uses)


@dataclass(frozen=True, slots=True)
class DiceScoring:
    """What dice score in one throw; the fields are the options of the same names."""

    four_two: bool = True
    extra_doubles: bool = False
    six_ones: str = "win"

    def uses(self, numbers: tuple[int, ...]) -> Uses | None:
        """The best use of all these dice, each in one combination; None when one is left over.

        >>> DiceScoring().uses((1, 4, 4, 4))
        (Use(words='one 1', points=100), Use(words='three 4s', points=400))
        >>> DiceScoring().uses((2, 2, 2, 2)) is None
        True

        Source: the chart of the text; reading D4 (the best-scoring use wins).
        """
        return _best_use(self, numbers)

    def best_use(self, numbers: tuple[int, ...]) -> Uses | None:
        """`uses`, worked out."""
        ways = [self._all_six(numbers), self._by_number(numbers)]
        return max((way for way in ways if way is not None), key=total, default=None)

    def _by_number(self, numbers: tuple[int, ...]) -> Uses | None:
        found: Uses = ()
        for number, count in sorted(Counter(numbers).items()):
            uses = self._alike(number, count)
            if uses is None:
                return None
            found += uses
        return found

    def _alike(self, number: int, count: int) -> Uses | None:
        """The best use of so many equal dice."""
        if count == 0:
            return ()
        ways: list[Uses] = []
        if number in SINGLES:
            ways.append((Use(many(number, count), count * SINGLES[number]),))
        for size in range(3, count + 1 if self.extra_doubles else min(count, 3) + 1):
            rest = self._alike(number, count - size)
            if rest is not None:
                ways.append((Use(many(number, size), TRIPLES[number] * 2 ** (size - 3)), *rest))
        return max(ways, key=total, default=None)

    def _all_six(self, numbers: tuple[int, ...]) -> Uses | None:
        """The best use of six dice as one combination."""
        if len(numbers) != HAND_SIZE:
            return None
        counts = sorted(Counter(numbers).values())
        if counts == [HAND_SIZE] and numbers[0] == 1 and self.six_ones != "win":
            return (Use("six 1s", int(self.six_ones)),)
        if len(counts) == HAND_SIZE:
            return (Use("a run", RUN),)
        pairs = counts == [2, 2, 2] or (self.four_two and counts in ([2, 4], [HAND_SIZE]))
        return (Use("three pairs", THREE_PAIRS),) if pairs else None

    def keep(self, turn: Turn, dice: Dice) -> Turn | None:
        """The turn with the points of these dice, or None; earlier throws don't matter (D5)."""
        uses = self.uses(values(dice))
        if uses is None:
            return None
        return replace(turn, points=turn.points + total(uses), aside=plus(turn.aside, dice))

    def wins(self, dice: Dice) -> bool:
        """Whether this throw is six 1s, which wins whatever the scores are (D6)."""
        return self.six_ones == "win" and values(dice) == (1,) * HAND_SIZE

    def words(self, turn: Turn, dice: Dice) -> str:
        """What these dice are: "three 4s: 400, one 1: 100"."""
        if self.wins(dice):
            return "six 1s win the game"
        return ", ".join(f"{use.words}: {use.points}" for use in self.uses(values(dice)) or ())


@cache
def _best_use(scoring: DiceScoring, numbers: tuple[int, ...]) -> Uses | None:
    # there are only 923 hands of up to six dice, and every choice of a throw is asked for
    return scoring.best_use(numbers)


def make(options: Mapping[str, str]) -> SetAsideGame:
    """The game with its options settled; raises OptionError."""
    chosen = choose(INFO.options, options)
    house = House(
        target=int(chosen["target"]),
        beyond=False,
        board=BOARD if chosen["on_board"] else 0,
        last_turn=bool(chosen["last_turn"]),
        forced=bool(chosen["forced"]),
    )
    scoring = DiceScoring(
        bool(chosen["four_two"]), bool(chosen["extra_doubles"]), str(chosen["six_ones"])
    )
    return SetAsideGame(INFO, house, scoring)
