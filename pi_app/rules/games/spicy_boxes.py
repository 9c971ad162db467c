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
from pi_app.rules.dice import NUMBERS, Dice, Die, minus, parts, sort_dice

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


@lru_cache(maxsize=4096)
def best_way(dice: Dice, box: str) -> Way:
    """The way that scores most; of equal ones that which uses fewest dice.

    >>> from pi_app.rules.dice import parse_dice
    >>> best_way(parse_dice("4 4 4r 5 2 2r"), "4").points
    24
    >>> best_way(parse_dice("1 2r 3 4 5r 6"), "2").words
    'run, through the red 2'
    """
    ways = (*_six_dice_ways(dice, box), *_counted(dice, _countable(dice, box), box))
    return min(ways, key=_rank)


@lru_cache(maxsize=1024)
def all_ways(dice: Dice, box: str) -> tuple[Way, ...]:
    """Every way, best first; where two use the same dice, only the better one.

    >>> from pi_app.rules.dice import parse_dice
    >>> [way.points for way in all_ways(parse_dice("5 5r 1 1 2 3"), "5")]
    [20, 10, 5, 0]
    """
    part_ways = (way for part in parts(_countable(dice, box)) for way in _counted(dice, part, box))
    better: dict[Dice, Way] = {}
    for way in sorted((*_six_dice_ways(dice, box), *part_ways), key=_rank):
        better.setdefault(way.used, way)
    return tuple(better.values())


def _rank(way: Way) -> tuple[int, int, Dice]:
    return -way.points, len(way.used), way.used


def _countable(dice: Dice, box: str) -> Dice:
    """The dice that a box adds up one by one."""
    if box.isdigit():
        return showing(dice, int(box))
    return {"sum": dice, "red": reds(dice)}.get(box, ())


def _counted(dice: Dice, part: Dice, box: str) -> Iterator[Way]:
    """Some of the countable dice, added up as the box does."""
    if not part:
        yield Way(0, (), "nothing")
    elif box == "red":
        yield Way(RED_POINTS * len(part), part, f"red numbers: {len(part)}")
    elif box == "sum":
        yield Way(total(part), part, "sum of all dice" if part == dice else "sum of some dice")
    elif reds(part):
        yield Way(2 * total(part), part, f"{len(part)} x {box}, doubled by the red {box}")
    else:
        yield Way(total(part), part, f"{len(part)} x {box}")


def _six_dice_ways(dice: Dice, box: str) -> Iterator[Way]:
    """What needs all six dice: run, set and the peppers."""
    through = _through(dice, box)
    if is_run(dice) and (box == "run" or through):
        yield Way(RUN_POINTS, dice, f"run{through}")
    if is_all_matched(dice) and (box == "set" or through):
        yield Way(total(dice), dice, f"set{through}")
    number = number_of_all(dice)
    if number is not None:
        own, elsewhere = BIG_PEPPER if number >= 4 else LITTLE_PEPPER
        name = "big pepper" if number >= 4 else "little pepper"
        yield Way(own if box == str(number) else elsewhere, dice, name)
    if len(reds(dice)) == len(dice):
        own, elsewhere = HOT_PEPPER
        yield Way(own if box in ("run", "red") else elsewhere, dice, "hot pepper")


def _through(dice: Dice, box: str) -> str:
    """Words when a red number opens its own box to a run or set, else ""."""
    if box.isdigit() and Die(int(box), red=True) in dice:
        return f", through the red {box}"
    return ""


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
    hands = {
        sort_dice(fixed + _shown(flippable, numbers))
        for numbers in combinations_with_replacement(NUMBERS, len(flippable))
    }
    return tuple(max(best_way(hand, box).points for hand in hands) for box in BOX_IDS)


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
