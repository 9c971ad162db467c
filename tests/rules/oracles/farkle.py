"""The dice game and Hot Dice, written from DG, HD, the readings D and H, and the notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import numbers, subsets, without


@cache
def partitions(shown: tuple[int, ...], four_two: bool, doubles: bool, ones: int) -> int | None:
    """The most that all of these dice score together, by trying every way to use them up."""
    if not shown:
        return 0
    best = [points + rest for points, rest in whole(shown, four_two, ones)]
    for size, points in groups(shown, doubles):
        left = list(shown)
        for n in size:
            left.remove(n)
        rest = partitions(tuple(left), four_two, doubles, ones)
        if rest is not None:
            best.append(points + rest)
    return max(best, default=None)


def whole(shown: tuple[int, ...], four_two: bool, ones: int) -> list[tuple[int, int]]:
    """Uses of all six at once: run, three pairs, six 1s."""
    ways = []
    if shown == (1, 2, 3, 4, 5, 6):
        ways.append((1000, 0))
    counts = sorted(Counter(shown).values())
    if len(shown) == 6 and (counts == [2, 2, 2] or (four_two and counts in ([2, 4], [6]))):
        ways.append((1000, 0))
    if shown == (1,) * 6 and ones:
        ways.append((ones, 0))
    return ways


def groups(shown: tuple[int, ...], doubles: bool) -> list[tuple[tuple[int, ...], int]]:
    """Ways to use the smallest number: alone, as a triple, as a longer group."""
    n = shown[0]
    ways = []
    if n in (1, 5):
        ways.append(((n,), 100 if n == 1 else 50))
    triple = 1000 if n == 1 else 100 * n
    for size in range(3, shown.count(n) + 1):
        if size == 3 or doubles:
            ways.append(((n,) * size, triple * 2 ** (size - 3)))
    return ways


class Farkle:
    """What the two games share: turns, the dice aside, last turns."""

    def __init__(self, seats: int) -> None:
        self.totals = [0] * seats
        self.seats = seats
        self.turn = 1
        self.won: int | None = None
        self.leader: int | None = None
        self.last: list[int] | None = None
        self.new_turn()

    def new_turn(self) -> None:
        self.aside: list[str] = []
        self.thrown: list[str] = []
        self.taken = False
        self.points = 0
        self.due = 6
        self.forget()

    def forget(self) -> None:
        """Nothing is aside any more."""
        self.aside = []

    def throw(self) -> Throw | None:
        if self.over() or not self.due:
            return None
        return Throw(self.due, "table", tuple(sorted(self.aside)))

    def over(self) -> bool:
        return self.won is not None

    def winners(self) -> set[int]:
        return set() if self.won is None else {self.won}

    def scores(self) -> tuple[int, ...]:
        return tuple(self.totals)

    def throw_again(self) -> None:
        if len(self.aside) == 6:
            self.forget()
        self.due = 6 - len(self.aside)
        self.thrown = []

    def end(self, points: int, reached: bool, last_turn: bool) -> None:
        me = self.turn
        self.totals[me - 1] += points
        if self.last is None and reached:
            self.leader = me
            self.last = [1 + (me + k - 1) % self.seats for k in range(1, self.seats)]
            if not last_turn:
                self.last = []
        elif self.last is not None and self.leader is not None:
            self.last.remove(me)
            if self.totals[me - 1] > self.totals[self.leader - 1]:
                self.leader = me
        if self.last == []:
            self.won = self.leader
        self.turn = 1 + me % self.seats
        self.new_turn()


class DiceGame(Farkle):
    """`the dice game`."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        yes = {name: options.get(name, default) == "yes" for name, default in DICE_GAME.items()}
        self.yes = yes
        self.target = int(options.get("target", "10000"))
        six = options.get("six_ones", "win")
        self.six_wins = six == "win"
        self.ones = 0 if self.six_wins else int(six)
        super().__init__(seats)

    def together(self, part: tuple[str, ...]) -> int | None:
        shown = tuple(sorted(numbers(list(part))))
        return partitions(shown, self.yes["four_two"], self.yes["extra_doubles"], self.ones)

    def scoring(self) -> dict[tuple[str, ...], int]:
        found = {part: self.together(part) for part in subsets(self.thrown)}
        return {part: points for part, points in found.items() if points}

    def bests(self) -> list[tuple[str, ...]]:
        """The best choices: most points, then most dice; several only by colour."""
        scoring = self.scoring()
        top = max((points, len(part)) for part, points in scoring.items())
        return [part for part, points in scoring.items() if (points, len(part)) == top]

    def legal(self) -> set[str]:
        if self.over() or self.due:
            return set()
        me = f"p{self.turn}"
        if self.taken:
            return {f"{me} stop", f"{me} roll"}
        if not self.yes["forced"]:
            return {f"{me} take {' '.join(part)}" for part in self.scoring()} | {f"{me} stop"}
        bests = self.bests()
        if len(bests) == 1:
            return {f"{me} stop", f"{me} roll"}
        ways = [" ".join(sorted(without(self.thrown, list(part)))) for part in bests]
        return {f"{me} stop"} | {f"{me} roll {way}" for way in ways}

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "show":
            self.shown(words)
        elif verb == "take":
            self.set_aside(tuple(words))
        elif verb == "roll":
            if self.yes["forced"]:
                self.set_aside(self.named(words))
            self.throw_again()
        else:
            self.stop()

    def named(self, thrown_again: list[str]) -> tuple[str, ...]:
        if thrown_again:
            return tuple(without(self.thrown, thrown_again))
        return self.bests()[0]

    def set_aside(self, part: tuple[str, ...]) -> None:
        self.points += self.together(tuple(sorted(part))) or 0
        self.aside += part
        self.thrown = without(self.thrown, list(part))
        self.taken = True

    def shown(self, words: list[str]) -> None:
        self.thrown, self.due, self.taken = words, 0, False
        if numbers(words) == [1] * 6 and self.six_wins:
            self.won = self.turn
        elif not self.scoring():
            self.end_turn(0)

    def stop(self) -> None:
        if not self.taken:
            self.set_aside(self.bests()[0])
        me = self.turn
        off = self.yes["on_board"] and self.totals[me - 1] == 0 and self.points < 1000
        self.end_turn(0 if off else self.points)

    def end_turn(self, points: int) -> None:
        reached = self.totals[self.turn - 1] + points >= self.target and points > 0
        self.end(points, reached, self.yes["last_turn"])


