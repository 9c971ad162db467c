"""What dice score in the boxes of Spicy Dice, from the same rules as its oracle."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from tests.rules.oracles.hands import numbers

BOXES = ("6", "5", "4", "3", "2", "1", "run", "set", "sum", "red")


def box_points(box: str, hand: list[str]) -> int:
    """What six dice score in a box: the highest of everything that the card allows there."""
    shown = sorted(numbers(hand))
    reds = [word for word in hand if word.endswith("r")]
    run = shown == [1, 2, 3, 4, 5, 6]
    matched = all(shown.count(n) > 1 for n in shown)
    found = [0, pepper(box, shown, len(reds))]
    if box.isdigit():
        n = int(box)
        plain = n * shown.count(n)
        found.append(2 * plain if f"{n}r" in hand else plain)
        if f"{n}r" in hand:
            found += [21] * run + [sum(shown)] * matched
    found += {
        "run": [21] * run,
        "set": [sum(shown)] * matched,
        "sum": [sum(shown)],
        "red": [10 * len(reds)],
    }.get(box, [])
    return max(found)


def pepper(box: str, shown: list[int], reds: int) -> int:
    """Six of a kind, or six reds."""
    points = [0]
    if len(set(shown)) == 1:
        big = shown[0] >= 4
        points.append((75 if big else 50) if box == str(shown[0]) else (50 if big else 25))
    if reds == 6:
        points.append(100 if box in ("run", "red") else 50)
    return max(points)


def part_points(box: str, part: list[str]) -> int | None:
    """What a chosen part of the hand scores in a box, or None when it can't be scored there."""
    shown = numbers(part)
    if not part or box == "sum":
        return sum(shown)
    if box == "red":
        return 10 * len(part) if all(word.endswith("r") for word in part) else None
    if box.isdigit() and set(shown) == {int(box)}:
        return sum(shown) * (2 if any(word.endswith("r") for word in part) else 1)
    return None


def ways(box: str, hand: list[str]) -> dict[tuple[str, ...], int]:
    """Extra Spicy: the dice used -> points, for everything that may be marked in a box."""
    return sorted_ways(box, tuple(sorted(hand)))


@cache
def sorted_ways(box: str, hand: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    """`ways` of a hand that is sorted."""
    found: dict[tuple[str, ...], int] = {}
    for size in range(7):
        for choice in combinations(hand, size):
            points = part_points(box, list(choice))
            if points is not None:
                found[choice] = points
    needs_all = all_six_points(box, list(hand))
    if needs_all:
        found[hand] = max(found.get(hand, 0), needs_all)
    return found


def all_six_points(box: str, hand: list[str]) -> int:
    """Run, set and peppers: what uses all six dice."""
    shown = sorted(numbers(hand))
    found = [pepper(box, shown, sum(word.endswith("r") for word in hand))]
    opened = f"{box}r" in hand
    if shown == [1, 2, 3, 4, 5, 6] and (opened or box == "run"):
        found.append(21)
    if all(shown.count(n) > 1 for n in shown) and (opened or box == "set"):
        found.append(sum(shown))
    return max(found)


def best_way(found: dict[tuple[str, ...], int]) -> tuple[str, ...]:
    """The most points, with the fewest dice."""
    return min(found, key=lambda dice: (-found[dice], len(dice)))
