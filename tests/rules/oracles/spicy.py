"""Spicy Dice Classic, Extra Spicy and Junior, from SC, the readings S, X, J and the notation."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import without
from tests.rules.oracles.spicy_points import (
    BOXES,
    best_way,
    box_points,
    ways,
)

ROLLS = 30


class Seat:
    """One player's pad."""

    def __init__(self) -> None:
        self.boxes: dict[str, int] = {}
        self.used = 0
        self.turns = 0
        self.hand: list[str] = []
        self.spare: list[str] = []

    def finished(self) -> bool:
        return self.used >= ROLLS or len(self.boxes) == 10

    def total(self) -> int:
        bonus = 5 * (ROLLS - self.used) if len(self.boxes) == 10 else 0
        return sum(self.boxes.values()) + bonus


class Spicy:
    """The three ways to play; `kind` is classic, extra or junior."""

    kind = "classic"

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.any_red = options.get("flips", "fresh") == "any"
        self.pads = [Seat() for _ in range(seats)]
        self.turn = 0
        self.start_turn()

    def start_turn(self) -> None:
        pad = self.pads[self.turn]
        pad.turns += 1
        self.stopped = False
        self.choosing = self.kind == "extra" and bool(pad.spare)
        self.stay: list[str] = []  # dice that stay, and may not be flipped by `fresh`
        self.old: list[str] = []  # of those, thrown in this turn
        self.fresh: list[str] = []
        self.due = 0 if self.choosing else 6

    def hand(self) -> str:
        return f"p{self.turn + 1}" if self.kind == "extra" else "table"

    def throw(self) -> Throw | None:
        if self.over() or not self.due:
            return None
        return Throw(self.due, self.hand(), tuple(sorted(self.stay)))

    def over(self) -> bool:
        return all(pad.finished() for pad in self.pads) and self.turn < 0

    def winners(self) -> set[int]:
        if not self.over():
            return set()
        totals = self.scores()
        return {seat for seat, total in enumerate(totals, 1) if total == max(totals)}

    def scores(self) -> tuple[int, ...]:
        return tuple(pad.total() for pad in self.pads)

    def rolls_left(self) -> bool:
        pad = self.pads[self.turn]
        limit = min(ROLLS, 3 * pad.turns) if self.kind == "junior" else ROLLS
        return pad.used < limit

    def legal(self) -> set[str]:
        if self.over() or self.due:
            return set()
        pad = self.pads[self.turn]
        if self.choosing:
            return self.rolls(pad.hand, choices(pad.spare, least=0, most=5), held=True)
        six = self.stay + self.fresh
        found = self.flips() | self.marks(six)
        if not self.stopped and self.rolls_left():
            found |= self.rolls(six, choices(six, least=1, most=6), held=False)
            found.add(f"p{self.turn + 1} stop")
        return found

    def rolls(self, six: list[str], picks: set[tuple[str, ...]], *, held: bool) -> set[str]:
        me = f"p{self.turn + 1} roll"
        found = set()
        for pick in picks:
            thrown = sorted(without(six, list(pick))) if held else sorted(pick)
            found.add(me if len(thrown) == 6 else f"{me} {' '.join(thrown)}")
        return found

    def flippable(self) -> list[str]:
        pool = self.fresh + (self.old if self.any_red else [])
        return [word for word in pool if word.endswith("r")]

    def flips(self) -> set[str]:
        return {
            f"p{self.turn + 1} flip {red} {n}"
            for red in self.flippable()
            for n in range(1, 7)
            if str(n) != red[0]
        }

    def marks(self, six: list[str]) -> set[str]:
        me = f"p{self.turn + 1} mark"
        found = set()
        for box in BOXES:
            if box in self.pads[self.turn].boxes:
                continue
            found.add(f"{me} {box}")
            if self.kind == "extra":
                default = best_way(ways(box, six))
                for dice in ways(box, six):
                    if dice != default:
                        found.add(f"{me} {box} {' '.join(dice) or 'none'}")
        return found

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "show":
            self.shown(words)
        elif verb == "roll":
            self.roll(words)
        elif verb == "flip":
            self.flip(words[0], words[1])
        elif verb == "stop":
            self.stopped = True
        else:
            self.mark(words[0], words[1:])

    def shown(self, words: list[str]) -> None:
        self.fresh = words
        self.due = 0
        self.pads[self.turn].used += 1

    def roll(self, words: list[str]) -> None:
        pad = self.pads[self.turn]
        if self.choosing:
            thrown = words or list(pad.hand)
            self.stay, self.choosing = without(pad.hand, thrown), False
            self.old = []
        else:
            thrown = words or self.stay + self.fresh
            self.settle(thrown)
        self.fresh = []
        self.due = len(thrown)

    def settle(self, thrown: list[str]) -> None:
        """Which dice stay, and which of them were thrown in this turn.

        Equal dice: those that may be flipped count as the ones that stay.
        """
        thrown_this_turn = self.old + self.fresh
        held = without(self.stay, self.old)
        for word in thrown:
            (held if word in held else thrown_this_turn).remove(word)
        self.old = thrown_this_turn
        self.stay = held + thrown_this_turn

    def flip(self, red: str, to: str) -> None:
        if red in self.fresh:
            self.fresh = [*without(self.fresh, [red]), to]
        else:
            self.old = [*without(self.old, [red]), to]
            self.stay = [*without(self.stay, [red]), to]

    def mark(self, box: str, words: list[str]) -> None:
        pad = self.pads[self.turn]
        six = self.stay + self.fresh
        if self.kind == "extra":
            found = ways(box, six)
            used = tuple(words) if words else best_way(found)
            used = () if used == ("none",) else used
            pad.boxes[box] = found[tuple(sorted(used))]
            pad.spare = without(six, list(used))
            pad.hand = six
        else:
            pad.boxes[box] = box_points(box, six)
        self.next_turn()

    def next_turn(self) -> None:
        count = len(self.pads)
        order = [(self.turn + step) % count for step in range(1, count + 1)]
        waiting = [seat for seat in order if not self.pads[seat].finished()]
        if not waiting:
            self.turn = -1
            self.due = 0
            return
        self.turn = waiting[0]
        self.start_turn()


def choices(words: list[str], *, least: int, most: int) -> set[tuple[str, ...]]:
    """Every different choice of between least and most of these dice."""
    return {
        tuple(sorted(choice))
        for size in range(least, min(most, len(words)) + 1)
        for choice in combinations(words, size)
    }


class ExtraSpicy(Spicy):
    """Own dice, and dice that weren't scored may be held."""

    kind = "extra"


class Junior(Spicy):
    """Three rolls a turn, unused ones carried over."""

    kind = "junior"
