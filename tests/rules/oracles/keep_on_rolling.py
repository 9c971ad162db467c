"""Keep on Rolling, written from KR18 / BOOK, the readings K1-K11 and the game's notation."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import number, numbers, subsets, without


class KeepOnRolling:
    """Turns as a person at the table would book them: a pile aside, a throw, a subtotal."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.target = int(options.get("target", "250"))
        self.totals = [0] * seats
        self.alive = list(range(1, seats + 1))
        self.turn = 1
        self.leader: int | None = None
        self.new_turn()

    def new_turn(self) -> None:
        self.aside: list[str] = []
        self.thrown: list[str] = []
        self.taken = False
        self.carried = 0
        self.due = 6

    def throw(self) -> Throw | None:
        if self.over() or not self.due:
            return None
        return Throw(self.due, "table", tuple(sorted(self.aside)))

    def over(self) -> bool:
        return len(self.alive) == 1

    def winners(self) -> set[int]:
        return set(self.alive) if self.over() else set()

    def scores(self) -> tuple[int, ...]:
        return tuple(self.totals)

    def adds(self, part: tuple[str, ...]) -> bool:
        """K4, K3: a pair in it, or a match with what lay aside before."""
        shown = numbers(list(part))
        return len(set(shown)) < len(shown) or bool(set(shown) & set(numbers(self.aside)))

    def legal(self) -> set[str]:
        if self.over() or self.due:
            return set()
        me = f"p{self.turn}"
        if not self.taken:
            takes = {f"{me} take {' '.join(s)}" for s in subsets(self.thrown) if self.adds(s)}
            return takes | {f"{me} stop"}
        stuck = len(self.aside) == 6 and not filled(self.aside)
        return {f"{me} stop"} if stuck else {f"{me} stop", f"{me} roll"}

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "show":
            self.shown(words)
        elif verb == "take":
            self.thrown = without(self.thrown, words)
            self.aside += words
            self.taken = True
        elif verb == "roll":
            self.roll()
        else:
            self.aside += self.thrown
            total = self.carried + worth(self.aside)
            self.end(2 * total if filled(self.aside) else total)

    def shown(self, words: list[str]) -> None:
        self.thrown, self.due, self.taken = words, 0, False
        if not any(self.adds(s) for s in subsets(words)):
            self.end(0)

    def roll(self) -> None:
        if len(self.aside) == 6:
            self.carried += worth(self.aside)
            self.aside = []
        self.due = 6 - len(self.aside)
        self.thrown = []

    def end(self, points: int) -> None:
        me = self.turn
        self.totals[me - 1] += points
        after = self.alive[self.alive.index(me) + 1 :] + self.alive[: self.alive.index(me)]
        if self.leader is None:
            if self.totals[me - 1] >= self.target:
                self.leader = me
        elif self.totals[me - 1] > self.totals[self.leader - 1]:
            self.leader = me
        else:
            self.alive.remove(me)
        self.turn = after[0] if after else me
        self.new_turn()


def worth(aside: list[str]) -> int:
    """Matched dice at face value, a number doubled once for a red one."""
    total = 0
    for n in range(1, 7):
        same = [word for word in aside if number(word) == n]
        if len(same) > 1:
            total += n * len(same) * (2 if f"{n}r" in same else 1)
    return total


def filled(aside: list[str]) -> bool:
    """Six aside and each matched by another."""
    shown = numbers(aside)
    return len(shown) == 6 and all(shown.count(n) > 1 for n in shown)
