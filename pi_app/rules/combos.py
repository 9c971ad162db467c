"""What several games look for in some dice: runs, sets, matches, n of a kind.

May import: dice.
"""

from __future__ import annotations

from collections import Counter

from pi_app.rules.dice import NUMBERS, Dice


def counts(dice: Dice) -> dict[int, int]:
    """How many dice show each number that is shown.

    >>> from pi_app.rules.dice import parse_dice
    >>> counts(parse_dice("5 5r 1"))
    {5: 2, 1: 1}
    """
    return dict(Counter(die.value for die in dice).most_common())


def total(dice: Dice) -> int:
    """The sum of the numbers shown.

    >>> from pi_app.rules.dice import parse_dice
    >>> total(parse_dice("5 5r 1"))
    11
    """
    return sum(die.value for die in dice)


def reds(dice: Dice) -> Dice:
    """The dice that lie red.

    >>> from pi_app.rules.dice import format_dice, parse_dice
    >>> format_dice(reds(parse_dice("5 5r 1r")))
    '1r 5r'
    """
    return tuple(die for die in dice if die.red)


def showing(dice: Dice, number: int) -> Dice:
    """The dice that show a number, white or red.

    >>> from pi_app.rules.dice import format_dice, parse_dice
    >>> format_dice(showing(parse_dice("5 5r 1r"), 5))
    '5 5r'
    """
    return tuple(die for die in dice if die.value == number)


def is_run(dice: Dice) -> bool:
    """Whether six dice show 1 to 6.

    >>> from pi_app.rules.dice import parse_dice
    >>> is_run(parse_dice("1 2r 3 4 5 6")), is_run(parse_dice("1 2 3 4 5 5"))
    (True, False)
    """
    return sorted(die.value for die in dice) == list(NUMBERS)


def is_all_matched(dice: Dice) -> bool:
    """Whether no number stands alone: of six dice 2+2+2, 3+3, 4+2 or 6.

    >>> from pi_app.rules.dice import parse_dice
    >>> is_all_matched(parse_dice("5 5 5 5 2r 2")), is_all_matched(parse_dice("5 5 5 2 2 1"))
    (True, False)
    """
    return all(count >= 2 for count in counts(dice).values())


def number_of_all(dice: Dice) -> int | None:
    """The number that all dice show, or None.

    >>> from pi_app.rules.dice import parse_dice
    >>> number_of_all(parse_dice("4 4r 4")), number_of_all(parse_dice("4 4 5"))
    (4, None)
    """
    numbers = {die.value for die in dice}
    return numbers.pop() if len(numbers) == 1 else None
