"""Dice as values, their notation, and what a set of dice can show.

A die is written as its number, with an r when the face is red: "5", "5r". Dice are a sorted
tuple: a hand is a multiset, where it lies is the camera's business.
May import: errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from pi_app.rules.errors import NotationError, quoted

NUMBERS = (1, 2, 3, 4, 5, 6)
HAND_SIZE = 6  # dice of a set


@dataclass(frozen=True, slots=True, order=True)
class Die:
    """The top face of one die.

    >>> print(Die(5), Die(5, red=True))
    5 5r
    """

    value: int
    red: bool = False

    def __post_init__(self) -> None:
        if self.value not in NUMBERS:
            raise NotationError(
                "bad_die", f'There is no die "{self.value}"; a die shows a number from 1 to 6.'
            )

    def __str__(self) -> str:
        return f"{self.value}{'r' if self.red else ''}"

    @property
    def white(self) -> Die:
        """The same number, not red."""
        return Die(self.value)


Dice = tuple[Die, ...]


def parse_die(text: str) -> Die:
    """The die that a text names; the twin of `str`.

    >>> parse_die("5r")
    Die(value=5, red=True)

    Raises NotationError for anything else, such as "7", "5rr" or "r5".
    """
    number, red = (text[:-1], True) if text.endswith("r") else (text, False)
    if number not in {"1", "2", "3", "4", "5", "6"}:
        raise NotationError(
            "bad_die",
            f"{quoted(text)} is no die; write a white five as 5 and a red five as 5r "
            "(numbers 1 to 6).",
        )
    return Die(int(number), red)


def parse_dice(text: str) -> Dice:
    """The dice that a text names, in any order and separated by blanks or commas.

    >>> format_dice(parse_dice("6 5r, 1"))
    '1 5r 6'
    """
    return sort_dice(parse_die(word) for word in text.replace(",", " ").split())


def format_dice(dice: Iterable[Die]) -> str:
    """The notation of some dice, smallest first; the twin of `parse_dice`.

    >>> format_dice((Die(6), Die(5, red=True)))
    '5r 6'
    """
    return " ".join(str(die) for die in sorted(dice))


def sort_dice(dice: Iterable[Die]) -> Dice:
    """The canonical form of some dice: smallest number first, white before red.

    >>> format_dice(sort_dice([Die(2, red=True), Die(2)]))
    '2 2r'
    """
    return tuple(sorted(dice))


def plus(one: Dice, other: Dice) -> Dice:
    """Two hands laid together.

    >>> format_dice(plus(parse_dice("1 5"), parse_dice("2")))
    '1 2 5'
    """
    return sort_dice(one + other)


def contains(dice: Dice, part: Dice) -> bool:
    """Whether every die of `part` is among `dice`, counted.

    >>> contains(parse_dice("5 5 1"), parse_dice("5 5"))
    True
    >>> contains(parse_dice("5"), parse_dice("5r"))
    False
    """
    return not Counter(part) - Counter(dice)


def minus(dice: Dice, part: Dice) -> Dice:
    """What is left when `part` is taken away.

    >>> format_dice(minus(parse_dice("1 5 5"), parse_dice("5")))
    '1 5'

    Raises NotationError when `part` is not among the dice.
    """
    if not contains(dice, part):
        raise NotationError(
            "not_there", f"{format_dice(part)} is not among {format_dice(dice) or 'no dice'}."
        )
    return tuple(sorted((Counter(dice) - Counter(part)).elements()))


def parts(dice: Dice, least: int = 0) -> Iterator[Dice]:
    """Every different choice of dice out of a hand, each once, `least` dice or more.

    >>> [format_dice(part) for part in parts(parse_dice("5 5 1"), least=2)]
    ['5 5', '1 5', '1 5 5']
    """
    counts = sorted(Counter(dice).items())
    for takes in product(*(range(count + 1) for _, count in counts)):
        if sum(takes) >= least:
            yield tuple(
                die for (die, _), take in zip(counts, takes, strict=True) for _ in range(take)
            )


def values(dice: Iterable[Die]) -> tuple[int, ...]:
    """The numbers that the dice show.

    >>> values(parse_dice("1 5 5r"))
    (1, 5, 5)
    """
    return tuple(die.value for die in dice)


def dice_words(number: int) -> str:
    """A number of the six dice of a set in words.

    >>> dice_words(1), dice_words(4), dice_words(6)
    ('one die', '4 dice', 'all six dice')
    """
    return {1: "one die", HAND_SIZE: "all six dice"}.get(number, f"{number} dice")


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Which faces the dice of a set can show.

    reds : for each die, the numbers that are red on it; None when nobody knows, and then any
        number of dice up to `size` may show anything.

    Source: readings 1.1 (one red number on each die, a different one on each).
    """

    name: str
    reds: tuple[frozenset[int], ...] | None
    size: int = HAND_SIZE

    def can_show(self, dice: Dice) -> bool:
        """Whether different dice of this set can show these faces at the same time.

        >>> SPICY_SET.can_show(parse_dice("6 6 6 6 6 6r"))
        True
        >>> SPICY_SET.can_show(parse_dice("1 2 3 4 5r 5r"))
        False
        """
        if len(dice) > self.size:
            return False
        return self.reds is None or _matches(dice, list(self.reds))


def _matches(dice: Dice, reds: list[frozenset[int]]) -> bool:
    """Whether each face finds a die of its own (augmenting paths; Kuhn 1955)."""
    holder: dict[int, int] = {}

    def place(face: int, tried: set[int]) -> bool:
        for die in range(len(reds)):
            if die in tried or (dice[face].value in reds[die]) != dice[face].red:
                continue
            tried.add(die)
            if die not in holder or place(holder[die], tried):
                holder[die] = face
                return True
        return False

    return all(place(face, set()) for face in range(len(dice)))


SPICY_SET = DiceSet("spicy", tuple(frozenset({number}) for number in NUMBERS))
PLAIN_SET = DiceSet("plain", (frozenset[int](),) * HAND_SIZE)
ANY_SET = DiceSet("any", None)
DICE_SETS = {dice_set.name: dice_set for dice_set in (SPICY_SET, PLAIN_SET, ANY_SET)}
