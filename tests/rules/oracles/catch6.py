"""Catch 6, written from BOOK, the readings C1-C8 and the game's notation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.rules.oracles import Throw
from tests.rules.oracles.hands import numbers, subsets, without

POINTS = {1: 7, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
WIN = 14


class Catch6:
    """A match of two; each has six dice of their own."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        assert seats == 2
        self.needed = int(options.get("games", "5"))
        self.two = options.get("two_catches", "no") == "yes"
        self.games = {1: 0, 2: 0}
        self.turn = 1
        self.match_over = False
        self.new_game({}, [])

    def new_game(self, carried: dict[int, int], _: list[int]) -> None:
        self.caught = dict(carried)  # number -> seat
        self.hands: dict[int, list[str]] = {1: [], 2: []}
        self.must = {1: True, 2: True}
        self.begin()

    def begin(self) -> None:
        """A turn begins."""
        self.kept: list[str] = []
        self.deciding = not self.must[self.turn]
        self.due = 0 if self.deciding else 6
        self.first: tuple[int, frozenset[str]] | None = None
        self.options: dict[int, set[str]] = {}

    def throw(self) -> Throw | None:
        if self.match_over or not self.due:
            return None
        return Throw(self.due, f"p{self.turn}", tuple(sorted(self.kept)))

    def over(self) -> bool:
        return self.match_over

    def winners(self) -> set[int]:
        return {s for s in (1, 2) if self.games[s] >= self.needed}

    def scores(self) -> tuple[int, ...]:
        return self.games[1], self.games[2]

    def points(self, seat: int) -> int:
        return sum(POINTS[n] for n, who in self.caught.items() if who == seat)

    def fits(self) -> dict[int, set[str]]:
        """Number -> the ways by which these six dice catch it, caught ones included."""
        hand = self.hands[self.turn]
        counts = Counter(numbers(hand))
        found: dict[int, set[str]] = {}
        for n, count in counts.items():
            if count >= 4 and f"{n}r" in hand:
                found.setdefault(n, set()).add("four")
        if sorted(counts.values()) in ([3, 3], [2, 2, 2], [2, 4]):
            for n in counts:
                found.setdefault(n, set()).add("house")
        if len(counts) == 1:
            for n in POINTS:
                found.setdefault(n, set()).add("raffles")
        return found

    def catchable(self) -> dict[int, set[str]]:
        free = {n: ways for n, ways in self.options.items() if n not in self.caught}
        if self.first is None:
            return free
        _, ways = self.first
        return {n: mine for n, mine in free.items() if differ(ways, mine)}

    def legal(self) -> set[str]:
        if self.match_over or self.due:
            return set()
        me = f"p{self.turn}"
        if self.deciding:
            hand = self.hands[self.turn]
            found = {f"{me} roll {' '.join(part)}" for part in subsets(hand) if len(part) < 6}
            return found | {f"{me} roll"}
        found = {f"{me} stop"}
        for n in self.catchable():
            found.add(f"{me} catch {n}")
            if self.points(self.turn) + POINTS[n] < WIN:
                found.add(f"{me} carry {n}")
        return found

    def do(self, line: str) -> None:
        _, verb, *words = line.split()
        if verb == "roll":
            hand = self.hands[self.turn]
            thrown = words or list(hand)
            self.kept = without(hand, thrown)
            self.due, self.deciding = len(thrown), False
        elif verb == "show":
            self.shown(words)
        elif verb == "stop":
            self.end_turn()
        elif verb == "catch":
            self.catch(int(words[0]))
        else:
            self.carry(int(words[0]))

    def shown(self, words: list[str]) -> None:
        self.hands[self.turn] = self.kept + words
        self.due = 0
        self.must[self.turn] = False
        self.options = self.fits()
        if not self.catchable():
            self.end_turn()

    def book(self, n: int) -> None:
        ways = frozenset(self.options[n])
        self.caught[n] = self.turn
        if self.first is not None or "four" not in ways:
            self.must[self.turn] = True
        if self.first is None:
            self.first = (n, ways)

    def catch(self, n: int) -> None:
        second = self.first is not None
        self.book(n)
        if self.points(self.turn) >= WIN:
            self.win(self.turn, {})
        elif self.two and not second and self.catchable():
            return
        else:
            self.end_turn()

    def carry(self, n: int) -> None:
        mine = {n: self.turn}
        if self.first is not None:
            mine[self.first[0]] = self.turn
        self.win(3 - self.turn, mine)

    def win(self, seat: int, carried: dict[int, int]) -> None:
        self.games[seat] += 1
        self.turn = 3 - self.turn
        if self.games[seat] >= self.needed:
            self.match_over = True
            self.due = 0
            return
        self.new_game(carried, [])

    def end_turn(self) -> None:
        self.turn = 3 - self.turn
        self.begin()


def differ(one: frozenset[str], other: set[str]) -> bool:
    """Whether two numbers can be caught by two different ways."""
    return any(a != b for a in one for b in other)
