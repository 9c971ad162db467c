"""What six dice score in a box of the Spicy Dice pad.

A box can often be scored in several ways, each with the dice that it uses up: Extra Spicy lets
the player choose, the other games take the most. Source: Spicy Dice rules, "Scoring",
"Peppers", "Extra Spicy"; readings S5 to S10, X2. May import: dice, combos.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement

from pi_app.rules.combos import is_all_matched, is_run, number_of_all, reds, showing, total
from pi_app.rules.dice import NUMBERS, Dice, Die, contains, minus, parts, sort_dice, values

BOXES = (
    ("6", "6s"),
    ("5", "5s"),
    ("4", "4s"),
    ("3", "3s"),
    ("2", "2s"),
    ("1", "1s"),
    ("run", "Run"),
    ("set", "Set"),
    ("sum", "Sum"),
    ("red", "Red"),
)
BOX_IDS = tuple(box for box, _ in BOXES)

RUN_POINTS = 21
RED_POINTS = 10
HOT_PEPPER = (100, 50)  # in the run or red box, in any other
BIG_PEPPER = (75, 50)  # six 4s, 5s or 6s: in their own box, in any other
LITTLE_PEPPER = (50, 25)  # six 1s, 2s or 3s


@dataclass(frozen=True, slots=True)
class Way:
    """One way to score a box: its points, the dice it uses up, and what it is called."""

    points: int
    used: Dice
    words: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that all six dice show together: it pays in its own boxes, and maybe elsewhere."""

    name: str
    own: frozenset[str]
    own_points: int
    other_points: int = 0

    def points(self, box: str) -> int:
        """What it pays in a box."""
        return self.own_points if box in self.own else self.other_points


@lru_cache(maxsize=1024)
def figures(dice: Dice) -> tuple[Figure, ...]:
    """The run, set and peppers that six dice show.

    >>> from pi_app.rules.dice import parse_dice
    >>> [figure.name for figure in figures(parse_dice("4 4 4 4 4 4r"))]
    ['set', 'big pepper']
    """
    through = frozenset(str(die.value) for die in reds(dice))
    found = []
    if is_run(dice):
        found.append(Figure("run", through | {"run"}, RUN_POINTS))
    if is_all_matched(dice):
        found.append(Figure("set", through | {"set"}, total(dice)))
    number = number_of_all(dice)
    if number is not None:
        name, points = ("big", BIG_PEPPER) if number >= 4 else ("little", LITTLE_PEPPER)
        found.append(Figure(f"{name} pepper", frozenset({str(number)}), *points))
    if len(reds(dice)) == len(dice):
        found.append(Figure("hot pepper", frozenset({"run", "red"}), *HOT_PEPPER))
    return tuple(found)


def best_points(dice: Dice, box: str) -> int:
    """The most that the box allows for six dice.

    >>> from pi_app.rules.dice import parse_dice
    >>> best_points(parse_dice("4 4 4r 5 2 2r"), "4")
    24
    """
    counted = counted_points(countable(dice, box), box)
    return max((counted, *(figure.points(box) for figure in figures(dice))))


def best_way(dice: Dice, box: str) -> Way:
    """The way that scores most; of equal ones that which uses fewest dice.

    >>> from pi_app.rules.dice import parse_dice
    >>> best_way(parse_dice("1 2r 3 4 5r 6"), "2").words
    'run, through the red 2'
    """
    part = countable(dice, box)
    if counted_points(part, box) == best_points(dice, box):
        return _counted_way(part, box)
    return way_using(dice, box, dice)


def other_uses(dice: Dice, box: str) -> Iterator[Dice]:
    """The dice that each other way uses up: any choice of what is counted, or all six for a figure.

    >>> from pi_app.rules.dice import format_dice, parse_dice
    >>> [format_dice(used) for used in other_uses(parse_dice("5 5r 1 1 2 3"), "5")]
    ['', '5r', '5']
    """
    best = best_way(dice, box).used
    part = countable(dice, box)
    yield from (used for used in parts(part) if used != best)
    if dice != best and any(figure.points(box) for figure in figures(dice)):
        yield dice


def way_using(dice: Dice, box: str, used: Dice) -> Way:
    """The better way to score the box with exactly these of the dice.

    >>> from pi_app.rules.dice import parse_dice
    >>> way_using(parse_dice("5 5r 1 1 2 3"), "5", parse_dice("5"))
    Way(points=5, used=(Die(value=5, red=False),), words='1 x 5')
    """
    ways = []
    if contains(countable(dice, box), used):
        ways.append(_counted_way(used, box))
    if used == dice:
        ways += [_figure_way(figure, dice, box) for figure in figures(dice)]
    return max(ways, key=lambda way: way.points)


def countable(dice: Dice, box: str) -> Dice:
    """The dice that a box adds up one by one."""
    if box == "sum":
        return dice
    if box == "red":
        return reds(dice)
    return showing(dice, int(box)) if box.isdigit() else ()


def counted_points(part: Dice, box: str) -> int:
    """Some of the countable dice, added up as the box does; a red number doubles its own box."""
    if box == "red":
        return RED_POINTS * len(part)
    return total(part) * (2 if box.isdigit() and reds(part) else 1)


def _counted_way(part: Dice, box: str) -> Way:
    if not part:
        words = "nothing"
    elif box == "red":
        words = f"red numbers: {len(part)}"
    elif box == "sum":
        words = f"sum of {len(part)} dice"
    else:
        words = f"{len(part)} x {box}" + (f", doubled by the red {box}" if reds(part) else "")
    return Way(counted_points(part, box), part, words)


def _figure_way(figure: Figure, dice: Dice, box: str) -> Way:
    through = figure.name in ("run", "set") and box.isdigit()
    words = f"{figure.name}, through the red {box}" if through else figure.name
    return Way(figure.points(box), dice, words)


@lru_cache(maxsize=256)
def best_with_flips(dice: Dice, flippable: Dice) -> tuple[int, ...]:
    """For each box the most that these dice can score when reds are flipped first.

    Every flippable die can show any number: its own by staying (and red), the others by a flip.
    A red that can stay for the same numbers does: more reds never score less.

    >>> from pi_app.rules.dice import parse_dice
    >>> six_reds = parse_dice("1r 2r 3r 4r 5r 6r")
    >>> dict(zip(BOX_IDS, best_with_flips(six_reds, six_reds)))["6"]
    75
    """
    fixed = minus(dice, flippable)
    lying = values(fixed)
    # Without a figure nothing beats flipping all to one number, or none at all.
    worth_a_look = {dice}
    for numbers in combinations_with_replacement(NUMBERS, len(flippable)):
        if len(set(numbers)) == 1 or _may_be_figure(lying + numbers):
            worth_a_look.add(sort_dice(fixed + _shown(flippable, numbers)))
    return tuple(max(best_points(hand, box) for hand in worth_a_look) for box in BOX_IDS)


def _may_be_figure(numbers: tuple[int, ...]) -> bool:
    """Whether dice that show these numbers can be a run, a set or one number's pepper."""
    different = set(numbers)
    return len(different) == len(numbers) or all(numbers.count(one) >= 2 for one in different)


def _shown(flippable: Dice, numbers: tuple[int, ...]) -> Dice:
    """Dice that show these numbers, each red that can keep its number doing so."""
    left = list(flippable)
    shown = []
    for number in numbers:
        red = Die(number, red=True)
        if red in left:
            left.remove(red)
            shown.append(red)
        else:
            shown.append(red.white)
    return tuple(shown)