DICE_GAME = {
    "forced": "yes",
    "four_two": "yes",
    "extra_doubles": "no",
    "on_board": "no",
    "last_turn": "no",
}


class HotDice(Farkle):
    """Hot Dice: the turn's total is doubled by a fourth, fifth and sixth of a set."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.target = int(options.get("target", "10000"))
        self.at_target = options.get("at_target", "no") == "yes"
        self.add_first = options.get("add_first", "no") == "yes"
        self.any_three = options.get("any_three", "no") == "yes"
        super().__init__(seats)

    def forget(self) -> None:
        self.aside = []
        self.sets: set[int] = set()

    def outcome(self, part: tuple[str, ...]) -> tuple[int, set[int]] | None:
        """The turn's total and the sets after taking these dice; None when one doesn't score."""
        shown = numbers(list(part))
        if sorted(shown) == [1, 2, 3, 4, 5, 6]:
            return self.points + 1500, set(self.sets)
        base, late, doublings, sets = self.points, 0, 0, set(self.sets)
        for n in sorted(set(shown)):
            got = self.one_number(n, shown.count(n), n in sets)
            if got is None:
                return None
            triples, early, singles, doubling, is_set = got
            base += triples + early + (singles if self.add_first else 0)
            late += 0 if self.add_first else singles
            doublings += doubling
            sets |= {n} if is_set else set()
        return base * 2**doublings + late, sets

    def one_number(
        self, n: int, count: int, is_set: bool
    ) -> tuple[int, int, int, int, bool] | None:
        """(triples, early singles, other singles, doubling dice, a set afterwards)."""
        if is_set:
            return 0, 0, 0, count, True
        if count >= 3:
            return 1000 if n == 1 else 100 * n, 0, 0, count - 3, True
        if n not in (1, 5):
            return None
        each = 100 if n == 1 else 50
        had = numbers(self.aside).count(n)
        if self.any_three and had + count == 4:
            return 0, each, 0, 1, True
        return 0, 0, each * count, 0, self.any_three and had + count >= 3

    def scoring(self) -> dict[tuple[str, ...], int]:
        found = {part: self.outcome(part) for part in subsets(self.thrown)}
        return {part: got[0] for part, got in found.items() if got is not None}

    def legal(self) -> set[str]:
        if self.over() or self.due:
            return set()
        me = f"p{self.turn}"
        if self.taken:
            return {f"{me} stop", f"{me} roll"}
        return {f"{me} take {' '.join(part)}" for part in self.scoring()} | {f"{me} stop"}

    def take(self, part: tuple[str, ...]) -> None:
        got = self.outcome(part)
        assert got is not None
        self.points, self.sets = got
        self.aside += part
        self.thrown = without(self.thrown, list(part))
        self.taken = True

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "show":
            self.thrown, self.due, self.taken = words, 0, False
            if not self.scoring():
                self.end_turn(0)
        elif verb == "take":
            self.take(tuple(words))
        elif verb == "roll":
            self.throw_again()
        else:
            self.stop()

    def stop(self) -> None:
        if not self.taken:
            scoring = self.scoring()
            self.take(max(scoring, key=lambda part: scoring[part]))
        off = self.totals[self.turn - 1] == 0 and self.points < 1000
        self.end_turn(0 if off else self.points)

    def end_turn(self, points: int) -> None:
        total = self.totals[self.turn - 1] + points
        reached = total > self.target or (self.at_target and total == self.target)
        self.end(points, reached and points > 0, last_turn=True)
